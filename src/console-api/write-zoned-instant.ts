const formats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/**
 * An instant as the clock in a zone shows it, to the second, with its offset: `2026-11-20T00:00:00+05:45`. Unambiguous also
 * in the hour that an autumn night has twice.
 */
export function writeZonedInstant(at: number, timeZone: string): string {
  const name = offsetFormat(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = '00', minutes = '00'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return `${new Date(at + offset * 60_000).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}
