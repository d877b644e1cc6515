import { answer } from './answer.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { requireAccount } from './find-workspace.ts';
import { writeBalance } from './write-balance.ts';

/** `GET /workspaces/{workspace_id}/credits` */
export const getBalance: ConsoleHandler<'getBalance'> =
  ({ keys, metering }) =>
  async (call) => {
    const { workspace_id: workspaceId } = call.params;
    requireAccount(keys, workspaceId);
    answer(call, 200, writeBalance(workspaceId, metering.standing(workspaceId)));
  };
