import { termsAt, type AgreedPrice, type Price, type Product } from '../catalog/catalog.ts';
import { unlimited, unrestricted, type Caller } from '../identity/caller.ts';
import type { KeyStore } from '../identity/stores.ts';
import type { BatchReservation } from '../metering/hold.ts';
import type { Owned } from '../objects/owned-object.ts';
import type { Call } from '../pipeline/call.ts';
import { nameOf, undated } from '../pipeline/counted-usage.ts';
import type { Router } from '../routing/route.ts';
import { routeRequestOf } from '../routing/router.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { unitKinds } from '../shared/usage.ts';

/** The SKUs that other models' work is charged to: by the Product of the line in which it is done, and the model's name in the catalogue. */
type SideProducts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Who made a batch, and its models' names: stored with it, so that its lines can be charged when they are done. */
export interface ChargedAccount {
  readonly requestId: string;
  readonly operation: string;
  /** The endpoint that its lines are for, as the caller named it; null: none was named, or an earlier release did not store it. */
  readonly endpoint: string | null;
  /** How many requests it has; null for a batch of an earlier release. */
  readonly lines: number | null;
  /** Has neither scope nor limits: the work was admitted when the batch was made. */
  readonly caller: Caller;
  /** The caller's name of each model, by the provider's name. */
  readonly names: ReadonlyMap<string, string>;
  /** False for a batch of an earlier release, whose lines may call models that are not in `names`. */
  readonly namesAreAll: boolean;
  /** The Product that the request named; null: each model's own. */
  readonly productSku: string | null;
  /** The SKU of each model that its requests name, by the caller's name; empty for a batch of an earlier release. */
  readonly products: ReadonlyMap<string, string>;
  /** Other models that its requests name, as they name them: one of these may answer. */
  readonly referenced: readonly string[];
  /** What other models' work in its lines is charged to; empty for a batch of an earlier release. */
  readonly sideProducts: SideProducts;
  /** What all these Products cost when it was made, by SKU; empty for a batch of an earlier release. */
  readonly prices: ReadonlyMap<string, AgreedPrice>;
}

/** The models of a new batch. */
interface BatchModels {
  /** The routes of those that its lines call. */
  readonly parts: BatchReservation['parts'];
  /** The names of others that its lines may use: tools, advisors, fallbacks. */
  readonly referenced: readonly string[];
  readonly providerId: string;
  /** When it is made, in epoch milliseconds. */
  readonly at: number;
}

const sentSku = (call: Call): string | null => {
  const { header, query } = routeRequestOf(call, null).productSku;
  return header || query || null;
};

/** What the work of a batch is charged to, and at which prices. */
export type BatchTerms = Pick<ChargedAccount, 'products' | 'referenced' | 'sideProducts' | 'prices'>;

/**
 * The SKUs of the models of a new batch, by the caller's names, and the prices of these Products. Its work is charged to these,
 * whatever the catalogue says later.
 */
export function termsOf(call: Call, { parts, referenced, providerId, at }: BatchModels, router: Router): BatchTerms {
  const sent = { productSku: sentSku(call), providerId };
  const others = worksOf(referenced, sent, router);
  const own = parts.flatMap(({ route, side = [] }) => [route, ...side.map((work) => work.route)]);
  const named = own.map(({ requestedModel: name, product }) => ({ name, product }));
  const products = new Map([...others, ...named].map(({ name, product }) => [name, product.sku]));
  // The requests say that these work within lines. Lines may be for many more models, whose own Products do where one of them works.
  const helpers = [...referenced, ...parts.flatMap(({ side = [] }) => side.map(({ route }) => route.requestedModel))];
  const names = new Set(helpers.flatMap((name) => [name, undated(name)]));
  const side = [...new Set(products.values())].map((productSku) => ({
    productSku,
    works: worksOf(names, { productSku, providerId }, router),
  }));
  const all = new Set([...others, ...side.flatMap(({ works }) => works)].map(({ product }) => product));
  const priced = [...all].flatMap((product) => agreedOf(product, termsAt(product, at)));
  return {
    products,
    referenced,
    sideProducts: new Map(
      side.map(({ productSku, works }) => [productSku, new Map(works.map(({ name, product }) => [name, product.sku]))]),
    ),
    prices: new Map([...priced, ...own.flatMap((route) => agreedOf(route.product, route))]),
  };
}

interface NamedWork {
  /** In the catalogue. */
  readonly name: string;
  readonly product: Product;
}

/** What the work of models is charged to, for those that the catalogue has. */
const worksOf = (
  names: Iterable<string>,
  terms: Parameters<Router['findCompletedWork']>[1],
  router: Router,
): readonly NamedWork[] =>
  [...names].flatMap((name) => {
    const found = router.findCompletedWork(name, terms);
    return found === null ? [] : [{ name: nameOf(found.model, name), product: found.product }];
  });

const agreedOf = (
  { sku, free }: Product,
  terms: Pick<AgreedPrice, 'price'> | null,
): readonly (readonly [string, AgreedPrice])[] => (terms === null ? [] : [[sku, { free, price: terms.price }]]);

