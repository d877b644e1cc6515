import { GatewayError } from '../errors/gateway-error.ts';
import type { WorkspaceRecord } from '../identity/key-store.ts';
import { answer } from './answer.ts';
import { checkWorkspaceTerms } from './check-workspace-terms.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { noteChange } from './note-change.ts';
import { writeWorkspace } from './write-workspace.ts';

/** `POST /workspaces` */
export const createWorkspace: ConsoleHandler<'createWorkspace'> = (rooms) => async (call) => {
  const { keys, catalog, clock, newId } = rooms;
  checkWorkspaceTerms(call.body, catalog());
  const workspace: WorkspaceRecord = {
    id: call.body.id ?? newId('ws'),
    name: call.body.name,
    planId: call.body.plan_id ?? null,
    timeZone: call.body.time_zone ?? 'UTC',
    createdAt: clock.now(),
    suspendedAt: null,
  };
  if (keys.workspace(workspace.id)) {
    throw new GatewayError(
      'conflict',
      `There is a workspace ${workspace.id} already. Choose another id, or leave it out.`,
      {
        param: 'id',
      },
    );
  }
  const written = writeWorkspace(workspace);
  const object = `workspace:${workspace.id}`;
  await keys.addWorkspace(workspace, noteChange(rooms, call, { action: 'workspace.create', object, diff: written }));
  answer(call, 201, written);
};
