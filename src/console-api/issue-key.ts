import { unlimited, unrestricted } from '../identity/caller.ts';
import type { KeyNote } from '../identity/change-key.ts';
import { issueKey as issue } from '../identity/issue-key.ts';
import { answerIssued } from './answer-key.ts';
import { checkScopeNames } from './check-scope-names.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { readInstant } from './instant.ts';
import { readLimits } from './key-scope.ts';
import { noteChange } from './note-change.ts';
import { writeKey } from './write-key.ts';

/** `POST /keys` */
export const issueKey: ConsoleHandler<'issueKey'> = (rooms) => async (call) => {
  const { workspace_id: workspaceId, name, scope, limits, expires_at: expiresAt } = call.body;
  checkScopeNames(scope, rooms.catalog());
  const note: KeyNote = (record) => {
    const diff = writeKey(record, { now: rooms.clock.now(), use: undefined });
    return noteChange(rooms, call, { action: 'key.issue', object: `key:${record.id}`, diff });
  };
  const issued = await issue(
    {
      workspaceId,
      name,
      scope: { ...unrestricted, ...scope },
      limits: { ...unlimited, ...readLimits(limits) },
      expiresAt: expiresAt == null ? null : readInstant(expiresAt, 'expires_at'),
    },
    { ...rooms, note },
  );
  await answerIssued(rooms, call, issued);
};