type Rates = Price['rates'];

const writeRates = (rates: Rates): JsonObject =>
  Object.fromEntries(Object.entries(rates).map(([kind, rate]) => [kind, rate.toString()]));

const whole = /^\d{1,19}$/;

const readRates = (stored: Json | undefined): Rates =>
  Object.fromEntries(
    unitKinds.flatMap((kind) => {
      const rate = stringOf(objectOf(stored)[kind]) ?? '';
      return whole.test(rate) ? [[kind, BigInt(rate)]] : [];
    }),
  );

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

function writeAgreedPrice({ free, price: { from, rates, tiers } }: AgreedPrice): JsonObject {
  const written = tiers?.map((tier) => ({ above: tier.above, rates: writeRates(tier.rates) }));
  return { free, from, rates: writeRates(rates), ...(written && { tiers: written }) };
}

function readAgreedPrice(stored: JsonObject): AgreedPrice {
  const { free, from, rates, tiers } = stored;
  const read = Array.isArray(tiers) ? (tiers as readonly Json[]).map(objectOf) : [];
  return {
    free: free === true,
    price: {
      from: numberOf(from),
      rates: readRates(rates),
      ...(read.length > 0 && {
        tiers: read.map((tier) => ({ above: numberOf(tier['above']), rates: readRates(tier['rates']) })),
      }),
    },
  };
}

/** Prices by SKU, in the fields of a batch. */
const writeAgreedPrices = (prices: ReadonlyMap<string, AgreedPrice>): JsonObject =>
  Object.fromEntries([...prices].map(([sku, price]) => [sku, writeAgreedPrice(price)]));

/** Reads the result of `writeAgreedPrices`; empty for a batch of a release that did not store it. */
const readAgreedPrices = (stored: Json | undefined): ReadonlyMap<string, AgreedPrice> =>
  new Map(
    Object.entries(objectOf(stored)).flatMap(([sku, price]) =>
      isObject(price) ? [[sku, readAgreedPrice(price)] as const] : [],
    ),
  );

/** How a new batch is charged, for the fields of the batch. */
export function writeChargedAccount(
  call: Call,
  {
    endpoint,
    lines,
    names,
    products,
    referenced,
    sideProducts,
    prices,
  }: Pick<ChargedAccount, 'endpoint' | 'lines' | 'names'> & BatchTerms,
): JsonObject {
  const { caller, operation, requestId } = call;
  return {
    requestId,
    operation: operation.id,
    endpoint,
    lines,
    keyId: caller.keyId,
    keyName: caller.keyName,
    planId: caller.planId,
    timeZone: caller.timeZone,
    names: Object.fromEntries(names),
    namesAreAll: true,
    productSku: sentSku(call),
    products: Object.fromEntries(products),
    referenced: [...referenced],
    sideProducts: Object.fromEntries([...sideProducts].map(([sku, skus]) => [sku, Object.fromEntries(skus)])),
    prices: writeAgreedPrices(prices),
  };
}

/** SKUs by names. */
const readSkus = (stored: Json | undefined): ReadonlyMap<string, string> =>
  new Map(Object.entries(objectOf(stored)).map(([name, sku]) => [name, stringOf(sku) ?? ''] as const));

/**
 * Reads the result of `writeChargedAccount`; null for a batch of a release that did not store it. The time zone is the workspace's
 * current one, in which its days and months are counted.
 */
export function readChargedAccount(
  { fields, workspaceId }: Owned<'batch'>,
  keys: Pick<KeyStore, 'workspace'>,
): ChargedAccount | null {
  const stored = objectOf(fields['payer']);
  const [requestId, operation, keyId] = [stored['requestId'], stored['operation'], stored['keyId']].map(stringOf);
  if (!requestId || !operation || !keyId) return null;
  const names = Object.entries(objectOf(stored['names'])).map(
    ([there, name]) => [there, stringOf(name) ?? there] as const,
  );
  const products = readSkus(stored['products']);
  const { referenced } = stored;
  const side = Object.entries(objectOf(stored['sideProducts'])).map(([sku, skus]) => [sku, readSkus(skus)] as const);
  return {
    requestId,
    operation,
    endpoint: stringOf(stored['endpoint']),
    lines: typeof stored['lines'] === 'number' ? stored['lines'] : null,
    caller: {
      keyId,
      keyName: stringOf(stored['keyName']) ?? keyId,
      display: '…',
      secretHash: '',
      workspaceId,
      planId: stringOf(stored['planId']),
      timeZone: keys.workspace(workspaceId)?.timeZone ?? stringOf(stored['timeZone']) ?? 'UTC',
      scope: unrestricted,
      limits: unlimited,
      expiresAt: null,
    },
    names: new Map(names),
    namesAreAll: stored['namesAreAll'] === true,
    productSku: stringOf(stored['productSku']),
    products,
    // A batch of an earlier release has them among its Products, by their names in the catalogue.
    referenced: Array.isArray(referenced) ? referenced.map(String) : [...products.keys()],
    sideProducts: new Map(side),
    prices: readAgreedPrices(stored['prices']),
  };
}
