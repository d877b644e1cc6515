import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectOf, stringOf } from '../../src/shared/json/json.ts';

const generators = ['@redocly/cli', 'openapi-typescript', 'typescript'];

/**
 * The text of `generated/manifest.json`: which documents were read and which generators wrote the rest.
 *
 * @param documents text of each bundled document by name
 */
export async function writeManifest(documents: ReadonlyMap<string, string>): Promise<string> {
  const hashes = [...documents].map(([name, text]) => [
    name,
    { sha256: createHash('sha256').update(text).digest('hex') },
  ]);
  const versions = await Promise.all(generators.map(async (name) => [name, await versionOf(name)]));
  const manifest = { documents: Object.fromEntries(hashes), generators: Object.fromEntries(versions) };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

async function versionOf(name: string): Promise<string> {
  const text = await readFile(join('node_modules', name, 'package.json'), 'utf8');
  return stringOf(objectOf(JSON.parse(text))['version']) ?? 'unknown';
}
