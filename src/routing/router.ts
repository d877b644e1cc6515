import { assertInPlan, planUnknown, type Catalog, type Model, type Product, type Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { echo } from '../shared/text/names.ts';
import { asModel, isCallable, listCallable, type RoutingDeps } from './list-callable.ts';
import {
  assertContains,
  assertReferenced,
  billableProducts,
  chooseRegion,
  contains,
  findModel,
  indexOf,
  isPattern,
  listNames,
  modelCalled,
  namedProduct,
  sentProduct,
  type SentProduct,
} from './lookup.ts';
import { pickTarget, priceInForce, type Route, type RouteRequest } from './route.ts';
import { routeWithoutModel } from './route-without-model.ts';

export interface Router {
  /**
   * Routes a call, with or without a model.
   *
   * @throws {GatewayError} 400 `region_unknown`, `product_required`, `invalid_value`; 403 `out_of_scope`;
   *   404 `model_not_found`, `product_not_found`, `not_found`
   */
  readonly route: (request: RouteRequest) => Route;
  /** The model for Responses requests that name none; null if the catalogue has no default. */
  readonly defaultModel: () => string | null;
  /**
   * Refuses what the head of a call shows to be impossible, before its body is read.
   *
   * @returns the Product that it names; null: the model's own
   * @throws {GatewayError} 400 `region_unknown`, `product_required`; 403 `out_of_scope`; 404 `product_not_found`
   */
  readonly checkHead: (request: HeadRequest) => Product | null;
  /**
   * The models that this key can call through a spec in a region, with patterns expanded, newest first.
   *
   * @param regionCode `X-Region-Code`; null or absent: not sent, so `global`
   * @throws {GatewayError} 400 `region_unknown`
   */
  readonly listModels: (caller: Caller, spec: Spec, regionCode?: string | null) => readonly Model[];
  /**
   * A model by the name that calls use. A model that matches a `prefix*` gets that name.
   *
   * @throws {GatewayError} 400 `region_unknown`; 403 `out_of_scope`; 404 `model_not_found`
   */
  readonly getModel: (caller: Caller, request: NamedModel) => Model;
  /** The model and Product for charging work that is already done; null if the catalogue does not have them. */
  readonly findCompletedWork: (name: string, terms: WorkTerms) => CompletedWork | null;
  /** The same router with the catalogue of now and the prices of a moment (epoch milliseconds), for what takes many turns to decide. */
  readonly at: (moment: number) => Router;
}

/** A model that a caller asks about. */
interface NamedModel {
  readonly id: string;
  readonly spec: Spec;
  /** `X-Region-Code`; null: not sent, so `global`. */
  readonly regionCode: string | null;
}

/** Makes the router. Its only state is an index of each catalogue. */
export const makeRouter = (deps: RoutingDeps): Router => ({
  route: (request) =>
    request.model === null ? routeWithoutModel(request, deps) : routeModel({ ...request, model: request.model }, deps),
  defaultModel: () => deps.catalog().defaultModel ?? null,
  checkHead: (request) => checkHead(request, deps),
  listModels: (caller, spec, regionCode = null) => {
    const catalog = deps.catalog();
    const region = chooseRegion(regionCode, catalog);
    return listCallable({ caller, spec, region, now: deps.clock.now() }, catalog, deps);
  },
  getModel: (caller, request) => getModel(caller, request, deps),
  findCompletedWork: (name, terms) => findCompletedWork(name, terms, deps.catalog()),
  at: (moment) => {
    const catalog = deps.catalog();
    return makeRouter({ ...deps, catalog: () => catalog, clock: { now: () => moment } });
  },
});

/** A call that names its model. */
interface ModelRequest extends RouteRequest {
  readonly model: string;
}

/**
 * Routes a call of a model. Errors of the request itself come first, then unknown names, then what the key may not use.
 *
 * @throws {GatewayError} 400 `region_unknown`, `product_required`, `invalid_value`; 403 `out_of_scope`;
 *   404 `model_not_found`, `product_not_found`
 */
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
  assertReferenced(request, { provider, region }, { catalog, scope: deps.scope });
  const product = productFor({ model, sent, request }, catalog, deps);
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

function getModel(caller: Caller, { id, spec, regionCode }: NamedModel, deps: RoutingDeps): Model {
  const catalog = deps.catalog();
  const { assertScope } = deps.scope;
  const region = chooseRegion(regionCode, catalog);
  const request = { caller, spec, region, now: deps.clock.now() };
  const found = findModel(id, catalog, () => listCallable(request, catalog, deps).map((model) => model.id));
  const listed = isPattern(found) ? (deps.expandPattern?.(found, request) ?? []) : [];
  const entry = listed.find((one) => one.id === id);
  const model = asModel(found, entry ?? { id });
  assertScope(caller, 'models', id);
  assertScope(caller, 'regions', region);
  const isKnown = listed.length === 0 || entry !== undefined;
  const billable = billableProducts(caller, { catalog, now: request.now }, deps.scope);
  if (isKnown && isCallable(model, request, { catalog, rules: deps, billable })) return model;
  if (!billable.some((product) => contains(product, model, id))) refuseProduct(model, request, { catalog, deps });
  const wanted = { spec, region, family: null, translated: deps.translated };
  pickTarget({ model, name: id, wanted }, catalog, deps.random);
  throw new GatewayError(
    'model_not_found',
    `The provider of ${echo(id)} does not list it. GET /v1/models lists what this key may call.`,
    { param: 'model' },
  );
}

/** Says why a model cannot be billed, if that is so. */
function refuseProduct(
  { id, product: sku }: Model,
  { caller, now }: { readonly caller: Caller; readonly now: number },
  { catalog, deps }: { readonly catalog: Catalog; readonly deps: RoutingDeps },
): void {
  deps.scope.assertScope(caller, 'products', sku);
  const plan = catalog.plans.get(caller.planId ?? '');
  if (plan) assertInPlan(plan, sku, { id });
  else if (caller.planId !== null) throw planUnknown(caller.workspaceId, caller.planId);
  const product = catalog.products.get(sku);
  if (product) priceInForce(product, now, { model: id, isNamed: false });
}

/** What completed work is charged to. */
interface CompletedWork {
  readonly model: Model;
  readonly product: Product;
}

/** What decides the charge of completed work besides the model's name. */
interface WorkTerms {
  /** The Product that the caller named, used if it contains the model; null: none. */
  readonly productSku: string | null;
  /** The provider that did the work, whose own names for models count too; absent: none. */
  readonly providerId?: string;
  /** The Product that the work was routed to, whatever the catalogue says of the model now; absent: not known. */
  readonly routedSku?: string | undefined;
}

/**
 * Returns the model for a name, even if retired, and its Product. Completed work is never refused.
 *
 * @returns null if the catalogue has no such model or Product
 * @throws {Error} if the catalogue no longer has the Product that the work was routed to
 */
export function findCompletedWork(name: string, terms: WorkTerms, catalog: Catalog): CompletedWork | null {
  const { productSku, providerId, routedSku } = terms;
  const own = indexOf(catalog).find(name);
  const model = own ?? (providerId === undefined ? undefined : modelCalled(name, providerId, catalog));
  if (model === undefined) return null;
  const routed = routedSku === undefined ? null : catalog.products.get(routedSku);
  if (routed === undefined) throw new Error(`the catalogue no longer has the Product ${routedSku}`);
  const named = productSku === null ? undefined : catalog.products.get(productSku);
  const product = routed ?? (named && contains(named, model, name) ? named : catalog.products.get(model.product));
  return product === undefined ? null : { model, product };
}

/** The part of a route request that the head provides. */
type HeadRequest = Pick<RouteRequest, 'operation' | 'regionCode' | 'productSku' | 'caller'>;

/**
 * Refuses what the head alone shows to be impossible. Routing checks everything again with the body, which may decide the region
 * and the Product.
 *
 * @returns the Product that the caller named; null: the model's own
 * @throws {GatewayError} 400 `region_unknown`, `product_required`; 403 `out_of_scope`; 404 `product_not_found`
 */
function checkHead(request: HeadRequest, { catalog: live, scope, clock }: RoutingDeps): Product | null {
  const catalog = live();
  const { operation, regionCode, caller } = request;
  const region = chooseRegion(regionCode, catalog);
  const sent = sentProduct(request);
  // What costs nothing is in no region; and if a Product is required, an object in the body may decide it.
  if (operation.billed !== false && operation.product !== 'required') scope.assertScope(caller, 'regions', region);
  return sent && namedProduct(sent, { caller, catalog, now: clock.now() }, scope);
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
