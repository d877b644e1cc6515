import { describe, expect, it } from 'vitest';
import {
  base62Alphabet,
  isStorableId,
  newId,
  newTimedId,
  randomBase62,
  storedItemId,
} from '../../../src/shared/ids.ts';

describe('ids', () => {
  it('are a prefix and 24 characters of base62', () => {
    for (let turn = 0; turn < 1000; turn += 1) expect(newId('req')).toMatch(/^req_[0-9A-Za-z]{24}$/);
    expect([...base62Alphabet].toSorted().join('')).toBe(base62Alphabet);
    expect(new Set(base62Alphabet).size).toBe(62);
  });

  it('of moments sort as the moments do, at the same length', () => {
    const moments = [0, 61, 62, 1_795_000_000_000, 1_795_000_000_001, 1_795_000_000_063, 9_999_999_999_999];
    const ids = moments.map((moment) => newTimedId('req', moment));
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{24}$/);
    expect(newTimedId('req', 7)).not.toBe(newTimedId('req', 7));
  });

  it('have the length that was asked for', () => {
    for (const length of [0, 1, 32, 5_000]) expect(randomBase62(length)).toHaveLength(length);
  });

  it('do not come twice', () => {
    expect(new Set(Array.from({ length: 50_000 }, () => newId('x'))).size).toBe(50_000);
  });

  it('hold every character equally often', () => {
    const counts = new Map<string, number>();
    const drawn = 310_000;
    for (const character of randomBase62(drawn)) counts.set(character, (counts.get(character) ?? 0) + 1);
    const expected = drawn / 62;
    const surprise = [...base62Alphabet].reduce(
      (sum, one) => sum + ((counts.get(one) ?? 0) - expected) ** 2 / expected,
      0,
    );
    // Chi-squared with 61 degrees of freedom: above 134 once in ten million runs. Taking bytes modulo 62 gives about 2,400.
    expect(surprise).toBeLessThan(134);
  });

  it.each(['', '.', '..', 'a\0', '\ud800', 'a'.repeat(513)])('of others cannot all be stored: %j', (id) => {
    expect(isStorableId(id)).toBe(false);
    expect(storedItemId(id)).toMatch(/^item_[0-9A-Za-z]{22}$/);
    expect(storedItemId(id)).toBe(storedItemId(id));
    expect(storedItemId(id)).not.toBe(storedItemId(`${id}\0`));
  });

  it.each(['a', '...', 'msg/1 ü', 'a'.repeat(512)])('of others are stored as they are where they can be: %j', (id) => {
    expect([isStorableId(id), storedItemId(id)]).toEqual([true, id]);
  });
});
