import type { Price } from '../catalog/catalog.ts';
import { largestCharge, roundToNano, type NanoCredits } from '../shared/money.ts';
import { isBillable, unitKinds, type UnitKind, type Usage } from '../shared/usage.ts';
import type { ChargeLine } from './ledger-records.ts';

/** What a usage costs, and what was odd about it. */
export interface Rating {
  readonly charge: NanoCredits;
  /** One a kind that was used, in the order of `unitKinds`; their sum rounds to the charge. */
  readonly lines: readonly ChargeLine[];
  /** `unbelieved:<kind>` (negative, fractional or too large: not billed), `unpriced:<kind>` (no price: billed at 0). */
  readonly flags: readonly string[];
}

function lineOf(unitKind: UnitKind, quantity: number, price: Price): ChargeLine {
  const unitPrice = price.rates[unitKind] ?? 0n;
  return { unitKind, quantity, unitPrice, amount: BigInt(quantity) * unitPrice };
}

/**
 * Charge = Σ quantity × price in pico-credits, rounded half up to nano-credits once, after the sum: rounding each line
 * would bill a thousand one-token calls many times their price.
 *
 * @param usage kinds do not overlap
 * @param free whether the Product has no prices on purpose, so that their absence is not odd
 */
export function rate(usage: Usage, price: Price, free: boolean): Rating {
  const lines: ChargeLine[] = [];
  const flags: string[] = [];
  let total = 0n;
  for (const kind of unitKinds) {
    const quantity = usage[kind];
    if (quantity === undefined || quantity === 0) continue;
    if (!isBillable(quantity)) {
      flags.push(`unbelieved:${kind}`);
      continue;
    }
    if (!free && price.rates[kind] === undefined) flags.push(`unpriced:${kind}`);
    const line = lineOf(kind, quantity, price);
    lines.push(line);
    total += line.amount;
  }
  const charge = roundToNano(total);
  return charge > largestCharge
    ? { charge: 0n, lines: [], flags: [...flags, 'unbelieved:charge'] }
    : { charge, lines, flags };
}
