import type { RefusalRow, RefusedCalls } from '../../../identity/refused-calls.ts';
import type { KeyUse } from '../../../metering/ledger-records.ts';
import type { CallQuery, UsageRow } from '../../../metering/ledger.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import { callRowSql, type CallsSlice, type KeyUseRow, type WrittenCall } from '../../shared/settle-row.ts';
import {
  callPlaceStatement,
  firstCallsStatement,
  refusalRowOf,
  refusalStatement,
  usageRowOf,
  usageStatement,
  type RefusalFilter,
  type UsageFilter,
  type UsageSpan,
  type UsageSums,
} from '../../shared/usage-query.ts';
import type { Session } from '../session.ts';

const selected = `seq, ${callRowSql({ list: 'json_build_array', rows: 'json_agg' })} as row`;

/** @see Ledger.call */
export const call = async (session: Session, id: string): Promise<string | null> =>
  (await session.one<WrittenCall>(`select ${selected} from call where id = $1`, id))?.row ?? null;

/** Calls that settle together mostly began in one quarter of an hour, so that the index grows at one place. */
const quarter = { sql: `(started_at / ${quarterHour})`, unit: quarterHour } as const;

/** Calls that a list looks at in one piece: some 50 ms of one connection. */
const callsPerSlice = 50_000;

export async function callsSlice(session: Session, query: CallQuery, before: number | null): Promise<CallsSlice> {
  const wanted = { query, start: quarter, after: before, upTo: null };
  const { sql, values } = firstCallsStatement(selected, wanted, callsPerSlice);
  const found = await session.all<WrittenCall>(sql, ...values);
  if (found.length >= query.limit) return { found, end: null, looked: callsPerSlice };
  const last = callPlaceStatement(wanted, callsPerSlice);
  const end = await session.one<{ seq: bigint }>(last.sql, ...last.values);
  return { found, end: end === undefined ? null : Number(end.seq), looked: callsPerSlice };
}

/** @see Ledger.batchCharge */
export async function batchCharge(session: Session, batchId: string): Promise<bigint> {
  const sql = 'select coalesce(sum(charge), 0) as charge from call where batch_id = $1';
  return (await session.one<{ charge: bigint }>(sql, batchId))?.charge ?? 0n;
}

export async function keyUses(session: Session, workspaceId: string): Promise<readonly KeyUse[]> {
  const rows = await session.all<KeyUseRow>(
    'select key_id, last_used_at, model, call_id from key_use where workspace_id = $1',
    workspaceId,
  );
  return rows.map((row) => ({
    keyId: row.key_id,
    lastUsedAt: Number(row.last_used_at),
    model: row.model,
    callId: row.call_id,
  }));
}

/** Spans have no gap between them, so that where they begin says in which of them a bucket lies. */
const sourceOf = (table: string): string =>
  `select width_bucket(bucket_start, ?::bigint[]) - 1 as place, bucket.* from ${table} as bucket
    where bucket_start >= ? and bucket_start < ?`;

const boundsOf = (spans: readonly UsageSpan[]) =>
  [spans.map(({ from }) => from), spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0] as const;

/** One slice of a usage query. */
export async function usageSlice(
  session: Session,
  filter: UsageFilter,
  spans: readonly UsageSpan[],
): Promise<readonly UsageRow[]> {
  const { sql, values } = usageStatement(filter, sourceOf('usage_bucket'));
  const rows = await session.all<UsageSums>(sql, ...boundsOf(spans), ...values);
  return rows.map((row) => usageRowOf(row, filter, spans));
}

/** Counts of refused calls, in 15-minute buckets. */
export const refusals = {
  /** In the order of the rows, so that no two instances wait for each other. */
  addRefusals: async (session: Session, refused: readonly RefusedCalls[]): Promise<void> => {
    await session.run(
      `insert into refusal_bucket (workspace_id, bucket_start, key_id, code, calls, last_at)
        select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
          as refused (workspace_id, bucket_start, key_id, code, calls, last_at)
          order by workspace_id, bucket_start, key_id, code
        on conflict (workspace_id, bucket_start, key_id, code) do update set
          calls = refusal_bucket.calls + excluded.calls, last_at = greatest(refusal_bucket.last_at, excluded.last_at)`,
      refused.map(({ workspaceId }) => workspaceId),
      refused.map(({ bucketStart }) => bucketStart),
      refused.map(({ keyId }) => keyId),
      refused.map(({ code }) => code),
      refused.map(({ calls }) => calls),
      refused.map(({ lastAt }) => lastAt),
    );
  },
  refusalSlice: async (
    session: Session,
    filter: RefusalFilter,
    spans: readonly UsageSpan[],
  ): Promise<readonly RefusalRow[]> => {
    const { sql, values } = refusalStatement(filter, sourceOf('refusal_bucket'));
    const rows = await session.all<UsageSums>(sql, ...boundsOf(spans), ...values);
    return rows.map((row) => refusalRowOf(row, filter, spans));
  },
  sweepRefusals: async (session: Session, before: number): Promise<void> => {
    await session.run(
      'delete from refusal_bucket where bucket_start = (select min(bucket_start) from refusal_bucket) and bucket_start < $1',
      before,
    );
  },
};
