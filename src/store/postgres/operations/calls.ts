import type { KeyUse } from '../../../metering/ledger-records.ts';
import type { CallQuery, UsageRow } from '../../../metering/ledger.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import { callRowSql, type CallsSlice, type KeyUseRow, type WrittenCall } from '../../shared/settle-row.ts';
import {
  callsStatement,
  usageRowOf,
  usageStatement,
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

/** All that is asked for in one piece: a long search holds up no settlement here. */
export async function callsSlice(session: Session, facts: CallQuery, before: number | null): Promise<CallsSlice> {
  const { sql, values } = callsStatement(selected, { facts, start: quarter, after: before, upTo: null });
  return { found: await session.all<WrittenCall>(sql, ...values), end: null };
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
const source = `select width_bucket(bucket_start, ?::bigint[]) - 1 as place, bucket.* from usage_bucket as bucket
  where bucket_start >= ? and bucket_start < ?`;

/** One slice of a usage query. */
export async function usageSlice(
  session: Session,
  filter: UsageFilter,
  spans: readonly UsageSpan[],
): Promise<readonly UsageRow[]> {
  const { sql, values } = usageStatement(filter, source);
  const bounds = [spans.map(({ from }) => from), spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0] as const;
  const rows = await session.all<UsageSums>(sql, ...bounds, ...values);
  return rows.map((row) => usageRowOf(row, filter, spans));
}
