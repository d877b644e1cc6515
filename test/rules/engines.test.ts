import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { objectOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';

const read = (file: string): JsonObject => objectOf(JSON.parse(readFileSync(file, 'utf8')) as Json);

/**
 * npm compares `engines` with the Node that runs npm and warns on every command; what runs is the Node that this repository
 * pins. `node scripts/strip-engines.ts` takes them out of the lockfile after a new dependency.
 */
it('nothing asks npm’s own Node for what the pinned one has', () => {
  const packages = Object.entries(objectOf(read('package-lock.json')['packages']));
  expect(packages.filter(([, entry]) => 'engines' in objectOf(entry)).map(([name]) => name)).toEqual([]);
  expect(read('package.json')).not.toHaveProperty('engines');
  expect(read('package.json')).not.toHaveProperty('devEngines');
});
