import { beforeEach, describe, expect, it } from 'vitest';
import type { ObjectStore, ObjectWrite } from '../../src/objects/object-store.ts';
import { newObjectId, type ObjectKind, type Owned, type OwnedObject } from '../../src/objects/owned-object.ts';
import type { Engine, NewEngine } from './engine.ts';

const day = 86_400_000;
let clock: Engine['clock'];
let objects: ObjectStore;

const draft = (changes: Partial<OwnedObject> = {}): OwnedObject => ({
  id: newObjectId(changes.kind ?? 'file'),
  kind: 'file',
  spec: 'a',
  workspaceId: 'acme',
  providerId: 'up-a',
  upstreamId: null,
  createdAt: clock.now(),
  expiresAt: null,
  fields: { filename: 'a.txt', purpose: 'batch', metadata: { topic: 'x' } },
  ...changes,
});

const add = async (changes: Partial<OwnedObject> = {}): Promise<OwnedObject> => {
  const object = draft(changes);
  await objects.add(object);
  return object;
};

const found = (object: OwnedObject, workspaceId = object.workspaceId): Promise<Owned | null> =>
  objects.find({ id: object.id, kind: object.kind, spec: object.spec, workspaceId });

const must = async (object: OwnedObject): Promise<Owned> => {
  const owned = await found(object);
  if (!owned) throw new Error('The object is not there.');
  return owned;
};

const list = (changes: Partial<Parameters<ObjectStore['page']>[0]> = {}) =>
  objects.page({ spec: 'a', kind: 'file', workspaceId: 'acme', limit: 10, order: 'asc', ...changes });

const ids = (entries: readonly { readonly id: string }[]): readonly string[] => entries.map(({ id }) => id);

