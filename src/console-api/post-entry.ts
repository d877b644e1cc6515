import type { NewEntry } from '../metering/ledger-records.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { formatCredits } from '../shared/money.ts';
import { answer } from './answer.ts';
import type { ConsoleCall } from './console-call.ts';
import type { Answers } from './console-handler.ts';
import type { ConsoleRooms } from './console-rooms.ts';
import { noteChange } from './note-change.ts';
import { writeBalance } from './write-balance.ts';
import { writeEntry } from './write-entry.ts';

/** An entry as its poster says it; `externalId` null: it is new every time. */
export type EntryDraft = Pick<NewEntry, 'workspaceId' | 'kind' | 'amount' | 'callId' | 'reason'> & {
  readonly externalId: string | null;
};

/** Books an entry, notes it in the audit log and answers it: 201, or 200 when it was in the books already. */
export async function postEntry(rooms: ConsoleRooms, call: ConsoleCall, draft: EntryDraft): Promise<void> {
  const { ledger, metering, clock, newId } = rooms;
  const id = newId('entry');
  const asked = { ...draft, id, externalId: draft.externalId ?? id, actor: call.actor, createdAt: clock.now() };
  const { entry, created } = await ledger.post(asked, noteEntry(rooms, call, asked));
  const balance = writeBalance(entry.workspaceId, metering.standing(entry.workspaceId));
  answer(call, created ? 201 : 200, { entry: writeEntry(entry), created, balance } satisfies Answers['BookedEntry']);
}

const noteEntry = (rooms: ConsoleRooms, call: ConsoleCall, entry: NewEntry): AuditEvent =>
  noteChange(rooms, call, {
    action: `credits.${entry.kind}`,
    object: `workspace:${entry.workspaceId}`,
    diff: {
      entry: entry.id,
      amount: formatCredits(entry.amount),
      reason: entry.reason,
      external_id: entry.externalId,
      call_id: entry.callId,
    },
  });
