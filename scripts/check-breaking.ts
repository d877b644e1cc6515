/**
 * Fails if a document has lost something that callers of the last release rely on.
 *
 *     node scripts/check-breaking.ts                compares with the newest tag `v…` that this commit contains
 *     node scripts/check-breaking.ts origin/main    compares with any commit
 *
 * The command line validates answers of the control API against its document, so it must also accept those of a gateway of the
 * last release.
 *
 * Without a release there is nothing to break: the script says so and passes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newlyRequired } from './breaking/newly-required.ts';
import { documentNames } from './generate/documents.ts';
import { runRedocly } from './generate/run-redocly.ts';

/** What git prints, or null if it fails: no tag, no such file at that commit, no repository. */
function git(...words: readonly string[]): string | null {
  try {
    return execFileSync('git', words, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 });
  } catch {
    return null;
  }
}

const readDocument = (text: string): Readonly<Record<string, unknown>> =>
  JSON.parse(text) as Readonly<Record<string, unknown>>;

const base = process.argv[2] ?? git('describe', '--tags', '--abbrev=0', '--match', 'v*')?.trim();

if (base === undefined) {
  console.log('No release yet, so nothing can break. Name a commit to compare with it.');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-breaking-'));
  for (const name of documentNames) {
    const path = `generated/${name}/openapi.json`;
    const released = git('show', `${base}:${path}`);
    if (released === null) {
      console.log(`${name}: not in ${base}.`);
      continue;
    }
    const old = join(folder, `${name}.json`);
    writeFileSync(old, released);
    try {
      await runRedocly('diff', old, path);
      console.log(`${name}: nothing that ${base} promised is lost.`);
    } catch (failure) {
      const output = failure instanceof Error && 'stdout' in failure ? String(failure.stdout) : String(failure);
      console.error(`${name}: breaks callers of ${base}.\n${output}`);
      process.exitCode = 1;
    }
    const added = newlyRequired(readDocument(released), readDocument(readFileSync(path, 'utf8')));
    if (name !== 'console' || added.length === 0) continue;
    console.error(
      `${name}: commands of this release refuse answers of ${base}, which lack ${added.join(', ')}. Leave it out of \`required\`, or let it be null.`,
    );
    process.exitCode = 1;
  }
  rmSync(folder, { recursive: true, force: true });
}
