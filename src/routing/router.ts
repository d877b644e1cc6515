import {
  noModel,
  unbilled,
  usualMost,
  type Catalog,
  type Model,
  type Product,
  type Provider,
} from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/names.ts';
import { assertReferenced, findCompletedWork, getModel, listCallable, type RoutingDeps } from './callable-models.ts';
import type { HeadRequest, Route, Router, RouteRequest } from './route.ts';
import { assertContains, billableProducts, contains, listNames, namedProduct, type SentProduct } from './products.ts';
import { chooseRegion, findModel, pickTarget, priceInForce, serves } from './targets.ts';

/** Makes the router. Its only state is an index of each catalogue. */
export const makeRouter = (deps: RoutingDeps): Router => ({
  route: (request) =>
    request.model === null ? routeWithoutModel(request, deps) : routeModel({ ...request, model: request.model }, deps),
  defaultModel: () => deps.catalog().defaultModel ?? null,
  checkRouteHead: (request) => checkRouteHead(request, deps),
  listModels: (caller, spec, regionCode = null) => {
    const catalog = deps.catalog();
    const region = chooseRegion(regionCode, catalog);
    return listCallable({ caller, spec, region, now: deps.clock.now() }, catalog, deps);
  },
  getModel: (caller, request) => getModel(caller, request, deps),
  findCompletedWork: (name, terms) => findCompletedWork(name, terms, deps.catalog()),
  hasProvider: (id) => deps.catalog().providers.has(id),
  at: (moment) => {
    const catalog = deps.catalog();
    return makeRouter({ ...deps, catalog: () => catalog, clock: { now: () => moment } });
  },
});

/** A call that names its model. */
interface ModelRequest extends RouteRequest {
  readonly model: string;
}

/** Routes a call of a model. Errors of the request itself come first, then unknown names, then what the key may not use. */
function routeModel(request: ModelRequest, deps: RoutingDeps): Route {
  const catalog = deps.catalog();
  const { assertScope } = deps.scope;
  const { caller, spec, operation, model: name } = request;
  assertScope(caller, 'operations', operation.family);
  const region = chooseRegion(request.regionCode, catalog);
  const sent = sentProduct(request);
  const now = deps.clock.now();
  const model = findModel(name, catalog, () =>
    listCallable({ caller, spec, region, now }, catalog, deps).map(({ id }) => id),
  );
  assertScope(caller, 'models', name);
  assertScope(caller, 'regions', region);
  const { providerId = null } = request;
  const { family, wire } = operation;
  const wanted = { spec, region, family, wire, providerId, translated: deps.translated };
  const { target, provider, wires } = pickTarget({ model, name, wanted }, catalog, deps.random);
  const product = productFor({ model, sent, request }, catalog, deps);
  if ((request.referenced?.length ?? 0) > 0)
    assertReferenced(request, { provider, region, product }, { catalog, now, deps });
  refuseDearer(model, request);
  return {
    requestedModel: name,
    model,
    upstreamModel: target.model ?? name,
    provider,
    ...(wires && { wires }),
    region,
    product,
    price: priceInForce(product, now, { model: name, isNamed: sent !== null }),
  };
}

/** @throws {GatewayError} 400 `invalid_value` for an option that costs more, where the model does not allow it */
function refuseDearer({ dearerOptions }: Model, { dearer = [], model }: ModelRequest): void {
  const found = dearerOptions && dearer.find(({ option }) => !dearerOptions.includes(option));
  if (!found) return;
  const { option, param } = found;
  throw new GatewayError(
    'invalid_value',
    `${echo(param)}: ${echo(option)} costs more than the listed price of the model ${echo(model)}. Omit it, or ask the operator to allow it in the model's dearer_options.`,
    { param: echo(param) },
  );
}

function productFor(
  {
    model,
    sent,
    request,
  }: { readonly model: Model; readonly sent: SentProduct | null; readonly request: ModelRequest },
  catalog: Catalog,
  deps: RoutingDeps,
): Product {
  const known = { caller: request.caller, catalog, now: deps.clock.now() };
  if (sent) {
    const product = namedProduct(sent, known, deps.scope);
    assertContains(product, { model, name: request.model }, sent.param);
    return product;
  }
  const own = catalog.products.get(model.product);
  if (!own) {
    throw new GatewayError(
      'model_not_found',
      `The model ${echo(request.model)} cannot be called: its Product ${model.product} does not exist. Ask the operator.`,
      { param: 'model' },
    );
  }
  if (deps.scope.mayUse(request.caller.scope, 'products', own.sku)) return own;
  const others = billableProducts(request.caller, known, deps.scope).filter((one) =>
    contains(one, model, request.model),
  );
  if (request.operation.product === 'default' && others.length > 0) {
    throw new GatewayError(
      'out_of_scope',
      `The key ${request.caller.keyName} may not use the Product ${own.sku}, to which the model ${echo(request.model)} is billed if none is named. ` +
        `Send X-Product-Sku with one of: ${listNames(others.map(({ sku }) => sku))}.`,
    );
  }
  deps.scope.assertScope(request.caller, 'products', own.sku);
  return own;
}

/**
 * Routes a call that names no model (voices, consents, files) to a provider of the caller's spec that serves the family in the
 * region, preferring providers of the Product's models, in the catalogue's order. The route's model is a placeholder with the
 * id `-`.
 *
 * @throws {GatewayError} 400 `region_unknown`, `product_required`; 403 `out_of_scope`; 404 `product_not_found`, and
 *   `not_found` if no provider serves the operation there
 */
