import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { randomBase62 } from '../shared/ids.ts';
import { type JsonObject, stringOf } from '../shared/json/json.ts';
import { plainBehaviour } from './behaviour.ts';
import {
  type Answer,
  type Call,
  type DemoObjects,
  type DemoRoute,
  json,
  type Kind,
  notFound,
  type StoredBytes,
  type StoredObject,
} from './call.ts';

const kinds: readonly Kind[] = ['file', 'batch', 'msgbatch', 'voice', 'consent'];

export const emptyObjects = (): DemoObjects => new Map(kinds.map((kind) => [kind, new Map<string, StoredObject>()]));

/** The objects of a kind. */
export function objectsOf(objects: DemoObjects, kind: Kind): Map<string, StoredObject> {
  const found = objects.get(kind);
  if (!found) throw new Error(`The demo stores no ${kind}.`);
  return found;
}

/** Deletes all stored bytes. */
export async function clearObjects(objects: DemoObjects): Promise<void> {
  const all = [...objects.values()].flatMap((ofKind) => [...ofKind.values()]);
  await Promise.all(all.flatMap(({ bytes }) => (bytes ? [bytes.close()] : [])));
}

/** Bytes that are read at once. */
const pieceBytes = 65_536;

/**
 * Stores bytes in an unlinked file, so that uploads of any size need no memory, and nothing stays on the disk when the process
 * ends.
 */
export async function storeBytes(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StoredBytes> {
  const path = join(tmpdir(), `diglot-demo-${randomBase62(16)}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  try {
    return storedBytes(file, await writeAll(file, source));
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeAll(file: FileHandle, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const bytes of source) {
    await file.write(bytes, 0, bytes.length, length);
    length += bytes.length;
  }
  return length;
}

/**
 * A stream of Node's own would end with the file, and break off an answer whose bytes the client has had, together with the next
 * request on its connection.
 */
async function* readPieces(file: FileHandle, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length;) {
    const piece = Buffer.alloc(Math.min(pieceBytes, length - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw new Error('The stored bytes are cut.');
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

function storedBytes(file: FileHandle, length: number): StoredBytes {
  let readers = 0;
  let isOver = false;
  const free = (): Promise<void> => (isOver && readers === 0 ? file.close() : Promise.resolve());
  const stream = (): Readable => {
    readers += 1;
    return Readable.from(readPieces(file, length), { objectMode: false }).once('close', () => {
      readers -= 1;
      free().catch(() => undefined);
    });
  };
  const text = async (): Promise<string> => {
    const buffer = Buffer.alloc(length);
    await file.read(buffer, 0, length, 0);
    return buffer.toString('utf8');
  };
  return {
    length,
    stream,
    text,
    close: () => {
      isOver = true;
      return free();
    },
  };
}

/** An object to be stored, with its bytes. */
interface NewObject {
  readonly kind: Kind;
  readonly body: JsonObject & { readonly id: string };
  readonly bytes?: StoredBytes | null;
}

/** Stores an object and returns it as the answer. */
export function storeObject(call: Call, { kind, body, bytes = null }: NewObject): Answer {
  dropExpired(call.objects, call.now);
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

/** Frees the bytes of files that have expired, each of which holds a descriptor. */
function dropExpired(objects: DemoObjects, now: number): void {
  const stored = objectsOf(objects, 'file');
  for (const [id, file] of stored) {
    if (!isExpired(file, 'file', now)) continue;
    stored.delete(id);
    file.bytes?.close().catch(() => undefined);
  }
}

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
