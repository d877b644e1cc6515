import type { CallDraft, SideWork } from '../metering/hold.ts';
import type { MeteringService } from '../metering/metering.ts';
import { lacksPrices, priceHold } from '../metering/settle.ts';
import { anyModel } from '../routing/callable-models.ts';
import type { Route, Router } from '../routing/route.ts';
import { routeRequestOf } from '../routing/router.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { HeadOfCall } from './call.ts';
import { unstatedOutput, type Model } from '../catalog/catalog.ts';
import { leastOfDocuments } from '../shared/tokens/file-tokens.ts';
import { charactersPerToken, makeSurplus } from '../shared/tokens/text-tokens.ts';
import type { Json } from '../shared/json/json.ts';
import { noCuts, type Cuts } from '../shared/json/skim.ts';
import type { UnitKind, Usage } from '../shared/usage.ts';
import { keptLimit, readByFallbacks, unstatedUses } from '../wires/facts.ts';
import type { Contents, RequestFacts } from '../wires/wire.ts';
import { toolKinds } from '../wires/read-usage.ts';
import type { WireId } from '../wires/meter.ts';
import { wires } from '../wires/wires.ts';
import { mostBeside, routeSideWork, withBeside } from './counted-usage.ts';
import { mostSeconds } from './media-duration.ts';

/** Input tokens assumed for a model without a limit in the catalogue, when the request refers to content that it does not contain. */
const unstatedInput = 1_000_000;

/** Tokens in which a provider describes one of its tools to the model. */
const toolPrompt = 2_000;

type Limits = Pick<Model, 'maxInputTokens' | 'maxOutputTokens' | 'most'>;

/** The most output tokens of one answer without a limit in the request. */
export const mostOutput = ({ maxOutputTokens }: Pick<Model, 'maxOutputTokens'>): number =>
  maxOutputTokens ?? unstatedOutput;

/** Output tokens of a text, as a guess by its length, up to what the hold was taken for. */
export const outputOf = (letters: number, { output, answers }: RequestFacts['bound']): number =>
  Math.min(Math.floor(letters / charactersPerToken), mostOutput({ maxOutputTokens: output }) * answers);

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The most output tokens that a model may produce beyond the limit of the request. */
const beyondLimit = ({ budget, mayExceed }: Pick<Contents, 'budget' | 'mayExceed'>, { most }: Limits): number =>
  Math.max(budget, mayExceed ? most.reasoning : 0);

/** The contents of one request, or the sums for several. */
export type InputSums = Omit<Contents, 'budget' | 'mayExceed'> & {
  readonly requests: number;
  /** Bytes of all text and media together. */
  readonly bytes: number;
  /** The part of that in requests with tools that the provider runs, and how many those are. */
  readonly toolBytes: number;
  readonly toolRequests: number;
};

/**
 * The most tokens that conversations can be billed as input. No text has more tokens than bytes; the catalogue says what media
 * count as. A tool that the provider runs makes the model read everything once more for each use, with all results so far.
 */
export function mostInput(sums: InputSums, model: Limits): number {
  const { maxInputTokens, most } = model;
  const { requests, toolRequests } = sums;
  const ofDocuments =
    most.document === null
      ? Math.min(sums.documents, requests) * (maxInputTokens ?? unstatedInput)
      : Math.max(sums.documents * most.document, leastOfDocuments(sums.documentMedia));
  const unread = ofDocuments + sums.images * most.image + sums.ownTools * toolPrompt - sums.media;
  const once = sums.bytes + requests * most.added + unread;
  const uses = mostToolUses(sums, model);
  const again = uses * (sums.toolBytes + toolRequests * most.added + Math.max(0, unread));
  const results = (toolRequests * most.toolUse * uses * (uses + 1)) / 2;
  const limit = maxInputTokens === null ? Infinity : maxInputTokens * (requests + toolRequests * uses);
  return Math.min(once + again + results, limit);
}

const inputOf = (bytes: number, contents: Contents | null, model: Limits): number => {
  if (contents === null) return Math.min(bytes, model.maxInputTokens ?? bytes);
  const hasTools = mostToolUses(contents, model) > 0;
  const tools = hasTools ? { toolBytes: bytes, toolRequests: 1 } : { toolBytes: 0, toolRequests: 0 };
  return mostInput({ ...contents, ...tools, requests: 1, bytes }, model);
};

