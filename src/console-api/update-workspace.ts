import type { WorkspaceRecord } from '../identity/key-store.ts';
import { answer } from './answer.ts';
import { changeWorkspace } from './change-workspace.ts';
import { changedMembers } from './changed-members.ts';
import { checkWorkspaceTerms } from './check-workspace-terms.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { noteChange } from './note-change.ts';
import { writeWorkspace } from './write-workspace.ts';

/** `PATCH /workspaces/{workspace_id}` */
export const updateWorkspace: ConsoleHandler<'updateWorkspace'> = (rooms) => async (call) => {
  const { catalog, clock } = rooms;
  checkWorkspaceTerms(call.body, catalog());
  const after = await changeWorkspace(
    {
      workspaceId: call.params.workspace_id,
      change: (record) => ({
        ...record,
        name: call.body.name ?? record.name,
        planId: call.body.plan_id === undefined ? record.planId : call.body.plan_id,
        timeZone: call.body.time_zone ?? record.timeZone,
        suspendedAt: suspension(record, call.body.status, clock.now()),
      }),
      note: (changed, before) =>
        noteChange(rooms, call, {
          action: 'workspace.update',
          object: `workspace:${changed.id}`,
          diff: changedMembers(writeWorkspace(before), writeWorkspace(changed)),
        }),
    },
    rooms,
  );
  answer(call, 200, writeWorkspace(after));
};

/** Suspending again keeps the first date. */
function suspension(
  { suspendedAt }: WorkspaceRecord,
  status: Answers['WorkspaceStatus'] | undefined,
  now: number,
): number | null {
  if (status === undefined) return suspendedAt;
  return status === 'active' ? null : (suspendedAt ?? now);
}
