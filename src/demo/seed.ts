import { effectivePrice, type Catalog, type Model, type Price } from '../catalog/catalog.ts';
import type { ChargeLine, SettledCall } from '../metering/ledger-records.ts';
import { newTimedId } from '../shared/ids.ts';
import { roundToNano } from '../shared/money.ts';
import type { UnitKind } from '../shared/usage.ts';
import { oneDay } from '../shared/time/calendar.ts';
import { troubledModels } from './behaviour.ts';

/** A program that calls, as a seed invents it. */
export interface SeedKey {
  readonly id: string;
  readonly habits: Habits;
}

/** When and how a program calls. */
interface Habits {
  /** Name of its key. */
  readonly name: string;
  /** Share of all calls. */
  readonly weight: number;
  /** How busy it is in each hour of a UTC day. */
  readonly hours: readonly number[];
  /** How busy it is at a weekend, compared with a weekday. */
  readonly weekend: number;
  /** Tokens of a usual request and of a usual answer. */
  readonly tokens: readonly [input: number, output: number];
}

const office = [0, 0, 0, 0, 0, 0, 1, 4, 8, 10, 10, 9, 6, 9, 10, 9, 8, 6, 3, 2, 1, 1, 0, 0];
const always = [4, 3, 3, 2, 2, 3, 4, 6, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 8, 8, 7, 6, 5, 4];
const nightly = [0, 9, 9, 6, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/** A small company: a product, a help desk, two developers and a job at night. */
export const seedHabits: readonly Habits[] = [
  { name: 'web-prod', weight: 52, hours: always, weekend: 0.7, tokens: [900, 260] },
  { name: 'support-bot', weight: 21, hours: office, weekend: 0.25, tokens: [2_400, 310] },
  { name: 'laptop-ann', weight: 9, hours: office, weekend: 0.05, tokens: [9_000, 850] },
  { name: 'laptop-ravi', weight: 6, hours: office, weekend: 0.1, tokens: [6_000, 700] },
  { name: 'nightly-summaries', weight: 12, hours: nightly, weekend: 1, tokens: [5_200, 420] },
];

/** Numbers from 0 to 1 that look random and are the same at every run (mulberry32). */
export function makeDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What is invented. */
interface SeedPlan {
  readonly workspaceId: string;
  readonly keys: readonly SeedKey[];
  readonly catalog: Catalog;
  /** Epoch milliseconds of the first and of the last call. */
  readonly from: number;
  readonly to: number;
  readonly calls: number;
  readonly dice: () => number;
}

const hour = 3_600_000;

/** Chooses one of several by weight. */
function pick<Item>(items: readonly Item[], weightOf: (item: Item, index: number) => number, die: number): Item {
  let rest = die * items.reduce((sum, item, index) => sum + weightOf(item, index), 0);
  for (const [index, item] of items.entries()) {
    rest -= weightOf(item, index);
    if (rest < 0) return item;
  }
  const last = items.at(-1);
  if (last === undefined) throw new Error('There is nothing to choose from.');
  return last;
}

/** How busy a day is: more every week, less at a weekend. */
const dayWeight = ({ from, to }: SeedPlan, at: number, { weekend }: Habits): number =>
  (0.55 + (0.9 * (at - from)) / (to - from)) * ([0, 6].includes(new Date(at).getUTCDay()) ? weekend : 1);

/** Moments at which calls begin, in order, each with its key. */
function moments(plan: SeedPlan): readonly { readonly at: number; readonly key: SeedKey }[] {
  const { keys, from, to, calls, dice } = plan;
  const days = Array.from({ length: Math.ceil((to - from) / oneDay) + 1 }, (_, index) => from + index * oneDay);
  const weights = new Map(keys.map(({ id, habits }) => [id, days.map((at) => dayWeight(plan, at, habits))]));
  const found = Array.from({ length: calls }, () => {
    const key = pick(keys, ({ habits }) => habits.weight, dice());
    const start = pick(days, (_, index) => weights.get(key.id)?.[index] ?? 0, dice());
    const hours = key.habits.hours.map((_, index) => index);
    const at = start - (start % oneDay) + pick(hours, (index) => key.habits.hours[index] ?? 0, dice()) * hour;
    const moment = at + Math.floor(dice() * hour);
    return { at: Math.max(from, moment > to ? moment - oneDay : moment), key };
  });
  return found.toSorted((one, other) => one.at - other.at);
}

/** Mostly near the usual figure, sometimes several times as much. */
const spread = (usual: number, dice: () => number): number =>
  Math.max(1, Math.round(usual * Math.exp((dice() + dice() + dice() - 1.5) * 1.1)));

interface Ending {
  readonly status: number;
  readonly outcome: SettledCall['outcome'];
  readonly weight: number;
}

const endings: readonly Ending[] = [
  { status: 200, outcome: 'completed', weight: 968 },
  { status: 200, outcome: 'client_left', weight: 9 },
  { status: 400, outcome: 'failed', weight: 8 },
  { status: 429, outcome: 'failed', weight: 10 },
  { status: 502, outcome: 'failed', weight: 3 },
  { status: 408, outcome: 'timed_out', weight: 2 },
];

/** Models that a program can converse with, and that cost something; none of the demo's that exist to fail. */
const conversing = ({ models, products }: Catalog): readonly Model[] =>
  models.filter(({ id, product, retired, operations }) => {
    const takesChat = operations == null || operations.includes('chat');
    return (
      !retired && takesChat && !id.endsWith('*') && !troubledModels.has(id) && products.get(product)?.free === false
    );
  });

/** Lines of a bill: quantity × price. */
function rate(price: Price, usage: Partial<Record<UnitKind, number>>): readonly ChargeLine[] {
  return (Object.entries(usage) as [UnitKind, number][]).flatMap(([unitKind, quantity]) => {
    const unitPrice = price.rates[unitKind];
    if (unitPrice === undefined || quantity === 0) return [];
    return [{ unitKind, quantity, unitPrice, amount: unitPrice * BigInt(quantity) }];
  });
}

/**
 * Calls of some weeks as a small company would have made them, in the order of time. The same dice give the same calls but for
 * their ids.
 *
 * @throws {Error} when the catalogue has no model that costs something
 */
export function* inventCalls(plan: SeedPlan): Iterable<SettledCall> {
  const { workspaceId, catalog, dice } = plan;
  const models = conversing(catalog);
  if (models.length === 0) throw new Error('The catalogue has no model with a price to converse with.');
  for (const { at, key } of moments(plan)) {
    const model = pick(models, (_, index) => 1 / (index + 1) ** 1.4, dice());
    const product = catalog.products.get(model.product);
    const price = product ? effectivePrice(product, Math.max(at, product.prices[0]?.from ?? at)) : null;
    const target = model.targets[0];
    if (!price || !target) continue;
    const { status, outcome } = pick(endings, ({ weight }) => weight, dice());
    const [input, output] = key.habits.tokens;
    const sent = spread(input, dice);
    const cached = dice() < 0.35 ? Math.floor(sent * dice() * 0.8) : 0;
    const answered = spread(output, dice) * (outcome === 'client_left' ? 0.3 : 1);
    const usage = { input_tokens: sent - cached, cached_input_tokens: cached, output_tokens: Math.ceil(answered) };
    const lines = status === 200 ? rate(price, usage) : [];
    const charge = roundToNano(lines.reduce((sum, { amount }) => sum + amount, 0n));
    const first = Math.round(180 + spread(380, dice));
    const spec = catalog.providers.get(target.provider)?.spec ?? 'a';
    yield {
      id: newTimedId('call', at),
      requestId: newTimedId('req', at),
      workspaceId,
      keyId: key.id,
      productSku: model.product,
      model: model.id,
      provider: target.provider,
      region: target.region,
      ...{
        operation: spec === 'b' ? 'createMessage' : 'createChatCompletion',
        status,
        outcome,
        flags: '',
        losses: '',
        lines,
      },
      usageSource: status === 200 ? 'upstream' : 'none',
      hold: charge * 2n,
      charge,
      priceFrom: price.from,
      startedAt: at,
      firstByteMilliseconds: status === 200 ? first : null,
      batchId: null,
      journalled: false,
      endedAt: at + first + (status === 200 ? Math.round(answered * 11) : 40),
    };
  }
}
