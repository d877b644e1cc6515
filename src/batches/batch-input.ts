import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Model } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { BatchReservation } from '../metering/hold.ts';
import type { Owned } from '../objects/owned-object.ts';
import type { Call } from '../pipeline/call.ts';
import { mostBeside, routeSideWork, withBeside } from '../pipeline/counted-usage.ts';
import {
  dearestOf,
  type InputSums,
  mostInput,
  mostOutput,
  mostToolUses,
  textAlone,
  toolUsage,
  usableOf,
} from '../pipeline/hold-estimate.ts';
import { mostSeconds } from '../pipeline/media-duration.ts';
import { placeOf } from '../pipeline/upstream-objects.ts';
import type { Route, Router } from '../routing/route.ts';
import { routeRequestOf } from '../routing/router.ts';
import { isObject, type Json, type JsonObject, objectOf, stringOf } from '../shared/json/json.ts';
import { echo } from '../shared/text/names.ts';
import type { Usage } from '../shared/usage.ts';
import { operationOf } from './result-lines.ts';
import { atParam } from './route-batch.ts';

/** The contents of lines other than text, summed; `uses` is the most of any line. */
export interface ContentsOfLines extends Omit<InputSums, 'bytes' | 'requests'> {
  /** Output tokens that answers may have beyond their limits: the stated ones, and the number of answers that may reach the model's limit. */
  readonly budget: number;
  readonly exceeding: number;
}

const { mayExceed: _, ...nothing } = textAlone;

/** The contents of lines that hold only text. */
export const noContents: ContentsOfLines = { ...nothing, toolBytes: 0, toolRequests: 0, exceeding: 0 };

/** What the lines of a batch's file request from one model, summed. */
export interface InputOfModel {
  readonly lines: number;
  readonly bytes: number;
  /** The number of answers requested; `n` counts. */
  readonly answers: number;
  /** Output tokens allowed by lines with a limit, over all of their answers. */
  readonly output: number;
  /** The number of answers without a limit. */
  readonly open: number;
  /** Contents other than text; absent in files of earlier releases, and if the lines hold only text. */
  readonly contents?: ContentsOfLines;
}

/** What was learned about a file of requests while it was uploaded, to bound the cost of a batch. */
export interface BatchInput {
  readonly lines: number;
  readonly bytes: number;
  /** By the model's name in the file. */
  readonly models: ReadonlyMap<string, InputOfModel>;
  /** Further models that lines name. */
  readonly referenced: readonly string[];
  /** Those that may answer lines. Absent in files of earlier releases: all. */
  readonly alternatives?: readonly string[];
  /** The paths of its lines: all, or more than one. Absent in files of earlier releases. */
  readonly urls?: readonly string[];
  /** The first line that cannot be read or would be refused as a call, and why; null if there is none. */
  readonly refused: { readonly line: number; readonly message: string } | null;
  /** False if the file names too many models to count. */
  readonly isWhole: boolean;
}

/** What was learned about a file of requests, for the fields of the file. */
export const writeBatchInput = ({
  models,
  referenced,
  alternatives,
  urls,
  refused,
  ...rest
}: BatchInput): JsonObject => ({
  ...rest,
  refused: refused && { ...refused },
  referenced: [...referenced],
  ...(alternatives && { alternatives: [...alternatives] }),
  ...(urls && { urls: [...urls] }),
  models: Object.fromEntries(
    [...models].map(([name, { contents, ...sums }]) => [
      name,
      { ...sums, ...(contents && { contents: { ...contents } }) },
    ]),
  ),
});

/**
 * Reads the result of `writeBatchInput`; null for a file that was not fully read, because a provider made it, or because an earlier
 * release only counted the lines that it could not read.
 */
