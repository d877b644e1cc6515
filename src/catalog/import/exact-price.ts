import { formatPico, type PicoCredits } from '../../shared/money.ts';

/** A number as it was written down, without a floating-point number in between: `digits × 10^exponent`. */
interface ExactNumber {
  readonly digits: bigint;
  readonly exponent: number;
}

const written = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Reads a decimal as JSON writes it (`2.5e-06`); null for what is none, or is negative. */
export function readExact(text: string): ExactNumber | null {
  const match = written.exec(text);
  if (!match) return null;
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** A price as the catalogue writes it. */
export interface DeclaredRate {
  readonly credits: string;
  readonly per: number;
  /** Whether more than twelve decimals a unit were said, and rounded. */
  readonly rounded: boolean;
}

interface Terms {
  /** Quantity that the source's price is for. */
  readonly sourcePer: number;
  /** Quantity that the catalogue's price is to be for. */
  readonly per: number;
  /** Credits that one unit of the source's currency buys. */
  readonly creditsPerUnit: ExactNumber;
}

/** The source's price in credits, to twelve decimals a unit (half up); null when it is no price. */
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
