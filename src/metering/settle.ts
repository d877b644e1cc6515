import { ratesFor, unbilled, type Price } from '../catalog/catalog.ts';
import type { Route } from '../routing/route.ts';
import { largestCharge, least, picoPerNano, roundToNano, type NanoCredits, type PicoCredits } from '../shared/money.ts';
import {
  hasOutput,
  inputKinds,
  inputOf,
  isBillable,
  lacksOutput,
  largestQuantity,
  outputKinds,
  unitKinds,
  type UnitKind,
  type Usage,
  type UsageSource,
} from '../shared/usage.ts';
import type { CallEnd, Outcome } from './hold.ts';
import type { Admitted } from './limit-windows.ts';
import type { ChargeLine, SettledCall } from './ledger-records.ts';

/** The end of a call as the ledger needs it. */
export interface EndedCall extends CallEnd {
  /** Epoch milliseconds. */
  readonly endedAt: number;
  readonly journalled: boolean;
}

/** Adds one request to the usage of a charged call, if its Product has a price per request. */
function usageOf({ price }: Route, { outcome, usageSource, usage }: CallEnd): CallEnd['usage'] {
  if (policy[outcome][usageSource] === 'nothing') return {};
  if (price.rates.requests !== undefined) return { requests: 1, ...usage };
  const { requests: _, ...rest } = usage;
  return rest;
}

/**
 * Rates a call by how it ended: usage × price, by the policy.
 *
 * @param setAside the most that is charged if its usage is not plausible
 */
export const rateEnd = (route: Route, end: CallEnd, setAside: NanoCredits): Rating =>
  rate(usageOf(route, end), { price: route.price, free: route.product.free, setAside });

/**
 * Turns the work that other models did within a call into calls. They share its request id, and their ids are derived from its own, so
 * that each is charged once. Their holds come out of the rest of the call's hold.
 */
export function sideCalls({ draft, amount, windows }: Admitted, ending: EndedCall, charge: NanoCredits): SettledCall[] {
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

/** The ledger's record of a call, charged at the price of its admission. */
export function settledCall(admitted: Admitted, ending: EndedCall): SettledCall {
  const { draft, amount } = admitted;
  const { caller, route } = draft;
  const { charge, lines, flags: rated } = rateEnd(route, ending, amount);
  const flags = [...(ending.flags ?? []), ...rated];
  if (charge > amount) flags.push('over_hold');
  const isMissing = ending.usageSource === 'none' && route.product !== unbilled;
  if (ending.outcome === 'completed' && isMissing) flags.push('usage_missing');
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
    flags: flags.join(','),
    losses: ending.losses ?? '',
    batchId: draft.batchId ?? null,
    lines,
    journalled: ending.journalled,
    traceparent: draft.traceparent,
    stream: draft.stream,
  };
}

/** The charge for a usage, with flags. */
interface Rating {
  readonly charge: NanoCredits;
  /** One for each kind that was used, in the order of `unitKinds`; their sum rounds to the charge. */
  readonly lines: readonly ChargeLine[];
  /**
   * `unbelieved:<kind>` (negative, fractional or too large), `unbelieved:charge` (all of it together is too much),
   * `unpriced:<kind>` (no price: billed at 0).
   */
  readonly flags: readonly string[];
}

/** The terms by which a usage is rated. */
export interface Terms {
  readonly price: Price;
  /** True if the Product has no prices on purpose, so that their absence is not flagged. */
  readonly free: boolean;
  /** The most that is charged if the usage is not plausible: what was set aside. */
  readonly setAside: NanoCredits;
}

function lineOf(unitKind: UnitKind, quantity: number, price: Pick<Price, 'rates'>): ChargeLine {
  const unitPrice = price.rates[unitKind] ?? 0n;
  return { unitKind, quantity, unitPrice, amount: BigInt(quantity) * unitPrice };
}

/** The largest sum of a charge's lines: any more would round to more than the largest charge. */
const largestSum: PicoCredits = largestCharge * picoPerNano;

