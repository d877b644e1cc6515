import type { ObjectStore, ObjectWrite } from '../../objects/object-store.ts';
import { newObjectId, type Owned } from '../../objects/owned-object.ts';
import { itemsToKeep } from '../../objects/responses.ts';
import { plainHook, type AnswerHook } from '../../pipeline/answer-hook.ts';
import type { Call } from '../../pipeline/call.ts';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { editsOf, spliceJson, spliceMember } from '../../shared/json/splice-json.ts';
import { spliceEvent } from '../../shared/json/sse.ts';
import type { ApiDeps } from '../deps.ts';

/** Events after which a response has its last shape. */
const lastEvents: ReadonlySet<string | null> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

/** What a stored response is made from, beside the answer. */
interface Making {
  /** False: only its turn in a conversation is kept. */
  readonly isStored: boolean;
  readonly call: Call;
  readonly input: readonly JsonObject[];
  readonly previousId: string | null;
  readonly conversation: Owned<'conversation'> | null;
}

type Deps = Pick<ApiDeps, 'objects' | 'clock' | 'responseRetention'>;

/**
 * Stores a response under an id of ours, whatever upstream answered. The upstream was told to keep nothing and knows of no
 * earlier response, so what its answer says of that is put right as well: `id`; `store`, `previous_response_id` and
 * `conversation` where they stand, or where the request named what came before; and not another byte.
 */
export function storeResponse(making: Making, deps: Deps): AnswerHook {
  const id = newObjectId('response');
  const { isStored, previousId, conversation } = making;
  const truth: JsonObject = {
    ...(isStored && { id, store: true }),
    previous_response_id: previousId,
    conversation: conversation === null ? null : { id: conversation.id },
  };
  const isNamed = (name: string): boolean =>
    name === 'id' || (name !== 'store' && truth[name] !== undefined && truth[name] !== null);
  const truthOf = (response: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(truth).filter(([name]) => isNamed(name) || response[name] !== undefined));
  const splice = (response: JsonObject) => (bytes: Buffer) => spliceJson(bytes, editsOf(truthOf(response)));
  const keep = (response: JsonObject): Promise<void> =>
    deps.objects.keep(writesOf({ ...response, ...truthOf(response) }, { ...making, id, deps }));
  let last: JsonObject | null = null;

  return {
    ...plainHook,
    ...(isStored && { answerId: id }),
    whole: async (body) => {
      const response = objectOf(parseJson(body.toString('utf8')));
      await keep(response);
      return splice(response)(body);
    },
    events: (events) =>
      events.map((event) => {
        const { bytes, data } = event;
        const response = objectOf(data)['response'];
        if (!isObject(response)) return event;
        if (lastEvents.has(stringOf(objectOf(data)['type']))) last = response;
        return { ...event, bytes: spliceEvent(bytes, (json) => spliceMember(json, 'response', splice(response))) };
      }),
    end: async () => {
      if (last !== null) await keep(last);
    },
  };
}

interface Kept extends Making {
  readonly id: string;
  readonly deps: Deps;
}

/** The response, its input and output as items of their own, and the turn in its conversation: all of it or nothing. */
function writesOf(response: JsonObject, kept: Kept): readonly ObjectWrite[] {
  const { call, id, isStored, input, previousId, conversation, deps } = kept;
  const output = objectsOf(response['output']);
  const now = deps.clock.now();
  const object = {
    id,
    kind: 'response',
    spec: call.spec,
    workspaceId: call.caller.workspaceId,
    providerId: null,
    upstreamId: null,
    createdAt: now,
    expiresAt: now + deps.responseRetention(),
    fields: { response: { ...response, output: [] }, previous: previousId },
  } as const;
  const items = [...itemsToKeep(input, 'input'), ...itemsToKeep(output, 'output')];
  const turn = conversation && { append: conversation, items: itemsToKeep([...input, ...output], 'input') };
  return [...(isStored ? [{ add: object, items }] : []), ...(turn ? [turn] : [])];
}

const objectsOf = (list: Json | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? (list as readonly Json[]).filter(isObject) : [];

/** A stored response as its caller got it. */
export async function showResponse(response: Owned<'response'>, objects: ObjectStore): Promise<JsonObject> {
  const items = await objects.allItems(response);
  const output = items.filter(({ part }) => part === 'output').map(({ body }) => body);
  return { ...objectOf(response.fields['response']), output };
}
