import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { requireAccount } from './find-workspace.ts';
import { readPage, writePage } from './read-page.ts';
import { writeEntry } from './write-entry.ts';

/** `GET /workspaces/{workspace_id}/ledger` */
export const listLedgerEntries: ConsoleHandler<'listLedgerEntries'> =
  ({ keys, ledger }) =>
  async (call) => {
    const { workspace_id: workspaceId } = call.params;
    requireAccount(keys, workspaceId);
    const { kind } = call.query;
    const page = await ledger.entries({ workspaceId, ...(kind && { kind }), ...readPage(call.query) });
    answer(call, 200, writePage(page, writeEntry) satisfies Answers['LedgerPage']);
  };
