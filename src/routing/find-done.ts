import type { Catalog, Model, Product } from '../catalog/catalog.ts';
import { indexOf } from './catalog-index.ts';
import { contains } from './choose-product.ts';

/** What work is booked on that has been done already. */
export interface DoneWork {
  readonly model: Model;
  readonly product: Product;
}

/**
 * The model that a name means, retired or not, and its Product: nothing can be refused any more.
 *
 * @param productSku the Product that the caller named; it is taken where it contains the model. Null: none
 * @returns null when the catalogue has no such model, or not its Product
 */
export function findDone(name: string, productSku: string | null, catalog: Catalog): DoneWork | null {
  const model = indexOf(catalog).find(name);
  if (model === undefined) return null;
  const named = productSku === null ? undefined : catalog.products.get(productSku);
  const product = named && contains(named, model, name) ? named : catalog.products.get(model.product);
  return product === undefined ? null : { model, product };
}
