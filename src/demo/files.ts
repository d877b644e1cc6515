import type { IncomingMessage } from 'node:http';
import { win32 } from 'node:path';
import { boundaryOf, type FormPiece, splitForm } from '../pipeline/multipart/parts.ts';
import { type Json, type JsonObject, stringOf } from '../shared/json/json.ts';
import { plainBehaviour } from './behaviour.ts';
import {
  type Answer,
  badRequest,
  type Call,
  type DemoRoute,
  expiryAfter,
  type Form,
  type FormFile,
  json,
  rfc3339,
  seconds,
} from './call.ts';
import { deleteRoute, newestFirst, pageOf, storeBytes, storeObject, takeObject } from './object-store.ts';

const shapes = {
  a: (call: Call, file: FormFile) => ({
    id: call.newId('file'),
    object: 'file',
    bytes: file.length,
    created_at: seconds(call.now),
    filename: file.name,
    purpose: stringOf(call.body['purpose']) ?? 'user_data',
    status: 'processed',
    ...expiryAfter(call, call.body['expires_after[seconds]']),
  }),
  b: (call: Call, file: FormFile) => ({
    id: call.newId('file'),
    type: 'file',
    filename: file.name,
    mime_type: file.type,
    size_bytes: file.length,
    created_at: rfc3339(call.now),
    downloadable: true,
    expires_at: expiryIn(call, call.body['expires_in_seconds']),
  }),
} as const;

function expiryIn(call: Call, sent: Json | undefined): string | null {
  const lifetime = Number(sent);
  return lifetime > 0 ? rfc3339(call.now + lifetime * 1_000) : null;
}

const deletions = {
  a: (id: string): JsonObject => ({ id, object: 'file', deleted: true }),
  b: (id: string): JsonObject => ({ id, type: 'file_deleted' }),
} as const;

const marks = { a: 'object', b: 'type' } as const;

/** Spec B pages by number, and also returns the cursors of its earlier format. */
const lists = {
  a: (items: readonly JsonObject[], call: Call): JsonObject => {
    const purpose = call.query.get('purpose');
    const chosen = purpose === null ? items : items.filter((item) => item['purpose'] === purpose);
    return {
      object: 'list',
      ...pageOf(call.query.get('order') === 'asc' ? chosen.toReversed() : chosen, call.query, 10_000),
    };
  },
  b: (items: readonly JsonObject[], call: Call): JsonObject => {
    const ids = call.query.getAll('ids[]');
    const chosen = ids.length === 0 ? items : items.filter((item) => ids.includes(stringOf(item['id']) ?? ''));
    const start = Number(call.query.get('page') ?? 0);
    const page = pageOf(chosen.slice(start), call.query);
    return { ...page, next_page: page.has_more ? String(start + page.data.length) : null };
  },
} as const;

function create(call: Call): Answer {
  const file = call.form?.files.find((one) => one.field === 'file');
  if (!file) throw badRequest("Missing required parameter: 'file'.");
  return storeObject(call, { kind: 'file', body: shapes[call.spec](call, file), bytes: file.bytes });
}

function list(call: Call): Answer {
  const items = newestFirst(call, 'file').map((stored) => stored.body);
  return json(
    lists[call.spec](
      items.filter((item) => item[marks[call.spec]] === 'file'),
      call,
    ),
    plainBehaviour,
  );
}

function download(call: Call): Answer {
  const { bytes } = takeObject(call, 'file');
  if (!bytes) throw badRequest('This file has no content.');
  return { kind: 'file', type: 'application/octet-stream', length: bytes.length, stream: bytes.stream() };
}

/** Everything under `/v1/files`, in both specs. */
export const files: readonly DemoRoute[] = [
  { method: 'POST', path: '/v1/files', keep: true, answer: create },
  { method: 'GET', path: '/v1/files', answer: list },
  { method: 'GET', path: '/v1/files/{}', answer: (call) => json(takeObject(call, 'file').body, plainBehaviour) },
  { method: 'GET', path: '/v1/files/{}/content', answer: download },
  { ...deleteRoute('/v1/files/{}', 'file', deletions.a), spec: 'a' },
  { ...deleteRoute('/v1/files/{}', 'file', deletions.b), spec: 'b' },
];

/** Most bytes of a text field. */
const longestText = 8_388_608;

/** Parses a form as it arrives. Stores the bytes of files only if `keep` is true. */
export async function readForm(request: IncomingMessage, keep: boolean): Promise<Form> {
  const fields = new Map<string, string[]>();
  const uploads: FormFile[] = [];
  const pieces = piecesOf(request);
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    if (next.value.kind !== 'part') continue;
    const { name, filename, contentType } = next.value.head;
    const field = name.replace(/\[\]$/, '');
    const [type = ''] = (contentType ?? 'text/plain').split(';');
    const content = contentOf(pieces);
    if (filename === null && type !== 'application/octet-stream') {
      fields.set(field, [...(fields.get(field) ?? []), await readText(content)]);
    } else {
      uploads.push(await readFile(content, { field, name: win32.basename(filename ?? ''), type: type.trim() }, keep));
    }
  }
  return { fields, files: uploads };
}

type Pieces = AsyncGenerator<FormPiece, void, undefined>;

async function* piecesOf(request: IncomingMessage): Pieces {
  const splitter = readable(() => splitForm(boundaryOf(request.headers['content-type'] ?? '')));
  // The connection is still needed for the answer if the form is invalid.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    yield* readable(() => splitter.push(chunk as Buffer));
  }
  readable(splitter.finish);
}

function readable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch {
    throw badRequest('Could not parse the multipart form.');
  }
}

/** The content of the current part. */
async function* contentOf(pieces: Pieces): AsyncGenerator<Buffer, void, undefined> {
  for (let next = await pieces.next(); !next.done && next.value.kind !== 'close'; next = await pieces.next()) {
    if (next.value.kind === 'content') yield next.value.bytes;
  }
}

async function readText(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const bytes of content) {
    length += bytes.length;
    if (length > longestText) throw badRequest('A field of the multipart form is too long.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Label = Pick<FormFile, 'field' | 'name' | 'type'>;

async function readFile(content: AsyncIterable<Buffer>, label: Label, keep: boolean): Promise<FormFile> {
  let head = Buffer.alloc(0);
  let length = 0;
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const bytes of content) {
      if (head.length < 64) head = Buffer.concat([head, bytes.subarray(0, 64 - head.length)]);
      length += bytes.length;
      yield bytes;
    }
  }
  const bytes = keep ? await storeBytes(watched()) : await drain(watched());
  return { ...label, head, length, bytes };
}

async function drain(source: AsyncIterable<Buffer>): Promise<null> {
  for await (const bytes of source) void bytes;
  return null;
}
