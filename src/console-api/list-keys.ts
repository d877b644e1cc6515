import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { findWorkspace } from './find-workspace.ts';
import { keyUses } from './key-uses.ts';
import { writeKey } from './write-key.ts';

/** `GET /keys` */
export const listKeys: ConsoleHandler<'listKeys'> =
  ({ keys, ledger, clock }) =>
  async (call) => {
    const { workspace_id: workspaceId, state } = call.query;
    if (workspaceId !== undefined) findWorkspace(keys, workspaceId);
    const found = keys.listKeys(workspaceId).toSorted((one, other) => other.createdAt - one.createdAt);
    const uses = await keyUses(ledger, found);
    const now = clock.now();
    const data = found
      .map((key) => writeKey(key, { now, use: uses.get(key.id) }))
      .filter((key) => state === undefined || key.state === state);
    answer(call, 200, { object: 'list', data } satisfies Answers['KeyList']);
  };
