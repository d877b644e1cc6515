/**
 * Plants known bugs about money, one at a time, in a copy of the program, and shows that the tests notice each. A surviving
 * mutant means a missing test: exits with 1.
 *
 * `node scripts/try-mutants.ts [part of a name]`
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mutant } from './try-mutants/mutant.ts';
import { mutants } from './try-mutants/mutants.ts';

const copied = ['src', 'test', 'generated', 'package.json', 'tsconfig.json', 'vitest.config.ts'];

function makeCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-mutants-'));
  for (const name of copied) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Whether the tests named pass in the copy. */
function passes(folder: string, tests: readonly string[]): boolean {
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...tests], {
    cwd: folder,
  });
  return status === 0;
}

/** @returns whether the tests noticed */
function tryMutant(folder: string, { file, find, replace, tests }: Mutant): boolean {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${file} does not hold exactly once:\n${find}`);
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  const noticed = !passes(folder, tests);
  writeFileSync(path, text);
  return noticed;
}

const wanted = process.argv[2] ?? '';
const folder = makeCopy();
const chosen = mutants.filter(({ name }) => name.includes(wanted));
const all = [...new Set(chosen.flatMap(({ tests }) => tests))];
if (!passes(folder, all)) throw new Error(`The tests fail without any mutant: ${all.join(' ')}`);
const living = chosen.filter((mutant) => {
  const noticed = tryMutant(folder, mutant);
  console.log(`${noticed ? 'killed' : 'LIVES '}  ${mutant.name}`);
  return !noticed;
});
rmSync(folder, { recursive: true });
console.log(`${chosen.length - living.length} of ${chosen.length} mutants killed`);
process.exitCode = living.length === 0 ? 0 : 1;
