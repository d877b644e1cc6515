import { isVoiceId } from '../shared/ids.ts';
import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import type { Cuts } from '../shared/json/skim.ts';
import { addMedia, type FoundMedia } from '../shared/tokens/file-tokens.ts';
import { charactersOf, type Measure, type Usage } from '../shared/usage.ts';
import {
  answeringModels,
  dearerOptions,
  describedTools,
  drawingModel,
  helpingModels,
  isDrawing,
  type DearerOption,
} from './steering-members.ts';

/** What routing and metering need to know about a request. */
export interface RequestFacts {
  /** Null if the body names none. */
  readonly model: string | null;
  /** Other models that the body names, each once. */
  readonly referenced: readonly string[];
  /** Those of which one may answer in place of its own. Absent: none. */
  readonly alternatives?: readonly string[];
  /** The largest limits that entries of `fallbacks` set for themselves. Absent: none. */
  readonly ofFallbacks?: { readonly output: number; readonly budget: number };
  /** Options that cost more than the price of the model. Absent: none. */
  readonly dearer?: readonly DearerOption[];
  /** For a streamed form: what is known so far. */
  readonly stream: boolean;
  /** Whether the client itself asked for the usage chunk of a chat stream. */
  readonly usageChunk: boolean;
  /** Upper bounds, before the model's own limits are known; `output` is null if the request names no limit. */
  readonly bound: { readonly input: number; readonly output: number | null; readonly answers: number };
  /** What a conversation, or an edit of images, contains besides text; absent, or null, if all input is the text of the body. */
  readonly contents?: Contents | null;
  /** The most units other than tokens that are known before the call, for the hold. */
  readonly units: Usage;
  /** The most that is charged in place of those units if the Product prices neither them nor tokens. Absent: nothing. */
  readonly instead?: Usage;
  /**
   * What the gateway itself saw of the call's use, known once it is over; absent if only its texts show it.
   *
   * @param written output tokens, as reported or counted in the text of the answer
   */
  readonly measure?: (written: number) => Measure;
  /** Whether the answer may be plain text or subtitles. Absent: it may not. */
  readonly mayBeText?: boolean;
  /** The parsed body, or the part of a form that prompts have. Not an accessor: V8 keeps each one's body until a full collection. */
  readonly body: () => JsonObject;
  /** What was cut out of the body. Absent: nothing. */
  readonly cuts?: Cuts;
}

/** Where a wire format states what a conversation may cost beyond its text. */
interface ConversationRules {
  /** `each`: a provider's tool says how often it may be used. `all`: the request says it for all together. */
  readonly limitsUses?: 'each' | 'all';
  /** Whether the model may exceed the request's output limit even if nothing is summarised. */
  readonly mayExceed: boolean;
  /** Whether an output limit of 0 is kept: the request only fills the cache. Absent: hosts may ignore it. */
  readonly keepsZero?: boolean;
}

/** Where a wire format states what its requests may cost. */
interface FactsRules {
  /** Names of the output limit. A name that belongs to another wire format is ignored by upstreams. */
  readonly outputLimits?: readonly string[];
  /** Whether `prompt` may be a list whose texts are answered one by one. */
  readonly hasPrompts?: boolean;
  /** Absent: all input is in the body as text. */
  readonly conversation?: ConversationRules;
}

const numberOf = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** The largest of several limits, because the upstream may use any of them. */
function outputLimitOf(body: JsonObject, names: readonly string[]): number | null {
  let largest: number | null = null;
  for (const name of names) {
    const limit = numberOf(body[name]);
    if (limit !== null && limit >= (largest ?? 0)) largest = limit;
  }
  return largest;
}

const budgetOf = ({ thinking, reasoning }: JsonObject): number =>
  Math.max(countOf(objectOf(thinking)['budget_tokens']), countOf(objectOf(reasoning)['max_tokens']));

function limitsOfFallbacks({ fallbacks }: JsonObject, names: readonly string[]): Pick<RequestFacts, 'ofFallbacks'> {
  let [output, budget] = [0, 0];
  for (const fallback of arrayOf(fallbacks).map(objectOf)) {
    output = Math.max(output, outputLimitOf(fallback, names) ?? 0);
    budget = Math.max(budget, budgetOf(fallback));
  }
  return output + budget === 0 ? {} : { ofFallbacks: { output, budget } };
}

