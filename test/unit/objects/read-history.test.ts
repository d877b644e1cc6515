import { describe, expect, it } from 'vitest';
import type { ObjectItem, Owned } from '../../../src/objects/owned-object.ts';
import type { FindOwned, ObjectStore } from '../../../src/objects/object-store.ts';
import { readHistory } from '../../../src/objects/responses.ts';

const item: ObjectItem = { id: 'msg_1', part: 'input', body: { type: 'message', content: 'x'.repeat(100) } };
const bytes = Buffer.byteLength(JSON.stringify(item.body));

/** A chain of so many responses, each with large fields and one item. */
function setUp(length: number, itemsOf: number) {
  let held = 0;
  let most = 0;
  const seen: Owned[] = [];
  const count = (more: number): void => {
    held += more;
    most = Math.max(most, held);
  };
  const findOwned: FindOwned = async ({ id, count: counting, ...name }) => {
    counting?.(1_000_000);
    const place = Number(id);
    const fields = { response: { instructions: 'long' }, previous: place === 1 ? null : String(place - 1) };
    return { ...name, id, fields } as never;
  };
  const allItems: ObjectStore['allItems'] = async (object, { count: counting } = {}) => {
    seen.push(object);
    counting?.(itemsOf);
    return [item];
  };
  const deps = { objects: { allItems }, findOwned, storedLimit: () => 10_000, count };
  const read = () => readHistory(String(length), { workspaceId: 'acme' }, deps);
  return { read, seen, memory: () => ({ held, most }) };
}

describe('the history of a response', () => {
  it('holds the items of a chain, and of one response at a time the fields', async () => {
    const { read, seen, memory } = setUp(20, bytes);
    expect(await read()).toHaveLength(20);
    expect(seen.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)));
    expect(new Set(seen.flatMap(({ fields }) => Object.keys(fields)))).toEqual(new Set());
    expect(memory()).toEqual({ held: 20 * bytes, most: 1_000_000 });
  });

  it('is refused before items are read that are more than it may have', async () => {
    const { read, seen, memory } = setUp(20, 10_001);
    await expect(read()).rejects.toMatchObject({ code: 'request_too_large', param: 'previous_response_id' });
    expect(seen).toHaveLength(1);
    expect(memory().held).toBe(0);
  });
});
