import type { CallRecord, KeyUse } from '../../../metering/ledger-records.ts';
import type { CallQuery, UsageRow } from '../../../metering/ledger.ts';
import {
  callOf,
  conditionsOf,
  lineOf,
  type CallRow,
  type CallsSlice,
  type Condition,
  type KeyUseRow,
  type LineRow,
} from '../../sqlite/call-operations.ts';
import {
  usageRowOf,
  usageStatement,
  type UsageFilter,
  type UsageSpan,
  type UsageSums,
} from '../../sqlite/usage-operations.ts';
import type { Session } from '../session.ts';

async function withLines(session: Session, rows: readonly CallRow[]): Promise<readonly CallRecord[]> {
  const lines = await session.all<LineRow>(
    'select * from charge_line where call_id = any ($1)',
    rows.map(({ id }) => id),
  );
  const byCall = Map.groupBy(lines, ({ call_id }) => call_id);
  return rows.map((row) => callOf(row, (byCall.get(row.id) ?? []).map(lineOf)));
}

export async function call(session: Session, id: string): Promise<CallRecord | null> {
  const rows = await session.all<CallRow>('select * from call where id = $1', id);
  return (await withLines(session, rows))[0] ?? null;
}

/** All that is asked for in one piece: a long search holds up no settlement here. */
export async function callsSlice(session: Session, facts: CallQuery, before: number | null): Promise<CallsSlice> {
  const { requestId, outcome } = facts;
  const conditions: Condition[] = [...conditionsOf(facts, 'started_at')];
  if (requestId !== undefined) conditions.push(['request_id = ?', requestId]);
  if (outcome !== undefined) conditions.push(['outcome = ?', outcome]);
  if (before !== null) conditions.push(['seq < ?', before]);
  const where = conditions.map(([sql]) => sql).join(' and ') || 'true';
  const rows = await session.all<CallRow>(
    `select * from call where ${where} order by seq desc limit ?`,
    ...conditions.map(([, value]) => value),
    facts.limit,
  );
  const calls = await withLines(session, rows);
  return { found: calls.map((record, index) => ({ seq: Number(rows[index]?.seq), call: record })), end: null };
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
