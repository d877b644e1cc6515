import type { Route } from '../routing/route.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Admitted } from './admission.ts';
import type { CallEnd } from './hold.ts';
import type { SettledCall } from './ledger-records.ts';
import { policy } from './policy.ts';
import { rate, type Rating } from './rate.ts';

/** What the ledger needs to know of a call's end beyond what the call itself says. */
export interface Ending extends CallEnd {
  /** Epoch milliseconds. */
  readonly endedAt: number;
  readonly journalled: boolean;
}

/** One request is what every charged call used; it is no line of the charge where its Product has no price for that. */
function usageOf({ price }: Route, { outcome, usageSource, usage }: CallEnd): CallEnd['usage'] {
  if (policy[outcome][usageSource] === 'nothing') return {};
  if (price.rates.requests !== undefined) return { requests: 1, ...usage };
  const { requests: _, ...rest } = usage;
  return rest;
}

/**
 * What a call costs that ended so: usage × price by the policy.
 *
 * @param setAside the most that it costs where its usage cannot be believed
 */
export const rateEnd = (route: Route, end: CallEnd, setAside: NanoCredits): Rating =>
  rate(usageOf(route, end), { price: route.price, free: route.product.free, setAside });

/**
 * What other models used in a call, as calls of their own: under its request, with ids that follow from its own, so that
 * each is charged once. Of what was set aside for the call, they have what it leaves.
 */
export function sideCalls({ draft, amount, windows }: Admitted, ending: Ending, charge: NanoCredits): SettledCall[] {
  const { side = [], ...end } = ending;
  let left = amount > charge ? amount - charge : 0n;
  return side.map(({ route, usage }, index) => {
    const callId = `${draft.callId}-${index + 1}`;
    const admitted = { draft: { ...draft, callId, route }, amount: left, windows };
    const call = settledCall(admitted, { ...end, usage, flags: ['side_work'], journalled: false });
    left = left > call.charge ? left - call.charge : 0n;
    return call;
  });
}

/** A call as it goes into the ledger, at the price of the moment of admission. */
export function settledCall(admitted: Admitted, ending: Ending): SettledCall {
  const { draft, amount } = admitted;
  const { caller, route } = draft;
  const { charge, lines, flags } = rateEnd(route, ending, amount);
  const missing = ending.outcome === 'completed' && ending.usageSource === 'none';
  return {
    id: draft.callId,
    requestId: draft.requestId,
    workspaceId: caller.workspaceId,
    keyId: caller.keyId,
    productSku: route.product.sku,
    model: route.requestedModel,
    operation: draft.operation,
    provider: route.provider.id,
    region: route.region,
    status: ending.status,
    outcome: ending.outcome,
    usageSource: ending.usageSource,
    hold: amount,
    charge,
    priceFrom: route.price.from,
    startedAt: draft.startedAt,
    firstByteMilliseconds: ending.firstByteMilliseconds === null ? null : Math.round(ending.firstByteMilliseconds),
    endedAt: ending.endedAt,
    flags: [...(ending.flags ?? []), ...flags, charge > amount ? 'over_hold' : [], missing ? 'usage_missing' : []]
      .flat()
      .join(','),
    lines,
    journalled: ending.journalled,
  };
}
