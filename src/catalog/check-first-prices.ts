import type { Catalog } from './catalog.ts';
import { noted, type Finding } from './finding.ts';

/**
 * Models that nobody can call yet, because no price of their Product has begun.
 *
 * @param now epoch milliseconds
 */
export const checkFirstPrices = ({ models, products }: Catalog, now: number): readonly Finding[] =>
  models.flatMap(({ id, product: sku, retired }, index) => {
    const product = products.get(sku);
    const first = product?.prices[0];
    if (!product || product.free || !first || first.from <= now || retired) return [];
    const begin = new Date(first.from).toISOString();
    return [
      noted(['models', index], `${id} cannot be called until ${begin}: no price of its Product ${sku} begins earlier`),
    ];
  });
