import type { RefusalRow, RefusedCalls } from '../../identity/refused-calls.ts';
import type { KeyUse } from '../../metering/ledger-records.ts';
import type { CallQuery, UsageRow } from '../../metering/ledger.ts';
import { callRowSql, type CallsSlice, type ListedCallRow } from '../shared/settle-row.ts';
import {
  all,
  asItIs,
  type EngineFacts,
  number,
  one,
  run,
  type Steps,
  type StoredRow,
  tableOf,
} from '../shared/repository.ts';
import {
  callPlaceStatement,
  callsStatement,
  firstCallsStatement,
  refusalRowOf,
  refusalStatement,
  usageRowOf,
  usageStatement,
  type CallsWanted,
  type RefusalFilter,
  type UsageFilter,
  type UsageSpan,
  type UsageSums,
} from '../shared/usage-query.ts';

/** When and for what keys were last used. */
const useTable = tableOf<KeyUse>('key_use', {
  keyId: asItIs(),
  lastUsedAt: number(),
  model: asItIs(),
  callId: asItIs(),
});

/** Reading single calls back. */
export function makeCallOperations({ calls }: EngineFacts) {
  const { start, perSlice, placeFirst } = calls;
  const selected = `seq, ${callRowSql(calls)} as row`;

  /** Where a slice ends; null: at the end of the list. */
  function* endOf(wanted: CallsWanted): Steps<number | null> {
    const { sql, values } = callPlaceStatement(wanted, perSlice);
    const end = yield* one<{ seq: bigint }>(sql, ...values);
    return end === undefined ? null : Number(end.seq);
  }
  return {
    /** @see Ledger.call */
    *call(id: string): Steps<string | null> {
      return (yield* one<ListedCallRow>(`select ${selected} from call where id = $1`, id))?.row ?? null;
    },
    *callsSlice(query: CallQuery, before: number | null): Steps<CallsSlice> {
      const wanted = { query, start, after: before, upTo: null };
      if (placeFirst) {
        const end = yield* endOf(wanted);
        const { sql, values } = callsStatement(selected, { ...wanted, upTo: end });
        return { found: yield* all<ListedCallRow>(sql, ...values), end, looked: perSlice };
      }
      const { sql, values } = firstCallsStatement(selected, wanted, perSlice);
      const found = yield* all<ListedCallRow>(sql, ...values);
      return { found, end: found.length >= query.limit ? null : yield* endOf(wanted), looked: perSlice };
    },
    /** @see Ledger.lastStart. The last calls of the index; an engine may keep those of a quarter of an hour in another order. */
    *lastStart(): Steps<number | null> {
      const sql = `select max(started_at) as at from call where ${start.sql} = (select max(${start.sql}) from call)`;
      const at = (yield* one<{ at: bigint | null }>(sql))?.at ?? null;
      return at === null ? null : Number(at);
    },
    /** @see Ledger.unsuccessful. The index holds these calls alone, and needs the conditions as they are written in it. */
    *unsuccessful(workspaceId: string, from: number, to: number): Steps<number> {
      const sql = `select count(*) as calls from call where workspace_id = $1 and started_at >= $2 and started_at < $3
        and outcome <> 'completed' and outcome <> 'client_left'`;
      return Number((yield* one<{ calls: bigint }>(sql, workspaceId, from, to))?.calls ?? 0n);
    },
    *keyUses(workspaceId: string): Steps<readonly KeyUse[]> {
      const sql = 'select key_id, last_used_at, model, call_id from key_use where workspace_id = $1';
      return (yield* all<StoredRow>(sql, workspaceId)).map(useTable.read);
    },
  };
}

/** Totals of usage over time, from the 15-minute buckets. */
export const makeUsageOperations = ({ bucketsIn }: EngineFacts) => ({
  /** One slice of a usage query. */
  *usageSlice(filter: UsageFilter, spans: readonly UsageSpan[]): Steps<readonly UsageRow[]> {
    const source = bucketsIn('usage_bucket', spans);
    const { sql, values } = usageStatement(filter, source.sql);
    const rows = yield* all<UsageSums>(sql, ...source.values, ...values);
    return rows.map((row) => usageRowOf(row, filter, spans));
  },
});

/** Counts of refused calls, in 15-minute buckets. */
export const makeRefusalOperations = ({ bucketsIn, rowsOf }: EngineFacts) => ({
  /** In the order of the rows, so that no two instances wait for each other. */
  *addRefusals(refused: readonly RefusedCalls[]): Steps<void> {
    const key = 'workspace_id, bucket_start, key_id, code';
    const source = rowsOf(
      {
        workspace_id: 'text',
        bucket_start: 'bigint',
        key_id: 'text',
        code: 'text',
        calls: 'bigint',
        last_at: 'bigint',
      },
      refused.map((row) => [row.workspaceId, row.bucketStart, row.keyId, row.code, row.calls, row.lastAt]),
    );
    yield* run(
      `insert into refusal_bucket as kept (${key}, calls, last_at)
        select ${key}, calls, last_at from ${source.sql} order by ${key}
        on conflict (${key}) do update set calls = kept.calls + excluded.calls,
          last_at = case when excluded.last_at > kept.last_at then excluded.last_at else kept.last_at end`,
      ...source.values,
    );
  },
  *refusalSlice(filter: RefusalFilter, spans: readonly UsageSpan[]): Steps<readonly RefusalRow[]> {
    const source = bucketsIn('refusal_bucket', spans);
    const { sql, values } = refusalStatement(filter, source.sql);
    const rows = yield* all<UsageSums>(sql, ...source.values, ...values);
    return rows.map((row) => refusalRowOf(row, filter, spans));
  },
  /** One quarter of an hour at a time. */
  *sweepRefusals(before: number): Steps<void> {
    const oldest = 'bucket_start = (select min(bucket_start) from refusal_bucket)';
    yield* run(`delete from refusal_bucket where ${oldest} and bucket_start < $1`, before);
  },
});
