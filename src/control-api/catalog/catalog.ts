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
import { familyOfWire, wiresOf } from '../../catalog/provider-kinds.ts';
import { readProduct } from '../../catalog/read-price.ts';
import type { AuditLog } from '../../identity/stores.ts';
import { isObject, objectOf, parseJson } from '../../shared/json/json.ts';
import { formatCredits, formatPico } from '../../shared/money.ts';
import { writeInstant } from '../../shared/time/calendar.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type UnitKind, unitKinds } from '../../shared/usage.ts';
import { changedMembers } from '../audit.ts';
import { answer, type Answers, type ControlHandler } from '../deps.ts';
import { isReachable } from './providers.ts';

/** `GET /models` */
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

/** `GET /plans` */
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

/** `GET /products` */
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

/** Entries that are read at once. */
const entriesRead = 100;

/** Each Product and plan as its last entry has it; those that were removed are not in it. */
async function readNoted(audit: Pick<AuditLog, 'page'>): Promise<Described> {
  const noted = new Map<string, unknown>();
  let after: string | null = null;
  do {
    const query = { objects: [pricesSubject], limit: entriesRead, ...(after !== null && { after }) };
    const { items, next }: Awaited<ReturnType<AuditLog['page']>> = await audit.page(query);
    const changes = items.flatMap(({ diff }) => Object.entries(objectOf(parseJson(diff))));
    for (const [name, change] of changes)
      if (!noted.has(name) && isObject(change) && 'after' in change) noted.set(name, change['after']);
    after = next;
  } while (after !== null);
  return Object.fromEntries([...noted].filter(([, value]) => value !== null));
}

/**
 * The Products that were last in force on this database, as its audit log has them. Those that only an earlier version noted, in
 * another form, are left out.
 */
export async function readNotedProducts(audit: Pick<AuditLog, 'page'>): Promise<Pick<Catalog, 'products'>> {
  const products = Object.entries(await readNoted(audit)).flatMap(([name, value]) =>
    name.startsWith(productName) ? (readProduct(name.slice(productName.length), value) ?? []) : [],
  );
  return { products: new Map(products.map((product) => [product.sku, product])) };
}

/** Refuses a start by throwing, given the Products that were last in force on the database, and its time. */
export type CheckPrices = (inForce: Pick<Catalog, 'products'>, now: number) => Promise<void>;

interface PriceStore {
  readonly audit: Pick<AuditLog, 'page'>;
  readonly clock: Clock;
  readonly close: () => Promise<void>;
}

/** Has the prices of a start checked, if they are to be. A start that is refused leaves the database to the next one. */
export async function comparePrices({ audit, clock, close }: PriceStore, check?: CheckPrices): Promise<void> {
  if (!check) return;
  try {
    await check(await readNotedProducts(audit), clock.now());
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
 * moment may both note it. It does nothing where all of the catalogue is noted.
 */
export function makePriceNotes({ audit, catalog, clock }: NoteDeps): () => Promise<void> {
  /** The catalogue of which everything is noted. */
  let noted: Catalog | null = null;
  const noteOnce = async (): Promise<void> => {
    const current = catalog();
    if (current === noted) return;
    const [before, present] = [await readNoted(audit), describePrices(current)];
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
    noted = current;
  };
  // One after the other: two at once would both find that it is not noted yet.
  let work: Promise<void> = Promise.resolve();
  return () => (work = work.then(noteOnce, noteOnce));
}
