import type { LimitUse, LimitWindow, SpentLimit } from '../../metering/ledger-records.ts';
import type { SpentQuery } from '../../metering/ledger.ts';
import { oneDay, makeCalendar } from '../../shared/time/calendar.ts';
import { all, each, one, type EngineFacts, type Steps } from '../shared/repository.ts';
import { reservedBy } from './reservations.ts';

interface TotalRow {
  readonly subject: string;
  readonly posted: bigint;
}

/** What a key has spent from one moment up to the next that `momentsOf` names, or, later than all of these, in one bucket. */
interface SpendingRow extends TotalRow {
  readonly workspace_id: string;
  readonly began: bigint;
}

interface ZoneRow {
  readonly id: string;
  readonly time_zone: string;
}

/** Windows that ended this long ago are still loaded, for a clock that is set back. */
const grace = oneDay;

const totalUse = ({ subject, posted }: TotalRow): LimitUse => ({
  subject,
  window: 'total',
  windowStart: 0,
  posted,
});

function add(uses: Map<string, LimitUse>, use: LimitUse): void {
  const name = `${use.window} ${use.windowStart} ${use.subject}`;
  uses.set(name, { ...use, posted: use.posted + (uses.get(name)?.posted ?? 0n) });
}

/** What a key has spent in a day and in its month. */
interface SpentRow {
  readonly subject: string;
  readonly day: bigint;
  readonly month: bigint;
}

/**
 * Moments of a zone, ascending: the start of the earliest bucket that a window which can still be open contains, then the starts of the
 * days from one grace period ago to one ahead. No day or month begins between two of them, other than days that are over.
 */
function momentsOf(zone: string, now: number): readonly number[] {
  const calendar = makeCalendar();
  const moments = [calendar('month', zone, now - grace).start];
  for (let at = now - grace; at <= now + grace; at = calendar('day', zone, at).end)
    moments.push(calendar('day', zone, at).start);
  return [...new Set(moments)];
}

/** What workspaces of a zone and their keys have spent in their days and months. */
function usesOf(spendings: Iterable<SpendingRow>, zone: string, now: number): Iterable<LimitUse> {
  const calendar = makeCalendar();
  const uses = new Map<string, LimitUse>();
  for (const { workspace_id: workspace, subject: key, began, posted } of spendings) {
    for (const window of ['day', 'month'] as const) {
      const { start, end } = calendar(window, zone, Number(began));
      if (end > now - grace)
        for (const subject of [key, workspace]) add(uses, { subject, window, windowStart: start, posted });
    }
  }
  return uses.values();
}

const totals = `from limit_use where "window" = 'total'`;

/** The moment from which a bucket is summed. Placeholders from `$2` on are the moments. */
function beganSql(moments: readonly number[]): string {
  const cases = moments.slice(1).map((_, index) => `when bucket_start < $${index + 3} then $${index + 2}`);
  // What is later than the last day counts by its own bucket: usually there is nothing.
  return `case ${cases.join(' ')} else bucket_start end`;
}

/** @param whose a condition with the placeholder `$1` for `value` */
function* windowsOf(
  { whose, value, zone }: { readonly whose: string; readonly value: string; readonly zone: string },
  now: number,
): Steps<readonly LimitUse[]> {
  const moments = momentsOf(zone, now);
  const spendings = yield* each<SpendingRow>(
    `select workspace_id, key_id as subject, ${beganSql(moments)} as began, sum(charge) as posted from usage_bucket
      where ${whose} and bucket_start >= $2 group by workspace_id, key_id, began order by began`,
    value,
    ...moments,
  );
  return [...usesOf(spendings, zone, now)];
}

/**
 * What keys and their workspaces have spent in every day and month that can still be open. Counted from the buckets, so that it is
 * also right after a workspace has moved to another zone. Windows that seem to lie in the future count too, because a clock that is
 * wrong now may be corrected.
 */
export const makeWindowOperations = (engine: EngineFacts) => ({
  /** For every workspace, in its zone: one query for each zone, of a few rows for each key. */
  *allWindows(now: number): Steps<readonly LimitUse[]> {
    const uses = (yield* all<TotalRow>(`select subject, posted ${totals}`)).map(totalUse);
    const zones = yield* all<Pick<ZoneRow, 'time_zone'>>('select distinct time_zone from workspace');
    const whose = 'workspace_id in (select id from workspace where time_zone = $1)';
    for (const { time_zone: zone } of zones)
      for (const use of yield* windowsOf({ whose, value: zone, zone }, now)) uses.push(use);
    return uses;
  },
  /** @see Ledger.windows */
  *windows({ id, time_zone: zone }: ZoneRow, now: number): Steps<readonly LimitUse[]> {
    const sql = `select subject, posted from key_use join limit_use on subject = key_id and "window" = 'total'
      where workspace_id = $1`;
    const found = yield* windowsOf({ whose: 'workspace_id = $1', value: id, zone }, now);
    return [...(yield* all<TotalRow>(sql, id)).map(totalUse), ...found];
  },
  /** @see Ledger.spent */
  *spent({ workspaceId, keyIds, day, month }: SpentQuery): Steps<readonly SpentLimit[]> {
    const reservedIn = yield* reservedBy(engine, [workspaceId]);
    const ofWorkspace = yield* one<{ month: bigint }>(
      `select coalesce(sum(charge), 0) as month from charge_bucket
        where workspace_id = $1 and bucket_start >= $2 and bucket_start < $3`,
      ...[workspaceId, month.start, month.end],
    );
    const rows = yield* all<SpentRow>(
      `select key_id as subject, sum(charge) as month,
          sum(case when bucket_start >= $4 and bucket_start < $5 then charge else 0 end) as day
        from usage_bucket where ${engine.isOneOf('key_id', '$1')} and bucket_start >= $2 and bucket_start < $3 group by key_id`,
      ...[keyIds, month.start, month.end, day.start, day.end],
    );
    const totalRows = yield* all<TotalRow>(
      `select subject, posted ${totals} and ${engine.isOneOf('subject', '$1')}`,
      keyIds,
    );
    const ofKeys = new Map(rows.map((row) => [row.subject, row]));
    const ofAllTime = new Map(totalRows.map(({ subject, posted }) => [subject, posted]));
    const spans = { day, month, total: { start: 0, end: null } };
    const limitOf = (subject: string, window: LimitWindow, posted = 0n): SpentLimit => {
      const { start, end } = spans[window];
      return {
        subject,
        window,
        windowStart: start,
        posted,
        reserved: reservedIn({ workspaceId, subject, start, end }),
      };
    };
    return [
      limitOf(workspaceId, 'month', ofWorkspace?.month),
      ...keyIds.flatMap((id) => [
        limitOf(id, 'day', ofKeys.get(id)?.day),
        limitOf(id, 'month', ofKeys.get(id)?.month),
        limitOf(id, 'total', ofAllTime.get(id)),
      ]),
    ];
  },
});
