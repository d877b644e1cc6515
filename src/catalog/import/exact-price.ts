import { formatPico, type PicoCredits } from '../../shared/money.ts';

/** An exact decimal, never held as a floating-point number: `digits × 10^exponent`. */
interface ExactNumber {
  readonly digits: bigint;
  readonly exponent: number;
}

const written = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Parses a decimal as JSON writes it (`2.5e-06`); null if it is not one, or is negative. */
export function readExact(text: string): ExactNumber | null {
  const match = written.exec(text);
  if (!match) return null;
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** A price in the catalogue's notation. */
export interface DeclaredRate {
  readonly credits: string;
  readonly per: number;
  /** True if the price had more than twelve decimals a unit and was rounded. */
  readonly rounded: boolean;
}

interface Terms {
  /** Quantity that the source prices. */
  readonly sourcePer: number;
  /** Quantity that the catalogue prices. */
  readonly per: number;
  /** Credits that one unit of the source's currency buys. */
  readonly creditsPerUnit: ExactNumber;
}

/** Converts a source price to credits, rounded half up to twelve decimals a unit; null if it is not a price. */
export function toRate(price: string, { sourcePer, per, creditsPerUnit }: Terms): DeclaredRate | null {
  const exact = readExact(price);
  if (!exact) return null;
  const digits = exact.digits * creditsPerUnit.digits;
  const exponent = exact.exponent + creditsPerUnit.exponent + 12;
  const numerator = exponent >= 0 ? digits * 10n ** BigInt(exponent) : digits;
  const denominator = BigInt(sourcePer) * (exponent >= 0 ? 1n : 10n ** BigInt(-exponent));
  const pico: PicoCredits = (2n * numerator + denominator) / (2n * denominator);
  return { credits: formatPico(pico * BigInt(per)), per, rounded: pico * denominator !== numerator };
}
