import { describeKey } from '../identity/describe-key.ts';
import { rotateKey as rotate } from '../identity/rotate-key.ts';
import { answerIssued } from './answer-key.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findKey } from './find-key.ts';
import { writeOptionalInstant } from './instant.ts';
import { recordChange } from './record-change.ts';

const dayInSeconds = 86_400;

/** `POST /keys/{key_id}/rotate` */
export const rotateKey: ConsoleHandler<'rotateKey'> = (rooms) => async (call) => {
  const graceSeconds = call.body.grace_seconds ?? dayInSeconds;
  const before = findKey(rooms.keys, call.params.key_id);
  const issued = await rotate({ keyId: before.id, workspaceId: null, graceMilliseconds: graceSeconds * 1000 }, rooms);
  const { record } = issued;
  await recordChange(rooms, call, {
    action: 'key.rotate',
    object: `key:${record.id}`,
    diff: {
      display: { before: describeKey(before), after: describeKey(record) },
      replaced_secret_until: writeOptionalInstant(record.previousExpiresAt),
    },
  });
  await answerIssued(rooms, call, issued);
};
