import { effectivePrice } from '../../catalog/effective-price.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { Router } from '../../routing/make-router.ts';
import type { RouteRequest } from '../../routing/route-request.ts';
import type { Route } from '../../routing/route.ts';
import { objectOf, stringOf } from '../../shared/json.ts';
import type { BatchPayer } from './batch-payer.ts';

/** A batch whose lines are looked at, and the way to it. */
export interface LinePlace {
  readonly batch: Owned<'batch'>;
  readonly payer: BatchPayer;
  readonly way: Route;
}

/** Providers name the dated version that answered: `gpt-5-mini-2026-08-07` for `gpt-5-mini`, `claude-x-20260807` for `claude-x`. */
const dated = /-\d{4}-?\d{2}-?\d{2}$/;

/**
 * What a line is charged as: the model that answered, the Product that the batch was made with, and the price that was in
 * force then. One model alone in a batch has answered everything in it.
 *
 * @param model as the answer names it; null where it names none
 * @throws {Error} when the catalogue has no such model now, or had no price for it then
 */
export function routeLine(model: string | null, place: LinePlace, router: Router): Route {
  const { batch, payer, way } = place;
  const { names } = payer;
  const [only] = names.size === 1 ? names.values() : [];
  const said = model ?? stringOf(objectOf(batch.fields['record'])['model']) ?? '';
  const plain = said.replace(dated, '');
  const wanted = [only, names.get(said), names.get(plain), said, plain].filter((name) => name !== undefined);
  const found = firstRoute(requestsFor(wanted, place), router);
  const price = effectivePrice(found.product, batch.createdAt);
  if (price === null)
    throw new Error(`The Product ${found.product.sku} had no price when the batch ${batch.id} was made.`);
  return {
    ...way,
    requestedModel: names.get(said) ?? found.model.id,
    model: found.model,
    product: found.product,
    price,
  };
}

/** On the Product that was named; what it does not contain was done all the same, and is charged on the model's own. */
function requestsFor(names: readonly string[], { batch, payer, way }: LinePlace): readonly RouteRequest[] {
  const skus = payer.productSku === null ? [null] : [payer.productSku, null];
  const plain = {
    spec: batch.spec,
    regionCode: way.region,
    caller: payer.caller,
    providerId: way.provider.id,
    operation: { family: 'batches', product: 'default', billed: false },
  } as const;
  return skus.flatMap((header) => names.map((model) => ({ ...plain, model, productSku: { header, query: null } })));
}

function firstRoute(requests: readonly RouteRequest[], router: Router): Route {
  let failure: unknown = null;
  for (const request of requests) {
    try {
      return router.route(request);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}