/** A sum in doubles below this is certainly below the largest sum in integers, whatever the rounding. */
const surelyLess = Number(largestSum) / 2;

/**
 * True if a Product has prices, but none for what was reported, so that the call would be free by accident. An empty report means that
 * there is nothing to pay. A price per request, or for each image, is enough, unless something of `other` has a price too.
 *
 * @param other as what the call can be charged otherwise; absent: nothing
 */
export function lacksPrices(usage: Usage, rates: Price['rates'], other: Usage = {}): boolean {
  let [isReported, isPriced, isOtherPriced] = [false, false, false];
  let hasFee = rates.requests !== undefined;
  for (const kind of unitKinds) {
    const counts = usage[kind] !== undefined;
    isReported ||= counts;
    if (rates[kind] === undefined || kind === 'requests') continue;
    if (counts && kind !== 'images') return false;
    hasFee ||= counts;
    isPriced = true;
    isOtherPriced ||= other[kind] !== undefined;
  }
  return hasFee ? isOtherPriced : isReported && isPriced;
}

/** Whether a report needs no text for an estimate: it states the output, or what has a price. */
export const isEnough = (usage: Usage, rates: Price['rates']): boolean =>
  !lacksOutput(usage) && (hasOutput(usage) || !lacksPrices(usage, rates));

/** True if each quantity, and the charge for all of them, is within what can be billed. */
export function isBelievable(usage: Usage, { rates }: Pick<Price, 'rates'>): boolean {
  let about = 0;
  for (const kind of unitKinds) {
    const quantity = usage[kind];
    if (quantity === undefined || quantity === 0) continue;
    if (!isBillable(quantity)) return false;
    const price = rates[kind];
    if (price !== undefined) about += quantity * Number(price);
  }
  return about < surelyLess || exactSum(usage, rates) <= largestSum;
}

const sumOf = (lines: readonly ChargeLine[]): PicoCredits => lines.reduce((sum, { amount }) => sum + amount, 0n);

function exactSum(usage: Usage, rates: Price['rates']): PicoCredits {
  let total = 0n;
  for (const kind of unitKinds) total += BigInt(usage[kind] ?? 0) * (rates[kind] ?? 0n);
  return total;
}

