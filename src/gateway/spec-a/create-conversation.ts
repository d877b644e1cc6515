import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { newObjectId } from '../../resources/owned-object.ts';
import { inputItems, itemsToKeep } from '../../resources/response-items.ts';
import { objectOf } from '../../shared/json.ts';
import type { Call } from '../call.ts';
import { showConversation } from '../conversations/show-conversation.ts';
import { replyJson } from '../../shared/reply.ts';
import { resolveReferences } from '../responses/resolve-references.ts';
import type { GatewayServices } from '../services.ts';

/** `POST /conversations`. A conversation stays until it is deleted. */
export const createConversation =
  ({ objects, clock, storedLimit }: GatewayServices): Handlers<Call>['createConversation'] =>
  async (call) => {
    const body = objectOf(call.body);
    const items = await resolveReferences(inputItems(body['items']), { call, list: 'items', objects, storedLimit });
    const conversation = {
      id: newObjectId('conversation'),
      kind: 'conversation',
      spec: call.spec,
      workspaceId: call.caller.workspaceId,
      providerId: null,
      upstreamId: null,
      createdAt: clock.now(),
      expiresAt: null,
      fields: { metadata: body['metadata'] ?? {} },
    } as const;
    await objects.add(conversation, itemsToKeep(items, 'input'));
    replyJson(call.reply, 200, showConversation(conversation));
  };
