import { answer } from './answer.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findWorkspace } from './find-workspace.ts';
import { noteChange } from './note-change.ts';
import { writeBalance } from './write-balance.ts';

/** `POST /workspaces/{workspace_id}/credits/unfreeze` */
export const unfreezeAccount: ConsoleHandler<'unfreezeAccount'> = (rooms) => async (call) => {
  const { keys, ledger, metering } = rooms;
  const { id } = findWorkspace(keys, call.params.workspace_id);
  const { frozenReason } = metering.standing(id);
  if (frozenReason !== null) {
    const diff = { frozen_reason: { before: frozenReason, after: null }, reason: call.body.reason };
    await ledger.unfreeze(id, noteChange(rooms, call, { action: 'account.unfreeze', object: `workspace:${id}`, diff }));
  }
  answer(call, 200, writeBalance(id, metering.standing(id)));
};
