import { revokeKey as revoke } from '../identity/revoke-key.ts';
import { answerKey } from './answer-key.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findKey } from './find-key.ts';
import { writeOptionalInstant } from './instant.ts';
import { recordChange } from './record-change.ts';

/** `POST /keys/{key_id}/revoke` */
export const revokeKey: ConsoleHandler<'revokeKey'> = (rooms) => async (call) => {
  const before = findKey(rooms.keys, call.params.key_id);
  const record = await revoke({ keyId: before.id, workspaceId: null }, rooms);
  if (before.revokedAt === null) {
    await recordChange(rooms, call, {
      action: 'key.revoke',
      object: `key:${record.id}`,
      diff: { revoked_at: writeOptionalInstant(record.revokedAt), reason: call.body.reason ?? null },
    });
  }
  await answerKey(rooms, call, record);
};
