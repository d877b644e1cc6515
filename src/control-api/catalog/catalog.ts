import { abilitiesOf, type ModelAbilities } from '../../catalog/abilities.ts';
import {
  type Catalog,
  effectivePrice,
  type Model,
  type Plan,
  type Price,
  type Product,
  type Provider,
  type Target,
} from '../../catalog/catalog.ts';
import { checkPriceChanges, type Priced } from '../../catalog/check-products.ts';
import { familyOfWire, wiresOf } from '../../catalog/provider-kinds.ts';
import { readProduct } from '../../catalog/read-price.ts';
import type { AuditLog } from '../../identity/stores.ts';
import type { Ledger } from '../../metering/ledger.ts';
import { formatCredits, formatPico } from '../../shared/money.ts';
import { writeInstant } from '../../shared/time/calendar.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type UnitKind, unitKinds } from '../../shared/usage.ts';
import { changedMembers, changesAfter, noEntry } from '../audit.ts';
import { answer, type Answers, type ControlHandler } from '../deps.ts';
import { isReachable } from './providers.ts';

const listModels: ControlHandler<'listModels'> =
  ({ catalog, clock, providerHealth }) =>
  async (call) => {
    const now = clock.now();
    const current = catalog();
    const { models, products } = current;
    const isDown = (id: string): boolean => isReachable(providerHealth(id)) === false;
    const data = models.map((model) => {
      const product = products.get(model.product);
      return {
        ...writeModel(model, current),
        unpriced: !product || effectivePrice(product, now) === null,
        unreachable: model.targets.length > 0 && model.targets.every(({ provider }) => isDown(provider)),
      };
    });
    answer(call, 200, { object: 'list', data } satisfies Answers['ModelList']);
  };

const writeAbilities = (abilities: ModelAbilities): Answers['Abilities'] => ({
  max_output_tokens: abilities.maxOutputTokens,
  sampling: abilities.sampling,
  stops: abilities.stops,
  efforts: [...abilities.efforts],
  thinking: abilities.thinking,
  thinking_off: abilities.thinkingOff,
  forced_tools: abilities.forcedTools,
  schemas: abilities.schemas,
  strict_tools: abilities.strictTools,
  images: abilities.images,
  documents: abilities.documents,
  audio: abilities.audio,
  prefill: abilities.prefill,
  system_in_middle: abilities.systemInMiddle,
  cache_marks: abilities.cacheMarks,
  cache_keys: abilities.cacheKeys,
  search: abilities.search,
  code: abilities.code,
  phases: abilities.phases,
  limit_member: abilities.limitMember,
  developer_role: abilities.developerRole,
  custom_tools: abilities.customTools,
  allowed_tools: abilities.allowedTools,
  parallel_switch: abilities.parallelSwitch,
  top_k: abilities.topK,
  tool_effort: abilities.toolEffort,
});

const writeModel = (model: Model, { providers }: Catalog): Omit<Answers['Model'], 'unpriced' | 'unreachable'> => ({
  object: 'model',
  id: model.id,
  display_name: model.displayName,
  product_sku: model.product,
  targets: model.targets.map((target) => ({
    provider: target.provider,
    model: target.model,
    region: target.region,
    weight: target.weight,
    wires: formatsOf(model, target, providers.get(target.provider)),
    abilities: writeAbilities(
      abilitiesOf(
        { ...model.abilities, maxOutputTokens: model.maxOutputTokens },
        target.model ?? model.id,
        providers.get(target.provider),
      ),
    ),
  })),
  operations: model.operations ? [...model.operations] : null,
  fallbacks: [...model.fallbacks],
  max_input_tokens: model.maxInputTokens,
  max_output_tokens: model.maxOutputTokens,
  retired: model.retired,
  on_loss: model.mayLose === true ? 'warn' : 'error',
});

/** The text formats of a model at a target, but for counting. */
const formatsOf = ({ operations }: Model, target: Target, provider: Provider | undefined): string[] =>
  provider === undefined
    ? []
    : wiresOf(provider, target).filter(
        (wire) => wire !== 'count-tokens' && (operations?.includes(familyOfWire[wire]) ?? true),
      );

