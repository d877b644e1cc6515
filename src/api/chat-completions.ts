import { GatewayError } from '../errors/gateway-error.ts';
import { noSuchObject } from '../objects/object-store.ts';
import { newObjectId, newOwnObject, type ObjectItem } from '../objects/owned-object.ts';
import { type Call, countReads, wholeCall } from '../pipeline/call.ts';
import { type AnswerHook, plainHook } from '../pipeline/delivery.ts';
import { isObject, type Json, type JsonObject, objectOf, objectsOf, parseJson, stringOf } from '../shared/json/json.ts';
import { spliceJson, spliceMember } from '../shared/json/raw-json.ts';
import { spliceEvent } from '../shared/json/sse.ts';
import { replyJson, replyStored } from '../shared/reply.ts';
import { type ApiDeps, listAnswer, type SpecAHandlers } from './deps.ts';
import { ownVoice, type OwnVoice } from './object-references.ts';
import { relayJson } from './relay-json.ts';

/** Makes the upstream store nothing. It accepts metadata only with `store`. */
const withoutStore = { store: 'false', metadata: 'null' } as const;

/** Most messages of a stored completion. Each is stored as an item. */
const mostStored = 10_000;

const tooMany = (count: number): GatewayError =>
  new GatewayError(
    'invalid_value',
    `messages must have at most ${mostStored.toLocaleString('en-US')} entries if store is true; you sent ${count.toLocaleString('en-US')}. Send fewer, or omit store.`,
    { param: 'messages' },
  );

/** The request with the provider's id of a voice of the workspace. */
const voiced = (bytes: Buffer, own: OwnVoice | null): Buffer =>
  own === null ? bytes : spliceMember(bytes, 'audio', (audio) => spliceJson(audio, { voice: own.choice }));

/** With `store`, the gateway stores the completion and the upstream does not. For a voice of the workspace, the provider's id is sent. */
const createChatCompletion =
  (services: ApiDeps): SpecAHandlers['createChatCompletion'] =>
  async (call) => {
    const { store, audio, messages } = call.body;
    const own = audio ? await ownVoice(call, { voice: audio.voice, param: 'audio.voice' }, services) : null;
    if (store !== true && own === null) return relayJson(services, call);
    const voice = own && { voice: own.object };
    if (store !== true) return relayJson(services, call, { ...voice, bytes: voiced(call.bytes, own) });
    services.assertStores();
    if (messages.length > mostStored) throw tooMany(messages.length);
    const stored = wholeCall(call);
    const edits = stored.body.metadata ? withoutStore : { store: withoutStore.store };
    const bytes = voiced(spliceJson(stored.bytes, edits), own);
    return relayJson(services, stored, { ...voice, bytes, hooks: () => [storeCompletion(stored, services)] });
  };

/** `GET /chat/completions`: stored completions, filtered by `model` and `metadata[name]`. */
const listChatCompletions =
  ({ objects }: ApiDeps): SpecAHandlers['listChatCompletions'] =>
  async (call) => {
    const { spec, caller, query, search } = call;
    const { limit = 20, order = 'asc', after = null, model } = query;
    const where = [
      ...(model === undefined ? [] : [{ path: ['model'], equals: model } as const]),
      ...metadataFilter(search),
    ];
    const { workspaceId } = caller;
    const facts = { spec, kind: 'chat-completion', workspaceId, limit, order, after, where } as const;
    const page = await objects.page(facts, countReads(call));
    await replyStored(
      call.reply,
      listAnswer(page, ({ fields }) => fields),
    );
  };

/** Most filters of one list: as many as metadata has entries. Each reads everything that is searched. */
const mostFilters = 16;

/** Filters such as `metadata[team]=search`, which may be repeated. @throws {GatewayError} `invalid_value` for too many */
function metadataFilter(search: string) {
  const filters = [...new URLSearchParams(search)].flatMap(([name, equals]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [{ path: ['metadata', key], equals } as const];
  });
  if (filters.length <= mostFilters) return filters;
  const message = `metadata may be filtered by at most ${mostFilters} entries; you sent ${filters.length}. Send fewer.`;
  throw new GatewayError('invalid_value', message, { param: 'metadata' });
}

