import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allows, matchesPattern, overlap } from '../../../src/catalog/catalog.ts';

const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', '*', '.'), maxLength: 6 });

describe('names and prefixes', () => {
  it('match as `prefix*` when the name begins so, and as themselves otherwise', () => {
    fc.assert(
      fc.property(name, name, (prefix, rest) => {
        expect(matchesPattern(`${prefix}*`, prefix + rest)).toBe(true);
        expect(matchesPattern(`${prefix}x*`, prefix + rest)).toBe(false);
        fc.pre(!prefix.endsWith('*'));
        expect(matchesPattern(prefix, prefix + rest)).toBe(rest === '');
      }),
    );
  });

  it('let through what one of them matches; null lets all through, an empty list none', () => {
    fc.assert(
      fc.property(fc.array(name), name, (patterns, wanted) => {
        expect(allows(patterns, wanted)).toBe(patterns.some((pattern) => matchesPattern(pattern, wanted)));
        expect(allows([...patterns, '*'], wanted)).toBe(true);
        expect(allows(null, wanted)).toBe(true);
        expect(allows([], wanted)).toBe(false);
      }),
    );
  });

  it('overlap where some name fits both', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const both = [one, other, one.slice(0, -1), other.slice(0, -1)].some(
          (each) => matchesPattern(one, each) && matchesPattern(other, each),
        );
        expect(overlap(one, other)).toBe(both);
      }),
    );
  });
});
