import {
  assertInPlan,
  noModel,
  planUnknown,
  type Catalog,
  type Model,
  type Product,
  type Spec,
} from '../catalog/catalog.ts';
import {
  batchedFamilies,
  familyOfWire,
  modelFamilies,
  textWires,
  type OperationFamily,
} from '../catalog/provider-kinds.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { ScopeRules } from '../identity/authenticate.ts';
import type { Caller } from '../identity/caller.ts';
import type { Clock } from '../shared/time/clock.ts';
import { echo } from '../shared/text/names.ts';
import { billableProducts, contains } from './products.ts';
import type { CompletedWork, NamedModel, Route, RouteRequest, WorkTerms } from './route.ts';
import {
  chooseRegion,
  destinationsOf,
  findModel,
  indexOf,
  isPattern,
  pickTarget,
  priceInForce,
  serves,
} from './targets.ts';

/** Dependencies of routing. */
export interface RoutingDeps {
  /** The catalogue in force; read once for every call. */
  readonly catalog: () => Catalog;
  readonly clock: Pick<Clock, 'now'>;
  /** A number from 0 up to but not including 1, for targets with weights. */
  readonly random: () => number;
  readonly scope: ScopeRules;
  /** Wire formats that can be translated into one another; absent: none. */
  readonly translated?: ReadonlySet<string>;
  /** Absent: models that match a `prefix*` can be called, but are not listed. */
  readonly expandPattern?: ExpandPattern;
}

/** A model as its provider lists it; null for what the provider does not list. */
export interface ListedModel {
  readonly id: string;
  readonly displayName: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly ownedBy: string | null;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
}

/** The models that match a `prefix*` model, as its providers in a region list them; empty if unknown. */
export type ExpandPattern = (
  pattern: Model,
  place: { readonly spec: Spec; readonly region: string },
) => readonly ListedModel[];

/** The caller, and the models in question. */
interface CallableRequest {
  readonly caller: Caller;
  readonly spec: Spec;
  readonly region: string;
  /** Epoch milliseconds. A model without a price in force cannot be called. */
  readonly now: number;
}

type Rules = Pick<RoutingDeps, 'scope' | 'expandPattern' | 'translated'>;

/** The models that a caller can call, with patterns expanded, newest first. */
export function listCallable(request: CallableRequest, catalog: Catalog, rules: Rules): readonly Model[] {
  const { concrete, patterns, find } = indexOf(catalog);
  const expanded = patterns.flatMap((pattern) => {
    const listed = (rules.expandPattern?.(pattern, request) ?? []).filter(({ id }) => find(id) === pattern);
    return [...new Map(listed.map((one) => [one.id, asModel(pattern, one)])).values()];
  });
  const billable = billableProducts(request.caller, { catalog, now: request.now }, rules.scope);
  const callable = [...concrete, ...expanded].filter((model) =>
    isCallable(model, request, { catalog, rules, billable }),
  );
  return expanded.length === 0 ? callable : callable.toSorted((one, other) => other.createdAt - one.createdAt);
}

