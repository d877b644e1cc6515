/**
 * Writes `generated/` from `specs/` (bundled documents, types, operation tables, a manifest), and `diglot.schema.json` from
 * `src/config/`.
 *
 *     npm run generate              writes what has changed
 *     npm run generate -- --check   writes nothing; fails and names the files that differ
 */
import { readFile, writeFile } from 'node:fs/promises';
import { compareFolder } from './generate/compare-folder.ts';
import { generateFiles } from './generate/generate-files.ts';
import { updateFolder } from './generate/update-folder.ts';
import { writeConfigSchema } from './generate/write-config-schema.ts';

const folder = 'generated';
const files = await generateFiles('specs');
const differences = await compareFolder(folder, files);

const schemaFile = 'diglot.schema.json';
const schema = await writeConfigSchema();
const schemaDiffers = (await readFile(schemaFile, 'utf8').catch(() => '')) !== schema;

const changes = [
  ...differences.map(({ path, difference }) => `${difference.padEnd(8)} ${folder}/${path}`),
  ...(schemaDiffers ? [`stale    ${schemaFile}`] : []),
];

if (!process.argv.includes('--check')) {
  await updateFolder(folder, files, differences);
  if (schemaDiffers) await writeFile(schemaFile, schema);
  console.log([...changes, `${files.size + 1} files, ${changes.length} changed.`].join('\n'));
} else if (changes.length > 0) {
  console.error(`${changes.join('\n')}\n\nRun \`npm run generate\` and commit the result.`);
  process.exitCode = 1;
}
