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

/** Windows that ended this long ago are still loaded, for a clock that is set back. */
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

/** What an engine read for `Ledger.spent`. */
interface SpentSums {
  /** By the whole workspace, in its month. */
  readonly ofWorkspace: bigint;
  readonly ofKeys: readonly SpentRow[];
  readonly totals: readonly TotalRow[];
}

export const presentUses = (
  { workspaceId, day, month }: SpentQuery,
  { ofWorkspace, ofKeys, totals }: SpentSums,
): readonly LimitUse[] => [
  { subject: workspaceId, window: 'month', windowStart: month, posted: ofWorkspace },
  ...ofKeys.flatMap(({ subject, ...spent }): readonly LimitUse[] => [
    { subject, window: 'day', windowStart: day, posted: spent.day },
    { subject, window: 'month', windowStart: month, posted: spent.month },
  ]),
  ...totals.map(totalUse),
];

/** The start of the earliest bucket that a window which can still be open contains. */
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
