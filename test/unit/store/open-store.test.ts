import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { isRecentEnough, openDatabase } from '../../../src/store/sqlite/open-database.ts';
import { syncTogether } from '../../../src/store/sqlite/query.ts';
import { storedItemId } from '../../../src/shared/ids.ts';
import { unitKinds } from '../../../src/shared/usage.ts';
import { entryOf } from '../metering/set-up-metering.ts';
import { callOf, makeEarlier, newFile, newFolder, noon, setUpStore } from './set-up-store.ts';

async function makeDatabase(): Promise<string> {
  const file = newFile();
  const { ledger, close } = await setUpStore(file);
  await ledger.open(noon);
  await Promise.all(Array.from({ length: 200 }, () => ledger.settle(callOf())));
  await close();
  return file;
}

describe('opening the database', () => {
  it('asks for a write-ahead log that is synced at every commit, so that a power cut takes nothing that was acknowledged', () => {
    const database = openDatabase(newFile(), noon);
    const read = (name: string) => Object.values(database.prepare(`pragma ${name}`).get() ?? {});
    // 2 is FULL: the log reaches the disk before a commit returns.
    expect([read('journal_mode'), read('synchronous'), read('fullfsync')]).toEqual([['wal'], [2], [1]]);
    database.close();
  });

  it('syncs the log for many commits at once, and only if something was written', () => {
    const file = newFile();
    const database = openDatabase(file, noon);
    const synced: [bytes: number, isLog: boolean][] = [];
    const { sync, close } = syncTogether(database, file, (descriptor) => {
      const { ino, size } = fstatSync(descriptor);
      synced.push([size, ino === statSync(`${file}-wal`).ino]);
    });
    sync();
    expect(synced).toEqual([]);
    const insert = database.prepare(`insert into daybook (instance_id, settlements) values ('inst_1', '[]')`);
    for (let row = 0; row < 3; row += 1) insert.run();
    sync();
    sync();
    // Each commit appended a page.
    expect(synced).toEqual([[statSync(`${file}-wal`).size, true]]);
    expect(Object.values(database.prepare('pragma synchronous').get() ?? {})).toEqual([1]);
    close();
    database.close();
  });

  it('takes a log that cannot be synced for a failed commit, and syncs it again', () => {
    const file = newFile();
    const database = openDatabase(file, noon);
    const disk = { isWell: false };
    const { sync, close } = syncTogether(database, file, () => {
      if (!disk.isWell) throw new Error('EIO: i/o error, fdatasync');
    });
    database.exec(`insert into daybook (instance_id, settlements) values ('inst_1', '[]')`);
    expect(sync).toThrow(expect.objectContaining({ errcode: 1034 }) as Error);
    expect(sync).toThrow('EIO');
    disk.isWell = true;
    sync();
    close();
    database.close();
  });

  it('refuses a second process in one line that says the first one has it', async () => {
    const file = newFile();
    await setUpStore(file);
    const program = `
      import { openStore } from ${JSON.stringify(join(process.cwd(), 'src/store/open-store.ts'))};
      import { systemClock } from ${JSON.stringify(join(process.cwd(), 'src/shared/time/clock.ts'))};
      import { silentLog } from ${JSON.stringify(join(process.cwd(), 'src/shared/log.ts'))};
      await openStore({ database: 'sqlite:${file}', clock: systemClock, log: silentLog }).catch((error) => console.log(error.message));`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(said).toBe(
      `${file} is in use by another process. Stop the other diglot, or name another file with storage.database, or another folder with --data.\n`,
    );
  });

  it('refuses a file that is no database, and leaves it as it is', async () => {
    const file = newFile();
    writeFileSync(file, 'this is a diary, not a database; '.repeat(200));
    writeFileSync(`${file}.new`, 'beside it');
    for (const name of [file, `${file}.new`]) chmodSync(name, 0o644);
    const before = readFileSync(file);
    await expect(setUpStore(file)).rejects.toThrow(
      `${file} is damaged and was left as it is. Restore it from a backup`,
    );
    expect(readFileSync(file)).toEqual(before);
    for (const name of [file, `${file}.new`]) expect([name, statSync(name).mode & 0o777]).toEqual([name, 0o644]);
  });

  it('leaves the database of another program as it is, and who may read it', async () => {
    const file = newFile();
    const database = new DatabaseSync(file);
    database.exec('create table theirs (id integer primary key)');
    database.close();
    chmodSync(file, 0o644);
    await expect(setUpStore(file)).rejects.toThrow('is the database of another program');
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('refuses a folder in place of the file, and leaves its mode', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    await expect(setUpStore(folder)).rejects.toThrow(`${folder} is no file`);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it('refuses a database with a damaged page', async () => {
    const file = await makeDatabase();
    const handle = openSync(file, 'r+');
    for (let page = 4; page < 40; page += 1) writeSync(handle, Buffer.alloc(2000, 0xa5), 0, 2000, page * 4096 + 100);
    closeSync(handle);
    await expect(setUpStore(file)).rejects.toThrow('is damaged');
  });

  it('refuses a database that was cut off', async () => {
    const file = await makeDatabase();
    truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096);
    await expect(setUpStore(file)).rejects.toThrow('is damaged');
  });

  it('refuses a database of a newer release', async () => {
    const file = await makeDatabase();
    const database = new DatabaseSync(file);
    database.exec(`insert into migration values (9999, '9999-future.sql', 0)`);
    database.close();
    await expect(setUpStore(file)).rejects.toThrow('was last used by a newer release (its tables are at 9999');
  });

  it('refuses a folder where it may not write', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    await expect(setUpStore(join(folder, 'file', 'test.db'))).rejects.toThrow('cannot be opened');
  });

  it('says which databases it knows', async () => {
    await expect(setUpStore('').then(() => undefined)).rejects.toThrow('storage.database must be sqlite:<path>');
  });

  it('keeps the file and its log to their owner', async () => {
    const file = newFile();
    await setUpStore(file);
    for (const name of [file, `${file}-wal`]) expect([name, statSync(name).mode & 0o777]).toEqual([name, 0o600]);
  });

  it('closes a file and a log that others could read', async () => {
    const file = newFile();
    const database = new DatabaseSync(file);
    database.exec('pragma journal_mode = wal; create table migration (number integer primary key, name, applied_at)');
    copyFileSync(`${file}-wal`, `${file}.kept`);
    database.close();
    copyFileSync(`${file}.kept`, `${file}-wal`);
    for (const name of [file, `${file}-wal`]) chmodSync(name, 0o644);
    await setUpStore(file).catch(() => undefined);
    for (const name of [file, `${file}-wal`]) expect([name, statSync(name).mode & 0o777]).toEqual([name, 0o600]);
  });

  it.each([
    ['3.51.3', true],
    ['3.51.2', false],
    ['3.52.0', true],
    ['4.0', true],
    ['3.9.9', false],
  ])('SQLite %s is recent enough: %j', (version, enough) => {
    expect(isRecentEnough(version)).toBe(enough);
  });
});

describe('migrations', () => {
  const folder = 'src/store/migrations';
  const files = readdirSync(folder).toSorted();

  it.each(files)('%s says why, that it is safe, what it locks and how to undo it', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const number = file.slice(0, 4);
    expect(text).toMatch(
      new RegExp(`^-- ${number}: .+\\n-- Forward only\\. .+\\n-- Locks: .+\\n-- Undo, if ever: .+\\n`),
    );
  });

  it('are numbered without a gap', () => {
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  });

  it('keep no amount in a floating-point column', () => {
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
    expect(text).not.toMatch(/\b(real|float|double|numeric|decimal)\b/i);
    expect([...text.matchAll(/create table (\w+)/g)]).toHaveLength([...text.matchAll(/\) strict/g)].length);
  });

  it('leave of what limits count the totals, and what was noted of a running call', async () => {
    const file = newFile();
    const database = makeEarlier(file, '0009');
    database.exec(`insert into limit_use values ('key_1', 'day', 5, 7, 0), ('key_1', 'month', 5, 7, 0),
      ('acme', 'month', 5, 7, 0), ('key_1', 'total', 0, 7, 0)`);
    const noted = { ...callOf({ id: 'call_open' }), instanceId: 'gone', dayStart: 5, monthStart: 5 };
    const text = JSON.stringify(noted, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    database.prepare(`insert into open_call values ('call_open', 'gone', ?, 0)`).run(text);
    database.close();
    const { ledger } = await setUpStore(file);
    const { limitUses, recovered } = await ledger.open(noon);
    expect([limitUses, recovered]).toEqual([[{ subject: 'key_1', window: 'total', windowStart: 0, posted: 17n }], 1]);
    expect((await ledger.call('call_open'))?.charge).toBe(10n);
  });

  it('keep which batch a file was made for, and let another object share its id at the provider', async () => {
    const file = newFile();
    const database = makeEarlier(file, '0012');
    const insert = database.prepare(
      `insert into object values (null, ?, ?, 'a', 'acme', 'up-a', 'theirs', 0, null, null, ?)`,
    );
    insert.run('file_1', 'file', '{"record":{"id":"file_1"},"region":"global","batchId":"batch_1"}');
    insert.run('voice_1', 'voice', '{"record":{}}');
    database.close();
    const { objects } = await setUpStore(file);
    const name = { spec: 'a', kind: 'file', workspaceId: 'acme' } as const;
    const found = await objects.find({ ...name, id: 'file_1' });
    expect(found).toMatchObject({ batchId: 'batch_1', fields: { record: { id: 'file_1' }, region: 'global' } });
    expect(found?.fields).not.toHaveProperty('batchId');
    const place = { ...name, providerId: 'up-a', upstreamId: 'theirs', createdAt: 0, expiresAt: null, fields: {} };
    await objects.add({ ...place, id: 'file_2' });
    expect(await objects.idOfUpstream({ ...name, providerId: 'up-a', upstreamId: 'theirs' })).toBe('file_1');
  });

  it('give the lines of batches that are open their batch, and no other call', async () => {
    const file = newFile();
    const database = makeEarlier(file, '0013');
    const object = database.prepare(
      `insert into object values (null, ?, 'batch', 'b', 'acme', 'up-b', ?, ?, null, null, ?, null)`,
    );
    const payer = { requestId: 'req_1', operation: 'createMessageBatch', keyId: 'key_1' };
    object.run('batch_1', 'theirs_1', noon, JSON.stringify({ payer, reserved: '50', charged: false }));
    object.run('batch_2', 'theirs_2', noon + 1, JSON.stringify({ payer, reserved: '50', charged: false }));
    object.run('batch_3', 'theirs_3', noon, JSON.stringify({ record: {} }));
    const call = database.prepare(`insert into call values (null, ?, ?, 'acme', ?, ?, 'm', 'createMessageBatch', 'up-b',
      'global', 200, 'completed', 'upstream', 10, ?, 0, ?, null, ${noon + 9}, 'gone', '')`);
    call.run('line_1', 'req_1', 'key_1', 'test', 4, noon);
    call.run('line_2', 'req_1', 'key_1', 'test', 5, noon);
    call.run('line_3', 'req_1', 'key_1', 'test', 6, noon + 1);
    call.run('asking', 'req_1', 'key_1', 'unbilled', 0, noon);
    call.run('other key', 'req_1', 'key_2', 'test', 7, noon);
    call.run('other request', 'req_2', 'key_1', 'test', 8, noon);
    database.close();
    const { ledger } = await setUpStore(file);
    const { items } = await ledger.calls({ workspaceId: 'acme', limit: 10 });
    expect(items.flatMap(({ id, batchId }) => (batchId === null ? [] : [[id, batchId]]))).toEqual([
      ['line_3', 'batch_2'],
      ['line_2', 'batch_1'],
      ['line_1', 'batch_1'],
    ]);
  });

  it('make what is set aside for batches that are open leases of their own, and keep every other row', async () => {
    const file = newFile();
    const database = makeEarlier(file, '0014');
    database.exec(`insert into workspace values ('acme', 'Acme', null, 'Asia/Tokyo', 0, null);
      insert into account values ('acme', 100, 12, 88, null);
      insert into grant_entry values (1, 'entry_1', 'acme', 'grant', 100, 'one', null, '', 'admin', 1);
      insert into lease values ('gone:acme', 'acme', 'gone', 100, 12, 'open', null);
      insert into member values (1, 'mem_1', 'acme', 'ada@example.com', 'ada@example.com', 'Ada', 'owner', 1);`);
    const object = database.prepare(
      `insert into object values (null, ?, 'batch', 'b', 'acme', 'up-b', null, ?, null, null, ?, null)`,
    );
    const payer = { requestId: 'req_1', operation: 'createMessageBatch', keyId: 'key_1' };
    const batches = [
      { payer, reserved: '50', charged: false },
      { payer, reserved: '7', charged: false },
      { payer, reserved: '-7', charged: false },
      { payer, reserved: '', charged: false },
      { payer, charged: false },
      { reserved: '7', charged: false },
      { payer, reserved: '7', charged: true },
    ];
    batches.forEach((fields, index) => object.run(`batch_${index}`, noon + index, JSON.stringify(fields)));
    // Those of that release.
    const kindsThen = unitKinds.filter((kind) => kind !== 'cached_input_audio_tokens');
    const line = `'m', 'createMessageBatch', 'up-b', 'global', 200, 'completed', 'upstream', 10`;
    database.exec(`insert into call values (null, 'line_1', 'req_1', 'acme', 'key_1', 'test', ${line}, 12, 0, 0, null, 9,
      'gone', '', 'batch_0');
      insert into charge_line values ('line_1', 'output_tokens', 12, 1000, 12, 0);
      insert into limit_use values ('key_1', 'total', 0, 12, 0);
      insert into usage_bucket (workspace_id, bucket_start, key_id, model, product_sku, operation, status, calls, charge,
        ${kindsThen.join(', ')}) values ('acme', 0, 'key_1', 'm', 'test', 'createMessageBatch', 200, 1, 12,
        ${kindsThen.map((kind) => (kind === 'output_tokens' ? 12 : 0)).join(', ')});`);
    database.close();
    const { ledger, members, keys, objects } = await setUpStore(file);
    const { reservations } = await ledger.open(noon);
    const of = { workspaceId: 'acme', keyId: 'key_1', timeZone: 'Asia/Tokyo' };
    expect(reservations).toEqual([
      { ...of, batchId: 'batch_0', startedAt: noon, amount: 50n, left: 38n },
      { ...of, batchId: 'batch_1', startedAt: noon + 1, amount: 7n, left: 7n },
    ]);
    expect(await ledger.account('acme')).toMatchObject({ granted: 100n, posted: 12n, leased: 88n });
    expect(await ledger.verify()).toEqual([]);
    expect([keys.workspace('acme')?.version, (await members.list('acme'))[0]?.version]).toEqual([1, 1]);
    const found = await objects.find({ id: 'batch_0', kind: 'batch', spec: 'b', workspaceId: 'acme' });
    expect([found?.version, found?.fields]).toEqual([1, batches[0]]);
  });

  it.each(['a'.repeat(600), 'x\0', '..'])('leave items where their own ids find them: %j', async (own) => {
    const file = newFile();
    const database = makeEarlier(file, '0030');
    database.exec(`insert into object (id, kind, spec, workspace_id, created_at, fields)
      values ('conv_1', 'conversation', 'a', 'acme', 1, '{}')`);
    const add = database.prepare(
      `insert into object_item (object_id, part, item_id, body) values ('conv_1', 'input', ?, ?)`,
    );
    for (const id of [own, 'last']) add.run(id, JSON.stringify({ id }));
    database.close();
    const { objects } = await setUpStore(file);
    const name = { spec: 'a', workspaceId: 'acme' } as const;
    const conversation = await objects.find({ ...name, kind: 'conversation', id: 'conv_1' });
    if (conversation === null) throw new Error('The conversation is gone.');
    const kept = { part: 'input', id: storedItemId(own), body: { id: own } } as const;
    await objects.keep([{ append: conversation, items: [{ ...kept, body: { id: 'sent again' } }] }]);
    expect(await objects.item(conversation, own)).toEqual(kept);
    expect(await objects.itemOfWorkspace(name, own)).toEqual(kept);
    const rest = await objects.items(conversation, { part: 'input', limit: 9, order: 'asc', after: own });
    expect(rest.data.map(({ id }) => id)).toEqual(['last']);
    expect([await objects.deleteItem(conversation, own), await objects.item(conversation, own)]).toEqual([true, null]);
  });

  it('leave keys that were rotated before secrets waited their fixed end', async () => {
    const file = newFile();
    rotateByEarlierRelease(file);
    const { keys } = await setUpStore(file);
    const found = keys.find('a'.repeat(64));
    expect(found).toMatchObject({
      previousHash: 'b'.repeat(64),
      previousGrace: null,
      owner: null,
      previousExpiresAt: 7,
    });
    expect(keys.find('b'.repeat(64))).toBe(found);
  });

  it('are applied once', async () => {
    const file = await makeDatabase();
    const { ledger } = await setUpStore(file);
    await ledger.post(entryOf(1n));
    expect((await ledger.account('acme')).posted).toBe(2000n);
  });
});

/** A database as the release before the waiting of replaced secrets left it, with a key that it has rotated. */
function rotateByEarlierRelease(file: string): void {
  const database = makeEarlier(file, '0007');
  database.exec(`
    insert into workspace values ('acme', 'Acme', null, 'UTC', 0, null);
    insert into api_key values ('key_1', 'acme', 'ci', '${'a'.repeat(64)}', '${'b'.repeat(64)}', 7, 'sk-dg-', 'k2Q9', '{}',
      null, null, null, 5, null, null);`);
  database.close();
}
