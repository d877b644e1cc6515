import type { Price } from '../catalog/catalog.ts';
import { largestCharge, picoPerNano, roundToNano, type NanoCredits, type PicoCredits } from '../shared/money.ts';
import { largestQuantity, unitKinds, type UnitKind, type Usage } from '../shared/usage.ts';

/** What a token that was estimated as text input or output can turn out to be billed as. */
const family: Readonly<Partial<Record<UnitKind, readonly UnitKind[]>>> = {
  input_tokens: [
    'input_tokens',
    'cached_input_tokens',
    'cache_write_tokens',
    'cache_write_1h_tokens',
    'input_audio_tokens',
  ],
  output_tokens: ['output_tokens', 'output_audio_tokens'],
};

const highest = (kind: UnitKind, price: Price): PicoCredits =>
  (family[kind] ?? [kind]).reduce((most, member) => {
    const rate = price.rates[member] ?? 0n;
    return rate > most ? rate : most;
  }, 0n);

const halfNano: PicoCredits = picoPerNano / 2n;

/** Highest rates of a price list, worked out once: lists are immutable. */
const highestRates = new WeakMap<Price, ReadonlyMap<UnitKind, PicoCredits>>();

function ratesOf(price: Price): ReadonlyMap<UnitKind, PicoCredits> {
  const known = highestRates.get(price);
  if (known) return known;
  const rates = new Map(unitKinds.map((kind) => [kind, highest(kind, price)]));
  highestRates.set(price, rates);
  return rates;
}

/**
 * What is set aside for a call: its upper estimate at the dearest price that each unit can have, and one request.
 * A charge within the estimate is never more, so with the whole hold reserved nothing can be overspent. Of an estimate of
 * several requests that is their charges together, each rounded by itself and each within the largest one there is.
 *
 * @param factorPermille the share that is really reserved, from the plan
 */
export function estimateHold(estimate: Usage, price: Price, factorPermille: number): NanoCredits {
  const rates = ratesOf(price);
  const requests = Math.max(estimate.requests ?? 1, 1);
  // What exceeds the most that can be billed is set aside as that: left out, it would make the dearest calls free to enter.
  const most = largestQuantity * requests;
  let total = BigInt(requests) * (rates.get('requests') ?? 0n) + BigInt(requests - 1) * halfNano;
  for (const kind in estimate) {
    const quantity = kind === 'requests' ? 0 : (estimate[kind as UnitKind] ?? 0);
    if (quantity > 0) total += BigInt(Math.ceil(Math.min(quantity, most))) * (rates.get(kind as UnitKind) ?? 0n);
  }
  const whole = roundToNano(total);
  const hold = factorPermille === 1000 ? whole : (whole * BigInt(factorPermille) + 999n) / 1000n;
  const dearest = largestCharge * BigInt(requests);
  return hold > dearest ? dearest : hold;
}
