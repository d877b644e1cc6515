import { newObjectId } from '../../resources/owned-object.ts';
import { isObject, objectOf, parseJson, type Json, type JsonObject } from '../../shared/json.ts';
import { spliceEvent } from '../../shared/splice-event.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import type { Call } from '../call.ts';
import type { Keeping } from '../keeping.ts';
import type { GatewayServices } from '../services.ts';
import { assembleCompletion } from './assemble-completion.ts';

type Rooms = Pick<GatewayServices, 'objects' | 'clock' | 'responseRetention'>;

/** Stores a chat completion under an id of ours, whether it came whole or in chunks. */
export function keepCompletion(call: Call & { readonly body: unknown }, rooms: Rooms): Keeping {
  const id = newObjectId('chat-completion');
  const setId = (bytes: Buffer): Buffer => spliceJson(bytes, { id: JSON.stringify(id) });
  const assembly = assembleCompletion();
  const keep = async (answer: JsonObject): Promise<void> => {
    const body = objectOf(call.body);
    const now = rooms.clock.now();
    const completion = { ...answer, id, metadata: body['metadata'] ?? {} };
    const object = {
      id,
      kind: 'chat-completion',
      spec: call.spec,
      workspaceId: call.caller.workspaceId,
      providerId: null,
      upstreamId: null,
      createdAt: now,
      expiresAt: now + rooms.responseRetention(),
      fields: completion,
    } as const;
    await rooms.objects.add(object, messagesOf(id, body['messages']));
  };

  return {
    id,
    whole: async (body) => {
      await keep(objectOf(parseJson(body.toString('utf8'))));
      return setId(body);
    },
    event: (bytes, data) => {
      if (!isObject(data) || data['choices'] === undefined) return bytes;
      assembly.add(data);
      return spliceEvent(bytes, setId);
    },
    end: async () => {
      const completion = assembly.completion();
      if (completion !== null) await keep(completion);
    },
  };
}

/** What the completion was made from, each message with an id of its own. */
const messagesOf = (id: string, messages: Json | undefined) =>
  (Array.isArray(messages) ? (messages as readonly Json[]) : [])
    .filter(isObject)
    .map((body, index) => ({ id: `${id}-${index}`, part: 'input', body }) as const);
