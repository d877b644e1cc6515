const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A day for people, in UTC: `18 Nov 2026`. Not by locale, whose month names change between ICU releases. */
export function formatDate(epochMilliseconds: number): string {
  const date = new Date(epochMilliseconds);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** A minute for people: `20 Nov 2026 14:05 UTC`. */
export const formatMinute = (epochMilliseconds: number): string =>
  `${formatDate(epochMilliseconds)} ${new Date(epochMilliseconds).toISOString().slice(11, 16)} UTC`;
