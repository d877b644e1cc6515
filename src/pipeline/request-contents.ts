import type { WireId } from '../wires/wire.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';

/** What of a conversation costs otherwise than by its bytes. */
export interface Contents {
  /** Bytes of the body that are pictures or documents, not text. */
  readonly media: number;
  readonly images: number;
  /** Documents, and what the request names that its body does not hold: each can fill all that the model reads. */
  readonly documents: number;
  /** Tools that the provider describes to the model in its own words. */
  readonly ownTools: number;
  /** Uses that the request allows of tools that the provider runs; each begins another round over the whole input. */
  readonly uses: number;
  /** Whether the provider runs a tool of which the request limits no uses. */
  readonly usesAreOpen: boolean;
  /** Output tokens beside the limit that the request asks for, such as a budget to think. */
  readonly budget: number;
  /** Whether the model may put out more than the request's limit: thoughts, or a summary of what came before. */
  readonly mayExceed: boolean;
}

/** Formats of conversations, in which a body is not all that is read. */
const conversations: ReadonlySet<WireId | 'none'> = new Set(['chat-completions', 'responses', 'messages']);

/** What a part of a message is, by its type; any other is text. */
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
  video: 'document',
  video_url: 'document',
  input_video: 'document',
};

/** Members of such a part, or of one inside of it, that hold its bytes. */
const mediaMembers = ['url', 'data', 'file_data', 'image_url', 'result'] as const;

/** Types of tools that the caller runs, and describes. */
const describedTools: ReadonlySet<Json | undefined> = new Set([undefined, null, 'function', 'custom', 'namespace']);

/** Types of tools that the caller runs, and the provider describes. */
const callersTools = /^(?:computer|bash|text_editor|str_replace|memory|local_shell|apply_patch)/;

/** Members of a request that let the provider run tools without naming any under `tools`. */
const toolMembers = ['web_search_options', 'search_parameters', 'plugins', 'enable_search', 'mcp_servers'] as const;

/** More uses than any provider allows: beyond it a figure is a mistake, and must not overflow. */
const mostUses = 1_000;

interface Found {
  media: number;
  images: number;
  documents: number;
}

/**
 * Reads what a conversation holds beside text. The walk goes through messages alone, not through the schemas of tools.
 *
 * @param wire null where nobody knows it: then it may be a conversation
 * @returns null for a format in which all input is in the body as text
 */
export function readContents(body: JsonObject, wire: WireId | 'none' | null): Contents | null {
  if (wire !== null && !conversations.has(wire)) return null;
  const found: Found = { media: 0, images: 0, documents: namedElsewhere(body) };
  for (const part of [body['messages'], body['input'], body['system'], objectOf(body['prompt'])['variables']])
    walk(part, found);
  const tools = Array.isArray(body['tools']) ? (body['tools'] as readonly Json[]) : [];
  const { ownTools, uses, usesAreOpen } = readTools(tools, body, wire);
  const compacts = isPresent(body['context_management']);
  return {
    ...found,
    ownTools,
    uses: uses + (compacts ? 1 : 0),
    usesAreOpen,
    budget: Math.max(
      countOf(objectOf(body['thinking'])['budget_tokens']),
      countOf(objectOf(body['reasoning'])['max_tokens']),
    ),
    mayExceed: wire !== 'messages' || compacts,
  };
}

const isPresent = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== false;

const countOf = (value: Json | undefined): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** What a provider keeps and a request only names: earlier turns, prompts. What is kept here stands in the body already. */
const namedElsewhere = ({ previous_response_id, conversation, prompt }: JsonObject): number =>
  [isPresent(previous_response_id), isPresent(conversation), isObject(prompt)].filter(Boolean).length;

function walk(value: Json | undefined, found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  if (!isObject(value)) {
    for (const element of value) walk(element, found);
    return;
  }
  const { type } = value;
  const kind = typeof type === 'string' && Object.hasOwn(kindOfPart, type) ? kindOfPart[type] : undefined;
  if (kind !== undefined && !isPlain(value)) {
    found[`${kind}s`] += 1;
    found.media += mediaBytes(value);
    return;
  }
  // What an answer said aloud is named by its id alone in the next request.
  if (isObject(value['audio']) && typeof value['audio']['id'] === 'string') found.documents += 1;
  for (const key in value) walk(value[key], found);
}

/** A document whose text, or parts, stand in the body. */
const isPlain = ({ source }: JsonObject): boolean =>
  isObject(source) && ['text', 'content'].includes(stringOf(source['type']) ?? '');

/** Encoded bytes are of one byte a character; a shorter figure for anything else sets aside more. */
function mediaBytes(part: JsonObject): number {
  let bytes = 0;
  for (const member of mediaMembers) bytes += stringOf(part[member])?.length ?? 0;
  for (const inside of [part['source'], part['image_url'], part['file']])
    if (isObject(inside)) bytes += mediaBytes(inside);
  return bytes;
}

function readTools(tools: readonly Json[], body: JsonObject, wire: WireId | 'none' | null) {
  let ownTools = 0;
  let uses = 0;
  let usesAreOpen = false;
  for (const tool of tools) {
    const { type, max_uses } = objectOf(tool);
    if (describedTools.has(type)) continue;
    ownTools += 1;
    if (callersTools.test(stringOf(type) ?? '')) continue;
    const stated = wire === 'messages' ? countOf(max_uses) : 0;
    uses += stated;
    usesAreOpen ||= stated === 0;
  }
  const others = toolMembers.filter((member) => isPresent(body[member])).length;
  ownTools += others;
  usesAreOpen ||= others > 0;
  const most = wire === 'responses' ? countOf(body['max_tool_calls']) : 0;
  if (most > 0 && usesAreOpen) return { ownTools, uses: Math.min(most, mostUses), usesAreOpen: false };
  return { ownTools, uses: Math.min(uses, mostUses), usesAreOpen };
}
