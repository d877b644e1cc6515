import { newObjectId, type Owned } from '../../resources/owned-object.ts';
import type { ObjectWrite } from '../../resources/object-store.ts';
import { itemsToKeep } from '../../resources/response-items.ts';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../shared/json.ts';
import { spliceEvent } from '../../shared/splice-event.ts';
import { editsOf, spliceJson, spliceMember } from '../../shared/splice-json.ts';
import type { Call } from '../call.ts';
import type { Keeping } from '../keeping.ts';
import type { GatewayServices } from '../services.ts';

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

type Rooms = Pick<GatewayServices, 'objects' | 'clock' | 'responseRetention'>;

/**
 * Stores a response under an id of ours, whatever upstream answered. The upstream was told to keep nothing and knows of no
 * earlier response, so what its answer says of that is put right as well: `id`; `store`, `previous_response_id` and
 * `conversation` where they stand, or where the request named what came before; and not another byte.
 */
export function keepResponse(making: Making, rooms: Rooms): Keeping {
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
    rooms.objects.keep(writesOf({ ...response, ...truthOf(response) }, { ...making, id, rooms }));
  let last: JsonObject | null = null;

  return {
    id: isStored ? id : null,
    whole: async (body) => {
      const response = objectOf(parseJson(body.toString('utf8')));
      await keep(response);
      return splice(response)(body);
    },
    event: (bytes, data) => {
      const response = objectOf(data)['response'];
      if (!isObject(response)) return bytes;
      if (lastEvents.has(stringOf(objectOf(data)['type']))) last = response;
      return spliceEvent(bytes, (json) => spliceMember(json, 'response', splice(response)));
    },
    end: async () => {
      if (last !== null) await keep(last);
    },
  };
}

interface Kept extends Making {
  readonly id: string;
  readonly rooms: Rooms;
}

/** The response, its input and output as items of their own, and the turn in its conversation: all of it or nothing. */
function writesOf(response: JsonObject, kept: Kept): readonly ObjectWrite[] {
  const { call, id, isStored, input, previousId, conversation, rooms } = kept;
  const output = objectsOf(response['output']);
  const now = rooms.clock.now();
  const object = {
    id,
    kind: 'response',
    spec: call.spec,
    workspaceId: call.caller.workspaceId,
    providerId: null,
    upstreamId: null,
    createdAt: now,
    expiresAt: now + rooms.responseRetention(),
    fields: { response: { ...response, output: [] }, previous: previousId },
  } as const;
  const items = [...itemsToKeep(input, 'input'), ...itemsToKeep(output, 'output')];
  const turn = conversation && { append: conversation, items: itemsToKeep([...input, ...output], 'input') };
  return [...(isStored ? [{ add: object, items }] : []), ...(turn ? [turn] : [])];
}

const objectsOf = (list: Json | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? (list as readonly Json[]).filter(isObject) : [];
