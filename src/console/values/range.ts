import { addDays, dayIn, daysBetween, isDay, monthOf, startOfDay, type Day } from './zone.ts';

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

/** As many days, or as long a time, just before. */
export function rangeBefore({ first, last, instants }: Range, zone: string): Range {
  if (instants) {
    const [from, to] = [Date.parse(instants.from), Date.parse(instants.to)];
    return partOfDays(instantsAt(2 * from - to, from), zone);
  }
  const length = daysBetween(first, last) + 1;
  return { first: addDays(first, -length), last: addDays(first, -1) };
}

/** The instants of a range in a zone. */
export const instantsOf = ({ first, last, instants }: Range, zone: string): Instants =>
  instants ?? instantsAt(startOfDay(zone, first).getTime(), startOfDay(zone, addDays(last, 1)).getTime());

const minuteOf = (instant: string): string => `${instant.slice(0, 16)}Z`;

/** A range as an address names it. */
export const rangeName = ({ first, last, instants }: Range): string =>
  instants ? `${minuteOf(instants.from)}_${minuteOf(instants.to)}` : `${first}_${last}`;
