import { stringOf, type JsonObject } from '../shared/json/json.ts';
import { plainBehaviour } from './behaviour.ts';
import { json, type Answer, type Call, type DemoRoute } from './call.ts';
import { notFound } from './fault.ts';
import { objectsOf, type Kind, type StoredBytes, type StoredObject } from './object-store.ts';

/** An object to be stored, with its bytes. */
interface NewObject {
  readonly kind: Kind;
  readonly body: JsonObject & { readonly id: string };
  readonly bytes?: StoredBytes | null;
}

/** Stores an object and returns it as the answer. */
export function storeObject(call: Call, { kind, body, bytes = null }: NewObject): Answer {
  objectsOf(call.objects, kind).set(body.id, { createdAt: call.now, body, bytes });
  return json(body, plainBehaviour);
}

/**
 * Returns the object that the path names.
 *
 * @throws {DemoFault} 404
 */
export function takeObject(call: Call, kind: Kind): StoredObject {
  const stored = objectsOf(call.objects, kind).get(call.id);
  if (!stored || isExpired(stored, kind, call.now)) throw notFound(`No such ${kind} object: ${call.id}`);
  return stored;
}

/** A route that deletes an object and returns `confirmation`. */
export const deleteRoute = (path: string, kind: Kind, confirmation: (id: string) => JsonObject): DemoRoute => ({
  method: 'DELETE',
  path,
  answer: async (call) => {
    const stored = takeObject(call, kind);
    objectsOf(call.objects, kind).delete(call.id);
    await stored.bytes?.close();
    return json(confirmation(call.id), plainBehaviour);
  },
});

/** All objects of a kind, newest first. */
export const newestFirst = (call: Call, kind: Kind): readonly StoredObject[] =>
  [...objectsOf(call.objects, kind).values()].filter((stored) => !isExpired(stored, kind, call.now)).toReversed();

/** Whether a file has expired. Other kinds do not expire: `expires_at` of a batch is the end of its window. */
function isExpired({ body: { expires_at: end } }: StoredObject, kind: Kind, now: number): boolean {
  if (kind !== 'file') return false;
  const moment = typeof end === 'number' ? end * 1_000 : Date.parse(stringOf(end) ?? '');
  return now >= moment;
}

/** A page of a list, in the cursor format of both vendors. */
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

/** The requested page of a list, by `after` and `before`, or `after_id` and `before_id`. */
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