export function readBatchInput({ input }: JsonObject): BatchInput | null {
  if (input === undefined || Number(objectOf(objectOf(input)['unread'])['lines'] ?? 0) > 0) return null;
  const { lines, bytes, models, referenced, alternatives, urls, refused, isWhole } = objectOf(input);
  const readSums = (sums: Json | undefined): InputOfModel => {
    const each = objectOf(sums);
    return {
      lines: Number(each['lines']),
      bytes: Number(each['bytes']),
      answers: Number(each['answers']),
      output: Number(each['output']),
      open: Number(each['open']),
      // A file of an earlier release lacks figures that were added later.
      ...(isObject(each['contents']) && {
        contents: { ...noContents, ...(each['contents'] as unknown as ContentsOfLines) },
      }),
    };
  };
  return {
    lines: Number(lines),
    bytes: Number(bytes),
    models: new Map(Object.entries(objectOf(models)).map(([name, sums]) => [name, readSums(sums)])),
    referenced: Array.isArray(referenced) ? referenced.map(String) : [],
    ...(Array.isArray(alternatives) && { alternatives: alternatives.map(String) }),
    ...(Array.isArray(urls) && { urls: urls.map(String) }),
    refused: isObject(refused) ? { line: Number(refused['line']), message: stringOf(refused['message']) ?? '' } : null,
    isWhole: isWhole === true,
  };
}

/** The routes of a batch from a file. */
interface InputPlan extends Pick<BatchInput, 'lines' | 'referenced'> {
  /** The most that it can cost. */
  readonly parts: BatchReservation['parts'];
  /** The caller's name of each model by the provider's. */
  readonly names: ReadonlyMap<string, string>;
}

const param = 'input_file_id';

const refusal = (message: string): GatewayError => new GatewayError('invalid_value', message, { param });

/** The error if the cost of its lines could not be counted. */
const unknownEndpoint = (endpoint: string): GatewayError =>
  new GatewayError(
    'invalid_value',
    `Batches for ${echo(endpoint)} are not served. GET /docs lists the operations that are.`,
    { param: 'endpoint' },
  );

/**
 * Checks each model that a file of requests names as if it were called by itself at the provider that stores the file, and returns
 * the most that the whole can cost.
 *
 * @throws {GatewayError} what routing refuses; `invalid_value` for a file of too many models, one with a line that cannot be read
 *   or would be refused, or one that was not read when it came
 */
export function routeInput(
  call: Call & { readonly body: { readonly endpoint: string } },
  file: Owned<'file'>,
  router: Router,
): InputPlan {
  const input = readBatchInput(file.fields);
  // A file of an earlier release does not say which endpoints its lines are for, so their cost is unknown.
  if (input?.urls === undefined)
    throw refusal('The lines of this file have not been read. Upload it again, with the purpose "batch".');
  if (!input.isWhole) {
    throw refusal('The file names more than 100 models. Make several files of it, each of fewer models.');
  }
  if (input.refused !== null) {
    const { line, message } = input.refused;
    throw refusal(`Line ${line} of the file cannot be run. ${message}`);
  }
  const { endpoint } = call.body;
  const operation = operationOf(endpoint);
  if (operation === null || !operation.billed) throw unknownEndpoint(endpoint);
  const other = input.urls.find((url) => operationOf(url) !== operation);
  if (other !== undefined)
    throw refusal(
      `The file has requests for ${echo(other)}, and the batch is for ${echo(endpoint)}. Make a batch of each.`,
    );
  const { family, wire } = operation;
  const routes = routesOf(input, { call, file, family }, router);
  const names = new Map([...routes].map(([name, { requestedModel }]) => [name, requestedModel] as const));
  const sideRoute = (name: string, route: Route) => routeSideWork(name, { route, at: call.startedAt }, router);
  const { lines, referenced } = input;
  return { parts: estimateInput(input, routes, { wire, sideRoute }), names, lines, referenced };
}

interface InputPlace {
  readonly call: Call;
  readonly file: Owned<'file'>;
  /** Family of the endpoint that the batch is for. */
  readonly family: OperationFacts['family'];
}