/** `GET /chat/completions/{completion_id}`. */
const getChatCompletion =
  (): SpecAHandlers['getChatCompletion'] =>
  async ({ reply, object }) =>
    replyStored(reply, object.fields);

/** `POST /chat/completions/{completion_id}`: replaces the metadata. */
const updateChatCompletion =
  ({ objects }: ApiDeps): SpecAHandlers['updateChatCompletion'] =>
  async ({ reply, object, body }) => {
    const metadata = objectOf(body.metadata);
    const changed = await objects.change(object, ({ fields }) => ({ fields: { ...fields, metadata } }));
    if (changed === null) throw noSuchObject('chat-completion');
    await replyStored(reply, changed.fields);
  };

/** `DELETE /chat/completions/{completion_id}`, with its messages. */
const deleteChatCompletion =
  ({ objects }: ApiDeps): SpecAHandlers['deleteChatCompletion'] =>
  async ({ reply, object }) => {
    await objects.delete(object);
    replyJson(reply, 200, { object: 'chat.completion.deleted', id: object.id, deleted: true });
  };

/** `GET /chat/completions/{completion_id}/messages`: the input messages. */
const listChatCompletionMessages =
  ({ objects }: ApiDeps): SpecAHandlers['listChatCompletionMessages'] =>
  async (call) => {
    const { limit = 20, order = 'asc', after = null } = call.query;
    const page = await objects.items(call.object, { part: 'input', limit, order, after }, countReads(call));
    await replyStored(call.reply, listAnswer(page, shownMessage));
  };

/** Shows text in `content`, and a list of parts in `content_parts`. Every message has `refusal`, as in the vendor's SDK. */
function shownMessage({ id, body }: ObjectItem): JsonObject {
  const { content } = body;
  const isList = Array.isArray(content);
  const parts = { content: isList ? null : (content ?? null), content_parts: isList ? content : null };
  return { refusal: null, ...body, id, ...parts };
}

export const chatCompletionOperations = {
  listChatCompletions,
  createChatCompletion,
  getChatCompletion,
  updateChatCompletion,
  deleteChatCompletion,
  listChatCompletionMessages,
};

type StoringDeps = Pick<ApiDeps, 'objects' | 'clock' | 'responseRetention'>;

/** Stores a chat completion under an id of the gateway, whether it is whole or streamed. */
function storeCompletion(call: Call & { readonly body: unknown }, deps: StoringDeps): AnswerHook {
  const id = newObjectId('chat-completion');
  const setId = (bytes: Buffer): Buffer => spliceJson(bytes, { id: JSON.stringify(id) });
  const assembly = assembleCompletion();
  const store = async (answer: JsonObject): Promise<void> => {
    const body = objectOf(call.body);
    const now = deps.clock.now();
    const fields = { ...answer, id, metadata: body['metadata'] ?? {} };
    const expiresAt = now + deps.responseRetention();
    const object = newOwnObject({ id, kind: 'chat-completion', call, createdAt: now, expiresAt, fields });
    await deps.objects.add(object, messagesOf(id, body['messages']));
  };

  return {
    ...plainHook,
    answerId: id,
    holds: true,
    whole: async (body) => {
      await store(objectOf(parseJson(body)));
      return setId(body);
    },
    events: (events) =>
      events.map((event) => {
        const { bytes, data } = event;
        if (!isObject(data) || data['choices'] === undefined) return event;
        assembly.add(data);
        return { ...event, bytes: spliceEvent(bytes, setId) };
      }),
    end: async () => {
      const completion = assembly.completion();
      if (completion !== null) await store(completion);
    },
  };
}

/** The input messages as items, each with an id. */
const messagesOf = (id: string, messages: Json | undefined) =>
  objectsOf(messages).map((body, index) => ({ id: `${id}-${index}`, part: 'input', body }) as const);