/** How often the provider may use its own tools in one call. */
export function mostToolUses(
  { uses, usesAreOpen, openHelpers = 0 }: Pick<Contents, 'uses' | 'usesAreOpen' | 'openHelpers'>,
  { most }: Limits,
): number {
  return uses + Math.min(most.toolUses, usesAreOpen ? Infinity : openHelpers * unstatedUses);
}

/** The contents of a request that is text and nothing else. */
export const textAlone: Contents = {
  media: 0,
  documentMedia: 0,
  images: 0,
  documents: 0,
  ownTools: 0,
  uses: 0,
  usesAreOpen: false,
  budget: 0,
  mayExceed: false,
};

/**
 * The request facts for a route. In another wire format, the output limit is raised to the lowest one that this format accepts, and
 * the model may exceed it where this format says so. If the route has several formats, the one that may cost more counts.
 */
export function factsSent(facts: RequestFacts, { wires: formats }: Pick<Route, 'wires'>): RequestFacts {
  if (formats === undefined) return facts;
  const { bound } = facts;
  const contents = facts.contents ?? textAlone;
  const leastLimit = Math.max(...formats.map((id) => wires[id].leastLimit ?? 1));
  const mayExceed = contents.mayExceed || formats.some((id) => wires[id].mayExceedLimit === true);
  return {
    ...facts,
    bound: bound.output === null ? bound : { ...bound, output: Math.max(bound.output, leastLimit) },
    contents: { ...contents, mayExceed },
  };
}

/** The request's upper bounds, within the limits of the model; `output` is null if neither names a limit. */
export function boundOf(facts: Pick<RequestFacts, 'bound' | 'contents'>, model: Limits): RequestFacts['bound'] {
  const { bound, contents = null } = facts;
  const { input, answers } = bound;
  const output = keptLimit(facts);
  const beyond = contents === null ? 0 : beyondLimit(contents, model);
  return {
    input: inputOf(input, contents, model),
    output: least(output === null ? null : output + beyond, model.maxOutputTokens),
    answers,
  };
}

/** Output tokens within that which are for reasoning beyond the limit that the request names. */
function reasoningBeyond(facts: Pick<RequestFacts, 'bound' | 'contents'>, model: Limits): number {
  const { bound, contents } = facts;
  const limit = keptLimit(facts);
  if (contents == null || limit === null) return 0;
  const { output } = boundOf(facts, model);
  return Math.max(0, (output ?? 0) - limit - contents.budget) * bound.answers;
}

/** The most that a call can use, in the units of its wire format. */
export function estimateHold(facts: RequestFacts, model: Model, wire: WireId | 'none'): Usage {
  const { input, output, answers } = boundOf(facts, model);
  const countsSeconds = wires[wire].units.includes('audio_seconds');
  const most = {
    input_tokens: input,
    output_tokens: (output ?? unstatedOutput) * answers,
    characters: facts.units.characters ?? 0,
    audio_seconds: countsSeconds ? (facts.units.audio_seconds ?? mostSeconds(facts.bound.input)) : 0,
    images: answers,
    requests: 1,
  };
  const tools = facts.contents ? toolUsage(mostToolUses(facts.contents, model)) : {};
  return { ...usableOf(most, wire), ...tools };
}

/** The most of a call whose measured units may have no price: then the units in which it is charged instead belong to it. */
function withInstead(most: Usage, { instead }: Pick<RequestFacts, 'instead'>, { price }: Pick<Route, 'price'>): Usage {
  if (instead === undefined) return most;
  const used = Object.fromEntries(Object.entries(most).filter(([, quantity]) => quantity > 0)) as Usage;
  return lacksPrices(used, price.rates, instead) ? { ...most, ...instead } : most;
}

interface EstimatedCall {
  readonly wire: WireId | 'none';
  /** When the call is admitted, in epoch milliseconds. */
  readonly at: number;
  readonly router: Pick<Router, 'findCompletedWork'>;
}

/**
 * The most that a call can use, with what other models may do for its tools, and that of the dearest model which may answer in its place.
 *
 * @param facts as sent on that route
 */
export function mostOfCall(facts: RequestFacts, route: Route, { wire, at, router }: EstimatedCall) {
  const { contents, alternatives = [] } = facts;
  const own = withInstead(estimateHold(facts, route.model, wire), facts, route);
  const reasoning = reasoningBeyond(facts, route.model);
  const routeOf = (name: string): Route | null => routeSideWork(name, { route, at }, router);
  const read = readByFallbacks(facts);
  const instead = dearestOf(alternatives, (name) => {
    const other = routeOf(name);
    return other && { route: other, usage: withInstead(estimateHold(read, other.model, wire), facts, other) };
  });
  const working = contents && (contents.draws ?? contents.helpers) && { ...contents, toolRequests: 1 };
  const uses = contents ? mostToolUses(contents, route.model) : 0;
  return {
    ...(working
      ? withBeside(own, mostBeside({ ...working, uses, input: own.input_tokens ?? 0 }, route.model, routeOf))
      : { estimate: own }),
    ...(reasoning > 0 && { reasoning }),
    ...(instead !== undefined && { instead }),
  };
}