function routeWithoutModel(request: RouteRequest, deps: RoutingDeps): Route {
  const catalog = deps.catalog();
  const { caller, operation } = request;
  deps.scope.assertScope(caller, 'operations', operation.family);
  const region = chooseRegion(request.regionCode, catalog);
  deps.scope.assertScope(caller, 'regions', region);
  const product = productWithoutModel(request, catalog, deps);
  const provider = providerFor({ request, region, product }, catalog);
  return {
    requestedModel: noModel,
    model: standIn(product, provider),
    upstreamModel: noModel,
    provider,
    region,
    product,
    price: priceInForce(product, deps.clock.now(), { model: null, isNamed: true }),
  };
}

function productWithoutModel(
  { operation, caller, productSku }: RouteRequest,
  catalog: Catalog,
  deps: RoutingDeps,
): Product {
  const isBilled = operation.billed !== false;
  // Voice operations require a Product even if nothing is charged.
  if (!isBilled && operation.product !== 'required') return unbilled;
  const known = { caller, catalog, now: deps.clock.now() };
  const named = namedProduct(requiredProduct(productSku), known, deps.scope);
  return isBilled ? named : unbilled;
}

function providerFor(
  { request, region, product }: { readonly request: RouteRequest; readonly region: string; readonly product: Product },
  { providers, models }: Catalog,
): Provider {
  const { spec, operation, providerId = null } = request;
  const fitting = [...providers.values()].filter(
    (provider) => provider.spec === spec && provider.regions.includes(region) && serves(provider, operation),
  );
  const homes = new Set(
    models
      .filter((model) => !model.retired && contains(product, model, model.id))
      .flatMap(({ targets }) => targets.filter((target) => target.region === region).map((target) => target.provider)),
  );
  const provider =
    providerId === null
      ? (fitting.find(({ id }) => homes.has(id)) ?? fitting[0])
      : fitting.find(({ id }) => id === providerId);
  if (provider) return provider;
  throw new GatewayError(
    'not_found',
    `No provider serves ${echo(operation.family)} in region ${region}. ` +
      'Send X-Region-Code with another region, or ask the operator to add a provider.',
  );
}

const standIn = ({ sku }: Product, provider: Provider): Model => ({
  id: noModel,
  displayName: 'No model',
  createdAt: 0,
  ownedBy: provider.id,
  targets: [],
  product: sku,
  fallbacks: [],
  maxInputTokens: null,
  maxOutputTokens: null,
  most: usualMost,
  retired: false,
});

/** Routing checks everything again with the body, which may decide the region and the Product. */
function checkRouteHead(request: HeadRequest, { catalog: live, scope, clock }: RoutingDeps): Product | null {
  const catalog = live();
  const { operation, regionCode, caller } = request;
  const region = chooseRegion(regionCode, catalog);
  const sent = sentProduct(request);
  // What costs nothing is in no region; and if a Product is required, an object in the body may decide it.
  if (operation.billed !== false && operation.product !== 'required') scope.assertScope(caller, 'regions', region);
  return sent && namedProduct(sent, { caller, catalog, now: clock.now() }, scope);
}

type ProductRequest = Pick<RouteRequest, 'productSku' | 'operation' | 'caller'>;

/**
 * Returns the Product that the caller named, if the operation uses it. The header takes precedence over the query.
 *
 * @returns null if none was sent, or if the model alone decides
 * @throws {GatewayError} 400 `product_required` if the operation requires one
 */
function sentProduct({ productSku, operation }: ProductRequest): SentProduct | null {
  if (operation.product === 'model') return null;
  return operation.product === 'required' ? requiredProduct(productSku) : readProduct(productSku);
}

/** @throws {GatewayError} 400 `product_required` */
function requiredProduct(productSku: ProductRequest['productSku']): SentProduct {
  const sent = readProduct(productSku);
  if (sent) return sent;
  throw new GatewayError(
    'product_required',
    'This operation is billed to a Product that you name. Send its SKU in the header `X-Product-Sku: <sku>`, ' +
      'or in the query as `?product_sku=<sku>`.',
    { param: 'X-Product-Sku' },
  );
}

function readProduct({ header, query }: ProductRequest['productSku']): SentProduct | null {
  if (header) return { sku: header, param: 'X-Product-Sku' };
  return query ? { sku: query, param: 'product_sku' } : null;
}

/** The head of a call, as far as routing reads it. */
interface CallHead extends Pick<RouteRequest, 'spec' | 'operation' | 'caller'> {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `product_sku` of the query; null: not sent. */
  readonly productSku: string | null;
}

const firstOf = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? (value[0] ?? null) : (value ?? null);

/** `X-Region-Code`; null if it was not sent. */
export const regionCodeOf = ({ headers }: Pick<CallHead, 'headers'>): string | null =>
  firstOf(headers['x-region-code']);

/** The route request of a call. @param model null for operations that name none */
export const routeRequestOf = (
  { spec, operation, caller, headers, productSku }: CallHead,
  model: string | null,
): RouteRequest => ({
  spec,
  operation,
  model,
  regionCode: regionCodeOf({ headers }),
  productSku: { header: firstOf(headers['x-product-sku']), query: productSku },
  caller,
});
