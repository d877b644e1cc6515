import { formatCredits, largestCharge, type PicoCredits, picoPerNano } from '../shared/money.ts';
import { nearestName } from '../shared/text/names.ts';
import { inputKinds, outputKinds, type UnitKind, unitKinds } from '../shared/usage.ts';
import { type Catalog, effectivePrice, matchesPattern, type Price, type Product, unstatedOutput } from './catalog.ts';
import { isOfRelease } from './provider-overrides.ts';
import type { CatalogDeclaration, DeclaredProduct } from './schema/catalog-schema.ts';
import { type DocumentPath, findDuplicates, type Finding, noted, wrong } from './finding.ts';
import { mainFamily, missingKinds, pricedKinds } from './provider-kinds.ts';
import type { DeclaredModel } from './schema/model-schema.ts';

type Alternatives = readonly (readonly UnitKind[])[];

/** Price lists must be in order of time. Two that begin together overlap, and one out of order hides a mistake. */
function checkOrder(prices: readonly Price[], path: DocumentPath): readonly Finding[] {
  return prices.flatMap((price, index) => {
    const earlier = prices[index - 1];
    if (!earlier || price.from > earlier.from) return [];
    const place = [...path, 'prices', index, 'from'];
    if (price.from < earlier.from) {
      return [wrong(place, 'is earlier than the row above it; write price lists oldest first')];
    }
    return [wrong(place, 'overlaps the row above it: both begin at the same moment')];
  });
}

/** A map, because names come from the file and `constructor` must not be found. */
const priced: ReadonlyMap<string, Alternatives> = new Map(Object.entries(pricedKinds));

/** The operation families for which a model needs prices. */
function familiesOf(model: DeclaredModel, declared: CatalogDeclaration): readonly string[] {
  if (model.operations) return model.operations;
  const specs = declared.providers.filter(({ id }) => model.targets.some(({ provider }) => provider === id));
  return [...new Set(specs.map(({ spec }) => mainFamily[spec]))];
}

/** The models of the catalogue, and those that name each SKU. */
interface Billed {
  readonly all: readonly DeclaredModel[];
  readonly bySku: ReadonlyMap<string, readonly DeclaredModel[]>;
}

const billedTo = ({ sku, models: patterns }: DeclaredProduct, { all, bySku }: Billed): readonly DeclaredModel[] =>
  patterns ? all.filter(({ id }) => patterns.some((pattern) => matchesPattern(pattern, id))) : (bySku.get(sku) ?? []);

/** Nothing is free by accident: every list must price all unit kinds that a model of the Product can use. */
function checkCoverage(
  read: { readonly prices: readonly Price[]; readonly path: DocumentPath; readonly models: readonly DeclaredModel[] },
  declared: CatalogDeclaration,
): readonly Finding[] {
  const { models } = read;
  return read.prices.flatMap((price, index) => {
    const reported = new Set<string>();
    const largest = checkLargest(models, price, [...read.path, 'prices', index]);
    const gaps = models.flatMap((model) =>
      familiesOf(model, declared).flatMap((family) => {
        const alternatives: Alternatives = priced.get(family) ?? [];
        const missing = missingKinds(alternatives, (kind) => price.rates[kind] !== undefined).join(' and ');
        if (missing === '' || reported.has(missing)) return [];
        reported.add(missing);
        const message = `has no price for ${missing}, which ${family} calls of model ${model.id} use. Add the price, or set the model's operations to what it serves`;
        return [wrong([...read.path, 'prices', index], message)];
      }),
    );
    return [...gaps, ...largest];
  });
}

/** Answers that one call can request: the vendor's limit of `n`. */
const mostAnswers = 128;
/** Input tokens if the catalogue sets no limit: the bytes of the largest body, since no text has more tokens than bytes. */
const unstatedInput = 33_554_432;
/** Runs of the upstream's own tools in one call. */
const mostToolRuns = 1_000;

/** The largest quantity that one call can use. The kinds in one list share their quantity. */
const largestUse = (model: DeclaredModel): readonly (readonly [readonly UnitKind[], number])[] => [
  [inputKinds, model.max_input_tokens ?? unstatedInput],
  [outputKinds, (model.max_output_tokens ?? unstatedOutput) * mostAnswers],
  [['characters', 'audio_seconds'], unstatedInput],
  [['images'], mostAnswers],
  [['web_searches', 'web_fetches', 'file_searches', 'code_sessions'], mostToolRuns],
  [['requests'], 1],
];

const dearest = ({ rates, tiers = [] }: Price, kinds: readonly UnitKind[]): PicoCredits =>
  [rates, ...tiers.map((tier) => tier.rates)]
    .flatMap((each) => kinds.map((kind) => each[kind] ?? 0n))
    .reduce((most, rate) => (rate > most ? rate : most), 0n);

/** A charge above `largestCharge` cannot be recorded, so no price may lead to one. */
function checkLargest(models: readonly DeclaredModel[], price: Price, path: DocumentPath): readonly Finding[] {
  const most = largestCharge * picoPerNano;
  const over = models.find(
    (model) =>
      largestUse(model).reduce((sum, [kinds, count]) => sum + BigInt(count) * dearest(price, kinds), 0n) > most,
  );
  if (over === undefined) return [];
  const message = `lets one call of model ${over.id} cost more than ${formatCredits(largestCharge)} credits, the largest possible charge. Lower the price, set the model's max_input_tokens and max_output_tokens, or make a credit worth more`;
  return [wrong(path, message)];
}

