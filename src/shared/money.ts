/** Credits × 10⁻⁹: the unit of charges, balances and limits. */
export type NanoCredits = bigint & { readonly unit?: 'nano-credit' };
/** Credits × 10⁻¹²: the unit of prices. */
export type PicoCredits = bigint & { readonly unit?: 'pico-credit' };

export const nanoPerCredit = 1_000_000_000n;
export const picoPerNano = 1_000n;

/** The most that one entry of the ledger, or one limit, may say: 10⁹ credits. */
export const largestEntry: NanoCredits = 1_000_000_000n * nanoPerCredit;

/** The largest charge of one call, 10⁹ credits: the tables hold no larger one, and a report that makes more is not believed. */
export const largestCharge: NanoCredits = 1_000_000_000n * nanoPerCredit;

/** The largest price of one unit: what an integer of the tables holds. */
export const largestUnitPrice: PicoCredits = 2n ** 63n - 1n;

const decimal = /^(-?)(\d{1,15})(?:\.(\d{1,18}))?$/;

/**
 * Reads a decimal string as an integer of `10^-digits` credits.
 *
 * @param text a plain decimal, for example `"0.25"`; no exponent, no sign but a leading minus
 * @param digits decimal places kept: 9 for nano-credits, 12 for pico-credits
 * @returns null when the text is no decimal or says more places than `digits` holds
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

/** Nano-credits of a decimal string of credits, or null when it is none. */
export const parseCredits = (text: string): NanoCredits | null => parseDecimal(text, 9);

/** Credits as a plain decimal string without trailing zeros: `1500000000n` is `"1.5"`. Exact both ways. */
export const formatCredits = (amount: NanoCredits): string => formatDecimal(amount, 9);

/** Pico-credits as a plain decimal string of credits: `250000n` is `"0.00000025"`. */
export const formatPico = (amount: PicoCredits): string => formatDecimal(amount, 12);

function formatDecimal(amount: bigint, digits: number): string {
  const sign = amount < 0n ? '-' : '';
  const text = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0');
  const fraction = text.slice(-digits).replace(/0+$/, '');
  return `${sign}${text.slice(0, -digits)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Rounds pico-credits to the nearest nano-credit, away from zero at the half. Once per call, never per line. */
export const roundToNano = (amount: PicoCredits): NanoCredits =>
  (amount < 0n ? amount - picoPerNano / 2n : amount + picoPerNano / 2n) / picoPerNano;
