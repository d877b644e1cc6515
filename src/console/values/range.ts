import { addDays, dayIn, daysBetween, isDay, monthOf, monthsBetween, startOfDay, type Day } from './zone.ts';

/** Ranges that have a name of their own in an address: it means the same thing tomorrow. */
export const presets = ['today', '7d', '30d', 'month', 'last_month'] as const;

type Preset = (typeof presets)[number];

/** Instants as the control API takes them. The end is exclusive. */
export interface Instants {
  readonly from: string;
  readonly to: string;
}

/** Days from the first to the last, both counted. */
export interface Range {
  readonly first: Day;
  readonly last: Day;
  /** The part of these days that is meant; absent: all of them. */
  readonly instants?: Instants;
}

const known: Readonly<Record<Preset, (today: Day) => Range>> = {
  today: (today) => ({ first: today, last: today }),
  '7d': (today) => ({ first: addDays(today, -6), last: today }),
  '30d': (today) => ({ first: addDays(today, -29), last: today }),
  month: (today) => ({ first: monthOf(today), last: today }),
  last_month: (today) => ({ first: monthOf(today, -1), last: addDays(monthOf(today), -1) }),
};

export const isPreset = (text: string): text is Preset => (presets as readonly string[]).includes(text);

const custom = /^(\d{4}-\d{2}-\d{2})_(\d{4}-\d{2}-\d{2})$/;

const minutes = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)_(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)$/;

/** The instants that an address names; null: none. */
function instantsIn(name: string): Instants | null {
  const [, ...named] = minutes.exec(name) ?? [];
  const [from, to] = named.filter((text) => isDay(text.slice(0, 10))).map((text) => Date.parse(text));
  // Nothing is less or more than what is not a number.
  return from !== undefined && to !== undefined && from < to ? instantsAt(from, to) : null;
}

const instantsAt = (from: number, to: number): Instants => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Whether an address may say so: a preset, two days of the calendar as `2026-11-01_2026-11-20`, or two instants of UTC. */
export const isRange = (text: string): boolean =>
  isPreset(text) || (custom.exec(text)?.slice(1).every(isDay) ?? instantsIn(text) !== null);

/** The days of a range as an address names it. */
export function rangeOf(name: string, zone: string, now: Date): Range {
  const today = dayIn(zone, now);
  if (isPreset(name)) return known[name](today);
  const instants = instantsIn(name);
  if (instants) return partOfDays(instants, zone);
  const [, first = today, last = today] = custom.exec(name) ?? [];
  return first <= last ? { first, last } : { first: last, last: first };
}

/** The range of instants, which may be less than its days. */
export const partOfDays = (instants: Instants, zone: string): Range => ({
  first: dayIn(zone, new Date(instants.from)),
  last: dayIn(zone, new Date(Date.parse(instants.to) - 1)),
  instants,
});

/** A range as it was named, and the zone that its days are of. */
export interface NamedRange {
  readonly rangeName: string;
  readonly range: Range;
  readonly zone: string;
}

/** Usage is counted in quarters of an hour. */
const quarterMilliseconds = 900_000;

const endOfQuarter = (at: number): number => Math.ceil(at / quarterMilliseconds) * quarterMilliseconds;

/**
 * The months before months, as many days before days, or as long a time just before a time. Of a range that is not over, no more
 * than what of it has passed, to the quarter of an hour.
 */
export function rangeBefore(named: NamedRange, now: Date): Range {
  const { range, zone } = named;
  const { first, last, instants } = range;
  if (instants) {
    const [from, to] = [Date.parse(instants.from), Date.parse(instants.to)];
    const passed = endOfQuarter(now.getTime()) - from;
    const length = to - from;
    return partOfDays(instantsAt(from - length, passed > 0 ? Math.min(from, from - length + passed) : from), zone);
  }
  const begin = dayBefore(named);
  const today = dayIn(zone, now);
  if (today < first || today > last) return { first: begin, last: addDays(first, -1) };
  const sameDay = startOfDay(zone, addDays(begin, daysBetween(first, today))).getTime();
  const timeOfDay = endOfQuarter(now.getTime() - startOfDay(zone, today).getTime());
  const end = Math.min(sameDay + timeOfDay, startOfDay(zone, first).getTime());
  return partOfDays(instantsAt(startOfDay(zone, begin).getTime(), end), zone);
}

/** The day on which the days before a range begin. */
function dayBefore({ rangeName: name, range: { first, last } }: NamedRange): Day {
  const areMonths = isPreset(name)
    ? name.endsWith('month')
    : [first, addDays(last, 1)].every((day) => day === monthOf(day));
  return areMonths ? monthOf(first, -monthsBetween(first, last) - 1) : addDays(first, -daysBetween(first, last) - 1);
}

/** The instants of a range in a zone. */
export const instantsOf = ({ first, last, instants }: Range, zone: string): Instants =>
  instants ?? instantsAt(startOfDay(zone, first).getTime(), startOfDay(zone, addDays(last, 1)).getTime());

const minuteOf = (instant: string): string => `${instant.slice(0, 16)}Z`;

/** A range as an address names it. */
export const rangeName = ({ first, last, instants }: Range): string =>
  instants ? `${minuteOf(instants.from)}_${minuteOf(instants.to)}` : `${first}_${last}`;
