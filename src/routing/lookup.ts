import { allows, effectivePrice, noModel, type Catalog, type Model, type Product } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { ScopeRules } from '../identity/authenticate.ts';
import type { Caller } from '../identity/caller.ts';
import { echo, nearestName } from '../shared/text/names.ts';
import type { Route, RouteRequest } from './route.ts';

/** A catalogue's models, indexed by name. */
interface CatalogIndex {
  /**
   * Returns the model with this exact id, else the one with the longest matching `prefix*`, including retired models. A pattern
   * matches only names that are valid ids, because the ledger stores the name and lists show it.
   */
  readonly find: (name: string) => Model | undefined;
  /** Models with exact ids that are not retired, newest first. */
  readonly concrete: readonly Model[];
  /** Patterns that are not retired, the longest prefix first. */
  readonly patterns: readonly Model[];
}

const indexes = new WeakMap<Catalog, CatalogIndex>();

/** Returns the index of a catalogue. Catalogues are immutable, so each is indexed once. */
export function indexOf(catalog: Catalog): CatalogIndex {
  const known = indexes.get(catalog);
  if (known) return known;
  const index = makeIndex(catalog.models);
  indexes.set(catalog, index);
  return index;
}

/**
 * Valid ids. Without this check a call could write megabytes or line breaks to the ledger. A comma is invalid because some
 * routers read it as a list, of which the second name would not be checked.
 */
const validId = /^[!-+\--~]{1,200}$/;

/** True for a model that matches all names with its prefix. */
export const isPattern = ({ id }: Model): boolean => id.endsWith('*');

function makeIndex(models: readonly Model[]): CatalogIndex {
  const exact = new Map(models.filter((model) => !isPattern(model)).map((model) => [model.id, model]));
  const prefixes = models
    .filter(isPattern)
    .map((model) => ({ prefix: model.id.slice(0, -1), model }))
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  return {
    find: (name) =>
      exact.get(name) ??
      (validId.test(name) ? prefixes.find(({ prefix }) => name.startsWith(prefix))?.model : undefined),
    concrete: [...exact.values()]
      .filter(({ retired }) => !retired)
      .toSorted((one, other) => other.createdAt - one.createdAt),
    patterns: prefixes.map(({ model }) => model).filter(({ retired }) => !retired),
  };
}

/**
 * The metrics label of a model: its id in the catalogue, such as `gpt-*` for all names of that pattern. The number of labels is
 * bounded by the catalogue, whatever names callers send.
 */
export function modelLabel(name: string, catalog: Catalog): string {
  if (name === noModel) return 'none';
  return indexOf(catalog).find(name)?.id ?? 'other';
}

/**
 * Returns the model for a name: the exact id, else the longest matching `prefix*`.
 *
 * @param callable ids that may be suggested instead; called only if needed
 * @throws {GatewayError} 404 `model_not_found` for an unknown or retired model, with the nearest callable name
 */
export function findModel(name: string, catalog: Catalog, callable: () => readonly string[]): Model {
  const model = indexOf(catalog).find(name);
  if (model && !model.retired) return model;
  const near = nearestName(name, callable());
  const missing = name === '' ? "The model's name is empty." : `There is no model ${echo(name)}.`;
  const what = model ? `The model ${echo(name)} is no longer supported.` : missing;
  const instead = near === null ? '' : ` Did you mean ${near}?`;
  throw new GatewayError('model_not_found', `${what}${instead} GET /v1/models lists what this key may call.`, {
    param: 'model',
  });
}

/** A Product named by the caller, and the parameter that named it. */
export interface SentProduct {
  readonly sku: string;
  readonly param: 'X-Product-Sku' | 'product_sku';
}

type RequestFacts = Pick<RouteRequest, 'productSku' | 'operation' | 'caller'>;

/**
 * Returns the Product that the caller named, if the operation uses it. The header takes precedence over the query.
 *
 * @returns null if none was sent, or if the model alone decides
 * @throws {GatewayError} 400 `product_required` if the operation requires one
 */
export function sentProduct({ productSku, operation }: RequestFacts): SentProduct | null {
  if (operation.product === 'model') return null;
  return operation.product === 'required' ? requiredProduct(productSku) : readProduct(productSku);
}

/** @throws {GatewayError} 400 `product_required` */
export function requiredProduct(productSku: RequestFacts['productSku']): SentProduct {
  const sent = readProduct(productSku);
  if (sent) return sent;
  throw new GatewayError(
    'product_required',
    'This operation is billed to a Product that you name. Send its SKU in the header `X-Product-Sku: <sku>`, ' +
      'or in the query as `?product_sku=<sku>`.',
    { param: 'X-Product-Sku' },
  );
}

function readProduct({ header, query }: RequestFacts['productSku']): SentProduct | null {
  if (header) return { sku: header, param: 'X-Product-Sku' };
  return query ? { sku: query, param: 'product_sku' } : null;
}

const mostListed = 10;

/** The first names of a list, for messages; `none` if it is empty. */
export const listNames = (skus: readonly string[]): string => {
  const more = skus.length - mostListed;
  return (skus.slice(0, mostListed).join(', ') || 'none') + (more > 0 ? ` and ${more} more` : '');
};

