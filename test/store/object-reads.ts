import { beforeEach, describe, expect, it } from 'vitest';
import type { CountRead, ListPage, ObjectStore, PageQuery } from '../../src/objects/object-store.ts';
import { newObjectId, type ObjectItem, type Owned, type OwnedObject } from '../../src/objects/owned-object.ts';
import type { Engine, NewEngine } from './engine.ts';

const mebibyte = 1_048_576;
let clock: Engine['clock'];
let objects: ObjectStore;

type Draft = Partial<Pick<OwnedObject, 'kind' | 'fields' | 'expiresAt'>>;

const add = async (changes: Draft, items: readonly ObjectItem[] = []): Promise<Owned> => {
  const kind = changes.kind ?? 'chat-completion';
  const place = { spec: 'a', workspaceId: 'acme', providerId: null, upstreamId: null } as const;
  const object = { id: newObjectId(kind), kind, ...place, createdAt: clock.now(), expiresAt: null, fields: {} };
  await objects.add({ ...object, ...changes }, items);
  const owned = await objects.find(object);
  if (owned === null) throw new Error('The object is not there.');
  return owned;
};

const text = (megabytes: number): string => 'x'.repeat(megabytes * mebibyte);
const item = (id: string, megabytes = 3): ObjectItem => ({ id, part: 'input', body: { text: text(megabytes) } });
const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));
const ids = (entries: readonly { readonly id: string }[]): readonly string[] => entries.map(({ id }) => id);

/** Counts what is read, and may refuse it. */
function counting(refusal: Error | null = null) {
  const counted: number[] = [];
  const count: CountRead = (bytes) => {
    counted.push(bytes);
    if (refusal !== null) throw refusal;
  };
  return { counted, count };
}

type List = (query: PageQuery) => Promise<ListPage<{ readonly id: string }>>;

/** Walks a list in pages, in the direction of `after`. */
async function walk(list: List, order: 'asc' | 'desc'): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for (let after: string | null = null; ;) {
    const page = await list({ limit: 100, order, after });
    pages.push(ids(page.data));
    after = page.data.at(-1)?.id ?? null;
    if (!page.hasMore) return pages;
  }
}

