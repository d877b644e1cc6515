import { allows, effectivePrice, type Catalog, type Model, type Product } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { ScopeRules } from '../identity/authenticate.ts';
import type { Caller } from '../identity/caller.ts';
import { echo, nearestName } from '../shared/text/names.ts';

/** A Product named by the caller, and the parameter that named it. */
export interface SentProduct {
  readonly sku: string;
  readonly param: 'X-Product-Sku' | 'product_sku';
}

/**
 * Returns a named Product if it exists, and the key may be billed to it.
 *
 * @throws {GatewayError} 404 `product_not_found`; 403 `out_of_scope`
 */
export function namedProduct(
  sent: SentProduct,
  { caller, catalog, now }: { readonly caller: Caller; readonly catalog: Catalog; readonly now: number },
  scope: ScopeRules,
): Product {
  const product = catalog.products.get(sent.sku);
  if (!product) {
    const usable = billableProducts(caller, { catalog, now }, scope).map(({ sku }) => sku);
    const near = nearestName(sent.sku, usable);
    throw new GatewayError(
      'product_not_found',
      `There is no Product ${echo(sent.sku)}.${near === null ? '' : ` Did you mean ${near}?`} ` +
        `This key may be billed to: ${listNames(usable)}.`,
      { param: sent.param },
    );
  }
  scope.assertScope(caller, 'products', product.sku);
  return product;
}

const mostListed = 10;

/** The first names of a list, for messages; `none` if it is empty. */
export const listNames = (skus: readonly string[]): string => {
  const more = skus.length - mostListed;
  return (skus.slice(0, mostListed).join(', ') || 'none') + (more > 0 ? ` and ${more} more` : '');
};

/** The Products that calls of a caller may be billed to now: in the scope of the key, in the plan, with a price or free. */
export function billableProducts(
  caller: Caller,
  { catalog, now }: { readonly catalog: Catalog; readonly now: number },
  { mayUse }: ScopeRules,
): readonly Product[] {
  return [...catalog.products.values()].filter(
    (product) =>
      mayUse(caller.scope, 'products', product.sku) &&
      planIncludes(caller, product.sku, catalog) &&
      effectivePrice(product, now) !== null,
  );
}

/** Whether the plan of a workspace includes a Product. A plan that the catalogue does not have includes none. */
function planIncludes({ planId }: Pick<Caller, 'planId'>, sku: string, { plans }: Catalog): boolean {
  if (planId === null) return true;
  const plan = plans.get(planId);
  return plan !== undefined && allows(plan.products, sku);
}

/**
 * Refuses to bill a model to a Product that does not contain it.
 *
 * @param name the model as the caller called it
 * @throws {GatewayError} 400 `invalid_value`
 */
export function assertContains(
  product: Product,
  { model, name }: { readonly model: Model; readonly name: string },
  param: SentProduct['param'],
): void {
  if (contains(product, model, name)) return;
  throw new GatewayError(
    'invalid_value',
    `The Product ${product.sku} does not contain the model ${echo(name)}. ` +
      `Name the model's own (${model.product}), or another one that contains the model.`,
    { param },
  );
}

/** Whether calls of a model may be billed to a Product: the model's own, or one that lists the model. */
export const contains = (product: Product, model: Model, name: string): boolean =>
  model.product === product.sku ||
  (product.models !== null && (allows(product.models, name) || product.models.includes(model.id)));
