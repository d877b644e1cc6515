import { addDays, dayIn, daysBetween, monthOf, offsetAt, startOfDay } from './zone.ts';
import { instantsOf, partOfDays, type Range } from './range.ts';

/** Lengths of a bar that the page offers. */
export const bucketNames = ['hour', 'day', 'month'] as const;

export type BucketName = (typeof bucketNames)[number];

/** The longest ranges, in days, whose bars are hours or days: some hundred bars, which a browser draws at once. */
const mostDays = { hour: 31, day: 750, month: Infinity } as const satisfies Readonly<Record<BucketName, number>>;

/** The lengths of a bar that a range can have. */
export const bucketsFor = ({ first, last }: Range): readonly BucketName[] =>
  bucketNames.filter((name) => daysBetween(first, last) < mostDays[name]);

const hourMilliseconds = 3_600_000;
const hourlyDays = 2;
const dailyDays = 100;

/** The length that suits a range: hours for a day or two, months from a quarter of a year on. */
export function suitingBucket({ first, last }: Range): BucketName {
  const days = daysBetween(first, last) + 1;
  if (days <= hourlyDays) return 'hour';
  return days <= dailyDays ? 'day' : 'month';
}

/** When the hour after this instant begins: sooner than an hour later where clocks have just changed by half an hour. */
const nextHour = (zone: string, at: number): number =>
  at + hourMilliseconds - ((at + offsetAt(zone, new Date(at))) % hourMilliseconds);

/** When each bucket of a range begins, as instants. Days have 23 to 25 hours. */
export function bucketStarts(range: Range, bucket: BucketName, zone: string): readonly string[] {
  const { first, last } = range;
  const starts: Date[] = [];
  if (bucket === 'hour') {
    const { from, to } = instantsOf(range, zone);
    const end = Date.parse(to);
    for (let at = Date.parse(from); at < end; at = nextHour(zone, at)) starts.push(new Date(at));
  } else {
    const next = bucket === 'day' ? (day: string) => addDays(day, 1) : (day: string) => monthOf(day, 1);
    const begin = bucket === 'day' ? first : monthOf(first);
    for (let day = begin; day <= last; day = next(day)) starts.push(startOfDay(zone, day));
  }
  return starts.map((start) => start.toISOString());
}

/** What a chart is drawn over. */
export interface Scale {
  readonly range: Range;
  readonly bucket: BucketName;
  readonly zone: string;
}

const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

/** The part of a range that one of its buckets counts. */
export function partOf({ range, bucket, zone }: Scale, start: string): Range {
  const at = new Date(start);
  const first = dayIn(zone, at);
  const last = bucket === 'month' ? addDays(monthOf(first, 1), -1) : first;
  if (bucket !== 'hour' && !range.instants)
    return { first: later(first, range.first), last: earlier(last, range.last) };
  const end = bucket === 'hour' ? new Date(nextHour(zone, at.getTime())) : startOfDay(zone, addDays(last, 1));
  const { from, to } = instantsOf(range, zone);
  return partOfDays({ from: later(start, from), to: earlier(end.toISOString(), to) }, zone);
}
