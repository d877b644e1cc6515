import type { CountRead, ObjectStore, ObjectWrite } from '../../objects/object-store.ts';
import { newObjectId, newOwnObject, type Owned } from '../../objects/owned-object.ts';
import { itemsToStore } from '../../objects/responses.ts';
import { plainHook, type AnswerHook } from '../../pipeline/answer-hook.ts';
import type { Call } from '../../pipeline/call.ts';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { editsOf, spliceJson, spliceMember } from '../../shared/json/splice-json.ts';
import { spliceEvent } from '../../shared/json/sse.ts';
import type { ApiDeps } from '../deps.ts';
import type { ExpandedRequest } from './response-input.ts';

/** Events that contain the final response. */
const finalEvents: ReadonlySet<string | null> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

/** The request of a response to be stored. */
interface StoredRequest extends Pick<ExpandedRequest, 'input' | 'previousId' | 'conversation'> {
  /** False: only its turn in a conversation is stored, if it has one. */
  readonly isStored: boolean;
  readonly call: Call;
}

type Deps = Pick<ApiDeps, 'objects' | 'clock' | 'responseRetention'>;

/**
 * Stores a response under an id of the gateway. The upstream stores nothing and knows no previous response, so these members of
 * its answer are corrected: `id`; `store`, `previous_response_id` and `conversation` if the answer has them or the request named
 * a previous response or a conversation. All other bytes are unchanged.
 */
export function storeResponse(request: StoredRequest, deps: Deps): AnswerHook {
  const id = newObjectId('response');
  const { isStored, previousId, conversation } = request;
  const members: JsonObject = {
    ...(isStored && { id, store: true }),
    previous_response_id: previousId,
    conversation: conversation === null ? null : { id: conversation.id },
  };
  const isNamed = (name: string): boolean =>
    name === 'id' || (name !== 'store' && members[name] !== undefined && members[name] !== null);
  const corrections = (response: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([name]) => isNamed(name) || response[name] !== undefined));
  const splice = (response: JsonObject) => (bytes: Buffer) => spliceJson(bytes, editsOf(corrections(response)));
  const isKept = isStored || conversation !== null;
  const store = async (response: JsonObject): Promise<void> => {
    if (isKept) await deps.objects.keep(writesOf({ ...response, ...corrections(response) }, { ...request, id, deps }));
  };
  let last: JsonObject | null = null;

  return {
    ...plainHook,
    ...(isStored && { answerId: id }),
    whole: async (body) => {
      const response = objectOf(parseJson(body));
      await store(response);
      return splice(response)(body);
    },
    events: (events) =>
      events.map((event) => {
        const { bytes, data } = event;
        const response = objectOf(data)['response'];
        if (!isObject(response)) return event;
        if (finalEvents.has(stringOf(objectOf(data)['type']))) last = response;
        return { ...event, bytes: spliceEvent(bytes, (json) => spliceMember(json, 'response', splice(response))) };
      }),
    end: async () => {
      if (last !== null) await store(last);
    },
  };
}

interface NewResponse extends StoredRequest {
  readonly id: string;
  readonly deps: Deps;
}

/** The writes for the response with its input and output items, and for the turn in its conversation, as one transaction. */
function writesOf(response: JsonObject, request: NewResponse): readonly ObjectWrite[] {
  const { call, id, isStored, input, previousId, conversation, deps } = request;
  const output = objectsOf(response['output']);
  const now = deps.clock.now();
  const fields = { response: { ...response, output: [] }, previous: previousId };
  const expiresAt = now + deps.responseRetention();
  const object = newOwnObject({ id, kind: 'response', call, createdAt: now, expiresAt, fields });
  const items = [...itemsToStore(input, 'input'), ...itemsToStore(output, 'output')];
  const turn = conversation && { append: conversation, items: itemsToStore([...input, ...output], 'input') };
  return [...(isStored ? [{ add: object, items }] : []), ...(turn ? [turn] : [])];
}

const objectsOf = (list: Json | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? (list as readonly Json[]).filter(isObject) : [];

/** A stored response as it was delivered. */
export async function showResponse(
  response: Owned<'response'>,
  objects: ObjectStore,
  count: CountRead,
): Promise<JsonObject> {
  const output = await objects.allItems(response, { part: 'output', count });
  return { ...objectOf(response.fields['response']), output: output.map(({ body }) => body) };
}
