import type { Model } from '../catalog/catalog.ts';
import type { DialectId } from '../dialects/dialect.ts';
import type { Usage } from '../shared/usage.ts';
import type { Asked } from './read-asked.ts';
import type { Contents } from './read-contents.ts';
import { mostSeconds } from './sound/sound-seconds.ts';
import { toolUsage, usableOf } from './usable-units.ts';

/** Output tokens that a call may use when neither the request nor the catalogue names a limit. */
const unstatedOutput = 32_768;

/** Tokens that a model is taken to read where the catalogue names no limit and the request names what it does not hold. */
const unstatedInput = 1_000_000;

/** Tokens in which a provider describes one of its tools to the model. */
const toolPrompt = 2_000;

type Limits = Pick<Model, 'maxInputTokens' | 'maxOutputTokens' | 'most'>;

/** Output tokens of one answer that nobody limited. */
export const mostOutput = ({ maxOutputTokens }: Pick<Model, 'maxOutputTokens'>): number =>
  maxOutputTokens ?? unstatedOutput;

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Tokens that a model may put out beyond the limit of a request. */
export const beyondLimit = ({ budget, mayExceed }: Pick<Contents, 'budget' | 'mayExceed'>, { most }: Limits): number =>
  Math.max(budget, mayExceed ? most.reasoning : 0);

/** The same sums of one request, or of several. */
export type InputSums = Omit<Contents, 'budget' | 'mayExceed'> & {
  readonly requests: number;
  /** Of all text and media together. */
  readonly bytes: number;
  /** The part of that in requests with tools that the provider runs, and how many those are. */
  readonly toolBytes: number;
  readonly toolRequests: number;
};

/**
 * The most tokens that conversations can be billed as input. No text has more tokens than bytes; what is no text counts by the
 * catalogue. A tool that the provider runs makes the model read everything once more for each use, with all results so far.
 */
export function mostInput(sums: InputSums, model: Limits): number {
  const { maxInputTokens, most } = model;
  const { requests, toolRequests } = sums;
  const ofDocuments =
    most.document === null
      ? Math.min(sums.documents, requests) * (maxInputTokens ?? unstatedInput)
      : sums.documents * most.document;
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
  const hasTools = contents.uses > 0 || contents.usesAreOpen;
  const tools = hasTools ? { toolBytes: bytes, toolRequests: 1 } : { toolBytes: 0, toolRequests: 0 };
  return mostInput({ ...contents, ...tools, requests: 1, bytes }, model);
};

/** How often the provider may use its own tools in one call. */
export const mostToolUses = ({ uses, usesAreOpen }: Pick<Contents, 'uses' | 'usesAreOpen'>, { most }: Limits): number =>
  uses + (usesAreOpen ? most.toolUses : 0);

/** What is asked for, within what the model can do; `output` is null where neither names a limit. */
export function boundOf({ bound, contents = null }: Pick<Asked, 'bound' | 'contents'>, model: Limits): Asked['bound'] {
  const { input, output, answers } = bound;
  const beyond = contents === null ? 0 : beyondLimit(contents, model);
  return {
    input: inputOf(input, contents, model),
    output: least(output === null ? null : output + beyond, model.maxOutputTokens),
    answers,
  };
}

/** The most that a call in one format can use. */
export function estimateHold(asked: Asked, model: Model, dialect: DialectId | 'none'): Usage {
  const { input, output, answers } = boundOf(asked, model);
  const most = {
    input_tokens: input,
    output_tokens: (output ?? unstatedOutput) * answers,
    characters: asked.units.characters ?? 0,
    audio_seconds: asked.units.audio_seconds ?? mostSeconds(asked.bound.input),
    images: answers,
    requests: 1,
  };
  const tools = asked.contents ? toolUsage(mostToolUses(asked.contents, model)) : {};
  return { ...usableOf(most, dialect), ...tools };
}
