import { addDays, dayIn, daysBetween, isDay, monthOf, startOfDay, type Day } from './zone.ts';

/** Ranges that have a name of their own in an address: it means the same thing tomorrow. */
export const presets = ['today', '7d', '30d', 'month', 'last_month'] as const;

type Preset = (typeof presets)[number];

/** Days from the first to the last, both counted. */
export interface Range {
  readonly first: Day;
  readonly last: Day;
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

/** Whether an address may say so: a preset, or two days of the calendar as `2026-11-01_2026-11-20`. */
export const isRange = (text: string): boolean => isPreset(text) || (custom.exec(text)?.slice(1).every(isDay) ?? false);

/** The days of a range as an address names it. */
export function rangeOf(name: string, zone: string, now: Date): Range {
  const today = dayIn(zone, now);
  if (isPreset(name)) return known[name](today);
  const [, first = today, last = today] = custom.exec(name) ?? [];
  return first <= last ? { first, last } : { first: last, last: first };
}

/** As many days, just before. */
export function rangeBefore({ first, last }: Range): Range {
  const length = daysBetween(first, last) + 1;
  return { first: addDays(first, -length), last: addDays(first, -1) };
}

/** The instants of a range in a zone, as the control API takes them. The end is exclusive. */
export function instantsOf({ first, last }: Range, zone: string): { readonly from: string; readonly to: string } {
  return {
    from: startOfDay(zone, first).toISOString(),
    to: startOfDay(zone, addDays(last, 1)).toISOString(),
  };
}

/** The day or days that a bucket of the usage covers, as a range in an address. */
export const rangeName = ({ first, last }: Range): string => `${first}_${last}`;
