import type { OperationFacts } from '../../../generated/operation-facts.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Undertaking } from '../../metering/hold.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { Router } from '../../routing/make-router.ts';
import type { Route } from '../../routing/route.ts';
import type { Call } from '../call.ts';
import { wayTo } from '../kept/kept-outgoing.ts';
import { routeRequestOf } from '../route-request-of.ts';
import { atParam } from './at-param.ts';
import { readBatchInput, type BatchInput } from './batch-input.ts';
import { estimateInput } from './estimate-input.ts';
import { operationOf } from './read-result-line.ts';

/** What a batch of a file asks for. */
export interface InputPlan {
  /** What it can cost at most; empty where nothing is known of it. */
  readonly parts: Undertaking['parts'];
  /** The caller's name of each model by the provider's. */
  readonly names: ReadonlyMap<string, string>;
}

const param = 'input_file_id';

/**
 * Checks each model that a file of requests names as if it were called by itself, where the file is kept, and says what the
 * whole can cost.
 *
 * @throws {GatewayError} what routing refuses; `invalid_value` for a file of too many models or with a line that would be refused; `out_of_scope` for a key that is
 *   bound to models where not all of the file's are known
 */
export function routeInput(
  call: Call & { readonly body: { readonly endpoint: string } },
  file: Owned<'file'>,
  router: Router,
): InputPlan {
  const input = readBatchInput(file.fields);
  if (input === null || input.unread.lines > 0 || input.models.size === 0) assertAnyModel(call.caller);
  if (input === null) return { parts: [], names: new Map() };
  if (input.refused !== null) {
    const { line, message } = input.refused;
    throw new GatewayError('invalid_value', `Line ${line} of the file cannot be run. ${message}`, { param });
  }
  if (!input.isWhole) {
    const message = 'The file names more than 100 models. Make several files of it, each of fewer models.';
    throw new GatewayError('invalid_value', message, { param });
  }
  const { family = null, dialect = null } = operationOf(call.body.endpoint) ?? {};
  const routes = routesOf(input, { call, file, family }, router);
  const names = new Map([...routes].map(([name, { requestedModel }]) => [name, requestedModel] as const));
  return { parts: estimateInput(input, routes, dialect), names };
}

interface InputPlace {
  readonly call: Call;
  readonly file: Owned<'file'>;
  /** Of the endpoint that the batch is for; null where it is not known. */
  readonly family: OperationFacts['family'] | null;
}

/** As calls of the batch's endpoint; whether the key may make batches at all is seen when this one goes out. */
function routesOf({ models, beside }: BatchInput, place: InputPlace, router: Router): ReadonlyMap<string, Route> {
  const { providerId, region } = wayTo(place.file);
  const { family, call } = place;
  const caller = { ...call.caller, scope: { ...call.caller.scope, operations: null } };
  const operation = { ...call.operation, family: family ?? call.operation.family };
  const routeOf = (model: string): Route =>
    router.route({ ...routeRequestOf({ ...call, operation }, model), beside, caller, regionCode: region, providerId });
  const found = (name: string): Route => {
    try {
      return routeOf(name);
    } catch (error) {
      const other = callersName(name, place, router);
      if (other === null) throw error;
      return routeOf(other);
    }
  };
  return new Map(
    [...models.keys()].map((model) => [model, atParam({ model, beside, param }, () => found(model))] as const),
  );
}

/** The file goes as it is, so it may call a model as its provider does. */
function callersName(name: string, { call, file }: InputPlace, router: Router): string | null {
  const { providerId } = wayTo(file);
  const isCalledSo = ({ targets }: ReturnType<Router['listModels']>[number]): boolean =>
    targets.some(({ provider, model }) => provider === providerId && model === name);
  return router.listModels(call.caller, call.spec, null).find(isCalledSo)?.id ?? null;
}

/** A key that may call only some models could call any by lines that nobody has read. */
function assertAnyModel({ scope, keyName }: Caller): void {
  if (scope.models === null) return;
  throw new GatewayError(
    'out_of_scope',
    `Key ${keyName} is limited to some models, and this file has lines whose model is not known. ` +
      'Upload a file in which every line names its model, or use a key without that limit.',
    { param },
  );
}
