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
import type { AuditLog } from '../../identity/stores.ts';
import { hashJson, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
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
    prices: product.prices.map((price) => ({
      from: writeInstant(price.from),
      in_force: price === live,
      rates: writeRates(price),
      ...(price.tiers && { tiers: price.tiers.map((tier) => ({ above: tier.above, rates: writeRates(tier) })) }),
    })),
  };
}

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

interface NoteDeps {
  readonly audit: Pick<AuditLog, 'append' | 'page'>;
  readonly catalog: () => Catalog;
  readonly clock: Clock;
}

const plainValue = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/** All Products and plans, each as JSON, by what it is. */
const describePrices = ({ products, plans }: Catalog): Readonly<Record<string, unknown>> =>
  parseJson(
    JSON.stringify(
      Object.fromEntries([
        ...[...products].map(([sku, product]) => [`product:${sku}`, product] as const),
        ...[...plans].map(([id, plan]) => [`plan:${id}`, plan] as const),
      ]),
      plainValue,
    ),
  ) as Readonly<Record<string, unknown>>;

/**
 * Makes the function that notes in the audit log that Products or plans of the configuration have changed: with a hash before
 * and after, and with each change if this process knew the configuration before. A change is usually noted
 * once: two instances that load it at the same moment may both note it. It does nothing where all of the catalogue is noted.
 */
export function makePriceNotes({ audit, catalog, clock }: NoteDeps): () => Promise<void> {
  let known: Readonly<Record<string, unknown>> | null = null;
  /** The catalogue of which everything is noted. */
  let noted: Catalog | null = null;
  const note = async (present: Readonly<Record<string, unknown>>): Promise<void> => {
    const before = known;
    const hash = hashJson(present);
    if (before !== null && hashJson(before) === hash) return;
    const [last] = (await audit.page({ object: pricesSubject, limit: 1 })).items;
    const inLog = stringOf(objectOf(objectOf(parseJson(last?.diff ?? '{}'))['hash'])['after']);
    if (inLog === hash) {
      known = present;
      return;
    }
    const removed = Object.keys(before ?? {}).filter((name) => !(name in present));
    const changes = before && {
      ...changedMembers(before, present),
      ...Object.fromEntries(removed.map((name) => [name, { before: before[name], after: null }])),
    };
    const diff = JSON.stringify({ hash: { before: inLog, after: hash }, ...changes });
    const by = { actor: 'configuration', requestId: null };
    await audit.append({ at: clock.now(), ...by, action: 'prices.change', object: pricesSubject, diff });
    known = present;
  };
  const noteOnce = async (): Promise<void> => {
    const present = catalog();
    if (present === noted) return;
    await note(describePrices(present));
    noted = present;
  };
  // One after the other: two at once would both find that it is not noted yet.
  let work: Promise<void> = Promise.resolve();
  return () => (work = work.then(noteOnce, noteOnce));
}
