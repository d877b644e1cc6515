import { GatewayError } from '../errors/gateway-error.ts';
import { noSuchObject } from '../objects/find-owned.ts';
import type { ObjectItem } from '../objects/owned-object.ts';
import { countReads, wholeCall } from '../pipeline/call.ts';
import { objectOf, type JsonObject } from '../shared/json/json.ts';
import { spliceJson } from '../shared/json/splice-json.ts';
import { replyJson, replyStored } from '../shared/reply.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';
import { listAnswer } from './lists.ts';
import { relayJson } from './relay-json.ts';
import { storeCompletion } from './stored/chat-completion.ts';

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

/** `POST /chat/completions`. With `store`, the gateway stores the completion and the upstream does not. */
const createChatCompletion =
  (services: ApiDeps): SpecAHandlers['createChatCompletion'] =>
  async (call) => {
    if (call.body.store !== true) return relayJson(services, call);
    if (call.body.messages.length > mostStored) throw tooMany(call.body.messages.length);
    const stored = wholeCall(call);
    const bytes = spliceJson(stored.bytes, stored.body.metadata ? withoutStore : { store: withoutStore.store });
    return relayJson(services, stored, { bytes, hooks: () => [storeCompletion(stored, services)] });
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

/** Shows text in `content`, and a list of parts in `content_parts`. */
function shownMessage({ id, body }: ObjectItem): JsonObject {
  const { content } = body;
  const isList = Array.isArray(content);
  return { ...body, id, content: isList ? null : (content ?? null), content_parts: isList ? content : null };
}

export const chatCompletionOperations = {
  listChatCompletions,
  createChatCompletion,
  getChatCompletion,
  updateChatCompletion,
  deleteChatCompletion,
  listChatCompletionMessages,
};