const listPlans: ControlHandler<'listPlans'> =
  ({ catalog }) =>
  async (call) => {
    const data = [...catalog().plans.values()].map(writePlan);
    answer(call, 200, { object: 'list', data } satisfies Answers['PlanList']);
  };

const writePlan = (plan: Plan): Answers['Plan'] => ({
  object: 'plan',
  id: plan.id,
  name: plan.name,
  products: [...plan.products],
  monthly_credits: plan.monthlyCredits === null ? null : formatCredits(plan.monthlyCredits),
  hold_factor: String(plan.holdFactorPermille / 1000),
});

const listProducts: ControlHandler<'listProducts'> =
  ({ catalog, clock }) =>
  async (call) => {
    const now = clock.now();
    const data = [...catalog().products.values()].map((product) => writeProduct(product, now));
    answer(call, 200, { object: 'list', data } satisfies Answers['ProductList']);
  };

function writeProduct(product: Product, now: number): Answers['Product'] {
  const live = effectivePrice(product, now);
  return {
    object: 'product',
    sku: product.sku,
    name: product.name,
    free: product.free,
    models: product.models && [...product.models],
    prices: product.prices.map((price) => ({ ...writePrice(price), in_force: price === live })),
  };
}

const writePrice = (price: Price) => ({
  from: writeInstant(price.from),
  rates: writeRates(price),
  ...(price.tiers && { tiers: price.tiers.map((tier) => ({ above: tier.above, rates: writeRates(tier) })) }),
});

const writeRates = ({ rates }: Pick<Price, 'rates'>): Answers['Rate'][] =>
  unitKinds.flatMap((kind) => {
    const rate = rates[kind];
    const per = customaryQuantity(kind);
    return rate === undefined ? [] : [{ unit_kind: kind, credits: formatPico(rate * BigInt(per)), per }];
  });

/** Prices are shown per million tokens or characters, and per unit for everything else. */
const customaryQuantity = (kind: UnitKind): number =>
  kind === 'characters' || kind.endsWith('_tokens') ? 1_000_000 : 1;

export const catalogOperations = { listPlans, listProducts, listModels };

/** How the audit log names the prices of the configuration. */
const pricesSubject = 'catalogue:prices';

/** How an entry names a Product. */
const productName = 'product:';

/** Products and plans by the names that entries have for them. */
type Described = Readonly<Record<string, unknown>>;

/** All Products and plans, each as the control API writes it, but for what depends on the time. */
const describePrices = ({ products, plans }: Pick<Catalog, 'products' | 'plans'>): Described => ({
  ...Object.fromEntries(
    [...products].map(([sku, { name, free, models, prices }]) => [
      productName + sku,
      { name, free, models, prices: prices.map(writePrice) },
    ]),
  ),
  ...Object.fromEntries(
    [...plans].map(([id, plan]) => {
      const { object: _object, id: _id, ...terms } = writePlan(plan);
      return [`plan:${id}`, terms];
    }),
  ),
});

/** @param found by SKU; null: it was removed, or only an earlier version noted it, in another form */
type IsEnough = (noted: Priced, found: ReadonlyMap<string, Product | null>) => boolean;

/** The Products that were last in force on this database, as its audit log has them, read from its end until it is enough. */
export async function readNotedProducts(audit: Pick<AuditLog, 'page'>, isEnough: IsEnough): Promise<Priced> {
  const found = new Map<string, Product | null>();
  const products = new Map<string, Product>();
  const begun = new Map<string, readonly Price[]>();
  const ends = new Map<string, number>();
  for await (const { at, changes } of changesAfter(audit, pricesSubject, noEntry)) {
    for (const [name, value] of changes) {
      if (!name.startsWith(productName)) continue;
      const sku = name.slice(productName.length);
      const product = readProduct(sku, value);
      if (product && !found.has(sku)) products.set(sku, product);
      if (!found.has(sku)) found.set(sku, product);
      const end = ends.get(sku) ?? Infinity;
      begun.set(sku, [...(begun.get(sku) ?? []), ...(product?.prices ?? []).filter(({ from }) => from < end)]);
      ends.set(sku, at);
    }
    if (isEnough({ products, begun }, found)) break;
  }
  return { products, begun };
}

