import { effectivePrice } from '../../catalog/effective-price.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { Router } from '../../routing/make-router.ts';
import type { Route } from '../../routing/route.ts';
import { echo } from '../../shared/echo.ts';
import { objectOf, stringOf } from '../../shared/json.ts';
import { undated } from '../side-work.ts';
import type { BatchPayer } from './batch-payer.ts';

/** A batch whose lines are looked at, and the way to it. */
export interface LinePlace {
  readonly batch: Owned<'batch'>;
  readonly payer: BatchPayer;
  readonly way: Route;
}

/**
 * What a line is charged as: the model that answered, the Product that the batch was made with, and the price that was in
 * force then. One model alone in a batch has answered everything in it.
 *
 * @param answered the model as the answer names it; null where it names none
 * @throws {Error} when the catalogue has no such model now, or had no price for it then
 */
export function routeLine(answered: string | null, { batch, payer, way }: LinePlace, router: Router): Route {
  const { names, productSku } = payer;
  const [only] = names.size === 1 ? names.values() : [];
  const said = answered ?? stringOf(objectOf(batch.fields['record'])['model']) ?? '';
  const plain = undated(said);
  for (const name of [only, names.get(said), names.get(plain), said, plain]) {
    const done = name === undefined ? null : router.findDone(name, productSku);
    if (name === undefined || done === null) continue;
    const { model, product } = done;
    const price = effectivePrice(product, batch.createdAt);
    if (price === null) throw new Error(`the Product ${product.sku} had no price when the batch was made`);
    return { ...way, requestedModel: name, model, product, price };
  }
  throw new Error(`the catalogue has no model ${echo(said)}, or not its Product`);
}
