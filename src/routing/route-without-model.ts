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
import type { RoutingDeps } from './list-callable.ts';
import { contains, namedProduct, requiredProduct, chooseRegion } from './lookup.ts';
import { priceInForce, type Route, type RouteRequest, serves } from './route.ts';

/**
 * Routes a call that names no model (voices, consents, files) to a provider of the caller's spec that serves the family in the
 * region, preferring providers of the Product's models, in the catalogue's order. The route's model is a placeholder with the
 * id `-`.
 *
 * @throws {GatewayError} 400 `region_unknown`, `product_required`; 403 `out_of_scope`; 404 `product_not_found`, and
 *   `not_found` if no provider serves the operation there
 */
export function routeWithoutModel(request: RouteRequest, deps: RoutingDeps): Route {
  const catalog = deps.catalog();
  const { caller, operation } = request;
  deps.scope.assertScope(caller, 'operations', operation.family);
  const region = chooseRegion(request.regionCode, catalog);
  deps.scope.assertScope(caller, 'regions', region);
  const product = productOf(request, catalog, deps);
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

function productOf({ operation, caller, productSku }: RouteRequest, catalog: Catalog, deps: RoutingDeps): Product {
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
