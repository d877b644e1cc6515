/**
 * Makes `generated/` from `specs/`: bundled documents, types, operation tables, clients and a manifest.
 *
 *     npm run generate              writes what has changed
 *     npm run generate -- --check   writes nothing; fails and names the files that differ
 */
import { compareFolder } from './generate/compare-folder.ts';
import { generateFiles } from './generate/generate-files.ts';
import { updateFolder } from './generate/update-folder.ts';

const folder = 'generated';
const files = await generateFiles('specs');
const differences = await compareFolder(folder, files);

if (process.argv.includes('--check')) {
  for (const { path, difference } of differences) console.error(`${difference.padEnd(8)} ${folder}/${path}`);
  if (differences.length > 0) {
    console.error(`\n${folder}/ does not match specs/. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
} else {
  await updateFolder(folder, files, differences);
  for (const { path, difference } of differences) console.log(`${difference.padEnd(8)} ${folder}/${path}`);
  console.log(`${folder}/: ${files.size} files, ${differences.length} changed.`);
}
