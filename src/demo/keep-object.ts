import { stringOf, type JsonObject } from '../shared/json.ts';
import { json, type Answer } from './answer.ts';
import type { Call, DemoRoute } from './call.ts';
import { notFound } from './demo-fault.ts';
import type { KeptBytes } from './kept-bytes.ts';
import { plainManner } from './manner.ts';
import { shelfOf, type Kept, type Kind } from './shelf.ts';

/** An object to be kept, with the bytes that belong to it. */
interface Keepsake {
  readonly kind: Kind;
  readonly body: JsonObject & { readonly id: string };
  readonly bytes?: KeptBytes | null;
}

/** Puts an object on the shelf and answers it. */
export function keepObject(call: Call, { kind, body, bytes = null }: Keepsake): Answer {
  shelfOf(call.shelf, kind).set(body.id, { createdAt: call.now, body, bytes });
  return json(body, plainManner);
}

/**
 * The object that the path names.
 *
 * @throws {DemoFault} 404
 */
export function takeObject(call: Call, kind: Kind): Kept {
  const kept = shelfOf(call.shelf, kind).get(call.id);
  if (!kept || isGone(kept, kind, call.now)) throw notFound(`No such ${kind} object: ${call.id}`);
  return kept;
}

/** A route that takes an object from the shelf for good and answers `farewell`. */
export const deleteRoute = (path: string, kind: Kind, farewell: (id: string) => JsonObject): DemoRoute => ({
  method: 'DELETE',
  path,
  answer: async (call) => {
    const kept = takeObject(call, kind);
    shelfOf(call.shelf, kind).delete(call.id);
    await kept.bytes?.close();
    return json(farewell(call.id), plainManner);
  },
});

/** All objects of a kind, newest first. */
export const newestFirst = (call: Call, kind: Kind): readonly Kept[] =>
  [...shelfOf(call.shelf, kind).values()].filter((kept) => !isGone(kept, kind, call.now)).toReversed();

/** Whether a file's time is over. `expires_at` of a batch is the end of its window. */
function isGone({ body: { expires_at: end } }: Kept, kind: Kind, now: number): boolean {
  if (kind !== 'file') return false;
  const moment = typeof end === 'number' ? end * 1_000 : Date.parse(stringOf(end) ?? '');
  return now >= moment;
}
