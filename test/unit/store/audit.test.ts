import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { newFile, setUpStore } from './set-up-store.ts';

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
  it('is read newest first, by object and in pages', async () => {
    const file = newFile();
    await write(file);
    const { audit } = await setUpStore(file);
    const first = await audit.page({ object: 'key:1', limit: 2 });
    expect(first.items.map(({ seq, at, object }) => [seq, at, object])).toEqual([
      [5, 5, 'key:1'],
      [3, 3, 'key:1'],
    ]);
    const second = await audit.page({ object: 'key:1', limit: 2, after: first.next ?? '' });
    expect([second.items.map(({ seq }) => seq), second.next]).toEqual([[1], null]);
    expect(await audit.verify()).toEqual([]);
  });

  it.each([
    ['changed', `update audit set actor = 'nobody' where seq = 3`, 3],
    ['removed', 'delete from audit where seq = 3', 4],
    ['moved', 'update audit set seq = 9 where seq = 2', 3],
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
});
