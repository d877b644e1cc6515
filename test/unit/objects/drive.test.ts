import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ByteStorage, ByteWriter } from '../../../src/objects/byte-storage.ts';
import { type Drive, makeDrive } from '../../../src/objects/drive.ts';
import { makeFindOwned } from '../../../src/objects/object-store.ts';
import { makeSweeper } from '../../../src/objects/open-drive.ts';
import { type Owned } from '../../../src/objects/owned-object.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { openFolderStorage } from '../../../src/store/bytes/folder.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { makeHandClock, type HandClock } from '../../fakes/hand-clock.ts';

const folder = await mkdtemp(join(tmpdir(), 'diglot-drive-'));
afterAll(() => rm(folder, { recursive: true }));

const draft = { workspaceId: 'acme', contentType: 'image/png' };
const broken = (message: string) => () => Promise.reject(new Error(message));
const hang = () => new Promise<never>(() => undefined);

describe('bytes that a call produced', () => {
  let clock: HandClock;
  let store: Store;
  let storage: ByteStorage;
  let drive: Drive;
  let run = 0;
  const driveOver = (changes: Partial<ByteStorage> = {}, objects: Partial<Store['objects']> = {}): Drive =>
    makeDrive({
      storage: { ...storage, ...changes },
      objects: { ...store.objects, ...objects },
      clock,
      log: silentLog,
      retention: () => 259_200,
      origin: () => 'https://models.example.com',
      noteUse: () => undefined,
    });
  beforeEach(async () => {
    clock = makeHandClock(Date.now());
    store = await openStore({ database: 'sqlite::memory:', clock, log: silentLog });
    storage = await openFolderStorage(join(folder, String((run += 1))));
    drive = driveOver();
  });
  afterEach(() => store.close());

  const find = (id: string): Promise<Owned<'drive-file'>> =>
    makeFindOwned(store.objects)({ spec: 'a', kind: 'drive-file', id, caller: { workspaceId: 'acme' } });
  const keys = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { key } of storage.list()) found.push(key);
    return found;
  };
  const put = async (text: string): Promise<string> => (await drive.put(draft, Buffer.from(text))) ?? '';

  it('are not begun for nothing, where their call breaks before the first of them', async () => {
    let begun = 0;
    const counting = driveOver({
      write: (name) => {
        begun += 1;
        return storage.write(name);
      },
    });
    await counting.begin(draft).abort();
    expect(begun).toBe(0);
    const writing = counting.begin(draft);
    await writing.write(Buffer.from('x'));
    await writing.abort();
    expect([begun, await keys()]).toEqual([1, []]);
  });

  it('have a record that leads to them', async () => {
    const record = drive.record(await find(await put('hello')));
    expect(record).toMatchObject({ length: 5, contentType: 'image/png', expiresAt: clock.now() + 259_200_000 });
    const reader = await drive.read(record, { first: 1, last: 3 });
    expect(String(await reader?.read())).toBe('ell');
    await reader?.close();
    expect(drive.urlOf(record.id)).toBe(`https://models.example.com/v1/drive/files/${record.id}/content`);
  });

  it('are two things when two calls produce the same', async () => {
    const [one, other] = [await put('same'), await put('same')];
    await drive.release(await find(one));
    const reader = await drive.read(drive.record(await find(other)), { first: 0, last: 3 });
    expect(String(await reader?.read())).toBe('same');
    await reader?.close();
  });

  it.each([
    ['cannot be opened', { write: broken('full') }],
    [
      'fails in the middle',
      { write: async () => ({ write: broken('full'), finish: broken('full'), abort: async () => undefined }) },
    ],
    [
      'fails at the end',
      { write: async () => ({ write: async () => undefined, finish: broken('full'), abort: async () => undefined }) },
    ],
  ] as const)('are no misfortune of the call when the storage %s', async (_, changes) => {
    const poor = driveOver(changes);
    expect(await poor.put(draft, Buffer.from('x'))).toBeNull();
    const writing = poor.begin(draft);
    await writing.write(Buffer.from('x'));
    expect(await writing.finish()).toBe(false);
    const record = poor.record(await find(writing.id));
    expect([record.key, await poor.read(record, { first: 0, last: 0 })]).toEqual([null, null]);
    expect(await keys()).toEqual([]);
  });

  it('delay their call by ten seconds at most, all together, and are given up after the first that was not stored', async () => {
    const asked: PromiseWithResolvers<{ key: string; length: number; sha256: string }>[] = [];
    const deleted: string[] = [];
    const finish = () => {
      const answer = Promise.withResolvers<{ key: string; length: number; sha256: string }>();
      asked.push(answer);
      return answer.promise;
    };
    const noted = async () => undefined;
    const slow = driveOver({
      write: async () => ({ write: noted, finish, abort: noted }),
      delete: async (key) => void deleted.push(key),
    });
    const storing = slow.storing();
    const another = () => storing.put(draft, Buffer.from('x'));
    const first = another();
    await expect.poll(() => asked.length).toBe(1);
    clock.move(6_000);
    asked[0]?.resolve({ key: 'first', length: 1, sha256: 'ab' });
    expect(await first).not.toBeNull();
    const second = another();
    await expect.poll(() => asked.length).toBe(2);
    clock.move(4_000);
    expect([await second, await another(), asked.length]).toEqual([null, null, 2]);
    asked[1]?.resolve({ key: 'second', length: 1, sha256: 'ab' });
    await expect.poll(() => deleted).toEqual(['second']);
  });

  it('delay their call no longer when the storage hangs while it is opened, and keep nothing that is opened later', async () => {
    const opening = Promise.withResolvers<ByteWriter>();
    const asked = Promise.withResolvers<void>();
    const write = () => {
      asked.resolve();
      return opening.promise;
    };
    const stored = driveOver({ write }).put(draft, Buffer.from('x'));
    await asked.promise;
    clock.move(10_000);
    expect(await stored).toBeNull();
    const aborted = Promise.withResolvers<void>();
    opening.resolve({ write: hang, finish: hang, abort: async () => aborted.resolve() });
    await aborted.promise;
  });

  it('delay their call no longer when the storage also hangs while they are given up', async () => {
    const asked = Promise.withResolvers<void>();
    const finish = () => {
      asked.resolve();
      return hang();
    };
    const write = async () => ({ write: async () => undefined, finish, abort: hang });
    const stored = driveOver({ write }).put(draft, Buffer.from('x'));
    await asked.promise;
    clock.move(10_000);
    expect(await stored).toBeNull();
  });

  it('delay their call no longer when the storage hangs while they are deleted for want of a record', async () => {
    const asked = Promise.withResolvers<void>();
    const remove = () => {
      asked.resolve();
      return hang();
    };
    const stored = driveOver({ delete: remove }, { add: broken('locked') }).put(draft, Buffer.from('x'));
    await asked.promise;
    clock.move(10_000);
    expect(await stored).toBeNull();
  });

  it('go again when their record cannot be written', async () => {
    expect(await driveOver({}, { add: broken('locked') }).put(draft, Buffer.from('x'))).toBeNull();
    expect(await keys()).toEqual([]);
  });

  it('are there for a reader that began before they expired, to the last one', async () => {
    const id = await put('x'.repeat(200_000));
    const sweep = makeSweeper({ objects: store.objects, clock, releases: { 'drive-file': drive.release } });
    const reader = await drive.read(drive.record(await find(id)), { first: 0, last: 199_999 });
    let read = (await reader?.read())?.length ?? 0;
    clock.jump(259_200_000);
    expect(await sweep()).toBe(1);
    expect(await keys()).toEqual([]);
    for (let bytes = await reader?.read(); bytes; bytes = await reader?.read()) read += bytes.length;
    await reader?.close();
    expect(read).toBe(200_000);
    await expect(find(id)).rejects.toMatchObject({ code: 'file_expired' });
  });

  it('that cannot be deleted keep nothing else, and are tried again', async () => {
    const ids = [await put('one'), await put('two'), await put('three')];
    clock.jump(259_200_000);
    let stuck: string | null = ids[1] ?? '';
    const release = async (file: Owned): Promise<void> => {
      if (file.id === stuck) throw new Error('busy');
      await drive.release(file);
    };
    const sweep = makeSweeper({ objects: store.objects, clock, releases: { 'drive-file': release } });
    await expect(sweep()).rejects.toThrow('busy');
    expect(await keys()).toHaveLength(1);
    stuck = null;
    expect(await sweep()).toBe(1);
    expect(await keys()).toEqual([]);
  });

  it('that cannot be deleted keep nothing else, however many they are', async () => {
    for (let index = 0; index < 230; index += 1) await put(String(index));
    const place = { spec: 'a', workspaceId: 'acme', providerId: null, upstreamId: null, fields: {} } as const;
    const life = { createdAt: clock.now(), expiresAt: clock.now() + 259_200_001 };
    await store.objects.add({ id: 'resp_1', kind: 'response', ...place, ...life });
    clock.jump(259_200_001);
    const refuse = () => Promise.reject(new Error('busy'));
    const sweep = makeSweeper({ objects: store.objects, clock, releases: { 'drive-file': refuse } });
    await expect(sweep()).rejects.toThrow('busy');
    const left = await store.objects.expired(1_000, null);
    expect([left.length, left.filter(({ kind }) => kind === 'response')]).toEqual([230, []]);
  });

  it('are swept however many they are', async () => {
    for (let index = 0; index < 230; index += 1) await put(String(index));
    clock.jump(259_200_000);
    expect(await makeSweeper({ objects: store.objects, clock, releases: { 'drive-file': drive.release } })()).toBe(230);
    expect(await keys()).toEqual([]);
  });
});
