import { noSuchObject } from '../objects/object-store.ts';
import { newOwnObject, type OwnedObject } from '../objects/owned-object.ts';
import { assertSame, inputItems, itemsToStore, ownItemIds, shownItem } from '../objects/responses.ts';
import { countReads } from '../pipeline/call.ts';
import { objectOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { replyJson, replyStored } from '../shared/reply.ts';
import { type ApiDeps, listAnswer, type SpecAHandlers } from './deps.ts';
import { resolveReferences } from './response-input.ts';

/** `POST /conversations`. Conversations do not expire. */
const createConversation =
  ({ objects, clock, storedLimit, assertStorageLeft }: ApiDeps): SpecAHandlers['createConversation'] =>
  async (call) => {
    await assertStorageLeft(call);
    const body = objectOf(call.body);
    const items = await resolveReferences(inputItems(body['items']), { call, list: 'items', objects, storedLimit });
    const fields = { metadata: body['metadata'] ?? {} };
    const conversation = newOwnObject({ kind: 'conversation', call, createdAt: clock.now(), expiresAt: null, fields });
    await objects.add(conversation, itemsToStore(items, 'input'));
    replyJson(call.reply, 200, showConversation(conversation));
  };

/** `GET /conversations/{conversation_id}`. */
const getConversation =
  (): SpecAHandlers['getConversation'] =>
  async ({ reply, object }) =>
    replyJson(reply, 200, showConversation(object));

const lengthOf = (metadata: Json | undefined): number => Buffer.byteLength(JSON.stringify(metadata ?? {}));

/** `POST /conversations/{conversation_id}`: replaces the metadata. */
const updateConversation =
  ({ objects, assertStorageLeft }: ApiDeps): SpecAHandlers['updateConversation'] =>
  async (call) => {
    const { reply, object, body } = call;
    const metadata = objectOf(body.metadata);
    if (lengthOf(metadata) > lengthOf(object.fields['metadata'])) await assertStorageLeft(call);
    const changed = await objects.change(object, ({ fields }) => ({ fields: { ...fields, metadata } }));
    if (changed === null) throw noSuchObject('conversation');
    replyJson(reply, 200, showConversation(changed));
  };

/** `DELETE /conversations/{conversation_id}`, with its items. Responses of the conversation stay. */
const deleteConversation =
  ({ objects }: ApiDeps): SpecAHandlers['deleteConversation'] =>
  async ({ reply, object }) => {
    await objects.delete(object);
    replyJson(reply, 200, { id: object.id, object: 'conversation.deleted', deleted: true });
  };

/**
 * `GET /conversations/{conversation_id}/items`, and `GET /responses/{response_id}/input_items`: the response's own input, without that
 * of previous responses.
 */
export const listInputItems =
  ({ objects }: ApiDeps): SpecAHandlers['listConversationItems'] & SpecAHandlers['listResponseInputItems'] =>
  async (call) => {
    const { limit = 20, order = 'desc', after = null } = call.query;
    const page = await objects.items(call.object, { part: 'input', limit, order, after }, countReads(call));
    await replyStored(call.reply, listAnswer(page, shownItem));
  };

/**
 * `POST /conversations/{conversation_id}/items`: appends items and returns them.
 *
 * @throws {GatewayError} `invalid_value` for an id that another item has
 */
const createConversationItems =
  ({ objects, storedLimit, assertStorageLeft }: ApiDeps): SpecAHandlers['createConversationItems'] =>
  async (call) => {
    await assertStorageLeft(call);
    const { reply, object } = call;
    const sent = inputItems(objectOf(call.body)['items']);
    const items = itemsToStore(await resolveReferences(sent, { call, list: 'items', objects, storedLimit }), 'input');
    for (const [index, item] of items.entries())
      if (ownItemIds([item.body]).length > 0)
        assertSame(item, await objects.item(object, item.id, countReads(call)), `items[${index}].id`);
    await objects.keep([{ append: object, items }]);
    await replyStored(reply, listAnswer({ data: items, hasMore: false }, shownItem));
  };

/** `GET /conversations/{conversation_id}/items/{item_id}`. */
const getConversationItem =
  ({ objects }: ApiDeps): SpecAHandlers['getConversationItem'] =>
  async (call) => {
    const item = await objects.item(call.object, call.params.item_id, countReads(call));
    if (item === null) throw noSuchObject('item');
    await replyStored(call.reply, shownItem(item));
  };

/** `DELETE /conversations/{conversation_id}/items/{item_id}`: returns the conversation. */
const deleteConversationItem =
  ({ objects }: ApiDeps): SpecAHandlers['deleteConversationItem'] =>
  async ({ reply, object, params }) => {
    if (!(await objects.deleteItem(object, params.item_id))) throw noSuchObject('item');
    replyJson(reply, 200, showConversation(object));
  };

/** A conversation as the API shows it. */
const showConversation = ({ id, createdAt, fields }: OwnedObject): JsonObject => ({
  id,
  object: 'conversation',
  created_at: Math.floor(createdAt / 1000),
  metadata: fields['metadata'] ?? {},
});

export const conversationOperations = {
  createConversation,
  getConversation,
  updateConversation,
  deleteConversation,
  listConversationItems: listInputItems,
  createConversationItems,
  getConversationItem,
  deleteConversationItem,
};
