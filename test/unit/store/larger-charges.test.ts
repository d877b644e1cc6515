import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { largestCharge, largestUnitPrice } from '../../../src/shared/money.ts';
import { largestQuantity } from '../../../src/shared/usage.ts';
import { entryOf } from '../metering/set-up-metering.ts';
import { callOf, lineOf, makeEarlier, newFile, noon, setUpStore } from './set-up-store.ts';

const rowsOf = (database: DatabaseSync, sql: string): readonly unknown[] => database.prepare(sql).all();

/** Books as the release before wrote them: calls of one and of two lines, amounts that round, and a refund. */
function writeEarlierBooks(database: DatabaseSync): void {
  database.exec(`
    insert into account values ('acme', 1000, 33, 0, null);
    insert into grant_entry values (1, 'gr_1', 'acme', 'grant', 1000, 'g1', null, 'r', 'a', 0);
    insert into limit_use values ('key_1', 'total', 0, 33, 0);
    insert into key_use values ('key_1', 'acme', ${noon}, 'm', 'call_b');`);
  const call = database.prepare(
    `insert into call values (?, ?, 'req', 'acme', 'key_1', 'p', 'm', 'createChatCompletion', 'one', 'global', 200,
      'completed', 'upstream', 100, ?, 0, ${noon}, 5, ${noon}, 'gone', '')`,
  );
  const line = database.prepare('insert into charge_line values (?, ?, ?, ?, ?)');
  call.run(3, 'call_a', 11);
  line.run('call_a', 'input_tokens', 7, 1499, 10_493);
  call.run(5, 'call_b', 22);
  line.run('call_b', 'input_tokens', 1, 999, 999);
  line.run('call_b', 'output_tokens', 3, 7001, 21_003);
  database.exec(`insert into usage_bucket values ('acme', ${noon}, 'key_1', 'm', 'p', 'createChatCompletion', 200, 2, 33,
    8, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0)`);
  // 7 × 1499 pico rounds to 10, so the books say what the lines make.
  database.exec('drop trigger call_is_not_changed');
  database.exec(`update call set charge = 10 where id = 'call_a'; update account set posted = 32;
    update limit_use set posted = 32; update usage_bucket set charge = 32`);
}

describe('charges up to a thousand million credits', () => {
  it('keep every row that an earlier release has written', async () => {
    const file = newFile();
    const before = makeEarlier(file, '0011');
    writeEarlierBooks(before);
    const calls = rowsOf(before, 'select * from call order by seq');
    const lines = rowsOf(before, 'select call_id, unit_kind, quantity, unit_price_pico from charge_line order by 1, 2');
    before.close();
    const { ledger, close } = await setUpStore(file);
    await ledger.open(noon);
    expect(await ledger.verify()).toEqual([]);
    expect((await ledger.call('call_b'))?.lines.map(({ amount }) => amount)).toEqual([999n, 21_003n]);
    await ledger.settle(callOf({ id: 'call_c' }));
    expect(await ledger.verify()).toEqual([]);
    await close();
    const { DatabaseSync: Database } = await import('node:sqlite');
    const after = new Database(file);
    expect(rowsOf(after, `select * from call where id <> 'call_c' order by seq`)).toEqual(
      calls.map((call) => ({ ...(call as object), batch_id: null, losses: '' })),
    );
    expect(
      rowsOf(
        after,
        `select call_id, unit_kind, quantity, unit_price_pico from charge_line where call_id <> 'call_c' order by 1, 2`,
      ),
    ).toEqual(lines);
    expect(() => after.exec('update call set charge = 0')).toThrow('append-only');
    expect(() => after.exec('delete from charge_line')).toThrow('append-only');
    after.close();
  });

  it('are in the books, read back and verified to the last digit', async () => {
    const { ledger } = await setUpStore();
    await ledger.open(noon);
    await ledger.post(entryOf(largestCharge));
    const many = { ...lineOf(largestQuantity, 'output_tokens'), unitPrice: 999_999_999n };
    const dear = { ...lineOf(1, 'images'), unitPrice: largestUnitPrice, amount: largestUnitPrice };
    const lines = [{ ...many, amount: 999_999_999n * 1_000_000_000_000n }, lineOf(999_999_000, 'web_searches')];
    const charge = lines.reduce((sum, { amount }) => sum + amount, 0n) / 1000n;
    await ledger.settle(callOf({ id: 'call_large', hold: charge, charge, lines }));
    const rounded = (largestUnitPrice + 500n) / 1000n;
    await ledger.settle(callOf({ id: 'call_dear', hold: rounded, charge: rounded, lines: [dear] }));
    expect(await ledger.call('call_large')).toMatchObject({ charge, lines });
    expect(await ledger.call('call_dear')).toMatchObject({ charge: rounded, lines: [dear] });
    const found = await ledger.verify();
    expect(found.filter(({ invariant }) => invariant !== 5)).toEqual([]);
  });
});
