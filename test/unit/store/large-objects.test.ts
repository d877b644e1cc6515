import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ObjectWrite } from '../../../src/objects/object-store.ts';
import { newObjectId, type ObjectItem, type Owned, type OwnedObject } from '../../../src/objects/owned-object.ts';
import { makeObjectWrites } from '../../../src/store/operations/object-writes.ts';
import { operationsIn, postgresFacts } from '../../../src/store/postgres/operations/operations.ts';
import type { Session } from '../../../src/store/postgres/session.ts';
import type { Place } from '../../../src/store/shared/object-rows.ts';
import { makeBatchServers } from '../../../src/store/sqlite/batch-server.ts';
import type { Connection } from '../../../src/store/shared/batch-queue.ts';
import { openDatabase } from '../../../src/store/sqlite/open-database.ts';
import { makeObjectStore } from '../../../src/store/shared/object-store.ts';

const now = Date.UTC(2026, 10, 21);
const day = 86_400_000;
const mebibyte = 1_048_576;

/** A store in this thread, whose process can be ended after so many requests to its database. */
function setUp() {
  const database = openDatabase(':memory:', now);
  const server = makeBatchServers(database, {
    makeRoom: () => false,
    isShort: () => false,
    onBroken: (reason) => {
      throw new Error(reason);
    },
  }).of('inst_1');
  const state = {
    left: Infinity,
    names: [] as string[],
    most: 0,
    mostBytes: 0,
    meanwhile: async (_name: string) => {},
  };
  const rows = () => Number(database.prepare('select total_changes() as changes').get()?.['changes']);
  const bytes = () =>
    Number(database.prepare('select sum(octet_length(body)) as bytes from object_item').get()?.['bytes']);
  const ask = async (name: string, ...parameters: readonly unknown[]) => {
    await state.meanwhile(name);
    if ((state.left -= 1) < 0) return Promise.reject(new Error('the process died here'));
    state.names.push(name);
    const before = rows();
    const bytesBefore = bytes();
    const [answer] = server.answer({
      now,
      settle: null,
      requests: [{ name, parameters: structuredClone(parameters) }],
    }).answers;
    state.most = Math.max(state.most, rows() - before);
    state.mostBytes = Math.max(state.mostBytes, bytesBefore - bytes());
    return answer && 'value' in answer
      ? Promise.resolve(answer.value)
      : Promise.reject(new Error(answer?.failure.code));
  };
  const objects = makeObjectStore({ ask } as unknown as Connection, () => now);
  const count = (table: string) => database.prepare(`select count(*) as rows from ${table}`).get()?.['rows'];
  return { objects, state, database, count };
}

