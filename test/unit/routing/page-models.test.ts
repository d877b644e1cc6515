import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageModels } from '../../../src/api/models.ts';
import { makeModel } from './set-up-routing.ts';

const listOf = (length: number) => Array.from({ length }, (_, index) => makeModel(`m${index}`, []));
const start = { limit: null, afterId: null, beforeId: null };
const sizes = { length: fc.integer({ min: 0, max: 50 }), limit: fc.integer({ min: 1, max: 60 }) };

describe('pages of models', () => {
  it('put together forwards are the whole list, and has_more is true until the last one', () => {
    fc.assert(
      fc.property(sizes.length, sizes.limit, (length, limit) => {
        const models = listOf(length);
        const read = [];
        for (let afterId: string | null = null, more = true; more;) {
          const page = pageModels(models, { limit, afterId, beforeId: null });
          read.push(...page.data);
          expect(page.hasMore).toBe(read.length < length);
          [afterId, more] = [page.data.at(-1)?.id ?? null, page.hasMore];
        }
        expect(read).toEqual(models);
      }),
    );
  });

  it('hold at most 1000 models, 20 where nothing is said', () => {
    const models = listOf(1_001);
    expect(pageModels(models, { ...start, limit: 1_000 })).toEqual({ data: models.slice(0, 1_000), hasMore: true });
    expect(pageModels(models, start).data).toHaveLength(20);
  });

  it('put together backwards from the last model are the whole list before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), sizes.limit, (length, limit) => {
        const models = listOf(length);
        const read = [];
        for (let beforeId: string | null = `m${length - 1}`, more = true; more;) {
          const page = pageModels(models, { limit, afterId: null, beforeId });
          read.unshift(...page.data);
          expect(page.hasMore).toBe(read.length < length - 1);
          [beforeId, more] = [page.data[0]?.id ?? null, page.hasMore];
        }
        expect(read).toEqual(models.slice(0, -1));
      }),
    );
  });

  it('are twenty long when nothing is said', () => {
    const models = listOf(21);
    expect(pageModels(models, start)).toEqual({ data: models.slice(0, 20), hasMore: true });
  });

  it('are empty when there is nothing', () => {
    expect(pageModels([], start)).toEqual({ data: [], hasMore: false });
    expect(pageModels(listOf(2), { ...start, afterId: 'm1' })).toEqual({ data: [], hasMore: false });
    expect(pageModels(listOf(2), { ...start, beforeId: 'm0' })).toEqual({ data: [], hasMore: false });
  });

  it.each([
    [{ limit: 0 }, 'limit', 'limit must be an integer from 1 to 1000; you sent 0.'],
    [{ limit: 1_001 }, 'limit', 'you sent 1001.'],
    [{ limit: 1.5 }, 'limit', 'you sent 1.5.'],
    [{ afterId: 'm9' }, 'after_id', 'after_id m9 is not in this list.'],
    [{ beforeId: '' }, 'before_id', 'is not in this list.'],
    [{ afterId: 'm0', beforeId: 'm1' }, 'before_id', 'not both'],
  ])('%j are refused at %s', (changes, param, says) => {
    const call = () => pageModels(listOf(2), { ...start, ...changes });
    expect(call).toThrow(expect.objectContaining({ status: 400, code: 'invalid_value', param }));
    expect(call).toThrow(says);
  });
});
