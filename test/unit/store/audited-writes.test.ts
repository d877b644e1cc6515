import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { KeyRecord, MemberRecord } from '../../../src/identity/stores.ts';
import type { AuditEvent } from '../../../src/shared/audit-event.ts';
import type { Store } from '../../../src/store/store.ts';
import { entryOf } from '../metering/set-up-metering.ts';
import { makeKey, makeWorkspace } from '../../fakes/make-key.ts';
import { newFile, setUpStore } from './set-up-store.ts';

const key: KeyRecord = makeKey('a secret of its own');
const member: MemberRecord = {
  id: 'mem_1',
  workspaceId: 'acme',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'viewer',
  createdAt: 5,
  version: 1,
};
const another = { ...member, id: 'mem_2', email: 'bob@example.com' };
const event: AuditEvent = { at: 1, actor: 'admin', action: 'x', object: 'x', diff: '{}', requestId: 'req_1' };

/** Every write that a change through the control API ends in. */
const writes: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
  ['adds a workspace', ({ keys }) => keys.addWorkspace(makeWorkspace('blue'), event)],
  ['changes a workspace', ({ keys }) => keys.putWorkspace(makeWorkspace('acme', { name: 'Other' }), event)],
  ['adds a key', ({ keys }) => keys.addKey({ ...key, id: 'key_2', hash: 'b'.repeat(64) }, event)],
  ['changes a key', ({ keys }) => keys.putKey({ ...key, name: 'Other', hash: 'c'.repeat(64) }, event)],
  ['books an entry', ({ ledger }) => ledger.post(entryOf(7n), event)],
  ['lifts a freeze', ({ ledger }) => ledger.unfreeze('acme', event)],
  ['adds a member', ({ members }) => members.add(another, event)],
  ['changes a member', ({ members }) => members.put({ ...member, name: 'Other' }, event)],
  ['removes a member', ({ members }) => members.remove(member, event)],
];

/** A file with something to change; closed. */
async function prepare(): Promise<string> {
  const file = newFile();
  const { keys, ledger, members, audit, close } = await setUpStore(file);
  await keys.addWorkspace(makeWorkspace());
  await keys.addKey(key);
  await ledger.post(entryOf(100n));
  await ledger.freeze('acme', 'a test');
  await members.add(member, event);
  expect((await audit.page({ limit: 10 })).items).toHaveLength(1);
  await close();
  return file;
}

const tables = ['workspace', 'api_key', 'grant_entry', 'account', 'lease', 'member', 'audit'];

function rowsOf(file: string): string {
  const database = new DatabaseSync(file);
  const rows = tables.map((table) => {
    const statement = database.prepare(`select * from ${table} order by 1`);
    statement.setReadBigInts(true);
    return statement.all();
  });
  database.close();
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 1);
}

function run(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

const inMemory = async ({ keys, ledger }: Store) => [
  keys.listKeys(),
  keys.listWorkspaces(),
  await ledger.account('acme'),
];

describe('a change through the control API and its row in the audit log', () => {
  it.each(writes)('are written together: %s', async (_, write) => {
    const file = await prepare();
    const before = rowsOf(file);
    const store = await setUpStore(file);
    await write(store);
    expect((await store.audit.page({ limit: 10 })).items).toHaveLength(2);
    expect(await store.audit.verify()).toEqual([]);
    await store.close();
    expect(rowsOf(file)).not.toBe(before);
  });

  it.each(writes)('are both undone where the process fails between them: %s', async (_, write) => {
    const file = await prepare();
    run(file, `create trigger fails before insert on audit begin select raise(abort, 'the process died here'); end`);
    const before = rowsOf(file);
    const store = await setUpStore(file);
    const seen = await inMemory(store);
    await expect(write(store)).rejects.toMatchObject({ cause: { message: 'the process died here' } });
    expect(await inMemory(store)).toEqual(seen);
    await store.close();
    expect(rowsOf(file)).toBe(before);
  });

  it('are no second row where the entry was in the books already', async () => {
    const { ledger, audit } = await setUpStore();
    const entry = entryOf(7n, { externalId: 'invoice-1' });
    await ledger.post(entry, event);
    expect((await ledger.post({ ...entry, id: 'entry_again' }, event)).created).toBe(false);
    expect((await audit.page({ limit: 10 })).items).toHaveLength(1);
  });
});
