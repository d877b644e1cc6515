import { bundleDocument } from './bundle-document.ts';
import type { Files } from './compare-folder.ts';
import { entryOf, presentDocuments } from './documents.ts';
import { readOperations } from './read-operations.ts';
import { writeFacts } from './write-facts.ts';
import { writeLosses } from './write-losses.ts';
import { writeManifest } from './write-manifest.ts';
import { writeOperations } from './write-operations.ts';
import { writeProviders } from './write-providers.ts';
import { writeTypes } from './write-types.ts';

/** Everything that `generated/` must contain for the documents below `specs`. The same input gives the same bytes. */
export async function generateFiles(specs: string): Promise<Files> {
  const files = new Map<string, string>([
    ['operation-facts.ts', writeFacts()],
    ['providers.md', writeProviders()],
    ['translation.md', writeLosses()],
  ]);
  const documents = new Map<string, string>();
  for (const name of presentDocuments(specs)) {
    const document = await bundleDocument(entryOf(specs, name));
    const text = `${JSON.stringify(document, null, 2)}\n`;
    documents.set(name, text);
    files.set(`${name}/openapi.json`, text);
    files.set(
      `${name}/operations.ts`,
      writeOperations(readOperations(document, name === 'console' ? 'access' : 'facts')),
    );
    files.set(`${name}/types.ts`, await writeTypes(document, name === 'console'));
  }
  files.set('manifest.json', await writeManifest(documents));
  return files;
}
