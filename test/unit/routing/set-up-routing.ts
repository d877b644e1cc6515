import type { Catalog, Model, Plan, Product, Provider } from '../../../src/catalog/catalog.ts';
import { unrestricted, type Caller, type Scope } from '../../../src/identity/caller.ts';
import { scopeRules } from '../../../src/identity/authenticate.ts';
import type { RoutingDeps } from '../../../src/routing/callable-models.ts';
import type { RouteRequest } from '../../../src/routing/route.ts';
import { makeRouter } from '../../../src/routing/router.ts';
import { callerOf } from '../../fakes/make-caller.ts';
import { makeModel, makeProduct, makeProvider } from '../../fakes/make-config.ts';
import { makeStillClock } from '../../fakes/still-clock.ts';

interface Draft extends Partial<Pick<RoutingDeps, 'random' | 'expandPattern' | 'translated'>> {
  readonly models?: readonly Model[];
  readonly providers?: readonly Provider[];
  readonly products?: readonly Product[];
  readonly plans?: readonly Plan[];
}

/** A router over two providers, one of each spec, and the Product `test`, unless the draft says otherwise. */
export function setUpRouting({ models = [], providers, products, plans = [], random = () => 0, ...rules }: Draft) {
  const rows = providers ?? [makeProvider('one', 'a', 'http://one'), makeProvider('two', 'b', 'http://two')];
  const catalog: Catalog = {
    regions: ['global', 'eu', 'us'],
    providers: new Map(rows.map((provider) => [provider.id, provider])),
    models,
    products: new Map((products ?? [makeProduct('test')]).map((product) => [product.sku, product])),
    plans: new Map(plans.map((plan) => [plan.id, plan])),
  };
  const clock = makeStillClock();
  const router = makeRouter({
    catalog: () => catalog,
    clock,
    random,
    scope: scopeRules,
    ...rules,
  });
  return { ...router, clock, catalog };
}

/** A caller whose key has this scope. */
export const callerWith = (scope: Partial<Scope> = {}): Caller => callerOf({ scope: { ...unrestricted, ...scope } });

/** A chat call on Spec A that says nothing but its model. */
export const ask = (model: string | null, changes: Partial<RouteRequest> = {}): RouteRequest => ({
  spec: 'a',
  operation: { family: 'chat', product: 'default' },
  model,
  regionCode: null,
  productSku: { header: null, query: null },
  caller: callerWith(),
  ...changes,
});

/** A Product sent by header, by query, or both. */
export const sent = (header: string | null, query: string | null = null): Pick<RouteRequest, 'productSku'> => ({
  productSku: { header, query },
});

export { makeModel, makeProduct, makeProvider };
