import { GatewayError } from '../../errors/gateway-error.ts';
import type { Router } from '../../routing/make-router.ts';
import type { Route } from '../../routing/route.ts';
import { echo } from '../../shared/echo.ts';
import type { Call } from '../call.ts';
import type { Asked } from '../read-asked.ts';
import { routeRequestOf } from '../route-request-of.ts';
import { atParam } from './at-param.ts';

/** Where a batch goes, and what its models are called there. */
export interface BatchRoute {
  readonly providerId: string;
  readonly region: string;
  /** Name at the provider by the caller's name. */
  readonly names: ReadonlyMap<string, string>;
  /** By the caller's name, for what each may cost. */
  readonly routes: ReadonlyMap<string, Route>;
}

/** Of a request of a batch: the caller's name of its model, and of others. */
type Named = Pick<Asked, 'beside'> & { readonly model: string };

/**
 * One place for all models of a batch. Each is checked as if it were called by itself: it exists, the key may call it, and it
 * has a price.
 *
 * @param requests what each names: at least one
 * @throws {GatewayError} what routing refuses; `invalid_value` when the models live in different places
 */
export function routeBatch(call: Call, requests: readonly Named[], router: Router): BatchRoute {
  const names = new Map<string, string>();
  const routes = new Map<string, Route>();
  let first: Route | null = null;
  for (const [index, { model, beside }] of requests.entries()) {
    if (names.has(model) && beside.length === 0) continue;
    const param = `requests[${index}].params.model`;
    const route: Route = atParam({ model, beside, param }, () =>
      router.route({ ...routeRequestOf(call, model), beside }),
    );
    first ??= route;
    names.set(model, nameAt(first, route, param));
    routes.set(model, route);
  }
  if (first === null)
    throw new GatewayError('invalid_value', 'requests is empty. Send at least one.', { param: 'requests' });
  return { providerId: first.provider.id, region: first.region, names, routes };
}

/** The name of a route's model at the provider that the first model of the batch goes to. */
function nameAt({ provider, region, requestedModel: other }: Route, route: Route, param: string): string {
  if (route.provider === provider) return route.upstreamModel;
  const target = route.model.targets.find((each) => each.provider === provider.id && each.region === region);
  if (target) return target.model ?? route.requestedModel;
  throw new GatewayError(
    'invalid_value',
    `The models ${echo(other)} and ${echo(route.requestedModel)} have no provider in common. Make a batch of each.`,
    { param },
  );
}