export function describeObjectStore(newEngine: NewEngine): void {
  it('the database has one id, for all instances and for its whole life', async () => {
    const engine = newEngine();
    const first = await engine.start();
    const id = await first.instances.deployment();
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    if (!engine.isShared) await first.close();
    expect(await (await engine.start()).instances.deployment()).toBe(id);
    expect(await (await newEngine().start()).instances.deployment()).not.toBe(id);
  });

  describe('the object store', () => {
    beforeEach(async () => {
      const engine = newEngine();
      clock = engine.clock;
      ({ objects } = await engine.start());
    });

    describe('an object', () => {
      it('is found as it was kept', async () => {
        const object = await add({ expiresAt: clock.now() + day, upstreamId: 'file-9' });
        expect(await found(object)).toEqual({ ...object, version: 1 });
      });

      it('is absent for another workspace, another kind and the other spec', async () => {
        const object = await add();
        expect(await found(object, 'other')).toBeNull();
        expect(await found({ ...object, kind: 'batch' })).toBeNull();
        expect(await found({ ...object, spec: 'b' })).toBeNull();
        expect(await objects.existing('file', [object.id, 'file_other'])).toEqual(new Set([object.id]));
      });

      it('ends at the millisecond of its expiry', async () => {
        const object = await add({ expiresAt: clock.now() + 1000 });
        clock.jump(999);
        expect(await found(object)).not.toBeNull();
        clock.jump(1);
        expect(await found(object)).toBeNull();
        expect(await objects.existing('file', [object.id])).toEqual(new Set());
        expect((await list()).data).toEqual([]);
        expect(ids(await objects.expired(10, null))).toEqual([object.id]);
      });

      it('is listed once when it has expired, the earliest first, page by page', async () => {
        const now = clock.now();
        const lives = [3_000, 1_000, 2_000, 1_000, 2_000, 1_000];
        const made = [];
        for (const life of lives) made.push(await add({ expiresAt: now + life }));
        clock.jump(2_000);
        const all = await objects.expired(10, null);
        expect(all.map(({ expiresAt }) => (expiresAt ?? 0) - now)).toEqual([1_000, 1_000, 1_000, 2_000, 2_000]);
        const paged: Owned[] = [];
        for (let page = await objects.expired(2, null); page.length > 0;) {
          paged.push(...page);
          page = await objects.expired(2, page.at(-1) ?? null);
        }
        expect(paged).toEqual(all);
        await objects.delete(all[1] as Owned);
        expect(ids(await objects.expired(1, all[1] ?? null))).toEqual([all[2]?.id]);
        expect(ids(all)).not.toContain(made[0]?.id);
      });

      it('is found by the id that its provider gave it, in its own workspace alone', async () => {
        const object = await add({ upstreamId: 'file-9' });
        const name = {
          spec: 'a',
          kind: 'file',
          workspaceId: 'acme',
          providerId: 'up-a',
          upstreamId: 'file-9',
        } as const;
        expect(await objects.idOfUpstream(name)).toBe(object.id);
        expect(await objects.idOfUpstream({ ...name, workspaceId: 'other' })).toBeNull();
        expect(await objects.idOfUpstream({ ...name, providerId: 'up-z' })).toBeNull();
        await objects.delete(await must(object));
        expect(await objects.idOfUpstream(name)).toBe(object.id);
      });

      it('is deleted while another of its kind and provider has the same id there, of any workspace, and the last one stays', async () => {
        const upstreamId = 'file-9';
        const name = { spec: 'a', kind: 'file', workspaceId: 'acme', providerId: 'up-a', upstreamId } as const;
        const object = await must(await add({ upstreamId, expiresAt: clock.now() + day }));
        await add({ upstreamId, providerId: 'up-z' });
        await add({ upstreamId, kind: 'voice' });
        expect(await objects.deleteShared(object)).toBe(false);
        const second = await must(await add({ upstreamId }));
        const foreign = await must(await add({ upstreamId, workspaceId: 'other' }));
        expect(await objects.idOfUpstream(name)).toBe(object.id);
        expect(await objects.deleteShared(foreign)).toBe(true);
        expect([await found(foreign), await found(object)]).toEqual([null, object]);
        // Who deletes it again must not believe that it is gone.
        expect(await objects.deleteShared(foreign)).toBe(true);
        clock.jump(day);
        expect(await objects.deleteShared(second)).toBe(false);
        expect(await found(second)).toEqual(second);
        await objects.delete(object);
        expect(await objects.idOfUpstream(name)).toBe(second.id);
      });

      it('is the only one of its batch with that id at the provider', async () => {
        const upstreamId = 'file-9';
        const name = { spec: 'a', kind: 'file', workspaceId: 'acme', providerId: 'up-a', upstreamId } as const;
        const object = await add({ upstreamId, batchId: 'batch_1' });
        expect(await found(object)).toEqual({ ...object, version: 1 });
        await expect(add({ upstreamId, batchId: 'batch_1' })).rejects.toMatchObject({ code: 'conflict' });
        const other = await add({ upstreamId, batchId: 'batch_2' });
        expect(await objects.idOfUpstream({ ...name, batchId: 'batch_2' })).toBe(other.id);
        await objects.delete(await must(other));
        expect(await objects.idOfUpstream({ ...name, batchId: 'batch_2' })).toBe(other.id);
        expect(await objects.idOfUpstream({ ...name, batchId: 'batch_3' })).toBeNull();
      });

      it('changes only in what is named, and not once it is deleted', async () => {
        const owned = await must(await add({ expiresAt: clock.now() + day }));
        const changed = await objects.change(owned, () => ({ fields: { filename: 'b.txt' } }));
        expect(changed).toEqual({ ...owned, fields: { filename: 'b.txt' }, version: 2 });
        expect(await found(owned)).toEqual(changed);
        expect((await objects.change(owned, () => ({ expiresAt: null })))?.expiresAt).toBeNull();
        expect((await found(owned))?.expiresAt).toBeNull();
        expect(await objects.delete(owned)).toBe(true);
        expect(await objects.delete(owned)).toBe(false);
        expect(await objects.change(owned, () => ({ fields: {} }))).toBeNull();
        expect(await found(owned)).toBeNull();
      });

      it('is not kept twice under one id', async () => {
        const object = await add();
        await expect(objects.add(object)).rejects.toMatchObject({ code: 'conflict' });
      });
    });

    describe('a list', () => {
      const addMany = async (count: number): Promise<readonly string[]> => {
        const made: OwnedObject[] = [];
        for (let index = 0; index < count; index += 1) made.push(await add());
        return ids(made);
      };

      it('is walked whole in both orders and from both ends', async () => {
        const all = await addMany(5);
        const first = await list({ limit: 2 });
        expect([ids(first.data), first.hasMore]).toEqual([all.slice(0, 2), true]);
        const last = await list({ limit: 3, after: all[1] ?? '' });
        expect([ids(last.data), last.hasMore]).toEqual([all.slice(2), false]);
        const newest = await list({ limit: 2, order: 'desc' });
        expect(ids(newest.data)).toEqual([all[4], all[3]]);
        const older = await list({ limit: 9, order: 'desc', after: all[3] ?? '' });
        expect(ids(older.data)).toEqual([all[2], all[1], all[0]]);
        const before = await list({ limit: 2, before: all[4] ?? '' });
        expect([ids(before.data), before.hasMore]).toEqual([all.slice(2, 4), true]);
        const between = await list({ after: all[0] ?? '', before: all[3] ?? '' });
        expect(ids(between.data)).toEqual(all.slice(1, 3));
      });

      it('goes on after an entry that was deleted meanwhile, until its place is forgotten', async () => {
        const all = await addMany(4);
        const [first, second] = (await list({ limit: 2 })).data;
        if (!first || !second) throw new Error('The page is empty.');
        await objects.delete(first);
        await objects.delete(second);
        expect(ids((await list({ after: second.id })).data)).toEqual(all.slice(2));
        await objects.forgetDeleted(clock.now() + 1);
        await expect(list({ after: second.id })).rejects.toMatchObject({ code: 'invalid_value', param: 'after' });
      });

      it("refuses another workspace's entry as a place", async () => {
        const foreign = await add({ workspaceId: 'other' });
        await expect(list({ before: foreign.id })).rejects.toMatchObject({ code: 'invalid_value', param: 'before' });
      });

      it('is not moved by what is written between two pages', async () => {
        const all = await addMany(4);
        const first = await list({ limit: 2, order: 'desc' });
        await addMany(3);
        const second = await list({ limit: 2, order: 'desc', after: first.data.at(-1)?.id ?? '' });
        expect([...ids(first.data), ...ids(second.data)]).toEqual(all.toReversed());
      });

      it('is narrowed by members of its fields and by ids, whatever characters they have', async () => {
        const odd = `a"b.$['`;
        const one = await add({ fields: { purpose: 'vision', metadata: { [odd]: '1' } } });
        const other = await add({ fields: { purpose: 'vision', metadata: 'no object' } });
        await add({ workspaceId: 'other', fields: { purpose: 'vision' } });
        expect(ids((await list({ where: [{ path: ['purpose'], equals: 'vision' }] })).data)).toEqual([
          one.id,
          other.id,
        ]);
        expect(ids((await list({ where: [{ path: ['metadata', odd], equals: '1' }] })).data)).toEqual([one.id]);
        expect((await list({ where: [{ path: ['metadata', odd], equals: '2' }] })).data).toEqual([]);
        expect(ids((await list({ ids: [other.id, 'file_none'] })).data)).toEqual([other.id]);
      });
    });

    describe('what a workspace stores until it deletes it', () => {
      const row = 1_024;
      const bytes = (value: object): number => row + Buffer.byteLength(JSON.stringify(value));
      const stored = () => objects.storedBytes('acme');
      const items = (count: number) =>
        Array.from({ length: count }, (_, index) => ({
          id: `item_${index}`,
          part: 'input' as const,
          body: { type: 'message', content: `Häuser ${index}` },
        }));
      const bytesOf = (all: ReturnType<typeof items>): number => all.reduce((sum, { body }) => sum + bytes(body), 0);

      it('is counted in bytes as it comes and goes, in its own workspace alone', async () => {
        expect(await stored()).toBe(0);
        const conversation = draft({ kind: 'conversation', providerId: null, fields: { metadata: { a: 'ö' } } });
        await objects.add(conversation, items(3));
        let expected = bytes(conversation.fields) + bytesOf(items(3));
        expect(await stored()).toBe(expected);
        const owned = await must(conversation);
        // Two of the four are there already.
        await objects.keep([{ append: owned, items: items(5).slice(1) }]);
        expected += bytesOf(items(5).slice(3));
        expect(await stored()).toBe(expected);
        await objects.deleteItem(owned, 'item_4');
        // Its place is known for a while.
        expected += 1_024 - bytesOf(items(5).slice(4));
        await objects.change(owned, () => ({ fields: { metadata: {} } }));
        expected += bytes({ metadata: {} }) - bytes(conversation.fields);
        for (const kind of ['file', 'voice', 'voice-consent', 'batch'] as const) {
          const { fields } = await add({ kind });
          expected += bytes(fields);
        }
        expect(await stored()).toBe(expected);
        expect(await objects.storedBytes('other')).toBe(0);
      });

      it('frees what is deleted, but for the place of an object, which is known for a while', async () => {
        const conversation = draft({ kind: 'conversation' });
        // So many that they are written and deleted step by step.
        await objects.add(conversation, items(1_200));
        expect(await stored()).toBe(bytes(conversation.fields) + bytesOf(items(1_200)));
        const owned = await must(conversation);
        await objects.keep([{ append: owned, items: items(2_000) }]);
        expect(await stored()).toBe(bytes(conversation.fields) + bytesOf(items(2_000)));
        await objects.delete(owned);
        expect(await stored()).toBe(bytes({}));
        const large = draft({ kind: 'conversation' });
        await objects.add(
          large,
          items(12).map((item) => ({ ...item, body: { text: 'x'.repeat(1_048_576) } })),
        );
        await objects.delete(await must(large));
        expect(await stored()).toBe(2 * bytes({}));
        await objects.forgetDeleted(clock.now() + 1);
        expect(await stored()).toBe(0);
      });

      it('is not what a charged call stores, which expires', async () => {
        for (const kind of ['response', 'chat-completion', 'drive-file'] as const)
          await objects.add(draft({ kind, expiresAt: clock.now() + day }), items(2));
        expect(await stored()).toBe(0);
      });
    });

    describe('items', () => {
      const item = (id: string) => ({ id, part: 'input' as const, body: { id, type: 'message' } });

      it('keep their order, are paged, found and deleted, and go with their object', async () => {
        const object = draft({ kind: 'conversation' satisfies ObjectKind });
        await objects.add(object, ['c', 'a', 'b'].map(item));
        const owned = await must(object);
        expect(ids(await objects.allItems(owned))).toEqual(['c', 'a', 'b']);
        const page = await objects.items(owned, { part: 'input', limit: 1, order: 'desc', after: 'b' });
        expect([ids(page.data), page.hasMore]).toEqual([['a'], true]);
        const lost = objects.items(owned, { part: 'input', limit: 1, order: 'asc', after: 'z' });
        await expect(lost).rejects.toMatchObject({ param: 'after' });
        expect((await objects.items(owned, { part: 'output', limit: 9, order: 'asc' })).data).toEqual([]);
        expect(await objects.item(owned, 'a')).toEqual(item('a'));
        expect(await objects.item(owned, 'z')).toBeNull();
        expect(await objects.itemOfWorkspace({ spec: 'a', workspaceId: 'acme' }, 'a')).toEqual(item('a'));
        expect(await objects.itemOfWorkspace({ spec: 'a', workspaceId: 'other' }, 'a')).toBeNull();
        expect(await objects.deleteItem(owned, 'a')).toBe(true);
        expect(await objects.deleteItem(owned, 'a')).toBe(false);
        await objects.delete(owned);
        expect(await objects.allItems(owned)).toEqual([]);
      });

      it('go on after one that was deleted meanwhile, until its place is forgotten', async () => {
        const made = await add({ kind: 'conversation' });
        const owned = await must(made);
        await objects.keep([{ append: owned, items: ['a', 'b', 'c', 'd'].map(item) }]);
        const listed = (after: string) => objects.items(owned, { part: 'input', limit: 9, order: 'asc', after });
        expect(await objects.deleteItem(owned, 'b')).toBe(true);
        clock.move(1_000);
        await objects.deleteItem(owned, 'c');
        expect([ids((await listed('b')).data), ids((await listed('c')).data)]).toEqual([['d'], ['d']]);
        expect(await objects.storedBytes('acme')).toBe(
          Buffer.byteLength(JSON.stringify([made.fields, item('a').body, item('d').body])) - 4 + 5 * 1_024,
        );
        await objects.keep([{ append: owned, items: [item('b')] }]);
        expect([ids((await listed('c')).data), ids((await listed('b')).data)]).toEqual([['d', 'b'], []]);
        await objects.deleteItem(owned, 'b');
        expect(ids((await listed('b')).data)).toEqual([]);
        const elsewhere = await must(await add({ kind: 'conversation' }));
        const lost = objects.items(elsewhere, { part: 'input', limit: 9, order: 'asc', after: 'c' });
        await expect(lost).rejects.toMatchObject({ param: 'after' });
        await objects.delete(elsewhere);
        await objects.forgetDeleted(clock.now() + 1);
        await expect(listed('b')).rejects.toMatchObject({ code: 'invalid_value', param: 'after' });
        expect(await objects.storedBytes('acme')).toBe(
          Buffer.byteLength(JSON.stringify([made.fields, item('a').body, item('d').body])) - 4 + 3 * 1_024,
        );
      });

      it('are added to an object in the same breath as another object, or not at all', async () => {
        const conversation = draft({ kind: 'conversation' });
        await objects.add(conversation, [item('a')]);
        const owned = await must(conversation);
        const response = draft({ kind: 'response' });
        await objects.keep([
          { add: response, items: [item('x')] },
          { append: owned, items: [item('a'), item('b')] },
        ]);
        expect(ids(await objects.allItems(owned))).toEqual(['a', 'b']);
        const again: readonly ObjectWrite[] = [{ append: owned, items: [item('c')] }, { add: response }];
        await expect(objects.keep(again)).rejects.toMatchObject({ code: 'conflict' });
        expect(ids(await objects.allItems(owned))).toEqual(['a', 'b']);
        await objects.delete(owned);
        await objects.keep([{ append: owned, items: [item('d')] }]);
        expect(await objects.allItems(owned)).toEqual([]);
      });
    });
  });
}
