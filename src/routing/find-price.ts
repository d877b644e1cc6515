import type { Price, Product } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';

/** What a Product costs that is free and says nothing else. */
const nothing: Price = { from: 0, rates: {} };

/**
 * The price in force at `now` (epoch milliseconds): the last one that has begun. A free Product without prices costs nothing;
 * any other without a price in force has none, and null means that it must not be called.
 */
export function findPrice({ prices, free }: Product, now: number): Price | null {
  const inForce = prices.findLast(({ from }) => from <= now);
  if (inForce && (free || Object.keys(inForce.rates).length > 0)) return inForce;
  return free ? nothing : null;
}

/**
 * The price in force, for a call that is to be made: never free by accident.
 *
 * @param what names the thing called, asked only for the message: `The model gpt-5-mini`
 * @throws {GatewayError} 404 `model_not_found` when no price is in force
 */
export function priceInForce(product: Product, now: number, what: () => string): Price {
  const price = findPrice(product, now);
  if (price) return price;
  throw new GatewayError(
    'model_not_found',
    `${what()} cannot be called: the Product ${product.sku} has no price in force. Name another Product, or ask the operator.`,
  );
}
