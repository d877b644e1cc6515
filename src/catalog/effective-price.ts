import type { Price, Product } from './catalog.ts';

const nothing: Price = { from: 0, rates: {} };

/**
 * The price list in force.
 *
 * @param at epoch milliseconds
 * @returns an empty list for a free Product; null when the Product has no price yet, or one without rates, and so must not
 *   be called: never free by accident
 */
export function effectivePrice(product: Product, at: number): Price | null {
  if (product.free) return nothing;
  const inForce = product.prices.findLast((price) => price.from <= at);
  return inForce && Object.keys(inForce.rates).length > 0 ? inForce : null;
}