/** As calls of the batch's endpoint; whether the key may make batches at all is seen when this one goes out. */
function routesOf({ models, referenced }: BatchInput, place: InputPlace, router: Router): ReadonlyMap<string, Route> {
  const { providerId, region } = placeOf(place.file);
  const { family, call } = place;
  const caller = { ...call.caller, scope: { ...call.caller.scope, operations: null } };
  const operation = { ...call.operation, family };
  // All go to one place, so the other models are checked once for each Product that may contain them.
  const checked = new Set<string>();
  const routeOf = (model: string): Route => {
    const request = { ...routeRequestOf({ ...call, operation }, model), caller, regionCode: region, providerId };
    const route = router.route(request);
    if (!checked.has(route.product.sku)) router.route({ ...request, referenced });
    checked.add(route.product.sku);
    return route;
  };
  const callersName = makeCallersNames(place, router);
  const found = (name: string): Route => {
    try {
      return asWritten(name, routeOf(name));
    } catch (error) {
      const other = callersName(name);
      if (other === null) throw error;
      return routeOf(other);
    }
  };
  return new Map(
    [...models.keys()].map((model) => [model, atParam({ model, referenced, param }, () => found(model))] as const),
  );
}

/** The file goes as it is, so a line must call its model as the provider does, or another one would run than is charged. */
function asWritten(name: string, route: Route): Route {
  const { model, provider, region, upstreamModel } = route;
  const isHere = (target: Model['targets'][number]): boolean =>
    target.provider === provider.id && target.region === region;
  if (model.targets.some((target) => isHere(target) && (target.model ?? name) === name)) return route;
  throw new GatewayError(
    'model_not_found',
    `The provider of this file calls the model ${echo(name)} ${echo(upstreamModel)}, and files go to it as they are. Write ${echo(upstreamModel)} in the file.`,
    { param: 'model' },
  );
}

/** The file goes as it is, so it may call a model as its provider does. The models are listed once, and only if that is needed. */
function makeCallersNames({ call, file }: InputPlace, router: Router): (name: string) => string | null {
  const { providerId, region } = placeOf(file);
  let listed: ReturnType<Router['listModels']> | null = null;
  return (name) => {
    listed ??= router.listModels(call.caller, call.spec, region);
    const isHere = ({ provider, model }: Model['targets'][number]): boolean =>
      provider === providerId && model === name;
    return listed.find(({ targets }) => targets.some(isHere))?.id ?? null;
  };
}

interface EndpointFacts {
  /** Wire format of the endpoint that the batch is for; null if it is not known. */
  readonly wire: OperationFacts['wire'] | null;
  /** The route by which another model's work within a line is charged; absent: the catalogue has none. */
  readonly sideRoute?: (name: string, route: Route) => Route | null;
}

/**
 * The most that a batch can cost: for each model what its lines ask for. No text has more tokens than bytes.
 *
 * @param routes by the model's name in the file
 */
export const estimateInput = (
  { models, referenced, alternatives = referenced }: BatchInput,
  routes: ReadonlyMap<string, Route>,
  { wire, sideRoute = () => null }: EndpointFacts,
): BatchReservation['parts'] =>
  [...models].flatMap(([name, sums]) => {
    const route = routes.get(name);
    if (route === undefined) return [];
    const mostBy = (by: Route) => ({ ...usableOf(usageOf(sums, by), wire), ...toolsOf(sums, by) });
    const estimate = mostBy(route);
    const instead = dearestOf(alternatives, (other) => {
      const by = sideRoute(other, route);
      return by && { route: by, usage: mostBy(by) };
    });
    const part = { route, ...(instead !== undefined && { instead }) };
    const { contents } = sums;
    if (contents === undefined || (contents.draws ?? contents.helpers) === undefined) return [{ ...part, estimate }];
    const working = { ...contents, uses: mostToolUses(contents, route.model), input: estimate.input_tokens ?? 0 };
    const beside = mostBeside(working, route.model, (other) => sideRoute(other, route));
    return [{ ...part, ...withBeside(estimate, beside) }];
  });

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
