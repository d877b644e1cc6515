import type { DatabaseSync } from 'node:sqlite';
import type { Mismatch } from '../../metering/ledger-records.ts';
import { query } from './query.ts';

/** Calls whose lines are looked at in one piece: about 2 ms. */
const callsPerSlice = 1_000;

interface LinesRow {
  readonly call_id: string;
  readonly known: bigint;
}

/** Charge lines that name a call which is not there: a walk over calls never meets them. */
export function makeStrayLines(database: DatabaseSync) {
  const named = query<LinesRow>(
    database,
    `select distinct call_id, exists (select 1 from call where id = call_id) as known from charge_line
      where call_id > ? order by call_id limit ${callsPerSlice}`,
  );

  /** @param after the call that the slice before ended with; empty for the first one. `last` null: nothing follows */
  return (after: string): { readonly last: string | null; readonly mismatches: readonly Mismatch[] } => {
    const rows = named.all(after);
    const strays = rows.filter(({ known }) => known === 0n);
    return {
      last: rows.length < callsPerSlice ? null : (rows.at(-1)?.call_id ?? null),
      mismatches: strays.map(({ call_id: id }) => {
        const message = `There are charge lines of call ${id}, and no such call.`;
        return { workspaceId: null, invariant: 7, object: `lines of call ${id}`, message };
      }),
    };
  };
}
