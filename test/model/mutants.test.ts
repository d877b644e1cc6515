import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from '../../scripts/try-mutants/mutants.ts';

it.each(mutants)('the mutant "$name" can still be planted', ({ file, find, tests }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
  expect(tests.filter((test) => !existsSync(test))).toEqual([]);
});