const draft = (kind: 'response' | 'conversation'): OwnedObject => ({
  id: newObjectId(kind),
  kind,
  spec: 'a',
  workspaceId: 'acme',
  providerId: null,
  upstreamId: null,
  createdAt: now,
  expiresAt: kind === 'response' ? now + day : null,
  fields: { kind },
});
const itemsOf = (count: number, prefix = 'item'): readonly ObjectItem[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${prefix}-${at}`, part: 'input', body: { at, prefix } }));

const largeItem = (mebibytes: number): ObjectItem => ({
  id: 'large',
  part: 'input',
  body: { text: 'x'.repeat(mebibytes * mebibyte) },
});
const largeItems = Array.from({ length: 20 }, (_, at) => ({ ...largeItem(1), id: `large-${at}` }));

describe('an object of many items', () => {
  let store: ReturnType<typeof setUp>;
  let response: OwnedObject;
  let conversation: Owned;
  beforeEach(async () => {
    store = setUp();
    response = draft('response');
    const made = draft('conversation');
    await store.objects.add(made, itemsOf(2, 'first'));
    conversation = await must(made);
    store.state.most = 0;
    store.state.names = [];
  });
  afterEach(() => store.database.close());

  const found = ({ id, kind }: OwnedObject) => store.objects.find({ id, kind, spec: 'a', workspaceId: 'acme' });
  const must = async (object: OwnedObject): Promise<Owned> => {
    const owned = await found(object);
    if (!owned) throw new Error('The object is not there.');
    return owned;
  };
  const turn = (count: number): readonly ObjectWrite[] => [
    { add: response, items: itemsOf(count) },
    { append: conversation, items: itemsOf(count, 'turn') },
  ];
  const idsOf = async (object: Owned) => (await store.objects.allItems(object)).map(({ id }) => id);

  it('is kept whole, in its order, in steps between which calls are settled', async () => {
    await store.objects.keep(turn(1_700));
    expect(await idsOf(await must(response))).toEqual(itemsOf(1_700).map(({ id }) => id));
    expect(await idsOf(conversation)).toEqual([...itemsOf(2, 'first'), ...itemsOf(1_700, 'turn')].map(({ id }) => id));
    const steps = store.state.names.filter((name) => name === 'stageItems');
    expect(steps.length).toBe(8);
  });

  it('leaves an item as it is whose id is there already, and nothing where the object is gone', async () => {
    await store.objects.keep([{ append: conversation, items: [...itemsOf(1, 'first'), ...itemsOf(600, 'turn')] }]);
    expect((await idsOf(conversation)).length).toBe(602);
    await store.objects.delete(conversation);
    await store.objects.keep(turn(600));
    expect(await store.objects.allItems(conversation)).toEqual([]);
    expect((await idsOf(await must(response))).length).toBe(600);
  });

  it('is found whole or not at all, whenever the process ends', async () => {
    for (let requests = 0; ; requests += 1) {
      store.state.left = requests;
      const kept = await store.objects.keep(turn(1_200)).then(
        () => true,
        () => false,
      );
      store.state.left = Infinity;
      const object = await found(response);
      expect([object !== null, (await idsOf(conversation)).length]).toEqual(kept ? [true, 1_202] : [false, 2]);
      if (object) expect((await idsOf(object)).length).toBe(1_200);
      expect(await store.objects.itemOfWorkspace(conversation, 'item-7')).toEqual(kept ? itemsOf(8)[7] : null);
      if (kept) break;
      response = draft('response');
    }
    await store.objects.forgetDeleted(now + 1);
    expect([store.count('object'), store.count('object_item')]).toEqual([2, 2 + 2 * 1_200]);
  });

  it('is deleted at once, and its items go step by step', async () => {
    await store.objects.keep(turn(1_700));
    const owned = await must(response);
    store.state.most = 0;
    expect(await store.objects.delete(owned)).toBe(true);
    expect(await found(response)).toBeNull();
    expect(await store.objects.allItems(owned)).toEqual([]);
    expect(store.state.most).toBeLessThanOrEqual(501);
    expect(await store.objects.delete(owned)).toBe(false);
  });

  it('whose deletion was cut short is not found, and is forgotten step by step', async () => {
    await store.objects.add(response, itemsOf(1_700));
    const owned = await must(response);
    store.state.left = 2;
    await expect(store.objects.delete(owned)).rejects.toThrow('the process died here');
    store.state.left = Infinity;
    expect(await found(response)).toBeNull();
    expect(await store.objects.itemOfWorkspace(owned, 'item-1600')).toBeNull();
    store.state.most = 0;
    await store.objects.forgetDeleted(now + 1);
    expect([store.count('object'), store.count('object_item')]).toEqual([1, 2]);
    expect(store.state.most).toBeLessThanOrEqual(500);
  });

  it('of large items is deleted in steps of 8 MiB', async () => {
    await store.objects.add(response, largeItems);
    expect(await store.objects.delete(await must(response))).toBe(true);
    expect(store.count('object_item')).toBe(2);
    expect(store.state.mostBytes).toBeGreaterThan(6 * mebibyte);
    expect(store.state.mostBytes).toBeLessThanOrEqual(8 * mebibyte);
  });

  it('of large items whose deletion was cut short is forgotten in steps of 8 MiB', async () => {
    await store.objects.add(response, largeItems);
    store.state.left = 2;
    await expect(store.objects.delete(await must(response))).rejects.toThrow('the process died here');
    store.state.left = Infinity;
    await store.objects.forgetDeleted(now + 1);
    expect([store.count('object'), store.count('object_item')]).toEqual([1, 2]);
    expect(store.state.mostBytes).toBeLessThanOrEqual(8 * mebibyte);
  });

  it('is deleted although each of its items is larger than a step', async () => {
    await store.objects.add(
      response,
      [1, 2].map((at) => ({ ...largeItem(9), id: `large-${at}` })),
    );
    await store.objects.delete(await must(response));
    expect(store.count('object_item')).toBe(2);
    expect(store.state.mostBytes).toBeLessThan(10 * mebibyte);
  });

  it('is one transaction where its items are few', async () => {
    await store.objects.keep(turn(200));
    expect(store.state.names).toEqual(['keepObjects']);
  });
});

describe('a search during which others delete', () => {
  const where = [{ path: ['topic'], equals: 'x' }] as const;
  const query = { spec: 'a', kind: 'response', workspaceId: 'acme', order: 'asc', where } as const;

  /** Searches among responses of which those at some places are deleted once they have been found. */
  async function searched(limit: number, gone: readonly number[]) {
    const store = setUp();
    onTestFinished(() => store.database.close());
    const made = Array.from({ length: 6 }, () => ({ ...draft('response'), fields: { topic: 'x' } }));
    for (const object of made) await store.objects.add(object);
    store.state.meanwhile = async (name) => {
      if (name !== 'pageObjects') return;
      store.state.meanwhile = async () => {};
      for (const at of gone) {
        const owned = await store.objects.find({ ...query, id: made[at]?.id ?? '' });
        if (owned) await store.objects.delete(owned);
      }
    };
    const { data, hasMore } = await store.objects.page({ ...query, limit });
    return [data.map(({ id }) => made.findIndex((object) => object.id === id)), hasMore];
  }

  it.each([
    ['says that more follow than it has found', 2, [0], [[1, 2], true]],
    ['gives a shorter page', 3, [0, 1], [[2, 3], true]],
    ['goes on where nothing is left of what it has found', 2, [0, 1, 2], [[3, 4], true]],
    ['ends where nothing follows', 6, [0, 5], [[1, 2, 3, 4], false]],
    ['ends where nothing is left', 6, [0, 1, 2, 3, 4, 5], [[], false]],
  ])('%s', async (_, limit, gone, expected) => {
    expect(await searched(limit, gone)).toEqual(expected);
  });
});

describe('one step of a deletion in PostgreSQL', () => {
  /** A table of rows with so many bytes each, and the rows that each step has deleted. */
  function tableOf(sizes: readonly number[]) {
    let rows: readonly Place[] = sizes.map((bytes, seq) => ({ seq: BigInt(seq), bytes: BigInt(bytes) }));
    const steps: number[] = [];
    const session = {
      all: async (_sql: string, _of: string, limit: number) => rows.slice(0, limit),
      run: async (_sql: string, seqs: readonly bigint[]) => {
        rows = rows.filter(({ seq }) => !seqs.includes(seq));
        return steps.push(seqs.length);
      },
    } as unknown as Session;
    return { session, steps };
  }

  it.each([
    ['8 MiB', Array.from({ length: 20 }, () => mebibyte), [7, 7, 6]],
    ['500 rows', Array.from({ length: 1_100 }, () => 10), [500, 500, 100]],
    ['one row at least', [9 * mebibyte, 9 * mebibyte, 10], [1, 1, 1]],
  ])('takes %s', async (_, sizes, expected) => {
    const { session, steps } = tableOf(sizes);
    const { dropItems } = operationsIn(makeObjectWrites(postgresFacts));
    while (await dropItems(session, 'resp_1'));
    expect(steps).toEqual(expected);
  });
});
