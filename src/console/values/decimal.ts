/**
 * Amounts of credits as the control API sends them: decimal strings, exact to 12 places. They are computed as integers of
 * 10⁻¹² credits; no amount is ever a floating-point number, except as the height of a bar.
 */
const places = 12;
const one = 10n ** BigInt(places);

const form = /^(-?)([0-9]+)(?:\.([0-9]{1,12}))?$/;

/** The amount in units of 10⁻¹² credits. @throws {RangeError} for text that is not a decimal number */
export function parseDecimal(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = form.exec(text) ?? [];
  if (!form.test(text)) throw new RangeError(`Not a decimal number: ${text}`);
  const value = BigInt(whole) * one + BigInt(fraction.padEnd(places, '0'));
  return sign === '-' ? -value : value;
}

/** Whether text is a decimal number of credits, not negative, as forms take it: at most nine places. */
export const isAmount = (text: string): boolean => /^[0-9]{1,15}(\.[0-9]{1,9})?$/.test(text);

/** As a plain decimal string, with as many places as it has. */
export function formatDecimal(value: bigint): string {
  const size = value < 0n ? -value : value;
  const fraction = (size % one).toString().padStart(places, '0').replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / one}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Sum of decimal strings, as one. */
export const sumDecimals = (texts: readonly string[]): string =>
  formatDecimal(texts.reduce((sum, text) => sum + parseDecimal(text), 0n));

const thinSpace = '\u2009';

/** A decimal string for people: groups of three before the point, thin spaces between them, a minus sign for a negative one. */
export function groupDigits(text: string): string {
  const [whole = '', fraction] = text.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thinSpace);
  return `${text.startsWith('-') ? '\u2212' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** At most this many places, rounded half up, for estimates. What is exact is shown with all that it has. */
export function roundDecimal(text: string, kept: number): string {
  const value = parseDecimal(text);
  const unit = 10n ** BigInt(places - kept);
  const rounded = ((value < 0n ? -value : value) + unit / 2n) / unit;
  return formatDecimal((value < 0n ? -rounded : rounded) * unit);
}

const usualPlaces = 3;

/** A figure for a scale or a hint: three places, or three digits of what is smaller than one, so that small charges are not shown as 0. */
export function approximate(value: number): string {
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  const kept = Math.min(places, Math.max(usualPlaces, usualPlaces - 1 - magnitude));
  return groupDigits(roundDecimal(value.toFixed(places), kept));
}

/** `part` of `whole` in per cent, for bars and words; null if the whole is 0. */
export function percentOf(part: string, whole: string): number | null {
  const divisor = parseDecimal(whole);
  return divisor === 0n ? null : Number((parseDecimal(part) * 10_000n) / divisor) / 100;
}

/** The height of a bar. Never shown as a figure. */
export const toHeight = (text: string): number => Number(text);
