import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { Connection } from '../../../src/store/shared/batch-queue.ts';
import { makeLedger } from '../../../src/store/shared/ledger-store.ts';
import { makeBookCheckOperations } from '../../../src/store/sqlite/checks/book-check-operations.ts';
import { callOf, newFile, noon, setUpStore } from './set-up-store.ts';

/** The books of as many calls, the first of which costs more than its lines make. */
async function booksOf(calls: number): Promise<DatabaseSync> {
  const file = newFile();
  const { ledger, close } = await setUpStore(file);
  const settled = Array.from({ length: calls }, (_, index) => callOf({ id: `call_${index}` }));
  await Promise.all(settled.map((call) => ledger.settle(call)));
  await close();
  const database = new DatabaseSync(file, { readBigInts: true });
  database.exec(`drop trigger call_is_not_changed; update call set charge = charge + 1 where id = 'call_0'`);
  return database;
}

it.each([1, 2, 3])(
  'a wrong call is reported once, although answer %d of the check that reads it is lost',
  async (lost) => {
    const database = await booksOf(600);
    const { reconcileSlice } = makeBookCheckOperations(database, { instanceId: 'inst_1', isShared: false });
    let asked = 0;
    const ask = (_: string, ...parameters: Parameters<typeof reconcileSlice>) => {
      const slice = reconcileSlice(...parameters);
      asked += 1;
      return asked === lost ? Promise.reject(new Error('The answer is lost.')) : Promise.resolve(slice);
    };
    const { reconcile } = makeLedger({ connection: { ask } as unknown as Connection, now: () => noon });
    const wrongCalls = async () => (await reconcile()).filter(({ invariant }) => invariant === 7);
    await expect(reconcile()).rejects.toThrow('lost');
    expect(await wrongCalls()).toMatchObject([{ workspaceId: 'acme', object: 'call call_0' }]);
    expect(await wrongCalls()).toEqual([]);
    database.close();
  },
);
