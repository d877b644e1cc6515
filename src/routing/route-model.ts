import type { Catalog, Model, Product } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/echo.ts';
import { assertContains, namedProduct, sentProduct, chooseRegion, type SentProduct } from './choose-product.ts';
import { findModel } from './catalog-index.ts';
import { priceInForce, pickTarget } from './pick-target.ts';
import { listCallable } from './list-callable.ts';
import type { RouteRequest, Route } from './route.ts';
import type { RoutingDeps } from './deps.ts';

/** A call that names its model. */
export interface ModelRequest extends RouteRequest {
  readonly model: string;
}

/**
 * Where a call of a model goes and what it costs. What the request itself lacks is told first, then what does not exist, then
 * what the key may not do.
 *
 * @throws {GatewayError} 400 `region_unknown`, `product_required`, `invalid_value`; 403 `out_of_scope`;
 *   404 `model_not_found`, `product_not_found`
 */
export function routeModel(request: ModelRequest, deps: RoutingDeps): Route {
  const catalog = deps.catalog();
  const { assertScope } = deps.scope;
  const { caller, spec, operation, model: name, referenced = [] } = request;
  assertScope(caller, 'operations', operation.family);
  const region = chooseRegion(request.regionCode, catalog);
  const sent = sentProduct(request);
  const now = deps.clock.now();
  const model = findModel(name, catalog, () =>
    listCallable({ caller, spec, region, now }, catalog, deps).map(({ id }) => id),
  );
  for (const each of [name, ...referenced]) assertScope(caller, 'models', each);
  assertScope(caller, 'regions', region);
  const { providerId = null } = request;
  const { family, wire } = operation;
  const wanted = { spec, region, family, wire, providerId, translated: deps.translated };
  const { target, provider, wires } = pickTarget({ model, name, wanted }, catalog, deps.random);
  const product = productFor({ model, sent, request }, catalog, deps);
  return {
    requestedModel: name,
    model,
    upstreamModel: target.model ?? name,
    provider,
    ...(wires && { wires }),
    region,
    product,
    price: priceInForce(product, now, () => `The model ${echo(name)}`),
  };
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
  if (sent) {
    const product = namedProduct(sent, { caller: request.caller, catalog }, deps.scope);
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
  deps.scope.assertScope(request.caller, 'products', own.sku);
  return own;
}
