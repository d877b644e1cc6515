import type { KeyNote } from '../identity/change-key.ts';
import { revokeKey as revoke } from '../identity/revoke-key.ts';
import { answerKey } from './answer-key.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findKey } from './find-key.ts';
import { writeOptionalInstant } from './instant.ts';
import { noteChange } from './note-change.ts';

/** `POST /keys/{key_id}/revoke` */
export const revokeKey: ConsoleHandler<'revokeKey'> = (rooms) => async (call) => {
  const { id } = findKey(rooms.keys, call.params.key_id);
  const note: KeyNote = ({ revokedAt }) =>
    noteChange(rooms, call, {
      action: 'key.revoke',
      object: `key:${id}`,
      diff: { revoked_at: writeOptionalInstant(revokedAt), reason: call.body.reason ?? null },
    });
  const record = await revoke({ keyId: id, workspaceId: null }, { ...rooms, note });
  await answerKey(rooms, call, record);
};