/** Whether the plan of a workspace includes a Product. A plan that the catalogue does not have includes none. */
function planIncludes({ planId }: Pick<Caller, 'planId'>, sku: string, { plans }: Catalog): boolean {
  if (planId === null) return true;
  const plan = plans.get(planId);
  return plan !== undefined && allows(plan.products, sku);
}

/** The Products that calls of a caller may be billed to now: in the scope of the key, in the plan, with a price or free. */
export function billableProducts(
  caller: Caller,
  { catalog, now }: { readonly catalog: Catalog; readonly now: number },
  { mayUse }: ScopeRules,
): readonly Product[] {
  return [...catalog.products.values()].filter(
    (product) =>
      mayUse(caller.scope, 'products', product.sku) &&
      planIncludes(caller, product.sku, catalog) &&
      effectivePrice(product, now) !== null,
  );
}

/**
 * Returns a named Product if it exists and the key may be billed to it.
 *
 * @throws {GatewayError} 404 `product_not_found`; 403 `out_of_scope`
 */
export function namedProduct(
  sent: SentProduct,
  { caller, catalog, now }: { readonly caller: Caller; readonly catalog: Catalog; readonly now: number },
  scope: ScopeRules,
): Product {
  const product = catalog.products.get(sent.sku);
  if (!product) {
    const usable = billableProducts(caller, { catalog, now }, scope).map(({ sku }) => sku);
    const near = nearestName(sent.sku, usable);
    throw new GatewayError(
      'product_not_found',
      `There is no Product ${echo(sent.sku)}.${near === null ? '' : ` Did you mean ${near}?`} ` +
        `This key may be billed to: ${listNames(usable)}.`,
      { param: sent.param },
    );
  }
  scope.assertScope(caller, 'products', product.sku);
  return product;
}

/**
 * Refuses to bill a model to a Product that does not contain it.
 *
 * @param name the model as the caller called it
 * @throws {GatewayError} 400 `invalid_value`
 */
export function assertContains(
  product: Product,
  { model, name }: { readonly model: Model; readonly name: string },
  param: SentProduct['param'],
): void {
  if (contains(product, model, name)) return;
  throw new GatewayError(
    'invalid_value',
    `The Product ${product.sku} does not contain the model ${echo(name)}. ` +
      `Name the model's own (${model.product}), or another one that contains the model.`,
    { param },
  );
}

/** Whether calls of a model may be billed to a Product: the model's own, or one that lists the model. */
export const contains = (product: Product, model: Model, name: string): boolean =>
  model.product === product.sku ||
  (product.models !== null && (allows(product.models, name) || product.models.includes(model.id)));

const defaultRegion = 'global';

/**
 * Returns the region of a call: the code that was sent, or `global`. There is no silent fallback.
 *
 * @throws {GatewayError} 400 `region_unknown` listing the known codes
 */
export function chooseRegion(code: string | null, { regions }: Catalog): string {
  const region = code === null || code === '' ? defaultRegion : code;
  if (regions.includes(region)) return region;
  throw new GatewayError(
    'region_unknown',
    `There is no region ${echo(region)}. Send X-Region-Code with one of: ${regions.join(', ')}.`,
    { param: 'X-Region-Code' },
  );
}

/** The model that a provider calls by this name; undefined if no model of the catalogue is called so there. */
export const modelCalled = (name: string, providerId: string, { models }: Catalog): Model | undefined =>
  models.find(({ targets }) => targets.some(({ provider, model }) => provider === providerId && model === name));

/** The most models that a request may name besides its own. Each is searched in the catalogue. */
export const mostReferenced = 100;

/**
 * Checks the other models that a request names. Their names go to the provider as they are written, and what they do is charged as
 * the model of that name, so both must be the same model.
 *
 * @throws {GatewayError} 400 `invalid_value` for too many; 403 `out_of_scope`; 404 `model_not_found` for a model that the provider
 *   calls by another name
 */
export function assertReferenced(
  { caller, referenced = [] }: Pick<RouteRequest, 'caller' | 'referenced'>,
  { provider, region }: Pick<Route, 'provider' | 'region'>,
  { catalog, scope }: { readonly catalog: Catalog; readonly scope: ScopeRules },
): void {
  if (referenced.length > mostReferenced) {
    const message = `The request names ${referenced.length} models besides its own; it may name ${mostReferenced}. Name fewer.`;
    throw new GatewayError('invalid_value', message);
  }
  for (const name of referenced) {
    const known = indexOf(catalog).find(name);
    scope.assertScope(caller, 'models', known ? name : (modelCalled(name, provider.id, catalog)?.id ?? name));
    const targets = known?.targets.filter((target) => target.provider === provider.id && target.region === region);
    if (targets === undefined || targets.some(({ model }) => (model ?? name) === name)) continue;
    const called = targets[0]?.model;
    // A vendor's own name means the same model wherever the gateway calls it.
    if (called === undefined && known?.targets.some(({ model }) => (model ?? name) === name)) continue;
    const instead = called ? `which calls it ${echo(called)}. Write ${echo(called)}` : 'which has none. Omit it';
    throw new GatewayError(
      'model_not_found',
      `The model ${echo(name)} cannot be named besides the model of the call: its name goes to the provider as it is, ${instead}.`,
    );
  }
}
