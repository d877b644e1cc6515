import type { Model, Product, Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { echo } from '../shared/echo.ts';
import { isPattern } from './catalog-index.ts';
import { checkHead, type HeadRequest } from './check-head.ts';
import { chooseRegion } from './choose-region.ts';
import { findDone, type DoneWork } from './find-done.ts';
import { findModel } from './find-model.ts';
import { asModel, isCallable, listCallable } from './list-callable.ts';
import { specNames } from './pick-target.ts';
import { routeModel } from './route-model.ts';
import type { RouteRequest } from './route-request.ts';
import { routeWithoutModel } from './route-without-model.ts';
import type { Route } from './route.ts';
import type { RoutingRooms } from './routing-rooms.ts';

/** The routing room as the corridor sees it. */
export interface Router {
  /**
   * Where a call goes and what it costs, with or without a model.
   *
   * @throws {GatewayError} 400 `region_unknown`, `product_required`, `invalid_value`; 403 `out_of_scope`;
   *   404 `model_not_found`, `product_not_found`, `not_found`
   */
  readonly route: (request: RouteRequest) => Route;
  /** The model of requests for responses that name none; null where the catalogue has no such model. */
  readonly defaultModel: () => string | null;
  /**
   * What can be told of a call that is billed before its body is read.
   *
   * @returns the Product that it names; null: the model's own
   * @throws {GatewayError} 400 `region_unknown`, `product_required`; 403 `out_of_scope`; 404 `product_not_found`
   */
  readonly checkHead: (request: HeadRequest) => Product | null;
  /**
   * The models that this key can call through a spec, each with an id of its own, newest first.
   *
   * @param regionCode `X-Region-Code`; null: every region that the key may use
   * @throws {GatewayError} 400 `region_unknown`
   */
  readonly listModels: (caller: Caller, spec: Spec, regionCode?: string | null) => readonly Model[];
  /**
   * A model by the name that calls would use; one behind a `prefix*` is given that name.
   *
   * @throws {GatewayError} 403 `out_of_scope`; 404 `model_not_found`
   */
  readonly getModel: (caller: Caller, id: string, spec: Spec) => Model;
  /**
   * What work is booked on that has been done already, by the name of its model; null when the catalogue does not have it.
   *
   * @param productSku the Product that was named for it; null: none
   */
  readonly findDone: (name: string, productSku: string | null) => DoneWork | null;
}

/** The router over the catalogue in force. It keeps nothing between calls but an index of each catalogue. */
export const makeRouter = (rooms: RoutingRooms): Router => ({
  route: (request) =>
    request.model === null
      ? routeWithoutModel(request, rooms)
      : routeModel({ ...request, model: request.model }, rooms),
  defaultModel: () => rooms.catalog().defaultModel ?? null,
  checkHead: (request) => checkHead(request, rooms),
  listModels: (caller, spec, regionCode = null) => {
    const catalog = rooms.catalog();
    const region = regionCode === null ? null : chooseRegion(regionCode, catalog);
    return listCallable({ caller, spec, region, now: rooms.clock.now() }, catalog, rooms);
  },
  getModel: (caller, id, spec) => getModel({ caller, id, spec }, rooms),
  findDone: (name, productSku) => findDone(name, productSku, rooms.catalog()),
});

function getModel(
  { caller, id, spec }: { readonly caller: Caller; readonly id: string; readonly spec: Spec },
  rooms: RoutingRooms,
): Model {
  const catalog = rooms.catalog();
  const { assertScope } = rooms.scope;
  const request = { caller, spec, region: null, now: rooms.clock.now() };
  const found = findModel(id, catalog, () => listCallable(request, catalog, rooms).map((model) => model.id));
  const listed = isPattern(found) ? (rooms.expandPattern?.(found, spec) ?? []) : [];
  const entry = listed.find((one) => one.id === id);
  const model = asModel(found, entry ?? { id });
  assertScope(caller, 'models', id);
  const isKnown = listed.length === 0 || entry !== undefined;
  if (isKnown && isCallable(model, request, { catalog, rules: rooms })) return model;
  assertScope(caller, 'products', model.product);
  throw new GatewayError(
    'model_not_found',
    `The model ${echo(id)} cannot be called with this key through ${specNames[spec]}: its provider does not list it, or has no price for it. ` +
      'GET /v1/models lists what this key may call.',
    { param: 'model' },
  );
}
