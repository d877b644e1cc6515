import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../src/routing/targets.ts';
import { nearestName } from '../../../src/shared/text/names.ts';
import { matchesPattern } from '../../../src/catalog/catalog.ts';
import { makeModel } from './set-up-routing.ts';

const catalogOf = (ids: readonly string[]) => ({
  regions: [],
  providers: new Map(),
  models: ids.map((id) => makeModel(id, [])),
  products: new Map(),
  plans: new Map(),
});
const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
const id = fc.oneof(
  name,
  name.map((prefix) => `${prefix}*`),
  fc.constant('*'),
);

describe('the model that a name means', () => {
  it('is the very id, else the longest prefix, whatever the order of the catalogue', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 12 }), name, (ids, wanted) => {
        const longest = ids
          .filter((candidate) => candidate.endsWith('*') && matchesPattern(candidate, wanted))
          .toSorted((one, other) => other.length - one.length)[0];
        const meant = ids.includes(wanted) ? wanted : longest;
        expect(indexOf(catalogOf(ids)).find(wanted)?.id).toBe(meant);
        expect(indexOf(catalogOf(ids.toReversed())).find(wanted)?.id).toBe(meant);
      }),
    );
  });

  it('is no family for two names in one, of which a router would take either', () => {
    const { find } = indexOf(catalogOf(['gpt-*', 'a,b']));
    expect([find('gpt-5')?.id, find('gpt-5,other'), find('a,b')?.id]).toEqual(['gpt-*', undefined, 'a,b']);
  });

  it('is looked up in an index that is made once for each catalogue', () => {
    const catalog = catalogOf(['a']);
    expect(indexOf(catalog)).toBe(indexOf(catalog));
    expect(indexOf(catalogOf(['a']))).not.toBe(indexOf(catalog));
  });
});

describe('the name that was meant', () => {
  const known = ['gpt-4o', 'gpt-4o-mini', 'gpt-5-mini', 'claude-sonnet-5', 'text-embedding-3-small'];

  it.each([
    ['gpt-4o-mimi', 'gpt-4o-mini'],
    ['gtp-4o', 'gpt-4o'],
    ['GPT-4O', 'gpt-4o'],
    ['gpt-5-mini-2025-08-07', 'gpt-5-mini'],
    ['claude-sonnet', 'claude-sonnet-5'],
    ['claude-sonet-5', 'claude-sonnet-5'],
    ['text-embeding-3-small', 'text-embedding-3-small'],
    ['llama-3', null],
    ['x', null],
    ['', null],
    ['gpt-4o-mini'.repeat(10), null],
  ])('%j was %j', (written, meant) => {
    expect(nearestName(written, known)).toBe(meant);
  });

  it('is found after any one mistake in a name of six or more', () => {
    const long = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 6, maxLength: 20 });
    fc.assert(
      fc.property(long, fc.nat(), fc.constantFrom('z', '', 'swap'), (meant, seed, kind) => {
        const at = seed % (meant.length - 1);
        const changed =
          kind === 'swap' ? (meant[at + 1] ?? '') + (meant[at] ?? '') : kind + meant.slice(at + 1, at + 2);
        expect(nearestName(meant.slice(0, at) + changed + meant.slice(at + 2), [meant])).toBe(meant);
      }),
    );
  });
});
