import type { Product } from '../catalog/catalog.ts';
import { namedProduct, sentProduct } from './choose-product.ts';
import { chooseRegion } from './choose-region.ts';
import type { RouteRequest } from './route-request.ts';
import type { RoutingRooms } from './routing-rooms.ts';

/** What the head of a request says of where it should go. */
export type HeadRequest = Pick<RouteRequest, 'operation' | 'regionCode' | 'productSku' | 'caller'>;

/**
 * Refuses what the head alone shows to be impossible. Whatever is let through here is asked for again with the body: a region
 * may be an object's, a Product the model's.
 *
 * @returns the Product that is named; null: the model's own
 * @throws {GatewayError} 400 `region_unknown`, `product_required`; 403 `out_of_scope`; 404 `product_not_found`
 */
export function checkHead(request: HeadRequest, { catalog: inForce, scope }: RoutingRooms): Product | null {
  const catalog = inForce();
  const { operation, regionCode, caller } = request;
  const region = chooseRegion(regionCode, catalog);
  const sent = sentProduct(request);
  // Where a Product has to be sent, an object that the body names may say the region.
  if (operation.product !== 'required') scope.assertScope(caller, 'regions', region);
  return sent && namedProduct(sent, { caller, catalog }, scope);
}
