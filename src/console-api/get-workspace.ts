import { answer } from './answer.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findWorkspace } from './find-workspace.ts';
import { writeWorkspace } from './write-workspace.ts';

/** `GET /workspaces/{workspace_id}` */
export const getWorkspace: ConsoleHandler<'getWorkspace'> =
  ({ keys }) =>
  async (call) => {
    answer(call, 200, writeWorkspace(findWorkspace(keys, call.params.workspace_id)));
  };