/** The part of an implausible usage that `most` pays for, kind by kind. A bad count has no upper bound of its own. */
function linesWithin(usage: Usage, price: Pick<Price, 'rates'>, most: PicoCredits): readonly ChargeLine[] {
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
 * would bill a thousand one-token calls many times their price. A call with a long input has the prices of its tier. An
 * implausible usage is neither billed in full nor free: it is charged up to the hold.
 *
 * @param usage kinds do not overlap
 */
export function rate(usage: Usage, { price: list, free, setAside }: Terms): Rating {
  const lines: ChargeLine[] = [];
  const flags: string[] = [];
  const rates = ratesFor(list, usage);
  const price = { rates };
  const isBelieved = isBelievable(usage, price);
  let sum = 0n;
  for (const kind of unitKinds) {
    const quantity = usage[kind];
    if (quantity === undefined || quantity === 0) continue;
    if (!isBillable(quantity)) flags.push(`unbelieved:${kind}`);
    if (!free && rates[kind] === undefined) flags.push(`unpriced:${kind}`);
    if (!isBelieved) continue;
    const line = lineOf(kind, quantity, price);
    lines.push(line);
    sum += line.amount;
  }
  if (isBelieved) return { charge: roundToNano(sum), lines, flags };
  if (unitKinds.every((kind) => isBillable(usage[kind] ?? 0))) flags.push('unbelieved:charge');
  const within = linesWithin(usage, price, least(setAside, largestCharge) * picoPerNano);
  return { charge: roundToNano(sumOf(within)), lines: within, flags };
}

/** `usage`: what was counted, from any source; `nothing`: 0, and no lines. */
type ChargeRule = 'usage' | 'nothing';

const delivered = { upstream: 'usage', partial: 'usage', estimate: 'usage', none: 'nothing' } as const;

/**
 * The charge rule, by how a call ended and where its usage comes from. Total by type: an outcome added to `Outcome`
 * does not compile until it is decided here.
 *
 * A call that broke off (`client_left`, `upstream_cut`, `timed_out`) is charged for its input and for what was delivered. If
 * the client left before the head of the answer, it is charged for its input once the whole request had gone out. If nothing
 * was counted, the upstream had not accepted or not received the request. A completed call without usage is charged the price
 * per request, if its Product has one, and flagged `usage_missing`. Zeros that the upstream reports are charged as zeros.
 */
export const policy: Readonly<Record<Outcome, Readonly<Record<UsageSource, ChargeRule>>>> = {
  completed: { ...delivered, none: 'usage' },
  client_left: delivered,
  upstream_cut: delivered,
  timed_out: delivered,
  failed: { upstream: 'nothing', partial: 'nothing', estimate: 'nothing', none: 'nothing' },
  recovered: delivered,
};

/** The part of a charge that is drawn on leases. The hold of a batch line comes out of its reservation. */
export const drawnBy = ({ batchId, charge, hold }: SettledCall): NanoCredits =>
  batchId === null ? charge : charge > hold ? charge - hold : 0n;

/** The unit kinds that a token estimated as text input or output may be billed as. */
const family: Readonly<Partial<Record<UnitKind, readonly UnitKind[]>>> = {
  input_tokens: inputKinds,
  output_tokens: outputKinds,
};

const highest = (kind: UnitKind, lists: readonly Price['rates'][]): PicoCredits =>
  lists
    .flatMap((rates) => (family[kind] ?? [kind]).map((member) => rates[member] ?? 0n))
    .reduce((most, each) => (each > most ? each : most), 0n);

const halfNano: PicoCredits = picoPerNano / 2n;

/** The highest rates of each price list, by the number of its tiers that a call may reach. Computed once, since lists are immutable. */
const highestRates = new WeakMap<Price, ReadonlyMap<UnitKind, PicoCredits>[]>();

/** @param input the most input tokens of the call. It may have fewer and stay below a tier, so lower tiers count too */
function ratesOf(price: Price, input: number): ReadonlyMap<UnitKind, PicoCredits> {
  const reached = price.tiers?.filter(({ above }) => input > above) ?? [];
  const known = highestRates.get(price) ?? [];
  const found = known[reached.length];
  if (found) return found;
  const lists = [price, ...reached].map(({ rates }) => rates);
  const rates = new Map(unitKinds.map((kind) => [kind, highest(kind, lists)]));
  known[reached.length] = rates;
  highestRates.set(price, known);
  return rates;
}

/**
 * Returns the hold of a call: its upper estimate at the highest price that each unit can have, in any tier that its input may
 * reach, plus one request. A charge within the estimate is never more, so with the whole hold set aside nothing can be overspent.
 * For several requests it covers the sum of their charges, each rounded and limited to the largest charge.
 *
 * @param factorPermille the share of the hold that is set aside, from the plan
 */
export function priceHold(estimate: Usage, price: Price, factorPermille: number): NanoCredits {
  const rates = ratesOf(price, inputOf(estimate));
  const requests = Math.max(estimate.requests ?? 1, 1);
  // A larger estimate counts as the most that can be billed. Without it, the most expensive calls would be admitted for nothing.
  const most = largestQuantity * requests;
  let total = BigInt(requests) * (rates.get('requests') ?? 0n) + BigInt(requests - 1) * halfNano;
  for (const kind in estimate) {
    const quantity = kind === 'requests' ? 0 : (estimate[kind as UnitKind] ?? 0);
    if (quantity > 0) total += BigInt(Math.ceil(Math.min(quantity, most))) * (rates.get(kind as UnitKind) ?? 0n);
  }
  const whole = roundToNano(total);
  const hold = factorPermille === 1000 ? whole : (whole * BigInt(factorPermille) + 999n) / 1000n;
  return least(hold, largestCharge * BigInt(requests));
}
