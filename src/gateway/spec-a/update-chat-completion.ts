import { noSuchObject } from '../../resources/find-owned.ts';
import { objectOf } from '../../shared/json.ts';
import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `POST /chat/completions/{completion_id}`: new metadata in the place of the old. */
export const updateChatCompletion =
  ({ objects }: GatewayServices): SpecAHandlers['updateChatCompletion'] =>
  async ({ reply, object, body }) => {
    const fields = { ...object.fields, metadata: objectOf(body.metadata) };
    const changed = await objects.change(object, { fields });
    if (changed === null) throw noSuchObject('chat-completion');
    replyJson(reply, 200, changed.fields);
  };
