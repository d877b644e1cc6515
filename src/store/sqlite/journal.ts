import type { DatabaseSync } from 'node:sqlite';
import type { LineRow, SettleRow } from './settle-row.ts';
import { transaction } from './transaction.ts';

/** Integers beyond 2⁵³ survive JSON as strings that say so. */
const toText = (row: SettleRow): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

const bigintText = /^-?\d+n$/;

/** Positions of amounts in a row; the prices and amounts of its lines are amounts too. */
const amountPositions = [12, 13];

const toBigint = (value: unknown): bigint => {
  if (typeof value !== 'string' || !bigintText.test(value))
    throw new Error(`the journal holds ${String(value)} for an amount`);
  return BigInt(value.slice(0, -1));
};

/** A journalled call as it is settled at recovery, with `now` as its end. */
export function readSettlement(text: string, now: number): SettleRow {
  const values = JSON.parse(text) as unknown[];
  for (const position of amountPositions) values[position] = toBigint(values[position]);
  values[17] = now;
  values[23] = (values[23] as [string, number, string, string][]).map(
    ([kind, quantity, price, amount]) => [kind, quantity, toBigint(price), toBigint(amount)] as unknown as LineRow,
  );
  return values as unknown as SettleRow;
}

/** Notes how far running calls have come. A call that is in the books already is not noted again. */
export function makeJournal(database: DatabaseSync): (rows: readonly SettleRow[], now: number) => void {
  const note = database.prepare(`insert into open_call (call_id, instance_id, settlement, journal_at)
    select ?1, ?2, ?3, ?4 where not exists (select 1 from call where id = ?1)
    on conflict (call_id) do update set settlement = excluded.settlement, journal_at = excluded.journal_at`);
  return (rows, now) =>
    transaction(database, () => {
      for (const row of rows) note.run(row[0], row[18], toText(row), now);
    });
}
