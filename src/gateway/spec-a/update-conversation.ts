import { noSuchObject } from '../../resources/find-owned.ts';
import { objectOf } from '../../shared/json.ts';
import { showConversation } from '../conversations/show-conversation.ts';
import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `POST /conversations/{conversation_id}`: new metadata in the place of the old. */
export const updateConversation =
  ({ objects }: GatewayServices): SpecAHandlers['updateConversation'] =>
  async ({ reply, object, body }) => {
    const fields = { ...object.fields, metadata: objectOf(body.metadata) };
    const changed = await objects.change(object, { fields });
    if (changed === null) throw noSuchObject('conversation');
    replyJson(reply, 200, showConversation(changed));
  };
