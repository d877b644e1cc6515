import type { LimitUse } from '../../metering/ledger-records.ts';
import type { SpentQuery } from '../../metering/ledger.ts';
import { makeCalendar } from '../../shared/time/calendar.ts';

export interface TotalRow {
  readonly subject: string;
  readonly posted: bigint;
}

export interface BucketRow extends TotalRow {
  readonly bucket_start: bigint;
}

export interface ZoneRow {
  readonly id: string;
  readonly time_zone: string;
}

/** A clock that is set back by so much finds the window it returns to. */
const grace = 86_400_000;

export const totalUse = ({ subject, posted }: TotalRow): LimitUse => ({
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
export interface SpentRow {
  readonly subject: string;
  readonly day: bigint;
  readonly month: bigint;
}

/** @param spentOfAll by the workspace, in its month */
export const presentUses = (
  { workspaceId, day, month }: SpentQuery,
  ...[spentOfAll, ofKeys, totals]: readonly [bigint, readonly SpentRow[], readonly TotalRow[]]
): readonly LimitUse[] => [
  { subject: workspaceId, window: 'month', windowStart: month, posted: spentOfAll },
  ...ofKeys.flatMap(({ subject, ...spent }): readonly LimitUse[] => [
    { subject, window: 'day', windowStart: day, posted: spent.day },
    { subject, window: 'month', windowStart: month, posted: spent.month },
  ]),
  ...totals.map(totalUse),
];

/** Since when the buckets count that windows which can still be open are made of. */
export const earliestOf = ({ time_zone: zone }: ZoneRow, now: number): number =>
  makeCalendar()('month', zone, now - grace).start;

/** What a workspace and its keys have spent in its days and months, from their buckets. */
export function usesOf(
  buckets: Iterable<BucketRow>,
  { id, time_zone: zone }: ZoneRow,
  now: number,
): Iterable<LimitUse> {
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
