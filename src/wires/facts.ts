import { isVoiceId } from '../shared/ids.ts';
import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { charactersOf } from '../shared/usage.ts';
import {
  answeringModels,
  dearerOptions,
  describedTools,
  drawingModel,
  helpingModels,
  isDrawing,
} from './steering-members.ts';
import type { Contents, ReadFacts, RequestFacts } from './wire.ts';

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

/** Types of tools by which another model gives advice, and of which each use costs far more than a search. */
const advisors = /^(?:\w+:)?advisor/;

/** Whether a tool only gives advice. An advisor with tools of its own may use these too. */
function onlyAdvises(tool: JsonObject): boolean {
  const parameters = objectOf(tool['parameters']);
  const places = [tool, parameters, ...arrayOf(parameters['advisors']).map(objectOf)];
  return advisors.test(stringOf(tool['type']) ?? '') && places.every(({ tools }) => arrayOf(tools).length === 0);
}

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
  const { uses, ...ofTools } = readTools(body, helping.length > 0, limitsUses);
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

function readTools(body: JsonObject, hasHelpers: boolean, limitsUses: ConversationRules['limitsUses']) {
  const tools = arrayOf(body['tools']);
  const limit = limitsUses === 'all' ? countOf(body['max_tool_calls']) : 0;
  const elsewhere = hasHelpers ? helpingModels({ ...body, tools: withoutDrawing(tools.filter(isDrawing)) }) : [];
  const helperUses = new Map(elsewhere.map((name) => [name, limit || unstatedUses]));
  let [ownTools, uses, openHelpers] = [0, 0, 0];
  let usesAreOpen = false;
  for (const tool of tools) {
    const { type, max_uses } = objectOf(tool);
    if (describedTools.has(type)) continue;
    ownTools += 1;
    if (callersTools.test(stringOf(type) ?? '')) continue;
    const stated = limitsUses === 'each' ? countOf(max_uses) : limit;
    const working = isDrawing(tool) ? [] : helpingModels({ tools: [tool] });
    uses += stated;
    for (const name of working) helperUses.set(name, (helperUses.get(name) ?? 0) + (stated || unstatedUses));
    if (stated > 0) continue;
    if (working.length > 0 && onlyAdvises(objectOf(tool))) openHelpers += 1;
    else usesAreOpen = true;
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

/** What a part of a message is, by its type; any other type is text. */
const kindOfPart: Readonly<Record<string, 'image' | 'document'>> = {
  image: 'image',
  image_url: 'image',
  input_image: 'image',
  computer_screenshot: 'image',
  image_generation_call: 'image',
  document: 'document',
  document_url: 'document',
  file: 'document',
  input_file: 'document',
  container_upload: 'document',
  audio_url: 'document',
  video: 'document',
  video_url: 'document',
  input_video: 'document',
};

const typeOf = (part: JsonObject): string | null => stringOf(part['type']) ?? impliedType(part);

/** The type that some hosts read in a part without one. Each member is named, because a loop over names takes several times as long. */
function impliedType({ image_url, audio_url, video_url, input_audio }: JsonObject): string | null {
  if (image_url !== undefined) return 'image_url';
  if (audio_url !== undefined) return 'audio_url';
  if (video_url !== undefined) return 'video_url';
  return input_audio === undefined ? null : 'input_audio';
}

/** Members of such a part, or of an object in it, that hold its bytes. */
const mediaMembers = ['url', 'data', 'file_data', 'image_url', 'result'] as const;

/** Members of such a part that are objects with those members. */
const mediaHolders: ReadonlySet<string> = new Set(['source', 'image_url', 'file']);

/** Images and documents of a conversation, and their bytes. */
type FoundMedia = Record<'media' | 'documentMedia' | 'images' | 'documents', number>;

/** Adds the media in a value of a conversation. */
function addMedia(value: Json | undefined, found: FoundMedia): void {
  if (typeof value !== 'object' || value === null) return;
  if (!isObject(value)) {
    for (const element of value) addMedia(element, found);
    return;
  }
  const type = typeOf(value);
  const kind = type === null ? undefined : kindOfMedia(value, type);
  if (kind !== undefined) {
    found[`${kind}s`] += 1;
    const bytes = mediaBytes(value);
    found.media += bytes;
    if (kind === 'document' && type?.includes('video') !== true) found.documentMedia += bytes;
  }
  // What a model reads of a message does not depend on the type of the message, which may be anything.
  const isTool = type?.endsWith('tool_use') === true && value['role'] === undefined;
  for (const key in value) {
    const inside = value[key];
    if (typeof inside !== 'object' || inside === null) continue;
    // The next request names the audio of an answer only by its id.
    if (key === 'audio' && isObject(inside) && typeof inside['id'] === 'string') found.documents += 1;
    // The arguments of a tool are text to the model, whatever they look like; bytes of a part have been counted.
    const isCounted = (isTool && key === 'input') || (kind !== undefined && mediaHolders.has(key));
    if (!isCounted) addMedia(inside, found);
  }
}

function kindOfMedia(part: JsonObject, type: string): 'image' | 'document' | undefined {
  if (type === 'input_audio') return isAddress(objectOf(part[type])['data']) ? 'document' : undefined;
  return Object.hasOwn(kindOfPart, type) && !isPlain(part) ? kindOfPart[type] : undefined;
}

/** Some hosts take the address of a recording in the place of its bytes. */
const isAddress = (data: Json | undefined): boolean =>
  /^(?!data:)[a-z][\w+.-]*:/i.test(stringOf(data)?.slice(0, 64) ?? '');

/** True for a document whose text or parts are in the body. */
const isPlain = ({ type, source }: JsonObject): boolean =>
  type === 'document' && isObject(source) && ['text', 'content'].includes(stringOf(source['type']) ?? '');

/** Encoded bytes take one byte a character. For anything else this figure is too low, which only sets aside more. */
function mediaBytes(part: JsonObject): number {
  let bytes = 0;
  for (const member of mediaMembers) bytes += stringOf(part[member])?.length ?? 0;
  for (const holder of mediaHolders) {
    const inside = part[holder];
    if (isObject(inside)) bytes += mediaBytes(inside);
  }
  return bytes;
}
