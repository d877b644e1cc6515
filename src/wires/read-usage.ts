import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { writeEvent } from '../shared/json/sse.ts';
import { isBillable, type ReasoningPlace, type UnitKind, type Usage } from '../shared/usage.ts';
import { readFacts } from './facts.ts';
import type { TurnEvent } from './turn.ts';
import type { AnswerParts, EventMeaning, StreamEvent, StreamFailure } from './meter.ts';

/** The names of the same figures in the two generations of the API. `otherDetails`: Mistral's, and those of transcriptions. */
type Names = Readonly<Record<'input' | 'inputDetails' | 'otherDetails' | 'output' | 'outputDetails', string>>;

const chatNames: Names = {
  input: 'prompt_tokens',
  inputDetails: 'prompt_tokens_details',
  otherDetails: 'prompt_token_details',
  output: 'completion_tokens',
  outputDetails: 'completion_tokens_details',
};

const responsesNames: Names = {
  input: 'input_tokens',
  inputDetails: 'input_tokens_details',
  otherDetails: 'input_token_details',
  output: 'output_tokens',
  outputDetails: 'output_tokens_details',
};

/** Members for input that was read from a cache, and written to one: in the details, and in the usage itself. */
const cacheMembers = {
  cached: {
    detailed: ['cached_tokens'],
    // DeepSeek, Moonshot, Mistral, LiteLLM.
    total: ['prompt_cache_hit_tokens', 'cached_tokens', 'num_cached_tokens', 'cache_read_input_tokens'],
  },
  written: {
    // OpenAI, Qwen, LiteLLM.
    detailed: ['cache_write_tokens', 'cache_creation_input_tokens', 'cache_creation_tokens'],
    total: ['cache_creation_input_tokens'],
  },
} as const;

/** Input that was read from a cache, or written to one, as hosts report it in the details, with the totals, or in both. */
function cacheCount(kind: keyof typeof cacheMembers, usage: JsonObject, details: Json | undefined): number {
  const { detailed, total } = cacheMembers[kind];
  return Math.max(...detailed.map((name) => countOf(details, name)), ...total.map((name) => countOf(usage, name)));
}

/** Tokens of reasoning: in the details, or next to the totals. */
const reasoningOf = (usage: JsonObject, { outputDetails }: Names): number =>
  Math.max(countOf(usage[outputDetails], 'reasoning_tokens'), countOf(usage, 'reasoning_tokens'));

interface Tokens {
  /** Text, and everything else that is not counted separately. */
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly audio: number;
}

/** The output that a host reports. */
const saidOf = (usage: JsonObject, names: Names, place: ReasoningPlace | null): number =>
  countOf(usage, names.output) + (place === 'separate' ? reasoningOf(usage, names) : 0);

/** The input of a usage object. Some hosts count what a cache held, or audio, besides the prompt; some count it as read and as written. */
function inputOf(usage: JsonObject, names: Names, place: ReasoningPlace | null): Tokens {
  const details = { ...objectOf(usage[names.otherDetails]), ...objectOf(usage[names.inputDetails]) };
  const whole = countOf(usage, names.input);
  const read = cacheCount('cached', usage, details);
  const stored = cacheCount('written', usage, details);
  const total = whole + read + stored + saidOf(usage, names, place);
  const isBeside = countOf(usage, 'total_tokens') === total || Math.max(read, stored) > whole;
  const cached = isBeside ? read : Math.min(whole, read);
  const written = isBeside ? stored : Math.min(whole - cached, stored);
  const text = isBeside ? whole : whole - cached - written;
  const audio = countOf(details, 'audio_tokens');
  if (audio > whole) return { input: text, cached, written, audio };
  const transcript = Math.min(text, audio);
  return { input: text - transcript, cached, written, audio: transcript };
}

/** Output tokens, including reasoning. If the upstream's own total is larger than its parts, the difference is output. */
function outputOf(usage: JsonObject, names: Names, place: ReasoningPlace | null): number {
  const { input, cached, written, audio } = inputOf(usage, names, place);
  return Math.max(saidOf(usage, names, place), countOf(usage, 'total_tokens') - input - cached - written - audio);
}

/** True if a usage object says how much output there was: by a count, or by a total, which includes the output. */
export const countsOutput = (usage: Json | undefined, name: string): boolean =>
  hasCount(usage, name) || hasCount(usage, 'total_tokens');

/**
 * Spec A's usage object in kinds that do not overlap. Its input includes the cached, the written and the audio tokens, so these are
 * subtracted. Without a count of output, there are no kinds of output.
 *
 * @returns null if there is no usage, or a count that may not be billed
 */
