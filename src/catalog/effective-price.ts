import type { Price, Product } from './catalog.ts';

const nothing: Price = { from: 0, rates: {} };

/**
 * The price list in force.
 *
 * @param at epoch milliseconds
 * @returns an empty list for a free Product; null when the Product has no price yet, and so cannot be called
 */
export function effectivePrice(product: Product, at: number): Price | null {
  if (product.free) return nothing;
  return product.prices.findLast((price) => price.from <= at) ?? null;
}
