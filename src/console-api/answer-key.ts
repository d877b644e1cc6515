import type { IssuedKey } from '../identity/issue-key.ts';
import type { KeyRecord } from '../identity/key-store.ts';
import { answer } from './answer.ts';
import type { ConsoleCall } from './console-call.ts';
import type { Answers } from './console-handler.ts';
import type { ConsoleRooms } from './console-rooms.ts';
import { keyUses } from './key-uses.ts';
import { writeKey } from './write-key.ts';

/** Answers a key as it is now. */
export async function answerKey(rooms: ConsoleRooms, call: ConsoleCall, key: KeyRecord): Promise<void> {
  answer(call, 200, await describe(rooms, key));
}

/** Answers a key with its secret: the only place where one leaves the server. */
export async function answerIssued(rooms: ConsoleRooms, call: ConsoleCall, issued: IssuedKey): Promise<void> {
  const key = await describe(rooms, issued.record);
  // A key that was never rotated has just been made.
  const status = issued.record.previousHash === null ? 201 : 200;
  answer(call, status, { key, secret: issued.secret.reveal() } satisfies Answers['IssuedKey']);
}

async function describe({ ledger, clock }: ConsoleRooms, key: KeyRecord): Promise<Answers['Key']> {
  const uses = await keyUses(ledger, [key]);
  return writeKey(key, { now: clock.now(), use: uses.get(key.id) });
}
