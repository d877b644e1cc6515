import type { OperationFacts } from '../../generated/operation-facts.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { estimateHold } from '../metering/admission.ts';
import type { BatchReservation } from '../metering/hold.ts';
import type { Owned } from '../objects/owned-object.ts';
import type { Call } from '../pipeline/call.ts';
import { mostInput, mostOutput, mostToolUses, toolUsage, usableOf } from '../pipeline/hold-estimate.ts';
import { mostSeconds } from '../pipeline/media-duration.ts';
import { placeOf } from '../pipeline/upstream-objects.ts';
import type { Route } from '../routing/route.ts';
import { routeRequestOf, type Router } from '../routing/router.ts';
import type { Usage } from '../shared/usage.ts';
import { noContents, readBatchInput, type BatchInput, type InputOfModel } from './batch-input.ts';
import { operationOf } from './result-lines.ts';
import { atParam } from './route-batch.ts';

/** What a batch of a file asks for. */
interface InputPlan {
  /** What it can cost at most; empty where nothing is known of it. */
  readonly parts: BatchReservation['parts'];
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
  const { family = null, wire = null } = operationOf(call.body.endpoint) ?? {};
  const routes = routesOf(input, { call, file, family }, router);
  const names = new Map([...routes].map(([name, { requestedModel }]) => [name, requestedModel] as const));
  return { parts: estimateInput(input, routes, wire), names };
}

interface InputPlace {
  readonly call: Call;
  readonly file: Owned<'file'>;
  /** Of the endpoint that the batch is for; null where it is not known. */
  readonly family: OperationFacts['family'] | null;
}

/** As calls of the batch's endpoint; whether the key may make batches at all is seen when this one goes out. */
function routesOf({ models, referenced }: BatchInput, place: InputPlace, router: Router): ReadonlyMap<string, Route> {
  const { providerId, region } = placeOf(place.file);
  const { family, call } = place;
  const caller = { ...call.caller, scope: { ...call.caller.scope, operations: null } };
  const operation = { ...call.operation, family: family ?? call.operation.family };
  const routeOf = (model: string): Route =>
    router.route({
      ...routeRequestOf({ ...call, operation }, model),
      referenced,
      caller,
      regionCode: region,
      providerId,
    });
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
    [...models.keys()].map((model) => [model, atParam({ model, referenced, param }, () => found(model))] as const),
  );
}

/** The file goes as it is, so it may call a model as its provider does. */
function callersName(name: string, { call, file }: InputPlace, router: Router): string | null {
  const { providerId } = placeOf(file);
  const isCalledSo = ({ targets }: ReturnType<Router['listModels']>[number]): boolean =>
    targets.some(({ provider, model }) => provider === providerId && model === name);
  return router.listModels(call.caller, call.spec, null).find(isCalledSo)?.id ?? null;
}

/** A key that is limited to some models could call others through lines that have not been read. */
function assertAnyModel({ scope, keyName }: Caller): void {
  if (scope.models === null) return;
  throw new GatewayError(
    'out_of_scope',
    `Key ${keyName} is limited to some models, and this file has lines whose model is not known. ` +
      'Upload a file in which every line names its model, or use a key without that limit.',
    { param },
  );
}

/**
 * The most that a batch can cost: for each model what its lines ask for. No text has more tokens than bytes. Lines that
 * could not be read are reckoned at the dearest model of the file.
 *
 * @param routes by the model's name in the file
 * @param wire of the endpoint that the batch is for; null where it is not known
 */
export function estimateInput(
  { models, unread }: BatchInput,
  routes: ReadonlyMap<string, Route>,
  wire: OperationFacts['wire'] | null,
): BatchReservation['parts'] {
  const partOf = (route: Route, sums: InputOfModel) => ({
    route,
    estimate: { ...usableOf(usageOf(sums, route), wire), ...toolsOf(sums, route) },
  });
  const parts = [...models].flatMap(([name, sums]) => {
    const route = routes.get(name);
    return route === undefined ? [] : [partOf(route, sums)];
  });
  if (unread.lines === 0) return parts;
  const { lines, bytes } = unread;
  // What they hold is not known: each may fill all that the model reads.
  const contents = { ...noContents, documents: lines };
  const unreadSums = { lines, bytes, answers: lines, output: 0, open: lines, contents };
  const candidates = [...routes.values()].map((route) => partOf(route, unreadSums));
  const [first, ...others] = candidates;
  if (first === undefined) return parts;
  return [...parts, others.reduce((dearest, each) => (mostOf(each) > mostOf(dearest) ? each : dearest), first)];
}

const toolsOf = ({ contents }: InputOfModel, { model }: Route): Usage =>
  contents ? toolUsage(contents.toolRequests * mostToolUses(contents, model)) : {};

function usageOf({ lines, bytes, answers, output, open, contents }: InputOfModel, { model }: Route): Usage {
  const most = mostOutput(model);
  const beyond = contents === undefined ? 0 : contents.budget + contents.exceeding * model.most.reasoning;
  const limit = model.maxOutputTokens ?? Number.MAX_SAFE_INTEGER;
  return {
    input_tokens: contents
      ? mostInput({ ...contents, bytes, requests: lines }, model)
      : Math.min(bytes, (model.maxInputTokens ?? bytes) * lines),
    output_tokens: Math.min(output + beyond + open * most, answers * limit),
    characters: bytes,
    audio_seconds: mostSeconds(bytes),
    images: answers,
    requests: lines,
  };
}

const mostOf = ({ route, estimate }: BatchReservation['parts'][number]): bigint =>
  estimateHold(estimate, route.price, 1_000);
