import type { DatabaseSync } from 'node:sqlite';
import type { SettledCall } from '../../metering/ledger-records.ts';
import type { Settlement } from './settle-row.ts';
import { transaction } from './transaction.ts';

/** Integers beyond 2⁵³ survive JSON as strings. */
const toText = (settlement: Settlement): string =>
  JSON.stringify(settlement, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

type Line = SettledCall['lines'][number];
type TextLine = Omit<Line, 'unitPrice' | 'amount'> & { readonly unitPrice: string; readonly amount: string };
type TextSettlement = Omit<Settlement, 'hold' | 'charge' | 'lines'> & {
  readonly hold: string;
  readonly charge: string;
  readonly lines: readonly TextLine[];
};

/** A journalled call as it is settled at recovery, with `now` as its end. */
export function readSettlement(text: string, now: number): Settlement {
  const noted = JSON.parse(text) as TextSettlement;
  return {
    ...noted,
    endedAt: now,
    hold: BigInt(noted.hold),
    charge: BigInt(noted.charge),
    lines: noted.lines.map((line) => ({ ...line, unitPrice: BigInt(line.unitPrice), amount: BigInt(line.amount) })),
  };
}

/** Notes how far running calls have come. A call that is in the books already is not noted again. */
export function makeJournal(database: DatabaseSync, instanceId: string) {
  const note = database.prepare(`insert into open_call (call_id, instance_id, settlement, journal_at)
    select ?1, ?2, ?3, ?4 where not exists (select 1 from call where id = ?1)
    on conflict (call_id) do update set settlement = excluded.settlement, journal_at = excluded.journal_at`);
  return (calls: readonly SettledCall[], now: number): void =>
    transaction(database, () => {
      for (const call of calls) note.run(call.id, instanceId, toText({ ...call, instanceId }), now);
    });
}