const readTokens =
  (names: Names) =>
  (usage: Json | undefined, place: ReasoningPlace | null = null): Usage | null => {
    if (!isObject(usage) || !hasCount(usage, names.input) || hasBadCount(usage, names.output)) return null;
    const { input, cached, written, audio } = inputOf(usage, names, place);
    const output = outputOf(usage, names, place);
    const audioOut = Math.min(output, countOf(usage[names.outputDetails], 'audio_tokens'));
    return {
      input_tokens: input,
      ...((output > 0 || countsOutput(usage, names.output)) && { output_tokens: output - audioOut }),
      ...(cached > 0 && { cached_input_tokens: cached }),
      ...(written > 0 && { cache_write_tokens: written }),
      ...(audio > 0 && { input_audio_tokens: audio }),
      ...(audioOut > 0 && { output_audio_tokens: audioOut }),
      ...toolRunsOf(usage),
    };
  };

/** The totals of a usage object, for an answer that is translated; empty if there are none. Audio counts as input like any other. */
const readTotals =
  (names: Names) =>
  (usage: Json | undefined, place: ReasoningPlace | null): readonly TurnEvent[] => {
    if (!isObject(usage) || !hasCount(usage, names.input)) return [];
    const { input, cached, written, audio } = inputOf(usage, names, place);
    const output = { output: outputOf(usage, names, place), reasoning: reasoningOf(usage, names) };
    return [{ type: 'usage', usage: { input: input + audio, cached, written, ...output } }];
  };

/**
 * True if a usage object counts more reasoning than output and the catalogue does not say how its host counts. Either another
 * tokenizer counts the reasoning, or the output does not include it and it must be charged in addition.
 */
export const isUnclear = (usage: Json | undefined, place: ReasoningPlace | null = null): boolean =>
  place === null &&
  isObject(usage) &&
  [chatNames, responsesNames].some(
    (names) => hasCount(usage, names.input) && reasoningOf(usage, names) > outputOf(usage, names, null),
  );

/** Doubts about the usage of an event, if there are any. */
export const doubtsOf = (
  usage: Json | undefined,
  place: ReasoningPlace | null = null,
): Pick<EventMeaning, 'isUnbelieved' | 'isUnclear'> => ({
  ...(isUnbelieved(usage) && { isUnbelieved: true }),
  ...(isUnclear(usage, place) && { isUnclear: true }),
});

/** `prompt_tokens` and `completion_tokens`: chat completions, completions, embeddings. */
export const readChatUsage = readTokens(chatNames);

/** `input_tokens` and `output_tokens`: responses, images, transcriptions. */
export const readResponsesUsage = readTokens(responsesNames);

export const readChatTotals = readTotals(chatNames);
export const readResponsesTotals = readTotals(responsesNames);

/** The member if it is a count that may be billed; otherwise 0, because a bad count must not become a bill. */
export const countOf = (value: Json | undefined, member: string): number => {
  const count = objectOf(value)[member];
  return isBillable(count) ? count : 0;
};

/** True if the member is present but is not a count that may be billed. Then the other counts are not plausible either. */
export const hasBadCount = (value: Json | undefined, member: string): boolean => {
  const count = objectOf(value)[member];
  return count !== undefined && count !== null && !isBillable(count);
};

/** True if the member is present and is a count that may be billed. */
export const hasCount = (value: Json | undefined, member: string): boolean => isBillable(objectOf(value)[member]);

/** A report of a recording in seconds and in tokens, which measure the same, in one of them: in seconds if they have a price. */
export function inOneMeasure({ audio_seconds: seconds, ...tokens }: Usage, arePriced: boolean): Usage {
  const isInTokens = Object.keys(tokens).length > 0 && (!arePriced || seconds === 0);
  return seconds === undefined || isInTokens ? tokens : { audio_seconds: seconds };
}

/** The flag of a call whose upstream reported an implausible count. */
export const unbelievedFlag = 'unbelieved:usage';

/** The flag of a call whose upstream counts more reasoning than output, while the catalogue does not say how it counts. */
export const unclearFlag = 'unclear:reasoning';

/**
 * True if a usage object, its details, or the runs that it lists have an implausible count: negative, fractional, too large, or
 * not a number. Whatever is billed instead, the call is flagged.
 */
export const isUnbelieved = (usage: Json | undefined): boolean =>
  isObject(usage) &&
  (hasBadCounts(usage) ||
    Object.values(usage).some((details) =>
      Array.isArray(details) ? arrayOf(details).some(hasBadCounts) : hasBadCounts(details),
    ));

const hasBadCounts = (counts: Json | undefined): boolean =>
  Object.keys(objectOf(counts)).some(
    (name) =>
      (/(?:_tokens|Tokens|TokenCount)$/.test(name) && hasBadCount(counts, name)) ||
      (name === 'seconds' && isBadLength(objectOf(counts)[name])),
  );