/** Refuses a start by throwing, given the Products that were last in force on the database, and when its last call or open batch began. */
export type CheckPrices = (inForce: Priced, lastStart: number) => Promise<void>;

interface PriceStore {
  readonly audit: Pick<AuditLog, 'page'>;
  readonly ledger: Pick<Ledger, 'lastStart' | 'reservations'>;
  readonly close: () => Promise<void>;
}

/**
 * Has a start refused whose prices differ from those that stored calls and open batches may refer to: one that began later
 * contradicts none. A start that is refused leaves the database to the next one.
 */
export async function comparePrices(store: PriceStore, catalog: Catalog, refuse?: CheckPrices): Promise<void> {
  if (!refuse) return;
  const { audit, ledger, close } = store;
  try {
    // A batch is charged at the prices of the moment when it was made, also later.
    const [lastCall, batches] = await Promise.all([ledger.lastStart(), ledger.reservations()]);
    const lastStart = Math.max(lastCall ?? -Infinity, ...batches.map(({ startedAt }) => startedAt));
    if (lastStart === -Infinity) return;
    const isSame = (noted: Priced): boolean => checkPriceChanges(noted, catalog, lastStart).length === 0;
    const skus = [...catalog.products.keys()];
    const noted = await readNotedProducts(audit, (read, found) => skus.every((sku) => found.has(sku)) && isSame(read));
    if (!isSame(noted)) await refuse(noted, lastStart);
  } catch (error) {
    await close();
    throw error;
  }
}

interface NoteDeps {
  readonly audit: Pick<AuditLog, 'append' | 'page'>;
  readonly catalog: () => Catalog;
  readonly clock: Clock;
}

/**
 * Makes the function that notes in the audit log which Products and plans of the configuration differ from what the log has last.
 * With it a start knows the prices that were in force. A change is usually noted once: two instances that load it at the same
 * moment may both note it. It does nothing where all of the Products and plans are noted.
 */
export function makePriceNotes({ audit, catalog, clock }: NoteDeps): () => Promise<void> {
  /** Each Product and plan as its last entry has it; null: removed. */
  const last = new Map<string, unknown>();
  let lastEntry = noEntry;
  /** The Products and plans all of which are noted. */
  let noted: string | null = null;
  const readNew = async (): Promise<Described> => {
    const added = new Map<string, unknown>();
    let newest = lastEntry;
    for await (const { seq, changes } of changesAfter(audit, pricesSubject, lastEntry)) {
      newest = Math.max(newest, seq);
      for (const [name, value] of changes) if (!added.has(name)) added.set(name, value);
    }
    for (const [name, value] of added) last.set(name, value);
    lastEntry = newest;
    return Object.fromEntries([...last].filter(([, value]) => value !== null));
  };
  const noteOnce = async (): Promise<void> => {
    const present = describePrices(catalog());
    const text = JSON.stringify(present);
    if (text === noted) return;
    const before = await readNew();
    const removed = Object.keys(before).filter((name) => !(name in present));
    const changes = {
      ...changedMembers(before, present),
      ...Object.fromEntries(removed.map((name) => [name, { before: before[name], after: null }])),
    };
    if (Object.keys(changes).length > 0) {
      const by = { actor: 'configuration', requestId: null };
      const diff = JSON.stringify(changes);
      await audit.append({ at: clock.now(), ...by, action: 'prices.change', object: pricesSubject, diff });
    }
    noted = text;
  };
  // One after the other: two at once would both find that it is not noted yet.
  let work: Promise<void> = Promise.resolve();
  return () => (work = work.then(noteOnce, noteOnce));
}
