import { currentLanguage } from '../text/text.ts';
import type { BucketName } from '../values/buckets.ts';
import { dayIn } from '../values/zone.ts';

/** In English the day comes first. */
const locale = (): string => (currentLanguage() === 'de' ? 'de' : 'en-GB');

/** A calendar day in words: "20 Nov 2026". */
export const fullDay = (day: string): string =>
  new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** An instant in full: day, time and zone. */
export const fullInstant = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat(locale(), {
    timeZone: zone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));

/** Day and time, with the year where it is not this one. */
export const shortInstant = (instant: string, zone: string, now = new Date()): string => {
  const at = new Date(instant);
  const isThisYear = dayIn(zone, at).slice(0, 4) === dayIn(zone, now).slice(0, 4);
  return new Intl.DateTimeFormat(locale(), {
    timeZone: zone,
    ...(isThisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
};

const forms: Readonly<Record<BucketName, Intl.DateTimeFormatOptions>> = {
  hour: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  day: { month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'short' },
};

/** The beginning of a bucket, as the scale of a chart writes it: with the year where the buckets are of several. */
export const bucketLabel = (
  bucket: BucketName,
  zone: string,
  starts: readonly string[],
): ((start: string) => string) => {
  const [first, last] = [starts[0], starts.at(-1)].map((start) => dayIn(zone, new Date(start ?? 0)).slice(0, 4));
  const year = first === last ? {} : ({ year: 'numeric' } as const);
  const format = new Intl.DateTimeFormat(locale(), { ...year, ...forms[bucket], timeZone: zone });
  return (start) => format.format(new Date(start));
};

/** A time within a day or more in words: "27 Nov 2026, 17:00 – 18:00". */
export const instantWords = (from: string, to: string, zone: string): string =>
  new Intl.DateTimeFormat(locale(), { ...forms.hour, year: 'numeric', timeZone: zone }).formatRange(
    new Date(from),
    new Date(to),
  );
