import type { KeyNote } from '../identity/change-key.ts';
import { describeKey } from '../identity/describe-key.ts';
import { rotateKey as rotate } from '../identity/rotate-key.ts';
import { answerIssued } from './answer-key.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findKey } from './find-key.ts';
import { writeOptionalInstant } from './instant.ts';
import { noteChange } from './note-change.ts';

const dayInSeconds = 86_400;

/** `POST /keys/{key_id}/rotate` */
export const rotateKey: ConsoleHandler<'rotateKey'> = (rooms) => async (call) => {
  const { grace_seconds: graceSeconds = dayInSeconds, grace_begins: graceBegins = 'first_use' } = call.body;
  const { id } = findKey(rooms.keys, call.params.key_id);
  const note: KeyNote = (after, before) =>
    noteChange(rooms, call, {
      action: 'key.rotate',
      object: `key:${id}`,
      diff: {
        display: { before: before === null ? null : describeKey(before), after: describeKey(after) },
        grace_begins: graceBegins,
        grace_seconds: graceSeconds,
        replaced_secret_until: writeOptionalInstant(after.previousExpiresAt),
      },
    });
  const graceMilliseconds = graceSeconds * 1000;
  const rotation = { keyId: id, workspaceId: null, graceMilliseconds, graceBegins };
  const issued = await rotate(rotation, { ...rooms, note });
  await answerIssued(rooms, call, issued);
};
