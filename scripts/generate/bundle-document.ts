import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject, objectOf, type JsonObject } from '../../src/shared/json/json.ts';
import { brokenReferences } from './follow-reference.ts';
import { runRedocly } from './run-redocly.ts';

/**
 * One document as a single file, every reference under `components`.
 *
 * Paths keep the order of the source: the validator looks them up from first to last, so busy ones come first. Components are
 * sorted by name: their order in a bundle is the order in which references are met.
 *
 * @throws {Error} if a reference does not resolve, or two files use one component name for different things
 */
export async function bundleDocument(entry: string): Promise<JsonObject> {
  const folder = await mkdtemp(join(tmpdir(), 'diglot-bundle-'));
  const output = join(folder, 'openapi.json');
  try {
    await runRedocly('bundle', entry, '--output', output);
    const document = objectOf(JSON.parse(await readFile(output, 'utf8')));
    const broken = brokenReferences(document);
    if (broken.length > 0) throw new Error(`${entry}: nothing there:\n  ${broken.join('\n  ')}`);
    return sortComponents(document, entry);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sortComponents(document: JsonObject, entry: string): JsonObject {
  const components = objectOf(document['components']);
  for (const group of Object.values(components)) {
    for (const name of Object.keys(objectOf(group))) {
      const [, first] = /^(.+)-\d+$/.exec(name) ?? [];
      if (first !== undefined && first in objectOf(group)) {
        throw new Error(`${entry}: two different components are both called ${first}; give one of them another name.`);
      }
    }
  }
  const sorted = Object.keys(components)
    .toSorted()
    .map((group) => [group, sortMembers(components[group])] as const);
  return { ...document, components: Object.fromEntries(sorted) };
}

const sortMembers = (group: unknown): JsonObject =>
  Object.fromEntries(Object.entries(isObject(group) ? group : {}).toSorted(([one], [other]) => (one < other ? -1 : 1)));
