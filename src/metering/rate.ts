import type { Price } from '../catalog/catalog.ts';
import { largestCharge, picoPerNano, roundToNano, type NanoCredits, type PicoCredits } from '../shared/money.ts';
import { isBillable, largestQuantity, unitKinds, type UnitKind, type Usage } from '../shared/usage.ts';
import type { ChargeLine } from './ledger-records.ts';

/** What a usage costs, and what was odd about it. */
export interface Rating {
  readonly charge: NanoCredits;
  /** One a kind that was used, in the order of `unitKinds`; their sum rounds to the charge. */
  readonly lines: readonly ChargeLine[];
  /**
   * `unbelieved:<kind>` (negative, fractional or too large), `unbelieved:charge` (all of it together is too much),
   * `unpriced:<kind>` (no price: billed at 0).
   */
  readonly flags: readonly string[];
}

/** What a usage is rated by. */
export interface Terms {
  readonly price: Price;
  /** Whether the Product has no prices on purpose, so that their absence is not odd. */
  readonly free: boolean;
  /** The most that is charged where the usage cannot be believed: what was set aside. */
  readonly setAside: NanoCredits;
}

function lineOf(unitKind: UnitKind, quantity: number, price: Price): ChargeLine {
  const unitPrice = price.rates[unitKind] ?? 0n;
  return { unitKind, quantity, unitPrice, amount: BigInt(quantity) * unitPrice };
}

/** The most that a charge's lines may come to: more rounds to more than the largest charge. */
const largestSum: PicoCredits = largestCharge * picoPerNano;

const sumOf = (lines: readonly ChargeLine[]): PicoCredits => lines.reduce((sum, { amount }) => sum + amount, 0n);

/** True where each quantity may be billed, and the charge as well. */
export const isBelievable = (usage: Usage, { rates }: Pick<Price, 'rates'>): boolean => {
  let total = 0n;
  for (const kind of unitKinds) {
    const quantity = usage[kind];
    if (quantity === undefined || quantity === 0) continue;
    if (!isBillable(quantity)) return false;
    total += BigInt(quantity) * (rates[kind] ?? 0n);
  }
  return total <= largestSum;
};

/** Of a usage that cannot be believed, as much as `most` pays for: kind by kind, a bad count without an end of its own. */
function linesWithin(usage: Usage, price: Price, most: PicoCredits): readonly ChargeLine[] {
  let left = most;
  const lines: ChargeLine[] = [];
  for (const kind of unitKinds) {
    const count = usage[kind] ?? 0;
    const { unitPrice, quantity } = lineOf(kind, isBillable(count) ? count : largestQuantity, price);
    const paid = unitPrice === 0n || BigInt(quantity) * unitPrice <= left ? quantity : Number(left / unitPrice);
    if (paid === 0) continue;
    const line = lineOf(kind, paid, price);
    lines.push(line);
    left -= line.amount;
  }
  return lines;
}

/**
 * Charge = Σ quantity × price in pico-credits, rounded half up to nano-credits once, after the sum: rounding each line
 * would bill a thousand one-token calls many times their price. A usage that cannot be believed is neither billed as it
 * stands nor free: it is charged up to what was set aside.
 *
 * @param usage kinds do not overlap
 */
export function rate(usage: Usage, { price, free, setAside }: Terms): Rating {
  const used = unitKinds.filter((kind) => usage[kind] !== undefined && usage[kind] !== 0);
  const flags = used.flatMap((kind) => [
    ...(isBillable(usage[kind]) ? [] : [`unbelieved:${kind}`]),
    ...(!free && price.rates[kind] === undefined ? [`unpriced:${kind}`] : []),
  ]);
  if (isBelievable(usage, price)) {
    const lines = used.map((kind) => lineOf(kind, usage[kind] ?? 0, price));
    return { charge: roundToNano(sumOf(lines)), lines, flags };
  }
  if (used.every((kind) => isBillable(usage[kind]))) flags.push('unbelieved:charge');
  const most = setAside < largestCharge ? setAside : largestCharge;
  const lines = linesWithin(usage, price, most * picoPerNano);
  return { charge: roundToNano(sumOf(lines)), lines, flags };
}
