/** Credits × 10⁻⁹: the unit of charges, balances and limits. */
export type NanoCredits = bigint & { readonly unit?: 'nano-credit' };
/** Credits × 10⁻¹²: the unit of prices. */
export type PicoCredits = bigint & { readonly unit?: 'pico-credit' };

export const nanoPerCredit = 1_000_000_000n;
export const picoPerNano = 1_000n;

/** The largest amount of one ledger entry or one limit: 10⁹ credits. */
export const largestEntry: NanoCredits = 1_000_000_000n * nanoPerCredit;

/** The largest charge of one call: 10⁹ credits. A usage report that would cost more is rejected. */
export const largestCharge: NanoCredits = 1_000_000_000n * nanoPerCredit;

/** The largest price of one unit: the largest integer of the database. */
export const largestUnitPrice: PicoCredits = 2n ** 63n - 1n;

/** The smaller of two amounts. */
export const least = (one: NanoCredits, other: NanoCredits): NanoCredits => (one < other ? one : other);

/** The amount, or 0 if it is negative. */
export const atLeastZero = (amount: NanoCredits): NanoCredits => (amount > 0n ? amount : 0n);

const decimal = /^(-?)(\d{1,15})(?:\.(\d{1,18}))?$/;

/**
 * Parses a decimal string as an integer of `10^-digits` credits.
 *
 * @param text a plain decimal, for example `"0.25"`; no exponent, an optional leading minus
 * @param digits decimal places: 9 for nano-credits, 12 for pico-credits
 * @returns null if the text is not a decimal or has more than `digits` places
 */
export function parseDecimal(text: string, digits: number): bigint | null {
  const match = decimal.exec(text);
  if (!match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > digits) return null;
  const value = BigInt(whole + kept.padEnd(digits, '0'));
  return sign === '-' ? -value : value;
}

/** Parses a decimal string of credits as nano-credits; null if it is not valid. */
export const parseCredits = (text: string): NanoCredits | null => parseDecimal(text, 9);

/** Formats nano-credits as a plain decimal of credits without trailing zeros: `1500000000n` is `"1.5"`. Exact. */
export const formatCredits = (amount: NanoCredits): string => formatDecimal(amount, 9);

/** Formats pico-credits as a plain decimal of credits: `250000n` is `"0.00000025"`. */
export const formatPico = (amount: PicoCredits): string => formatDecimal(amount, 12);

function formatDecimal(amount: bigint, digits: number): string {
  const sign = amount < 0n ? '-' : '';
  const text = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0');
  const fraction = text.slice(-digits).replace(/0+$/, '');
  return `${sign}${text.slice(0, -digits)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Rounds pico-credits to the nearest nano-credit, halves away from zero. Once per call, never per line. */
export const roundToNano = (amount: PicoCredits): NanoCredits =>
  (amount < 0n ? amount - picoPerNano / 2n : amount + picoPerNano / 2n) / picoPerNano;

/** A formatted amount with its unit: `1 credit`, `0.5 credits`. */
export const inCredits = (amount: string): string => `${amount} ${amount === '1' ? 'credit' : 'credits'}`;
