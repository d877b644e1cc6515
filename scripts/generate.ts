/**
 * Makes `generated/` from `specs/` (bundled documents, types, operation tables, clients, a manifest), and
 * `diglot.schema.json` from `src/config/`, and the table of translation in `README.md`.
 *
 *     npm run generate              writes what has changed
 *     npm run generate -- --check   writes nothing; fails and names the files that differ
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { compareFolder } from './generate/compare-folder.ts';
import { generateFiles } from './generate/generate-files.ts';
import { writeWhatGoesWhere } from './generate/write-losses.ts';
import { updateFolder } from './generate/update-folder.ts';
import { writeConfigSchema } from './generate/write-config-schema.ts';

/** The table of README that says what goes where, with the comments around it. */
const whatGoesWhere = /(<!-- what goes where: `npm run generate` -->\n\n)[\s\S]*?(<!-- end -->)/;

const folder = 'generated';
const files = await generateFiles('specs');
const differences = await compareFolder(folder, files);

const schemaFile = 'diglot.schema.json';
const schema = await writeConfigSchema();
const schemaDiffers = (await readFile(schemaFile, 'utf8').catch(() => '')) !== schema;

const readmeFile = 'README.md';
const readme = await readFile(readmeFile, 'utf8');
const formatted = await format(readme.replace(whatGoesWhere, `$1${writeWhatGoesWhere()}$2`), {
  ...(await resolveConfig(readmeFile)),
  filepath: readmeFile,
});

const changes = [
  ...differences.map(({ path, difference }) => `${difference.padEnd(8)} ${folder}/${path}`),
  ...(schemaDiffers ? [`stale    ${schemaFile}`] : []),
  ...(formatted === readme ? [] : [`stale    ${readmeFile}`]),
];

if (!process.argv.includes('--check')) {
  await updateFolder(folder, files, differences);
  if (schemaDiffers) await writeFile(schemaFile, schema);
  if (formatted !== readme) await writeFile(readmeFile, formatted);
  console.log([...changes, `${files.size + 2} files, ${changes.length} changed.`].join('\n'));
} else if (changes.length > 0) {
  console.error(`${changes.join('\n')}\n\nRun \`npm run generate\` and commit the result.`);
  process.exitCode = 1;
}
