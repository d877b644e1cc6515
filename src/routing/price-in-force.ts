import type { Price, Product } from '../catalog/catalog.ts';
import { effectivePrice } from '../catalog/effective-price.ts';
import { GatewayError } from '../errors/gateway-error.ts';

/**
 * The price in force, for a call that is to be made: never free by accident.
 *
 * @param what names the thing called, asked only for the message: `The model gpt-5-mini`
 * @throws {GatewayError} 404 `model_not_found` when no price is in force
 */
export function priceInForce(product: Product, now: number, what: () => string): Price {
  const price = effectivePrice(product, now);
  if (price) return price;
  throw new GatewayError(
    'model_not_found',
    `${what()} cannot be called: the Product ${product.sku} has no price in force. Name another Product, or ask the operator.`,
  );
}
