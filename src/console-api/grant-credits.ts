import type { ConsoleHandler } from './console-handler.ts';
import { externalId } from './external-id.ts';
import { findWorkspace } from './find-workspace.ts';
import { postEntry } from './post-entry.ts';
import { readPositiveCredits } from './read-credits.ts';

/** `POST /workspaces/{workspace_id}/credits/grants` */
export const grantCredits: ConsoleHandler<'grantCredits'> = (rooms) => (call) =>
  postEntry(rooms, call, {
    workspaceId: findWorkspace(rooms.keys, call.params.workspace_id).id,
    kind: call.body.kind ?? 'grant',
    amount: readPositiveCredits(call.body.amount, 'amount'),
    callId: null,
    reason: call.body.reason,
    externalId: externalId(call.body, call),
  });
