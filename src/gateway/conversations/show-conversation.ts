import type { OwnedObject } from '../../resources/owned-object.ts';
import type { JsonObject } from '../../shared/json.ts';

/** A conversation's record. */
export const showConversation = ({ id, createdAt, fields }: OwnedObject): JsonObject => ({
  id,
  object: 'conversation',
  created_at: Math.floor(createdAt / 1000),
  metadata: fields['metadata'] ?? {},
});
