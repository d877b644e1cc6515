import type { OperationFacts } from '../../generated/operation-facts.ts';
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
import type { Route, Router } from '../routing/route.ts';
import { arrayOf, isObject, type Json, type JsonObject, objectOf, stringOf } from '../shared/json/json.ts';
import { echo } from '../shared/text/names.ts';
import type { Usage } from '../shared/usage.ts';
import { keptLimit } from '../wires/facts.ts';
import type { Contents, RequestFacts } from '../wires/wire.ts';
import { operationOf } from './result-lines.ts';
import { routesOfFile } from './route-batch.ts';

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
  /** All lines once more, in groups. Absent in files of earlier releases, and if no line names a model that may answer it. */
  readonly groups?: readonly LinesByOthers[];
}

/** The sums with one more line. */
export function added(sums: InputOfModel, facts: RequestFacts): InputOfModel {
  const { bound, contents } = facts;
  const { input, answers } = bound;
  const output = keptLimit(facts);
  return {
    lines: sums.lines + 1,
    bytes: sums.bytes + input,
    answers: sums.answers + answers,
    output: sums.output + (output ?? 0) * answers,
    open: sums.open + (output === null ? answers : 0),
    ...(contents && { contents: addedContents(sums.contents ?? noContents, contents, { ...bound, output }) }),
  };
}

/** The most that helpers may do in any line. */
function mostHelp(sums: ContentsOfLines, { helperUses, openHelpers = 0 }: Contents) {
  const open = Math.max(sums.openHelpers ?? 0, openHelpers);
  const most = new Map(Object.entries(sums.helperUses ?? {}));
  for (const [name, uses] of Object.entries(helperUses ?? {})) most.set(name, Math.max(most.get(name) ?? 0, uses));
  return {
    ...(most.size > 0 && { helperUses: Object.fromEntries(most) }),
    ...(open > 0 && { openHelpers: open }),
  };
}

function addedContents(
  sums: ContentsOfLines,
  line: Contents,
  { input, output, answers }: RequestFacts['bound'],
): ContentsOfLines {
  const hasTools = line.uses > 0 || line.usesAreOpen || line.helpers !== undefined;
  const limited = output === null ? 0 : answers;
  const draws = new Set([...(sums.draws ?? []), ...(line.draws ?? [])]);
  const helpers = new Set([...(sums.helpers ?? []), ...(line.helpers ?? [])]);
  return {
    media: sums.media + line.media,
    documentMedia: sums.documentMedia + line.documentMedia,
    images: sums.images + line.images,
    documents: sums.documents + line.documents,
    ownTools: sums.ownTools + line.ownTools,
    uses: Math.max(sums.uses, line.uses),
    usesAreOpen: sums.usesAreOpen || line.usesAreOpen,
    toolBytes: sums.toolBytes + (hasTools ? input : 0),
    toolRequests: sums.toolRequests + (hasTools ? 1 : 0),
    ...(draws.size > 0 && { draws: [...draws] }),
    ...(helpers.size > 0 && { helpers: [...helpers] }),
    ...mostHelp(sums, line),
    budget: sums.budget + line.budget * limited,
    exceeding: sums.exceeding + (line.mayExceed ? limited : 0),
  };
}

/** Lines of a model that other models may answer, by the set of these. */
export interface LinesByOthers {
  /** Absent: the file has too many such sets, so each of its `alternatives` may answer these lines. */
  readonly names?: readonly string[];
  readonly sums: InputOfModel;
  /** With the largest limits of all that may answer. Absent: the same. */
  readonly byFallbacks?: InputOfModel;
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
export const writeBatchInput = ({ models, ...rest }: BatchInput): JsonObject =>
  ({ ...rest, models: Object.fromEntries(models) }) as unknown as JsonObject;

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
      ...(Array.isArray(each['groups']) && { groups: arrayOf(each['groups']).map(objectOf).map(readGroup) }),
    };
  };
  const readGroup = ({ names, sums, byFallbacks }: JsonObject): LinesByOthers => ({
    ...(Array.isArray(names) && { names: names.map(String) }),
    sums: readSums(sums),
    ...(isObject(byFallbacks) && { byFallbacks: readSums(byFallbacks) }),
  });
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
  const routes = routesOfFile(input, { call, file, family }, router);
  const names = new Map([...routes].map(([name, { requestedModel }]) => [name, requestedModel] as const));
  const sideRoute = (name: string, route: Route) => routeSideWork(name, { route, at: call.startedAt }, router);
  const { lines, referenced } = input;
  return { parts: estimateInput(input, routes, { wire, sideRoute }), names, lines, referenced };
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
  [...models].flatMap(([name, whole]) => {
    const route = routes.get(name);
    if (route === undefined) return [];
    return (whole.groups ?? [{ sums: whole }]).map(
      ({ names = alternatives, sums, byFallbacks = sums }: LinesByOthers) => {
        const mostBy = (by: Route, of: InputOfModel) => ({ ...usableOf(usageOf(of, by), wire), ...toolsOf(of, by) });
        const estimate = mostBy(route, sums);
        const instead = dearestOf(names, (other) => {
          const by = sideRoute(other, route);
          return by && { route: by, usage: mostBy(by, byFallbacks) };
        });
        const part = { route, ...(instead !== undefined && { instead }) };
        const { contents } = sums;
        if (contents === undefined || (contents.draws ?? contents.helpers) === undefined) return { ...part, estimate };
        const working = { ...contents, uses: mostToolUses(contents, route.model), input: estimate.input_tokens ?? 0 };
        const others = mostBeside(working, route.model, (other) => sideRoute(other, route));
        return { ...part, ...withBeside(estimate, others) };
      },
    );
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
