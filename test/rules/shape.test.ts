import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles('src').filter(({ path }) => !path.startsWith('src/console/'));
const lines = (text: string): number => text.split('\n').length - 1;

/** Words of an earlier plan of this repository; the field has its own for each (see CONTRIBUTING, "Glossary"). */
const oldWords =
  /\b(?:judges?|judged|corridor|errands?|daybook|shelf|shelves|misfits?|undertakings?|visitors?|dialects?|manners?)\b/i;

/** Words that say nothing to a newcomer, and words of the earlier plan that are ordinary elsewhere. */
const oddWords =
  /\b(?:rooms?|receptions?|keepsakes?|farewells?|payers?|outgoing|beside|of ours|strangers?|somebody|nobody|whoever|told|tells?|heard)\b/i;

/** Where `oddWords` are gone. Widen this list until it is `src/`. */
const cleaned =
  /^src\/(?:(?:api|batches|catalog|cli|config|contract|control-api|demo|errors|http|identity|metering|notify|objects|pipeline|providers|routing|shared|store|telemetry|realtime)\/|app\.ts$|wires\/(?:[a-z-]+\/)?(?:completions|facts|format|meters|steering-members|wires?)\.ts)/;

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

  it('speaks the field’s words', () => {
    // The name of a table.
    const known = [
      'src/store/move/embedded-source.ts',
      'src/store/sqlite/checks/compare-sums.ts',
      'src/store/sqlite/journal.ts',
    ];
    expect(files.filter(({ text }) => oldWords.test(text)).map(({ path }) => path)).toEqual(known);
  });

  it('speaks plain English in the folders that have been cleaned', () => {
    // The name of a field in stored batches.
    const known = ['src/batches/batch-account.ts', 'src/batches/new-batch.ts'];
    const odd = files.filter(({ path, text }) => cleaned.test(path) && oddWords.test(text)).map(({ path }) => path);
    expect(odd.filter((path) => !known.includes(path))).toEqual([]);
  });
});
