import type { Ledger } from '../../metering/ledger.ts';
import { formatCredits, type NanoCredits } from '../../shared/money.ts';
import { oneDay, quarterHour, writeInstant } from '../../shared/time/calendar.ts';
import type { Answers } from '../deps.ts';

const watchedDays = 7;

/** The furthest forecast: ten years. */
const furthest = 3_650 * oneDay;

/** What the subjects of a workspace were charged a day, over the last 7 days. */
interface Pace {
  /** Of the whole workspace. */
  readonly workspace: NanoCredits;
  /** Of one key. */
  readonly key: (keyId: string) => NanoCredits;
}

/** What was charged, and since when. */
interface Spent {
  readonly charge: NanoCredits;
  readonly since: number;
}

/**
 * The average charge of a day, from the buckets. A subject that is younger than 7 days is averaged over its days so far, one
 * at the least: an hour of trying things out is no forecast.
 */
export async function readPace(ledger: Ledger, workspaceId: string, now: number): Promise<Pace> {
  const keys = new Map<string, Spent>();
  const from = now - watchedDays * oneDay;
  const to = now + quarterHour;
  const query = { workspaceId, from, to, groupBy: ['key'], bucket: 'day', timeZone: 'UTC' } as const;
  for await (const { group, bucketStart, charge } of ledger.usage(query)) {
    const id = group.key ?? '';
    const known = keys.get(id) ?? { charge: 0n, since: Math.max(bucketStart, from) };
    keys.set(id, { charge: known.charge + charge, since: Math.min(known.since, Math.max(bucketStart, from)) });
  }
  const all = [...keys.values()].reduce<Spent>(
    (sum, { charge, since }) => ({ charge: sum.charge + charge, since: Math.min(sum.since, since) }),
    { charge: 0n, since: now },
  );
  const aDay = ({ charge, since }: Spent): NanoCredits =>
    (charge * BigInt(oneDay)) / BigInt(Math.max(oneDay, now - since));
  return {
    workspace: aDay(all),
    key: (keyId) => aDay(keys.get(keyId) ?? { charge: 0n, since: now }),
  };
}

interface Course {
  readonly perDay: NanoCredits;
  readonly used: NanoCredits;
  /** Negative where more is used than the limit allows. */
  readonly left: NanoCredits;
  /** Epoch milliseconds; null: it never resets. */
  readonly resetsAt: number | null;
}

/** When nothing is left at this pace, in epoch milliseconds; null: not within ten years. */
export function reachedAt({ perDay, left }: Pick<Course, 'perDay' | 'left'>, now: number): number | null {
  if (left <= 0n) return now;
  if (perDay <= 0n) return null;
  const milliseconds = (left * BigInt(oneDay)) / perDay;
  return milliseconds > BigInt(furthest) ? null : now + Number(milliseconds);
}

/** What becomes of a limit if its subject goes on as before. */
export function writeForecast(course: Course, now: number): Answers['Forecast'] {
  const { perDay, used, resetsAt } = course;
  const reached = reachedAt(course, now);
  const rest = resetsAt === null ? null : BigInt(Math.max(0, resetsAt - now));
  return {
    per_day: formatCredits(perDay),
    used_at_reset: rest === null ? null : formatCredits(used + (perDay * rest) / BigInt(oneDay)),
    reached_at: reached === null || (resetsAt !== null && reached >= resetsAt) ? null : writeInstant(reached),
  };
}
