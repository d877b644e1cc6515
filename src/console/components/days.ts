import { currentLanguage } from '../text/text.ts';
import type { BucketName } from '../values/buckets.ts';

/** How dates are written: in English the day comes first. */
export const locale = (): string => (currentLanguage() === 'de' ? 'de' : 'en-GB');

/** A calendar day in words: "20 Nov 2026". */
export const fullDay = (day: string): string =>
  new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const forms: Readonly<Record<BucketName, Intl.DateTimeFormatOptions>> = {
  hour: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  day: { month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'short' },
};

/** The beginning of a bucket, as the scale of a chart writes it. */
export const bucketLabel = (bucket: BucketName, zone: string): ((start: string) => string) => {
  const format = new Intl.DateTimeFormat(locale(), { ...forms[bucket], timeZone: zone });
  return (start) => format.format(new Date(start));
};
