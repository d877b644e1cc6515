import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Call, StoredBytes } from '../../../src/demo/call.ts';
import { emptyObjects, newestFirst, storeObject } from '../../../src/demo/object-store.ts';

it('frees the bytes of files that have expired when another one is stored', () => {
  const objects = emptyObjects();
  const callAt = (now: number): Call => ({ objects, now }) as Partial<Call> as Call;
  const closed: string[] = [];
  const bytesOf = (id: string): StoredBytes => ({
    length: 1,
    stream: () => Readable.from(['x']),
    text: () => Promise.resolve('x'),
    close: () => Promise.resolve(void closed.push(id)),
  });
  const ends = { file_1: 10, file_2: '1970-01-01T00:00:10Z', file_3: 11, file_4: null };
  for (const [id, end] of Object.entries(ends))
    storeObject(callAt(0), { kind: 'file', body: { id, expires_at: end }, bytes: bytesOf(id) });
  expect(closed).toEqual([]);
  storeObject(callAt(10_000), { kind: 'file', body: { id: 'file_5', expires_at: null }, bytes: bytesOf('file_5') });
  expect(closed).toEqual(['file_1', 'file_2']);
  expect(newestFirst(callAt(10_000), 'file').map(({ body }) => body['id'])).toEqual(['file_5', 'file_4', 'file_3']);
});