/**
 * The dearest of the models that may answer, as `CallDraft` has it.
 *
 * @param most the most that a model can use; null if the catalogue does not have it
 */
export function dearestOf(names: readonly string[], most: (name: string) => SideWork | null): CallDraft['instead'] {
  let found: SideWork | null | undefined = names.includes(anyModel) ? null : undefined;
  let highest = -1n;
  for (const name of names) {
    const work = most(name);
    if (work === null || work.route.product.free) continue;
    const hold = priceHold(work.usage, work.route.price, 1_000);
    if (hold > highest) [found, highest] = [work, hold];
  }
  return found;
}

/** Counts a number of tool uses in every unit kind that could apply. */
export const toolUsage = (uses: number): Usage =>
  uses === 0 ? {} : Object.fromEntries(toolKinds.map((kind) => [kind, uses]));

/**
 * Keeps the unit kinds that calls of a wire format are counted in, and `requests`. A hold for any other kind would refuse calls
 * because of a cost that they cannot have.
 *
 * @param wire null if it is unknown: all kinds are kept
 */
export function usableOf(most: Usage, wire: WireId | 'none' | null): Usage {
  if (wire === null) return most;
  const usable: Partial<Record<UnitKind, number>> = { requests: most.requests ?? 1 };
  for (const kind of wires[wire].units) usable[kind] = most[kind] ?? 0;
  return usable;
}

/** The tokens of a body with fewer bytes are not counted: there is little to gain. */
const worthwhile = 4_096;

/** The most characters that are counted in one request, and those between two yields to other calls. */
const mostCharacters = 524_288;
const stepCharacters = 8_192;

/** Texts with fewer characters count as one token per byte. */
const shortest = 64;

/** The texts of a value that are worth counting. */
function* longTexts(value: Json | undefined, cuts: Cuts): Generator<string> {
  if (typeof value === 'string') {
    if (value.length >= shortest) yield* cuts.read(value) ?? [value];
  } else if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) yield* longTexts(child, cuts);
  }
}

/**
 * Returns a tighter upper bound of the tokens of a request than its bytes, for a call that would be refused by its bytes:
 * plain words count by `mostOfWord`, everything else (digits, signs, other alphabets) as one token per byte. It yields to other
 * calls as it goes. Words beyond the first half mebibyte count as one token per byte too.
 *
 * @returns null if the bound would not be lower
 */
export async function tighterBound({ bound, contents, body, cuts = noCuts }: RequestFacts): Promise<number | null> {
  // The bound leaves encoded media out already, so they must not be subtracted again as words.
  if (!contents || contents.media > 0 || bound.input < worthwhile) return null;
  const surplusOf = makeSurplus();
  let surplus = 0;
  let left = mostCharacters;
  for (const text of longTexts(body(), cuts)) {
    for (let at = 0; at < text.length && left > 0; at += stepCharacters) {
      const piece = text.slice(at, at + Math.min(stepCharacters, left));
      left -= piece.length;
      surplus += await surplusOf(piece);
    }
  }
  return surplus > 0 ? bound.input - surplus : null;
}

interface RouteAndFundsDeps {
  readonly router: Pick<Router, 'checkRouteHead'>;
  readonly metering: Pick<MeteringService, 'checkFunds'>;
  readonly clock: Clock;
}

/**
 * Makes the check that runs before a body is read, when no cost can be estimated yet: Product, region, and whether any credit is left.
 *
 * @throws {GatewayError} the errors of routing and admission
 */
export const makeRouteAndFundsCheck =
  ({ router, metering, clock }: RouteAndFundsDeps) =>
  (call: HeadOfCall): void => {
    const { operation, caller } = call;
    const named = router.checkRouteHead(routeRequestOf(call, null));
    // A batch itself is free, but it reserves the cost of its lines. Its file decides the region.
    const product = operation.billed ? named : null;
    if (operation.billed || (operation.family === 'batches' && operation.body !== 'none'))
      metering.checkFunds({ caller, product, startedAt: clock.now() });
  };
