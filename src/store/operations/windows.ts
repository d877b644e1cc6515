import type { LimitUse } from '../../metering/ledger-records.ts';
import type { SpentQuery } from '../../metering/ledger.ts';
import { oneDay, makeCalendar } from '../../shared/time/calendar.ts';
import { all, each, one, type EngineFacts, type Steps } from '../shared/steps.ts';

interface TotalRow {
  readonly subject: string;
  readonly posted: bigint;
}

interface BucketRow extends TotalRow {
  readonly bucket_start: bigint;
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

/** What a key has spent since its day and its month began. */
interface SpentRow {
  readonly subject: string;
  readonly day: bigint;
  readonly month: bigint;
}

/** The start of the earliest bucket that a window which can still be open contains. */
const earliestOf = ({ time_zone: zone }: ZoneRow, now: number): number =>
  makeCalendar()('month', zone, now - grace).start;

/** What a workspace and its keys have spent in its days and months, from their buckets. */
function usesOf(buckets: Iterable<BucketRow>, { id, time_zone: zone }: ZoneRow, now: number): Iterable<LimitUse> {
  const calendar = makeCalendar();
  const uses = new Map<string, LimitUse>();
  for (const { subject: key, bucket_start, posted } of buckets) {
    for (const window of ['day', 'month'] as const) {
      const { start, end } = calendar(window, zone, Number(bucket_start));
      if (end > now - grace)
        for (const subject of [key, id]) add(uses, { subject, window, windowStart: start, posted });
    }
  }
  return uses.values();
}

const totals = `from limit_use where "window" = 'total'`;

function* windowsOf(zone: ZoneRow, now: number): Steps<readonly LimitUse[]> {
  const buckets = yield* each<BucketRow>(
    `select key_id as subject, bucket_start, sum(charge) as posted from usage_bucket
      where workspace_id = $1 and bucket_start >= $2 group by key_id, bucket_start order by bucket_start`,
    zone.id,
    earliestOf(zone, now),
  );
  return [...usesOf(buckets, zone, now)];
}

/**
 * What keys and their workspaces have spent in every day and month that can still be open. Counted from the buckets, so that it is
 * also right after a workspace has moved to another zone. Windows that seem to lie in the future count too, because a clock that is
 * wrong now may be corrected.
 */
export const makeWindowOperations = ({ isOneOf }: EngineFacts) => ({
  /** For every workspace, in its zone. */
  *allWindows(now: number): Steps<readonly LimitUse[]> {
    const uses = (yield* all<TotalRow>(`select subject, posted ${totals}`)).map(totalUse);
    const zones = yield* all<ZoneRow>('select id, time_zone from workspace');
    for (const zone of zones) for (const use of yield* windowsOf(zone, now)) uses.push(use);
    return uses;
  },
  /** @see Ledger.windows */
  *windows(zone: ZoneRow, now: number): Steps<readonly LimitUse[]> {
    const sql = `select subject, posted from key_use join limit_use on subject = key_id and "window" = 'total'
      where workspace_id = $1`;
    return [...(yield* all<TotalRow>(sql, zone.id)).map(totalUse), ...(yield* windowsOf(zone, now))];
  },
  /** @see Ledger.spent */
  *spent({ workspaceId, keyIds, day, month }: SpentQuery): Steps<readonly LimitUse[]> {
    const ofWorkspace = yield* one<{ month: bigint }>(
      'select coalesce(sum(charge), 0) as month from usage_bucket where workspace_id = $1 and bucket_start >= $2',
      workspaceId,
      month,
    );
    const ofKeys = yield* all<SpentRow>(
      `select key_id as subject, sum(case when bucket_start >= $3 then charge else 0 end) as day, sum(charge) as month
        from usage_bucket where workspace_id = $1 and bucket_start >= $2 and ${isOneOf('key_id', '$4')} group by key_id`,
      workspaceId,
      month,
      day,
      keyIds,
    );
    const ofAllTime = yield* all<TotalRow>(`select subject, posted ${totals} and ${isOneOf('subject', '$1')}`, keyIds);
    return [
      { subject: workspaceId, window: 'month', windowStart: month, posted: ofWorkspace?.month ?? 0n },
      ...ofKeys.flatMap(({ subject, ...posted }): readonly LimitUse[] => [
        { subject, window: 'day', windowStart: day, posted: posted.day },
        { subject, window: 'month', windowStart: month, posted: posted.month },
      ]),
      ...ofAllTime.map(totalUse),
    ];
  },
});
