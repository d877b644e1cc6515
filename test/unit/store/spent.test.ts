import { expect, it } from 'vitest';
import type { SpentQuery } from '../../../src/metering/ledger.ts';
import type { Connection } from '../../../src/store/shared/batch-queue.ts';
import { makeLedger } from '../../../src/store/shared/ledger-store.ts';

/** A ledger whose database answers when a test says so, with the number of the answer. */
function setUp() {
  const asked: { readonly query: SpentQuery; readonly answer: (value: unknown) => void }[] = [];
  const ask = (_: string, query: SpentQuery) => new Promise((answer) => asked.push({ query, answer }));
  const { spent } = makeLedger({ connection: { ask } as unknown as Connection, now: () => 0 });
  const span = { start: 0, end: 1 };
  const of = (workspaceId: string, ...keyIds: readonly string[]) =>
    spent({ workspaceId, keyIds, day: span, month: span });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { asked, of, turn };
}

it('what is spent is read once for all that ask for it while it is read, and after they have asked', async () => {
  const { asked, of, turn } = setUp();
  const first = of('acme', 'key_1');
  await turn();
  const others = Array.from({ length: 8 }, () => of('acme', 'key_1'));
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.answer('before');
  expect(await first).toBe('before');
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.answer('after');
  expect(await Promise.all(others)).toEqual(others.map(() => 'after'));
});

it('what keys of a workspace have spent is read for one after the other, and for another workspace meanwhile', async () => {
  const { asked, of, turn } = setUp();
  const answers = [of('acme', 'key_1'), of('acme', 'key_2'), of('other', 'key_3')];
  await turn();
  expect(asked.map(({ query }) => query.keyIds)).toEqual([['key_1'], ['key_3']]);
  asked[0]?.answer(1);
  await turn();
  expect(asked.map(({ query }) => query.keyIds).at(-1)).toEqual(['key_2']);
  asked[1]?.answer(3);
  asked[2]?.answer(2);
  expect(await Promise.all(answers)).toEqual([1, 2, 3]);
});

it('what is spent is not asked for by ever more callers while the database hangs, and is once it answers again', async () => {
  const { asked, of, turn } = setUp();
  const ends: string[] = [];
  const note = (end: string) => (): void => void ends.push(end);
  void of('acme', 'key').then(note('read'), note('refused'));
  await turn();
  for (let key = 1; key < 500; key += 1) void of('acme', `key_${key}`).then(note('read'), note('refused'));
  await turn();
  expect([asked.length, ends.length, new Set(ends)]).toEqual([1, 399, new Set(['refused'])]);
  const again = of('acme', 'key_499');
  await expect(again).rejects.toMatchObject({ code: 'overloaded' });
  for (let answers = 0; answers < 101; answers += 1) {
    asked[answers]?.answer(1);
    await turn();
  }
  expect([asked.length, ends.filter((end) => end === 'read').length]).toEqual([101, 101]);
  const later = of('acme', 'key_499');
  await turn();
  asked[101]?.answer(2);
  expect(await later).toBe(2);
});