/** A list of prompts is answered one by one, each up to the limit; a list of token ids is one prompt. */
const promptsOf = ({ prompt }: JsonObject): number =>
  Array.isArray(prompt) ? Math.max(1, prompt.filter((each) => typeof each !== 'number').length) : 1;

const eachOnce = (names: readonly string[]): readonly string[] => (names.length < 2 ? names : [...new Set(names)]);

export type ReadFacts = (body: JsonObject, bytes: number) => RequestFacts;

/**
 * Makes the reader for JSON requests of one wire format. No text has more tokens than bytes, so the length of the body bounds its text.
 *
 * @param body the parsed body; an empty one requests nothing
 * @param bytes its length as sent
 */
export const readFacts =
  ({ outputLimits = [], hasPrompts = false, conversation }: FactsRules): ReadFacts =>
  (body, bytes) => {
    const model = body['model'];
    const answering = answeringModels(body);
    const helping = helpingModels(body);
    const referenced = eachOnce([...answering, ...helping]);
    // Outside of a conversation nothing says which models work besides.
    const alternatives = conversation === undefined ? referenced : eachOnce(answering);
    const each = Math.max(1, numberOf(body['n']) ?? 1, numberOf(body['best_of']) ?? 1);
    const answers = hasPrompts ? each * promptsOf(body) : each;
    return {
      model: typeof model === 'string' ? model : null,
      referenced,
      ...(alternatives.length > 0 && { alternatives }),
      ...limitsOfFallbacks(body, outputLimits),
      dearer: dearerOptions(body),
      stream: body['stream'] === true || body['stream_format'] === 'sse',
      usageChunk: objectOf(body['stream_options'])['include_usage'] === true,
      bound: { input: bytes, output: outputLimitOf(body, outputLimits), answers },
      contents: conversation === undefined ? null : readContents(body, conversation, helping),
      units: typeof body['input'] === 'string' ? { characters: charactersOf(body['input']) } : {},
      body: () => body,
    };
  };

/** Reads a request in an unknown wire format: it may be a conversation, and its own limits are ignored. */
export const readUnknownFacts = readFacts({ hasPrompts: true, conversation: { mayExceed: true } });

/** The contents of a request whose cost does not follow from its bytes. */
export interface Contents {
  /** Bytes of the body that are images or documents, not text. */
  readonly media: number;
  /** Bytes of documents alone, without videos. */
  readonly documentMedia: number;
  readonly images: number;
  /** Documents, and content that the request only names: each can fill everything that the model reads. */
  readonly documents: number;
  /** Tools that the provider describes to the model in its own words. */
  readonly ownTools: number;
  /** How often the provider may use its own tools, as stated; each use begins another round over the whole input. */
  readonly uses: number;
  /** Whether the provider runs a tool whose uses the request does not limit. */
  readonly usesAreOpen: boolean;
  /** The names of models that draw for a tool of the provider. Their tokens are not in the model's. Absent: none. */
  readonly draws?: readonly string[];
  /** The names of other models that work besides the one that answers: advisors, those of plugins. Absent: none. */
  readonly helpers?: readonly string[];
  /** How often each may work, if its tools say so, or `unstatedUses` for each tool that does not. Others work as often as any tool. */
  readonly helperUses?: Readonly<Record<string, number>>;
  /** Tools of such models whose uses the request does not limit. Absent: none. */
  readonly openHelpers?: number;
  /** Output tokens that the request allows in addition to its limit, such as a budget for thinking. */
  readonly budget: number;
  /** Whether the model may exceed the request's output limit, by thoughts or by a summary of earlier turns. */
  readonly mayExceed: boolean;
  /** Whether an output limit of 0 is kept. Absent: it counts as none. */
  readonly keepsZero?: boolean;
}

/** The output limit that a host keeps; null if there is none. */
export const keptLimit = ({ bound: { output }, contents }: Pick<RequestFacts, 'bound' | 'contents'>): number | null =>
  output === 0 && contents?.keepsZero !== true ? null : output;

/** A request as a model may read it that answers in place of its own: by the largest limit of them all. */
export function readByFallbacks(facts: RequestFacts): RequestFacts {
  const { bound, contents, ofFallbacks } = facts;
  if (ofFallbacks === undefined) return facts;
  const { output, budget } = ofFallbacks;
  const limit = keptLimit(facts);
  return {
    ...facts,
    bound: { ...bound, output: limit === null ? null : Math.max(limit, output) },
    ...(contents && { contents: { ...contents, budget: Math.max(contents.budget, budget) } }),
  };
}