/** Assembles a completion from its chunks. */
interface Assembly {
  readonly add: (chunk: JsonObject) => void;
  /** The completion as if it had not been streamed; null if there was no chunk. */
  readonly completion: () => JsonObject | null;
}

type Draft = Record<string, Json | undefined>;

interface ChoiceDraft {
  readonly message: Draft;
  readonly toolCalls: Map<number, Draft>;
  finishReason: Json;
  logprobs: Record<string, Json[]> | null;
}

const joinText = (before: Json | undefined, more: string): string => (stringOf(before) ?? '') + more;

/** Merges a delta: members in `joined` are concatenated, all others replaced. */
function addPieces(draft: Draft, delta: JsonObject, joined: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(delta)) {
    if (typeof value === 'string' && joined.has(name)) draft[name] = joinText(draft[name], value);
    else if (isObject(value)) {
      const inner: Draft = { ...objectOf(draft[name]) };
      addPieces(inner, value, joined);
      draft[name] = inner;
    } else if (value !== null || draft[name] === undefined) draft[name] = value;
  }
}

/** Members of a delta that are fragments of a text. */
const inPieces: ReadonlySet<string> = new Set(['content', 'refusal', 'arguments', 'input', 'data', 'transcript']);

function addDelta(choice: ChoiceDraft, delta: JsonObject): void {
  const { tool_calls: calls, ...rest } = delta;
  addPieces(choice.message, rest, inPieces);
  for (const { index, ...call } of objectsOf(calls)) {
    const place = typeof index === 'number' ? index : choice.toolCalls.size;
    const draft = choice.toolCalls.get(place) ?? {};
    choice.toolCalls.set(place, draft);
    addPieces(draft, call, inPieces);
  }
}

function addLogprobs(choice: ChoiceDraft, logprobs: JsonObject): void {
  choice.logprobs ??= {};
  for (const [name, tokens] of Object.entries(logprobs)) {
    if (!Array.isArray(tokens)) continue;
    const known = (choice.logprobs[name] ??= []);
    for (const token of tokens as readonly Json[]) known.push(token);
  }
}

const finished = (index: number, { message, toolCalls, finishReason, logprobs }: ChoiceDraft): JsonObject => {
  const calls = [...toolCalls].toSorted(([one], [other]) => one - other).map(([, call]) => call);
  const tools = calls.length === 0 ? {} : { tool_calls: calls };
  return {
    index,
    message: { role: 'assistant', content: null, refusal: null, ...message, ...tools },
    logprobs,
    finish_reason: finishReason,
  };
};

/** Starts an assembly, with no chunk yet. */
export function assembleCompletion(): Assembly {
  let head: JsonObject | null = null;
  let usage: Json | undefined;
  const choices = new Map<number, ChoiceDraft>();

  const choiceOf = (index: number): ChoiceDraft => {
    const known = choices.get(index) ?? { message: {}, toolCalls: new Map(), finishReason: null, logprobs: null };
    choices.set(index, known);
    return known;
  };

  return {
    add: (chunk) => {
      const { choices: pieces, usage: reported, obfuscation: _, ...rest } = chunk;
      head = { ...head, ...rest };
      if (isObject(reported)) usage = reported;
      for (const piece of objectsOf(pieces)) {
        const choice = choiceOf(typeof piece['index'] === 'number' ? piece['index'] : 0);
        addDelta(choice, objectOf(piece['delta']));
        if (isObject(piece['logprobs'])) addLogprobs(choice, piece['logprobs']);
        choice.finishReason = piece['finish_reason'] ?? choice.finishReason;
      }
    },
    completion: () => {
      if (head === null) return null;
      const all = [...choices].toSorted(([one], [other]) => one - other);
      return {
        ...head,
        object: 'chat.completion',
        choices: all.map(([index, choice]) => finished(index, choice)),
        ...(usage !== undefined && { usage }),
      };
    },
  };
}
