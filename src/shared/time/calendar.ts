/** Periods of a time zone's calendar. */
type CalendarUnit = 'hour' | 'day' | 'month';

/** A half-open period in epoch milliseconds: `start` is included, `end` is not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The shortest time that usage is stored by, in milliseconds. */
export const quarterHour = 900_000;
const hour = 3_600_000;
/** 24 hours in milliseconds. Days of a calendar may be longer or shorter. */
export const oneDay = 86_400_000;
/** By zone in lower case: a zone has as many spellings as letters can be written large or small. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the hour, day or month of a zone's calendar that contains an instant. Days have 23 to 25 hours when clocks change,
 * and begin at the first instant of the date, even if midnight does not exist.
 *
 * @param timeZone IANA name
 * @throws {RangeError} if the zone is unknown
 */
export function spanOf(unit: CalendarUnit, timeZone: string, at: number): Span {
  if (unit === 'hour') return hourSpan(timeZone, at);
  const [start, end] = wallEdges(unit, new Date(wallTime(timeZone, at)));
  return { start: firstInstant(timeZone, start), end: firstInstant(timeZone, end) };
}

/** `spanOf` with a cache of the last span for each zone and unit. */
export function makeCalendar(): typeof spanOf {
  const last = new Map<string, Span>();
  return (unit, timeZone, at) => {
    const name = `${unit} ${timeZone}`;
    const known = last.get(name);
    if (known && at >= known.start && at < known.end) return known;
    const span = spanOf(unit, timeZone, at);
    last.set(name, span);
    return span;
  };
}

/** True for an IANA zone that this runtime knows. Offsets such as `+05:45` are not zones, because they have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase();
  let format = formats.get(name);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA-u-ca-gregory-hc-h23', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(name, format);
  }
  return format;
}

/** The local date and time as if they were UTC, in epoch milliseconds. */
export function wallTime(timeZone: string, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hours, minute, second);
}

/**
 * The first instant, to the second, at which local time is `wall` or later. No zone is more than 26 hours off UTC.
 *
 * @param wall the local date and time as if they were UTC, in epoch milliseconds
 */
export function firstInstant(timeZone: string, wall: number): number {
  let before = wall / 1000 - 26 * 3600;
  let reached = wall / 1000 + 26 * 3600;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (wallTime(timeZone, middle * 1000) >= wall) reached = middle;
    else before = middle;
  }
  return reached * 1000;
}

/** Local start of the unit that contains `wall`, and of the next one. */
function wallEdges(unit: 'day' | 'month', wall: Date): readonly [number, number] {
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  return unit === 'day'
    ? [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)]
    : [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
}

/** Local time minus UTC, in milliseconds. */
const offsetAt = (timeZone: string, at: number): number => wallTime(timeZone, at) - Math.floor(at / 1000) * 1000;

/** The first instant, to the second, at which clocks show what they show at `after` and not yet at `before`. */
function clockChange(timeZone: string, before: number, after: number): number {
  const offset = offsetAt(timeZone, after);
  let [old, changed] = [before / 1000, after / 1000];
  while (changed - old > 1) {
    const middle = Math.floor((old + changed) / 2);
    if (offsetAt(timeZone, middle * 1000) === offset) changed = middle;
    else old = middle;
  }
  return changed * 1000;
}

/** The UTC day that each zone was last asked about, and the offset of its clocks; null: they change on it, or within an hour of it. */
const offsetsOfDay = new Map<string, { readonly start: number; readonly offset: number | null }>();

/** The offset of all hours that touch the UTC day of an instant; null if there are several. */
function offsetOfDay(timeZone: string, at: number): number | null {
  const name = timeZone.toLowerCase();
  const start = Math.floor(at / oneDay) * oneDay;
  const known = offsetsOfDay.get(name);
  if (known?.start === start) return known.offset;
  const offset = offsetAt(timeZone, start - hour);
  const found = { start, offset: offset === offsetAt(timeZone, start + oneDay + hour) ? offset : null };
  offsetsOfDay.set(name, found);
  return found.offset;
}

/**
 * A local hour, which may start at a quarter past in UTC. One in which clocks change by half an hour, as on Lord Howe Island, is two:
 * before and after. No zone has had an offset in seconds since 1972.
 */
function hourSpan(timeZone: string, at: number): Span {
  const steady = offsetOfDay(timeZone, at);
  const offset = steady ?? offsetAt(timeZone, at);
  const past = ((offset % hour) + hour) % hour;
  const start = Math.floor((at + past) / hour) * hour - past;
  const end = start + hour;
  if (steady !== null) return { start, end };
  const now = Math.floor(at / 1000) * 1000;
  return {
    start: offsetAt(timeZone, start) === offset ? start : clockChange(timeZone, start, now),
    end: offsetAt(timeZone, end - 1000) === offset ? end : clockChange(timeZone, now, end - 1000),
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Formats a day in UTC: `18 Nov 2026`. Does not use a locale, because month names change between ICU releases. */
export function formatDate(epochMilliseconds: number): string {
  const date = new Date(epochMilliseconds);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** Formats a minute: `20 Nov 2026 14:05 UTC`. */
export const formatMinute = (epochMilliseconds: number): string =>
  `${formatDate(epochMilliseconds)} ${new Date(epochMilliseconds).toISOString().slice(11, 16)} UTC`;

const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * Parses an RFC 3339 timestamp with its offset to epoch milliseconds; null if it is invalid. A day that its month does not have
 * is invalid, although `Date.parse` reads 30 February as 2 March; so is a time without an offset, which it reads in the server's zone.
 */
export function parseMoment(text: string): number | null {
  if (!momentForm.test(text)) return null;
  const day = text.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** Whether a text is a day that its month has: `2026-12-31`. */
export const isDay = (text: string): boolean => text.length === 10 && parseMoment(`${text}T00:00:00Z`) !== null;

/** Formats epoch milliseconds as RFC 3339 in UTC. */
export const writeInstant = (at: number): string => new Date(at).toISOString();

/** Like `writeInstant`, but passes null. */
export const writeOptionalInstant = (at: number | null): string | null => (at === null ? null : writeInstant(at));
