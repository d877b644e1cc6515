import { stringOf, type JsonObject } from '../shared/json/json.ts';
import { plainBehaviour } from './behaviour.ts';
import { json, type Answer, type Call, type DemoRoute } from './call.ts';
import { notFound } from './fault.ts';
import { objectsOf, type Kept, type KeptBytes, type Kind } from './object-store.ts';

/** An object to be kept, with the bytes that belong to it. */
interface Keepsake {
  readonly kind: Kind;
  readonly body: JsonObject & { readonly id: string };
  readonly bytes?: KeptBytes | null;
}

/** Puts an object into the object store and answers it. */
export function keepObject(call: Call, { kind, body, bytes = null }: Keepsake): Answer {
  objectsOf(call.objects, kind).set(body.id, { createdAt: call.now, body, bytes });
  return json(body, plainBehaviour);
}

/**
 * The object that the path names.
 *
 * @throws {DemoFault} 404
 */
export function takeObject(call: Call, kind: Kind): Kept {
  const kept = objectsOf(call.objects, kind).get(call.id);
  if (!kept || isGone(kept, kind, call.now)) throw notFound(`No such ${kind} object: ${call.id}`);
  return kept;
}

/** A route that takes an object from the object store for good and answers `farewell`. */
export const deleteRoute = (path: string, kind: Kind, farewell: (id: string) => JsonObject): DemoRoute => ({
  method: 'DELETE',
  path,
  answer: async (call) => {
    const kept = takeObject(call, kind);
    objectsOf(call.objects, kind).delete(call.id);
    await kept.bytes?.close();
    return json(farewell(call.id), plainBehaviour);
  },
});

/** All objects of a kind, newest first. */
export const newestFirst = (call: Call, kind: Kind): readonly Kept[] =>
  [...objectsOf(call.objects, kind).values()].filter((kept) => !isGone(kept, kind, call.now)).toReversed();

/** Whether a file's time is over. `expires_at` of a batch is the end of its window. */
function isGone({ body: { expires_at: end } }: Kept, kind: Kind, now: number): boolean {
  if (kind !== 'file') return false;
  const moment = typeof end === 'number' ? end * 1_000 : Date.parse(stringOf(end) ?? '');
  return now >= moment;
}

/** A page of a list, as both vendors page with cursors. */
interface Page {
  readonly data: readonly JsonObject[];
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly has_more: boolean;
}

interface Cursor {
  readonly limit: number;
  readonly after: string | null;
  readonly before: string | null;
}

/** The page that a query asks for (`after` and `before`, or `after_id` and `before_id`), of items in list order. */
export function pageOf(items: readonly JsonObject[], query: URLSearchParams, defaultLimit = 20): Page {
  const cursor: Cursor = {
    limit: Number(query.get('limit') ?? defaultLimit),
    after: query.get('after') ?? query.get('after_id'),
    before: query.get('before') ?? query.get('before_id'),
  };
  const place = (id: string): number => items.findIndex((item) => item['id'] === id);
  const end = cursor.before === null ? items.length : Math.max(place(cursor.before), 0);
  const fromEnd = cursor.before !== null && cursor.after === null;
  const start = cursor.after === null ? (fromEnd ? Math.max(end - cursor.limit, 0) : 0) : place(cursor.after) + 1;
  const data = items.slice(start, Math.min(start + cursor.limit, end));
  const has_more = fromEnd ? start > 0 : start + data.length < end;
  return { data, first_id: stringOf(data[0]?.['id']), last_id: stringOf(data.at(-1)?.['id']), has_more };
}