export function describeObjectReads(newEngine: NewEngine): void {
  describe('reading large objects', () => {
    beforeEach(async () => {
      const engine = newEngine();
      clock = engine.clock;
      ({ objects } = await engine.start());
    });

    it('ends pages after 8 MiB, in both directions, and each has one entry at least', async () => {
      const conversation = await add({ kind: 'conversation' }, [
        ...['a', 'b', 'c', 'd'].map((id) => item(id)),
        item('e', 9),
        item('f'),
      ]);
      const list: List = (query) => objects.items(conversation, { part: 'input', ...query });
      expect(await walk(list, 'asc')).toEqual([['a', 'b'], ['c', 'd'], ['e'], ['f']]);
      expect(await walk(list, 'desc')).toEqual([['f'], ['e'], ['d', 'c'], ['b', 'a']]);
      const before = await list({ limit: 100, order: 'asc', before: 'e' });
      expect([ids(before.data), before.hasMore]).toEqual([['c', 'd'], true]);
    });

    it('ends pages of objects likewise', async () => {
      const made = [];
      for (let count = 0; count < 5; count += 1) made.push((await add({ fields: { text: text(3) } })).id);
      const list: List = (query) => objects.page({ spec: 'a', kind: 'chat-completion', workspaceId: 'acme', ...query });
      expect(await walk(list, 'asc')).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
      const newest = await list({ limit: 1, order: 'desc' });
      expect([ids(newest.data), newest.hasMore]).toEqual([made.slice(4), true]);
    });

    it('counts what is large before it is read, and reads nothing that is refused', async () => {
      const fields = { text: text(1) };
      const large = item('large', 1);
      const small: ObjectItem = { id: 'small', part: 'output', body: { text: 'x' } };
      const object = await add({ fields }, [large, small]);
      const list = { limit: 10, order: 'asc' } as const;
      const reads: readonly (readonly [bytes: number, read: (count: CountRead) => Promise<unknown>])[] = [
        [bytesOf(fields), (count) => objects.find(object, count)],
        [
          bytesOf(fields),
          (count) => objects.page({ spec: 'a', kind: 'chat-completion', workspaceId: 'acme', ...list }, count),
        ],
        [bytesOf(large.body), (count) => objects.items(object, { part: 'input', ...list }, count)],
        [bytesOf(large.body) + bytesOf(small.body) + 256, (count) => objects.allItems(object, { count })],
        [bytesOf(large.body), (count) => objects.item(object, 'large', count)],
        [bytesOf(large.body), (count) => objects.itemOfWorkspace(object, 'large', count)],
      ];
      for (const [bytes, read] of reads) {
        const { counted, count } = counting();
        await read(count);
        expect(counted).toEqual([bytes]);
        await expect(read(counting(new Error('No memory.')).count)).rejects.toThrow('No memory.');
      }
      const none = counting(new Error('No memory.'));
      expect(await objects.item(object, 'small', none.count)).toEqual(small);
      expect(await objects.allItems(object, { part: 'output', count: none.count })).toEqual([small]);
      expect((await objects.items(object, { part: 'output', ...list }, none.count)).data).toEqual([small]);
      expect(none.counted).toEqual([]);
    });

    it('searches in steps, and gives the same pages', async () => {
      const made = [];
      for (const topic of ['x', 'y', 'x', 'x', 'y'])
        made.push((await add({ fields: { metadata: { topic }, text: text(3) } })).id);
      const where = [{ path: ['metadata', 'topic'], equals: 'x' }] as const;
      const facts = { spec: 'a', kind: 'chat-completion', workspaceId: 'acme', where } as const;
      const x = [made[0], made[2], made[3]];
      const { counted, count } = counting();
      const first = await objects.page({ ...facts, limit: 2, order: 'asc' }, count);
      expect([ids(first.data), first.hasMore]).toEqual([x.slice(0, 2), true]);
      // Five objects of 3 MiB are looked at in steps of two, until one more is found than the page may have.
      expect(counted).toEqual([0, 2 * bytesOf(first.data[0]?.fields ?? {})]);
      const second = await objects.page({ ...facts, limit: 9, order: 'asc', after: x[0] ?? null });
      expect([ids(second.data), second.hasMore]).toEqual([x.slice(1), false]);
      const last = await objects.page({ ...facts, limit: 9, order: 'desc', before: x[1] ?? null });
      expect([ids(last.data), last.hasMore]).toEqual([[x[2]], false]);
      const nothing = [{ path: ['metadata', 'topic'], equals: 'z' }] as const;
      const none = counting();
      expect((await objects.page({ ...facts, where: nothing, limit: 9, order: 'desc' }, none.count)).data).toEqual([]);
      expect(none.counted).toEqual([0, 0]);
      await expect(objects.page({ ...facts, limit: 9, order: 'asc', after: 'none' })).rejects.toMatchObject({
        param: 'after',
      });
      const left = counting(new Error('The client left.'));
      await expect(objects.page({ ...facts, limit: 9, order: 'asc' }, left.count)).rejects.toThrow('left');
    });

    it('ends pages of batches that are not charged likewise, and goes on behind one that is gone', async () => {
      const uncharged = (size: number) => add({ kind: 'batch', fields: { charged: false, text: text(size) } });
      const made = [await uncharged(3), await uncharged(3), await uncharged(9), await uncharged(0)];
      await add({ kind: 'batch', fields: { charged: true } });
      const list: List = ({ limit, after = null }) => objects.unchargedBatches(after, limit);
      const all = ids(made);
      expect(await walk(list, 'asc')).toEqual([all.slice(0, 2), all.slice(2, 3), all.slice(3)]);
      for (const batch of made.slice(0, 1)) await objects.delete(batch);
      expect(ids((await objects.unchargedBatches(all[0] ?? '', 1)).data)).toEqual(all.slice(1, 2));
      await objects.forgetDeleted(clock.now() + 1);
      expect(ids((await objects.unchargedBatches(all[0] ?? '', 1)).data)).toEqual(all.slice(1, 2));
    });

    it('gives the sweeper no large fields', async () => {
      const expiresAt = clock.now() + 1_000;
      const kept = { key: 'place' };
      const [small, large] = [
        await add({ kind: 'drive-file', fields: kept, expiresAt }),
        await add({ fields: { text: text(1) }, expiresAt: expiresAt + 1 }),
      ];
      clock.jump(2_000);
      const expired = await objects.expired(10, null);
      expect(expired.map(({ id, fields }) => ({ id, fields }))).toEqual([
        { id: small.id, fields: kept },
        { id: large.id, fields: {} },
      ]);
    });
  });
}
