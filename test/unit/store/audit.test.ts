import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { makeEarlier, newFile, setUpStore } from './set-up-store.ts';

const event = (n: number) => ({
  at: n,
  actor: 'admin',
  action: 'key.revoke',
  object: `key:${n % 2}`,
  diff: '{"a":1}',
  requestId: null,
});

async function write(file: string): Promise<void> {
  const { audit, close } = await setUpStore(file);
  await Promise.all([1, 2, 3, 4, 5].map((n) => audit.append(event(n))));
  await close();
}

describe('the audit log', () => {
  it.each([
    ['changed', `update audit set actor = 'nobody' where seq = 3`, 3],
    ['removed', 'delete from audit where seq = 3', 4],
    ['moved', 'update audit set seq = 9 where seq = 2', 3],
    ['moved to before the first', 'update audit set seq = 0 where seq = 5', 0],
    [
      'added',
      `insert into audit select 6, at, actor, action, object, diff, request_id, hash, 'made up' from audit where seq = 5`,
      6,
    ],
  ])('names the first row that does not fit when one was %s', async (_, sql, seq) => {
    const file = newFile();
    await write(file);
    const database = new DatabaseSync(file);
    database.exec(`drop trigger audit_is_not_changed; drop trigger audit_is_not_removed; ${sql}`);
    database.close();
    const { audit } = await setUpStore(file);
    expect(await audit.verify()).toMatchObject([{ object: `audit row ${seq}` }]);
  });

  /** A row that fits the chain: what a person writes who knows how rows are hashed. */
  const forged = (seq: number, previous: string): string => {
    const row = [previous, seq, 9, 'nobody', 'key.add', 'key:9', '{}', null];
    const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex');
    return `insert into audit values (${seq}, 9, 'nobody', 'key.add', 'key:9', '{}', null, '${previous}', '${hash}')`;
  };

  it.each([
    ['its last row', () => 'delete from audit where seq = 5', 5, 'Audit row 5 is missing: the log ends with row 4.'],
    ['its last rows', () => 'delete from audit where seq > 2', 5, 'Audit row 5 is missing: the log ends with row 2.'],
    ['every row', () => 'delete from audit', 5, 'Audit row 5 is missing: the log ends with row 0.'],
    [
      'its last row, another in its place',
      (hashes: readonly string[]) => `delete from audit where seq = 5; ${forged(5, hashes[3] ?? '')}`,
      5,
      'Audit row 5 is not the one that was written: the log has been rewritten.',
    ],
    [
      'nothing, a row that fits added',
      (hashes: readonly string[]) => forged(6, hashes[4] ?? ''),
      6,
      'Audit row 6 was added after the end of the log.',
    ],
    ['the note of its end', () => 'delete from audit_end', 5, 'The record of the end of the audit log is missing.'],
  ])('that has lost %s is found out, also after it has gone on', async (_, sqlOf, seq, message) => {
    const file = newFile();
    await write(file);
    const database = new DatabaseSync(file);
    const hashes = database.prepare('select hash from audit order by seq').all() as { hash: string }[];
    for (const name of ['audit_is_not_changed', 'audit_is_not_removed', 'audit_end_is_not_removed'])
      database.exec(`drop trigger ${name}`);
    database.exec(sqlOf(hashes.map(({ hash }) => hash)));
    database.close();
    const { audit } = await setUpStore(file);
    expect(await audit.verify()).toMatchObject([{ workspaceId: null, object: `audit row ${seq}`, message }]);
    await audit.append(event(7));
    expect((await audit.page({ limit: 1 })).items).toMatchObject([{ at: 7 }]);
    expect(await audit.verify()).toHaveLength(1);
  });

  it.each([
    ['as many rows as are looked at in one piece', 500, 500],
    ['rows for three pieces', 1_001, 730],
  ])('that has %s is looked at from end to end', async (_, count, wrong) => {
    const file = newFile();
    const store = await setUpStore(file);
    await Promise.all(Array.from({ length: count }, (__, index) => store.audit.append(event(index))));
    expect(await store.audit.verify()).toEqual([]);
    await store.close();
    const database = new DatabaseSync(file);
    database.exec(`drop trigger audit_is_not_changed; update audit set diff = '' where seq = ${wrong}`);
    database.close();
    const { audit } = await setUpStore(file);
    expect(await audit.verify()).toMatchObject([{ object: `audit row ${wrong}` }]);
  });

  it('of an earlier release is taken as it stands', async () => {
    const [later, file] = [newFile(), newFile()];
    await write(later);
    const database = makeEarlier(file, '0008');
    database.exec(`attach '${later}' as later; insert into audit select * from later.audit`);
    database.close();
    const { audit } = await setUpStore(file);
    expect(await audit.verify()).toEqual([]);
    await audit.append(event(6));
    expect(await audit.verify()).toEqual([]);
  });
});