/** Types of tools that the caller runs, and the provider describes. */
const callersTools = /^(?:computer|bash|text_editor|str_replace|memory|local_shell|apply_patch)/;

/** Members of a request that let the provider run tools without naming any under `tools`. */
const toolMembers = ['web_search_options', 'search_parameters', 'plugins', 'enable_search', 'mcp_servers'] as const;

/** The uses set aside for a model that works besides, if nothing limits them. It costs far more than a search. */
export const unstatedUses = 3;

/** More uses than any provider allows: a larger figure is a mistake, and must not overflow. */
const mostUses = 1_000;

/** The tools, without the models by which they draw. */
const withoutDrawing = (tools: readonly Json[]): readonly Json[] =>
  tools.map((tool) => (isDrawing(tool) ? { svg: objectOf(tool)['svg'] ?? null } : tool));

/** Reads the contents of a conversation other than text. It walks through messages, not through the schemas of tools. */
function readContents(body: JsonObject, rules: ConversationRules, helping: readonly string[]): Contents {
  const { limitsUses, mayExceed, keepsZero } = rules;
  const found: FoundMedia = { media: 0, documentMedia: 0, images: 0, documents: namedElsewhere(body) };
  for (const part of [body['messages'], body['input'], body['system'], objectOf(body['prompt'])['variables']])
    addMedia(part, found);
  const tools = arrayOf(body['tools']);
  const { uses, ...ofTools } = readTools(tools, body, limitsUses);
  const compacts = isPresent(body['context_management']);
  const draws = eachOnce(tools.filter(isDrawing).map(drawingModel));
  const helpers = draws.length === 0 ? helping : helpingModels({ ...body, tools: withoutDrawing(tools) });
  return {
    ...found,
    ...ofTools,
    ...(draws.length > 0 && { draws }),
    ...(helpers.length > 0 && { helpers: eachOnce(helpers) }),
    uses: uses + (compacts ? 1 : 0),
    budget: budgetOf(body),
    mayExceed: mayExceed || compacts,
    ...(keepsZero && { keepsZero }),
  };
}

const isPresent = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== false;

const countOf = (value: Json | undefined): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** Content that a provider stores and a request only names: earlier turns, prompts. What the gateway stores has been put into the body. */
const namedElsewhere = ({ previous_response_id, conversation, prompt }: JsonObject): number =>
  [isPresent(previous_response_id), isPresent(conversation), isObject(prompt)].filter(Boolean).length;

function readTools(tools: readonly Json[], body: JsonObject, limitsUses: ConversationRules['limitsUses']) {
  const limit = limitsUses === 'all' ? countOf(body['max_tool_calls']) : 0;
  const helperUses = new Map<string, number>();
  let ownTools = 0;
  let uses = 0;
  let usesAreOpen = false;
  let openHelpers = 0;
  for (const tool of tools) {
    const { type, max_uses } = objectOf(tool);
    if (describedTools.has(type)) continue;
    ownTools += 1;
    if (callersTools.test(stringOf(type) ?? '')) continue;
    const stated = limitsUses === 'each' ? countOf(max_uses) : limit;
    const working = isDrawing(tool) ? [] : helpingModels({ tools: [tool] });
    uses += stated;
    for (const name of working) helperUses.set(name, (helperUses.get(name) ?? 0) + (stated || unstatedUses));
    if (stated === 0 && working.length > 0) openHelpers += 1;
    usesAreOpen ||= stated === 0 && working.length === 0;
  }
  const others = toolMembers.filter((member) => isPresent(body[member])).length;
  if (others > 0 && limit > 0) uses = limit;
  return {
    ownTools: ownTools + others,
    uses: Math.min(uses, limit || mostUses, mostUses),
    usesAreOpen: limit === 0 && (usesAreOpen || others > 0),
    ...(helperUses.size > 0 && { helperUses: Object.fromEntries(helperUses) }),
    ...(openHelpers > 0 && { openHelpers }),
  };
}

/** The path of a voice that a request, or a session, chooses by an id; null if it chooses none. */
export function voiceById({ voice, audio }: JsonObject): string | null {
  const { voice: spoken, output } = objectOf(audio);
  const chosen = { voice, 'audio.voice': spoken, 'audio.output.voice': objectOf(output)['voice'] };
  return Object.entries(chosen).find(([, each]) => isVoiceId(each))?.[0] ?? null;
}