/** Seconds are the one count that may be a fraction. */
const isBadLength = (seconds: Json = null): boolean =>
  hasBadCount({ seconds: typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds) : seconds }, 'seconds');

/** The unit kinds that count runs of the provider's own tools, such as images drawn or searches made. */
export const toolKinds = [
  'images',
  'web_searches',
  'web_fetches',
  'file_searches',
  'code_sessions',
] as const satisfies readonly UnitKind[];

type ToolKind = (typeof toolKinds)[number];

/** Where usage objects count runs: the member of an object in them, and the kind that it counts. A host fills one of the objects. */
const counters: readonly (readonly [holder: string, member: string, kind: ToolKind])[] = [
  ['server_tool_use', 'web_search_requests', 'web_searches'],
  ['server_tool_use', 'web_fetch_requests', 'web_fetches'],
  ['server_tool_use_details', 'web_search_requests', 'web_searches'],
  ['server_tool_use_details', 'web_fetch_requests', 'web_fetches'],
  ['server_side_tool_usage_details', 'web_search_calls', 'web_searches'],
  ['server_side_tool_usage_details', 'x_search_calls', 'web_searches'],
  ['server_side_tool_usage_details', 'file_search_calls', 'file_searches'],
  ['server_side_tool_usage_details', 'document_search_calls', 'file_searches'],
  ['server_side_tool_usage_details', 'code_interpreter_calls', 'code_sessions'],
  ['server_side_tool_usage_details', 'image_generation_calls', 'images'],
];

const holders = [...new Set(counters.map(([holder]) => holder))];

/** Tool runs that a usage object counts; kinds without runs are absent. */
export function toolRunsOf(usage: JsonObject): Usage {
  const runs: Partial<Record<UnitKind, number>> = {};
  const queries = countOf(usage, 'num_search_queries');
  if (queries > 0) runs.web_searches = queries;
  if (!holders.some((holder) => isObject(usage[holder]))) return runs;
  for (const [holder, member, kind] of counters) {
    const count = countOf(usage[holder], member);
    if (count > 0) runs[kind] = (runs[kind] ?? 0) + count;
  }
  return runs;
}

export const doneMarker: EventMeaning = { end: 'last' };

/** An event that does not belong to its format: a failure without a message of its own. */
const foreignEvent: EventMeaning = { end: 'failed' };

/** The error in one of the choices, where some upstreams report it. Undefined if there is none. */
export function choiceError(choices: Json | undefined): Json | undefined {
  for (const choice of arrayOf(choices)) if (isObject(choice) && choice['error']) return choice['error'];
  return undefined;
}

const messageIn = (error: Json): { readonly message?: string } => {
  const message = stringOf(objectOf(error)['message']) ?? stringOf(error);
  return message === null ? {} : { message };
};

/**
 * The failure that an event reports: by a truthy `error`, by the name or type `error`, or because it has neither a `type` nor any of
 * the format's members. Null if it reports none.
 *
 * @param envelope members of which every event of the format has at least one
 */
export function failureOf({ name, data }: StreamEvent, envelope: readonly string[]): EventMeaning | null {
  if (!isObject(data)) return data === undefined ? null : foreignEvent;
  const { error, type, choices } = data;
  if (error) return { end: 'failed', ...messageIn(error), isNative: name === null || name === 'error' };
  const ofChoice = choiceError(choices);
  if (ofChoice !== undefined) return { end: 'failed', ...messageIn(ofChoice) };
  if (name === 'error' || type === 'error') return foreignEvent;
  return typeof type === 'string' || envelope.some((member) => data[member] !== undefined) ? null : foreignEvent;
}

/** What most formats of Spec A have in common. */
export const openaiBase = {
  facts: readFacts({}),
  // `data: {"error": …}`, after which the stream closes without `[DONE]`.
  writeFault: ({ message, type, code }: StreamFailure): Buffer =>
    writeEvent(null, JSON.stringify({ error: { message, type, param: null, code } })),
  // A comment line, which every client of Spec A ignores.
  keepalive: Buffer.from(': keepalive\n\n'),
} as const;

/** The texts of a list's objects, under any of the names. */
export function textsOf(holder: Json | undefined, names: readonly string[]): string {
  if (!isObject(holder)) return '';
  let text = '';
  for (const name of names) text += stringOf(holder[name]) ?? '';
  return text;
}

/** The parts of a whole JSON answer from which its usage is read. */
export function answerParts(answer: Json): AnswerParts {
  const members = objectOf(answer);
  return { members, dataLength: arrayOf(members['data']).length };
}

/** Usage of a chunk, including other places where hosts put it: `x_groq` (Groq), or a choice (Moonshot). */
export const usageIn = (chunk: JsonObject, [first]: readonly Json[]): Json | undefined =>
  chunk['usage'] ?? objectOf(chunk['x_groq'])['usage'] ?? objectOf(first)['usage'];
