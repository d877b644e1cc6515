/** Days and months as a named IANA zone has them. */

/** A calendar day, `2026-11-20`. */
export type Day = string;

/** 24 hours: days of a zone may be longer or shorter. */
export const dayMilliseconds = 86_400_000;

/** Whether there is such a day, in the years from 1970 to 2999: with others, the days around them have no name of this form. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return text >= '1970' && text < '3000' && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const partsIn = new Map<string, Intl.DateTimeFormat>();

function wallClock(zone: string, at: Date): Readonly<Record<string, string>> {
  let format = partsIn.get(zone);
  if (!format) {
    const digits = '2-digit';
    const parts = { month: digits, day: digits, hour: digits, minute: digits, second: digits } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', ...parts });
    partsIn.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

/** Milliseconds by which the zone's clocks are ahead of UTC at an instant. */
export function offsetAt(zone: string, at: Date): number {
  const { year, month, day, hour, minute, second } = wallClock(zone, at);
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return shown - Math.floor(at.getTime() / 1000) * 1000;
}

/** The day that it is in the zone. */
export function dayIn(zone: string, at: Date): Day {
  const { year, month, day } = wallClock(zone, at);
  return `${year}-${month}-${day}`;
}

/** The instant at which a day begins in the zone; where midnight is skipped, the first instant after it. */
export function startOfDay(zone: string, day: Day): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset an hour to either side of midnight differs only where clocks change; the second guess corrects the first.
  const guess = midnight - offsetAt(zone, new Date(midnight));
  const corrected = midnight - offsetAt(zone, new Date(guess));
  const start = new Date(corrected);
  return dayIn(zone, start) === day ? start : new Date(Math.max(guess, corrected));
}

/** The day so many days later, or earlier when negative. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10);

/** First day of the month that a day is in, or of the month so many later. */
export function monthOf(day: Day, later = 0): Day {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year ?? 1970, (month ?? 1) - 1 + later, 1)).toISOString().slice(0, 10);
}

/** Months from that of a day to that of another one. */
export function monthsBetween(from: Day, to: Day): number {
  const [one = 0, other = 0] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  return other - one;
}

/** Whole days from one day to another. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMilliseconds);

/** The browser's own zone. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether this browser knows the zone. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