/** Checks the configured Products. `prices` holds their parsed price lists, by position. */
export function checkProducts(declared: CatalogDeclaration, prices: readonly (readonly Price[])[]): readonly Finding[] {
  const skus = declared.products.map(({ sku }) => sku);
  const duplicates = findDuplicates(skus, (index) => ['products', index, 'sku']);
  const billed = { all: declared.models, bySku: Map.groupBy(declared.models, ({ product }) => product) };
  const rows = declared.products.flatMap((product, index) => {
    const path = ['products', index];
    const read = prices[index] ?? [];
    const order = checkOrder(read, path);
    if (product.free && read.length > 0) {
      return [...order, wrong([...path, 'free'], 'is true, but the Product has prices; remove one of the two')];
    }
    if (product.free) return order;
    return [...order, ...checkCoverage({ prices: read, path, models: billedTo(product, billed) }, declared)];
  });
  return [...duplicates, ...rows];
}

/** Checks the configured plans. */
export function checkPlans(declared: CatalogDeclaration): readonly Finding[] {
  const ids = declared.plans.map(({ id }) => id);
  const skus = declared.products.map(({ sku }) => sku);
  const duplicates = findDuplicates(ids, (index) => ['plans', index, 'id']);
  const unknown = declared.plans.flatMap((plan, index) =>
    plan.products.flatMap((sku, place) =>
      sku === '*' || skus.includes(sku)
        ? []
        : [wrong(['plans', index, 'products', place], `names no Product of this file: ${sku}`, nearestName(sku, skus))],
    ),
  );
  return [...duplicates, ...unknown];
}

/**
 * Returns notices for models that cannot be called yet because no price of their Product has begun.
 *
 * @param now epoch milliseconds
 */
export const checkFirstPrices = ({ models, products }: Catalog, now: number): readonly Finding[] =>
  models.flatMap(({ id, product: sku, retired }, index) => {
    const product = products.get(sku);
    const first = product?.prices[0];
    if (!product || product.free || !first || first.from <= now || retired) return [];
    const begin = new Date(first.from).toISOString();
    return [
      noted(
        ['models', index],
        `${id} cannot be called until ${begin}, when the first price of its Product ${sku} begins`,
      ),
    ];
  });

const sameRates = (one: Pick<Price, 'rates'>, other: Pick<Price, 'rates'>): boolean =>
  unitKinds.every((kind) => one.rates[kind] === other.rates[kind]);

function samePrice(one: Price, other: Price): boolean {
  const [tiers, others] = [one.tiers ?? [], other.tiers ?? []];
  const isSame = (index: number): boolean => {
    const [tier, its] = [tiers[index], others[index]];
    return tier !== undefined && its !== undefined && tier.above === its.above && sameRates(tier, its);
  };
  return sameRates(one, other) && tiers.length === others.length && tiers.every((_, index) => isSame(index));
}

function checkHistory(
  before: Product,
  product: Product,
  { index, begun }: { readonly index: number; readonly begun: readonly Price[] },
): (price: Price, place: number) => readonly Finding[] {
  return (price, place) => {
    if (begun.some((row) => row.from === price.from && samePrice(row, price))) return [];
    const same = before.prices.find(({ from }) => from === price.from);
    const path = ['products', index, 'prices', place];
    if (!same) {
      const message = `lies in the past: ${product.sku} ${before.free ? 'was free' : 'has been billed at another price'} since then. Use a future time`;
      return [wrong([...path, 'from'], message)];
    }
    if (samePrice(same, price)) return [];
    return [
      wrong(path, 'has begun and cannot change, because calls were billed at it. Append a row with a later `from`'),
    ];
  };
}

/** The part of a catalogue that has prices. */
export interface Priced extends Pick<Catalog, 'products'> {
  /** By SKU, rows that were in force at some time, also if another configuration has replaced them since. */
  readonly begun?: ReadonlyMap<string, readonly Price[]>;
}

/**
 * Checks that a new catalogue does not change prices that have begun, because calls were billed at them. Future prices may
 * change, and a new Product has no past. The prices of the built-in models are those of the release, and may change with it.
 *
 * @param now epoch milliseconds: calls that begin later were not billed yet
 * @returns findings with paths into the new catalogue's list of Products
 */
export function checkPriceChanges(running: Priced, next: Catalog, now: number): readonly Finding[] {
  return [...next.products.values()].flatMap((product, index) => {
    const before = running.products.get(product.sku);
    const live = before ? effectivePrice(before, now) : null;
    if (!before || !live || product.free || isOfRelease(next, product)) return [];
    const begun = product.prices.filter(({ from }) => from <= now);
    const known = running.begun?.get(product.sku) ?? [];
    const changes = begun.flatMap(checkHistory(before, product, { index, begun: known }));
    const gone = before.prices.filter(({ from }) => from <= now && !begun.some((price) => price.from === from));
    const losses = gone.map(({ from }) => {
      const why = from === live.from ? 'which is in force' : 'at which batches created then are still charged';
      const message = `no longer contains the row that began at ${new Date(from).toISOString()}, ${why}. Put it back; another price needs a row with a later \`from\``;
      return wrong(['products', index, 'prices'], message);
    });
    return [...changes, ...losses];
  });
}
