import { stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { type Answer, badRequest, type Call, type DemoRoute, expiryAfter, json, rfc3339, seconds } from './call.ts';
import { deleteRoute, storeObject, newestFirst, takeObject, pageOf } from './object-store.ts';
import { plainBehaviour } from './behaviour.ts';
import type { FormFile } from './read-form.ts';

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

function content(call: Call): Answer {
  const { bytes } = takeObject(call, 'file');
  if (!bytes) throw badRequest('This file has no content.');
  return { kind: 'file', type: 'application/octet-stream', length: bytes.length, stream: bytes.stream() };
}

/** Everything under `/v1/files`, in both specs. */
export const files: readonly DemoRoute[] = [
  { method: 'POST', path: '/v1/files', keep: true, answer: create },
  { method: 'GET', path: '/v1/files', answer: list },
  { method: 'GET', path: '/v1/files/{}', answer: (call) => json(takeObject(call, 'file').body, plainBehaviour) },
  { method: 'GET', path: '/v1/files/{}/content', answer: content },
  { ...deleteRoute('/v1/files/{}', 'file', deletions.a), spec: 'a' },
  { ...deleteRoute('/v1/files/{}', 'file', deletions.b), spec: 'b' },
];
