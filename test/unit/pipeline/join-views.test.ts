import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinViews } from '../../../src/pipeline/deliver-stream.ts';

describe('views that are written together', () => {
  it('are the same bytes in the same order, in as few pieces as their memory allows', () => {
    const cut = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 12 }));
    fc.assert(
      fc.property(fc.array(cut, { maxLength: 8 }), fc.boolean(), (cuts, own) => {
        const memory = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP');
        const views = cuts.map(([from, length]) => {
          const view = memory.subarray(from, from + length);
          return own && length % 2 === 1 ? Buffer.from(view) : view;
        });
        const joined = joinViews(views);
        expect(Buffer.concat([...joined]).equals(Buffer.concat(views))).toBe(true);
        expect(joined.length).toBeLessThanOrEqual(views.length);
      }),
    );
  });

  it('become one where they lie side by side, without a copy', () => {
    const memory = Buffer.from('one two three');
    const [joined, ...others] = joinViews([memory.subarray(0, 4), memory.subarray(4, 8), memory.subarray(8)]);
    expect([joined?.toString(), joined?.buffer === memory.buffer, others.length]).toEqual(['one two three', true, 0]);
    expect(joinViews([memory.subarray(4, 8), memory.subarray(0, 4)])).toHaveLength(2);
    expect(joinViews([])).toEqual([]);
  });

  it('stay apart where they only seem to lie side by side', () => {
    const [one, other] = [new ArrayBuffer(8), new ArrayBuffer(8)];
    new Uint8Array(other).fill(1);
    expect(joinViews([Buffer.from(one, 0, 4), Buffer.from(other, 4, 4)])).toHaveLength(2);
  });
});