/** A model by the name that calls use, as `Router.getModel` describes it. */
export function getModel(caller: Caller, { id, spec, regionCode }: NamedModel, deps: RoutingDeps): Model {
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
  refuseOperations(model, request, { catalog, rules: deps });
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

/** Refuses a model whose operations are all outside the scope of the key. */
function refuseOperations(
  model: Model,
  request: CallableRequest,
  facts: Pick<CallableFacts, 'catalog' | 'rules'>,
): void {
  const { caller, spec } = request;
  const served = modelFamilies[spec].filter((family) => isServed(model, { ...request, family }, facts));
  const [first] = served;
  if (first === undefined || served.some((family) => facts.rules.scope.mayUse(caller.scope, 'operations', family)))
    return;
  facts.rules.scope.assertScope(caller, 'operations', first);
}

/** Says why a model cannot be billed, if that is so. */
function refuseProduct(
  { id, product: sku }: Pick<Model, 'id' | 'product'>,
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

/**
 * A model under the name that the caller used: a pattern takes the name and the provider's description, any other model is
 * unchanged. Limits of the catalogue take precedence over those of the provider.
 */
const asModel = (model: Model, { id, ...listed }: Pick<ListedModel, 'id'> & Partial<ListedModel>): Model =>
  isPattern(model)
    ? {
        ...model,
        id,
        displayName: listed.displayName ?? id,
        createdAt: listed.createdAt ?? model.createdAt,
        ownedBy: listed.ownedBy ?? model.ownedBy,
        maxInputTokens: model.maxInputTokens ?? listed.maxInputTokens ?? null,
        maxOutputTokens: model.maxOutputTokens ?? listed.maxOutputTokens ?? null,
      }
    : model;

interface CallableFacts {
  readonly catalog: Catalog;
  readonly rules: Rules;
  /** The Products that the caller may be billed to now. */
  readonly billable: readonly Product[];
}

/** Whether this caller could call a model now, billed to its own Product or to one that the call names. */
function isCallable(
  model: Model,
  request: Omit<CallableRequest, 'now'>,
  { catalog, rules, billable }: CallableFacts,
): boolean {
  const { mayUse } = rules.scope;
  const { caller, spec, region } = request;
  if (!mayUse(caller.scope, 'models', model.id)) return false;
  if (!billable.some((product) => contains(product, model, model.id))) return false;
  if (!mayUse(caller.scope, 'regions', region)) return false;
  const isOpen = (family: OperationFamily | null): boolean =>
    isServed(model, { spec, region, family }, { catalog, rules });
  return caller.scope.operations === null
    ? isOpen(null)
    : modelFamilies[spec].some((family) => mayUse(caller.scope, 'operations', family) && isOpen(family));
}

/** Whether calls of a family can reach a model; null: of any. */
function isServed(
  model: Model,
  { spec, region, family }: Pick<CallableRequest, 'spec' | 'region'> & { readonly family: OperationFamily | null },
  { catalog, rules: { translated } }: Pick<CallableFacts, 'catalog' | 'rules'>,
): boolean {
  const place = { spec, region };
  if (spec === 'a' && family === 'batches') return isBatched(model, place, catalog);
  return destinationsOf(model, { ...place, family, wire: wireOf(family), translated }, catalog).length > 0;
}

const wireOf = (family: OperationFamily | null) => textWires.find((one) => familyOfWire[one] === family);

/** Whether lines of a batch of Spec A can reach a model: at a provider of batches, as calls of the family of their endpoint. */
const isBatched = (model: Model, place: Pick<CallableRequest, 'spec' | 'region'>, catalog: Catalog): boolean =>
  destinationsOf(model, { ...place, family: null }, catalog)
    .filter(({ provider }) => serves(provider, { family: 'batches' }))
    .some(({ provider: { id: providerId } }) =>
      batchedFamilies.some(
        (family) => destinationsOf(model, { ...place, family, wire: wireOf(family), providerId }, catalog).length > 0,
      ),
    );

/** The most models that a request may name besides its own. Each is searched in the catalogue. */
export const mostReferenced = 100;

/** Lets the provider choose the model that answers. */
export const anyModel = 'default';

/**
 * Checks the other models that a request names: each must be one that the caller can call and be billed for. Their names go to the
 * provider as they are written, and what they do is charged as the model of that name, so both must be the same model.
 *
 * @throws {GatewayError} 400 `invalid_value` for too many; 403 `out_of_scope`, by the key or the plan; 404 `model_not_found`, also for a
 *   model that the provider calls by another name
 */
export function assertReferenced(
  { caller, referenced = [] }: Pick<RouteRequest, 'caller' | 'referenced'>,
  { provider, region, product }: Pick<Route, 'provider' | 'region' | 'product'>,
  { catalog, now, deps }: { readonly catalog: Catalog; readonly now: number; readonly deps: RoutingDeps },
): void {
  if (referenced.length > mostReferenced) {
    const message = `The request names ${referenced.length} models besides its own; it may name ${mostReferenced}. Name fewer.`;
    throw new GatewayError('invalid_value', message);
  }
  for (const name of referenced) {
    if (name === anyModel) {
      deps.scope.assertScope(caller, 'models', name);
      continue;
    }
    const known = indexOf(catalog).find(name);
    const work = findCompletedWork(name, { productSku: product.sku, providerId: provider.id }, catalog);
    if (work === null || work.model.retired) throw cannotBeNamed(name, 'GET /v1/models lists what this key may call');
    deps.scope.assertScope(caller, 'models', known ? name : work.model.id);
    refuseProduct({ id: name, product: work.product.sku }, { caller, now }, { catalog, deps });
    const targets = known?.targets.filter((target) => target.provider === provider.id && target.region === region);
    if (targets === undefined || targets.some(({ model }) => (model ?? name) === name)) continue;
    const called = targets[0]?.model;
    // A vendor's own name means the same model wherever the gateway calls it.
    if (called === undefined && known?.targets.some(({ model }) => (model ?? name) === name)) continue;
    const instead = called ? `which calls it ${echo(called)}. Write ${echo(called)}` : 'which has none. Omit it';
    throw cannotBeNamed(name, `Its name goes to the provider as it is, ${instead}`);
  }
}

const cannotBeNamed = (name: string, why: string): GatewayError =>
  new GatewayError('model_not_found', `The model ${echo(name)} cannot be named besides the model of the call. ${why}.`);

/** The model that a provider calls by this name, a retired one last; undefined if no model of the catalogue is called so there. */
function modelCalled(name: string, providerId: string, { models }: Catalog): Model | undefined {
  const isCalled = ({ targets }: Model): boolean =>
    targets.some(({ provider, model }) => provider === providerId && model === name);
  return models.find((model) => !model.retired && isCalled(model)) ?? models.find(isCalled);
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

/**
 * The metrics label of a model: its id in the catalogue, such as `gpt-*` for all names of that pattern. The number of labels is
 * bounded by the catalogue, whatever names callers send.
 */
export function modelLabel(name: string, catalog: Catalog): string {
  if (name === noModel) return 'none';
  return indexOf(catalog).find(name)?.id ?? 'other';
}
