import type { DatabaseSync } from 'node:sqlite';
import type { RefusalRow, RefusedCalls } from '../../identity/refused-calls.ts';
import type { KeyUse } from '../../metering/ledger-records.ts';
import type { CallQuery, UsageRow } from '../../metering/ledger.ts';
import { callRowSql, type CallsSlice, type KeyUseRow, type WrittenCall } from '../shared/settle-row.ts';
import {
  callPlaceStatement,
  callsStatement,
  refusalRowOf,
  refusalStatement,
  usageRowOf,
  usageStatement,
  type RefusalFilter,
  type UsageFilter,
  type UsageSpan,
  type UsageSums,
} from '../shared/usage-query.ts';
import { query, transaction } from './query.ts';

/** Calls that a list looks at in one piece: about 5 ms in which nothing is settled. */
const callsPerSlice = 5_000;

const byStart = { sql: 'started_at', unit: 1 } as const;

const selected = `seq, ${callRowSql({ list: 'json_array', rows: 'json_group_array' })} as row`;

/** Reading single calls back. */
export function makeCallOperations(database: DatabaseSync) {
  const byId = query<WrittenCall>(database, `select ${selected} from call where id = ?`);
  const ofBatch = query<{ charge: bigint }>(
    database,
    'select coalesce(sum(charge), 0) as charge from call where batch_id = ?',
  );
  const uses = query<KeyUseRow>(
    database,
    'select key_id, last_used_at, model, call_id from key_use where workspace_id = ?',
  );

  /** @see Ledger.call */
  const call = (id: string): string | null => byId.get(id)?.row ?? null;

  const callsSlice = (wanted: CallQuery, before: number | null): CallsSlice => {
    const calls = { query: wanted, start: byStart, after: before, upTo: null };
    const last = callPlaceStatement(calls, callsPerSlice);
    const end = query<{ seq: bigint }>(database, last.sql).get(...last.values);
    const upTo = end === undefined ? null : Number(end.seq);
    const { sql, values } = callsStatement(selected, { ...calls, upTo });
    return { found: query<WrittenCall>(database, sql).all(...values), end: upTo, looked: callsPerSlice };
  };

  /** @see Ledger.batchCharge */
  const batchCharge = (batchId: string): bigint => ofBatch.get(batchId)?.charge ?? 0n;

  const keyUses = (workspaceId: string): readonly KeyUse[] =>
    uses.all(workspaceId).map((row) => ({
      keyId: row.key_id,
      lastUsedAt: Number(row.last_used_at),
      model: row.model,
      callId: row.call_id,
    }));

  return { call, callsSlice, batchCharge, keyUses };
}

/** Account by account, because a bucket's key begins with its workspace; then one search of the key for each span. */
const source = `select span.key as place, bucket.* from account cross join json_each(?) as span
  cross join usage_bucket as bucket on bucket.workspace_id = account.workspace_id
    and bucket_start >= span.value ->> 0 and bucket_start < span.value ->> 1`;

const boundsOf = (spans: readonly UsageSpan[]): string => JSON.stringify(spans.map(({ from, to }) => [from, to]));

/** Totals of usage over time, from the 15-minute buckets. */
export function makeUsageOperations(database: DatabaseSync) {
  /** One slice of a usage query. Nothing is settled meanwhile. */
  const usageSlice = (filter: UsageFilter, spans: readonly UsageSpan[]): readonly UsageRow[] => {
    const { sql, values } = usageStatement(filter, source);
    const rows = query<UsageSums>(database, sql).all(boundsOf(spans), ...values);
    return rows.map((row) => usageRowOf(row, filter, spans));
  };
  return { usageSlice };
}

const refusalSource = `select span.key as place, bucket.* from json_each(?) as span
  cross join refusal_bucket as bucket on bucket_start >= span.value ->> 0 and bucket_start < span.value ->> 1`;

/** Counts of refused calls, in 15-minute buckets. */
export function makeRefusalOperations(database: DatabaseSync) {
  const add = database.prepare(`insert into refusal_bucket (workspace_id, bucket_start, key_id, code, calls, last_at)
    values (?, ?, ?, ?, ?, ?)
    on conflict (workspace_id, bucket_start, key_id, code) do update set
      calls = refusal_bucket.calls + excluded.calls, last_at = max(refusal_bucket.last_at, excluded.last_at)`);
  const sweep = database.prepare(
    'delete from refusal_bucket where bucket_start = (select min(bucket_start) from refusal_bucket) and bucket_start < ?',
  );
  return {
    addRefusals: (refused: readonly RefusedCalls[]): void =>
      transaction(database, () => {
        for (const { workspaceId, bucketStart, keyId, code, calls, lastAt } of refused)
          add.run(workspaceId, bucketStart, keyId, code, calls, lastAt);
      }),
    refusalSlice: (filter: RefusalFilter, spans: readonly UsageSpan[]): readonly RefusalRow[] => {
      const { sql, values } = refusalStatement(filter, refusalSource);
      const rows = query<UsageSums>(database, sql).all(boundsOf(spans), ...values);
      return rows.map((row) => refusalRowOf(row, filter, spans));
    },
    sweepRefusals: (before: number): void => void sweep.run(before),
  };
}
