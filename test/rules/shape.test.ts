import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles('src').filter(({ path }) => !path.startsWith('src/console/'));
const lines = (text: string): number => text.split('\n').length - 1;

/** Words of an earlier plan of this repository; the field has its own for each (see CONTRIBUTING, "Glossary"). */
const oldWords =
  /\b(?:judges?|judged|corridor|errands?|daybook|shelf|shelves|misfits?|undertakings?|visitors?|dialects?|manners?)\b/i;

/** The name of a table, as statements and lists of tables have it. */
const tableName = /\b(?:from|into) daybook\b|'daybook'/g;

/** Words that say nothing to a newcomer, and words of the earlier plan that are ordinary elsewhere. */
const oddWords =
  /\b(?:rooms?|receptions?|keepsakes?|farewells?|payers?|outgoing|beside|of ours|strangers?|somebody|nobody|whoever|told|tells?|heard)\b/i;

describe('the shape of src/', () => {
  it('has at most 420 files, of which at most 60 have fewer than 25 lines', () => {
    expect(files.length).toBeLessThanOrEqual(420);
    expect(files.filter(({ text }) => lines(text) < 25).length).toBeLessThanOrEqual(60);
  });

  it('has no folder with more than 20 entries', () => {
    const entries = new Map<string, Set<string>>();
    for (const { path } of files) {
      for (let at = path; dirname(at) !== 'src' && dirname(at) !== '.'; at = dirname(at)) {
        const folder = entries.get(dirname(at)) ?? new Set();
        entries.set(dirname(at), folder.add(at));
      }
    }
    const crowded = [...entries].filter(([, inside]) => inside.size > 20);
    expect(crowded.map(([folder, inside]) => `${folder}: ${inside.size}`)).toEqual([]);
  });

  it('keeps nothing in its root but the entry and the composition root', () => {
    const root = files.filter(({ path }) => dirname(path) === 'src').map(({ path }) => path);
    expect(root.toSorted()).toEqual(['src/app.ts', 'src/bin.js', 'src/main.ts']);
  });

  it('speaks the field’s words, in tests and scripts too', () => {
    const here = 'test/rules/shape.test.ts';
    const all = [...files, ...sourceFiles('scripts'), ...sourceFiles('test')].filter(({ path }) => path !== here);
    expect(all.filter(({ text }) => oldWords.test(text.replaceAll(tableName, ''))).map(({ path }) => path)).toEqual([]);
  });

  it('speaks plain English', () => {
    // The name of a field in stored batches.
    const known = ['src/batches/batch-account.ts', 'src/batches/new-batch.ts'];
    expect(files.filter(({ text }) => oddWords.test(text)).map(({ path }) => path)).toEqual(known);
  });
});
