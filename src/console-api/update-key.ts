import type { KeyNote } from '../identity/change-key.ts';
import { editKey } from '../identity/edit-key.ts';
import { answerKey } from './answer-key.ts';
import { changedMembers } from './changed-members.ts';
import { checkScopeNames } from './check-scope-names.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findKey } from './find-key.ts';
import { readInstant } from './instant.ts';
import { readLimits } from './key-scope.ts';
import { noteChange } from './note-change.ts';
import { writeKey } from './write-key.ts';

/** `PATCH /keys/{key_id}` */
export const updateKey: ConsoleHandler<'updateKey'> = (rooms) => async (call) => {
  const { name, scope, limits, expires_at: expiry } = call.body;
  const { id, scope: kept } = findKey(rooms.keys, call.params.key_id);
  checkScopeNames(scope, rooms.catalog(), kept);
  const expiresAt = expiry == null ? expiry : readInstant(expiry, 'expires_at');
  const terms = { name, scope, limits: readLimits(limits), expiresAt };
  const note: KeyNote = (after, before) => {
    const at = { now: rooms.clock.now(), use: undefined };
    const diff = changedMembers(before === null ? {} : writeKey(before, at), writeKey(after, at));
    return noteChange(rooms, call, { action: 'key.update', object: `key:${id}`, diff });
  };
  const after = await editKey({ keyId: id, workspaceId: null, terms }, { ...rooms, note });
  await answerKey(rooms, call, after);
};
