import { unitKinds } from '../shared/usage.ts';
import { effectivePrice, type Catalog, type Price, type Product } from './catalog.ts';
import { noted, wrong, type Finding } from './finding.ts';

/**
 * Returns notices for models that cannot be called yet because no price of their Product has begun.
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
      noted(
        ['models', index],
        `${id} cannot be called until ${begin}, when the first price of its Product ${sku} begins`,
      ),
    ];
  });

const sameRates = (one: Pick<Price, 'rates'>, other: Pick<Price, 'rates'>): boolean =>
  unitKinds.every((kind) => one.rates[kind] === other.rates[kind]);

function samePrice(one: Price, other: Price): boolean {
  const [tiers, others] = [one.tiers ?? [], other.tiers ?? []];
  const isSame = (index: number): boolean => {
    const [tier, its] = [tiers[index], others[index]];
    return tier !== undefined && its !== undefined && tier.above === its.above && sameRates(tier, its);
  };
  return sameRates(one, other) && tiers.length === others.length && tiers.every((_, index) => isSame(index));
}

function checkHistory(
  before: Product,
  product: Product,
  index: number,
): (price: Price, place: number) => readonly Finding[] {
  return (price, place) => {
    const same = before.prices.find(({ from }) => from === price.from);
    const path = ['products', index, 'prices', place];
    if (!same) {
      const message = `lies in the past: ${product.sku} ${before.free ? 'was free' : 'has been billed at another price'} since then. Use a future time`;
      return [wrong([...path, 'from'], message)];
    }
    if (samePrice(same, price)) return [];
    return [
      wrong(path, 'has begun and cannot change, because calls were billed at it. Append a row with a later `from`'),
    ];
  };
}

/**
 * Checks that a new catalogue does not change prices that have begun, because calls were billed at them. Future prices may
 * change, and a new Product has no past.
 *
 * @param now epoch milliseconds
 * @returns findings with paths into the new catalogue's list of Products
 */
export function checkPriceChanges(running: Catalog, next: Catalog, now: number): readonly Finding[] {
  return [...next.products.values()].flatMap((product, index) => {
    const before = running.products.get(product.sku);
    const live = before ? effectivePrice(before, now) : null;
    if (!before || !live || product.free) return [];
    const begun = product.prices.filter(({ from }) => from <= now);
    const changes = begun.flatMap(checkHistory(before, product, index));
    const gone = before.prices.filter(({ from }) => from <= now && !begun.some((price) => price.from === from));
    const losses = gone.map(({ from }) => {
      const why = from === live.from ? 'which is in force' : 'at which batches created then are still charged';
      const message = `no longer contains the row that began at ${new Date(from).toISOString()}, ${why}`;
      return wrong(['products', index, 'prices'], message);
    });
    return [...changes, ...losses];
  });
}
