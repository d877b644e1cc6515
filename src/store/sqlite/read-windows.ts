import type { DatabaseSync } from 'node:sqlite';
import type { LimitUse } from '../../metering/ledger-records.ts';
import { makeCalendar } from '../../shared/calendar.ts';
import { query } from './query.ts';

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

/** A clock that is set back by so much finds the window it returns to. */
const grace = 86_400_000;

const totalUse = ({ subject, posted }: TotalRow): LimitUse => ({ subject, window: 'total', windowStart: 0, posted });

function add(uses: Map<string, LimitUse>, use: LimitUse): void {
  const name = `${use.window} ${use.windowStart} ${use.subject}`;
  uses.set(name, { ...use, posted: use.posted + (uses.get(name)?.posted ?? 0n) });
}

/**
 * What keys and their workspaces have spent in every day and month that can still be open. Counted from the buckets, so
 * that it is right also after a workspace has moved to another zone; windows that seem to lie in the future count too, for
 * a clock that is wrong now may be put right.
 */
export function makeWindowReader(database: DatabaseSync) {
  const zones = query<ZoneRow>(database, 'select id, time_zone from workspace');
  const totals = query<TotalRow>(database, `select subject, posted from limit_use where window = 'total'`);
  const totalsOf = query<TotalRow>(
    database,
    `select subject, posted from key_use join limit_use on subject = key_id and window = 'total' where workspace_id = ?`,
  );
  const spent = query<BucketRow>(
    database,
    `select key_id as subject, bucket_start, sum(charge) as posted from usage_bucket
      where workspace_id = ? and bucket_start >= ? group by key_id, bucket_start order by bucket_start`,
  );

  const windowsOf = ({ id, time_zone: zone }: ZoneRow, now: number): Iterable<LimitUse> => {
    const calendar = makeCalendar();
    const uses = new Map<string, LimitUse>();
    for (const { subject: key, bucket_start, posted } of spent.iterate(
      id,
      calendar('month', zone, now - grace).start,
    )) {
      for (const window of ['day', 'month'] as const) {
        const { start, end } = calendar(window, zone, Number(bucket_start));
        if (end > now - grace)
          for (const subject of [key, id]) add(uses, { subject, window, windowStart: start, posted });
      }
    }
    return uses.values();
  };

  return {
    /** Of every workspace, in its zone. */
    all: (now: number): readonly LimitUse[] => [
      ...totals.all().map(totalUse),
      ...zones.all().flatMap((zone) => [...windowsOf(zone, now)]),
    ],
    /** @see Ledger.windows */
    windows: (workspaceId: string, timeZone: string, now: number): readonly LimitUse[] => [
      ...totalsOf.all(workspaceId).map(totalUse),
      ...windowsOf({ id: workspaceId, time_zone: timeZone }, now),
    ],
  };
}
