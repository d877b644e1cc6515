const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Formats a day in UTC: `18 Nov 2026`. Does not use a locale, because month names change between ICU releases. */
export function formatDate(epochMilliseconds: number): string {
  const date = new Date(epochMilliseconds);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** Formats a minute: `20 Nov 2026 14:05 UTC`. */
export const formatMinute = (epochMilliseconds: number): string =>
  `${formatDate(epochMilliseconds)} ${new Date(epochMilliseconds).toISOString().slice(11, 16)} UTC`;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * Parses an RFC 3339 timestamp with its offset to epoch milliseconds; null if it is invalid. A day that its month does not have
 * is invalid, although `Date.parse` reads 30 February as 2 March; so is a time without an offset, which it reads in the server's zone.
 */
export function parseMoment(text: string): number | null {
  if (!moment.test(text)) return null;
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
