/** Builds `dist/package/`, which `npm publish` publishes: JavaScript, documents, reference pages and its own manifest. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf } from '../src/shared/json/json.ts';
import { copyAssets } from './build/copy-assets.ts';
import { repairAddresses } from './build/repair-addresses.ts';
import { packagePage, writePackage } from './build/write-package.ts';
import { buildConsole } from './console/build-console.ts';
import { consoleOutput, consoleSource } from './console/console-folders.ts';
import { buildDocs } from './docs/build-docs.ts';

const output = 'dist/package';
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });

const compiler = join('node_modules', '@typescript', 'native', 'bin', 'tsc');
const compiled = spawnSync(process.execPath, [compiler, '--project', 'tsconfig.build.json'], { stdio: 'inherit' });
if (compiled.status !== 0) process.exit(1);
copyAssets('src', join(output, 'src'));
// Only the built files of the console are published.
rmSync(join(output, consoleSource), { recursive: true, force: true });
repairAddresses(output);

for (const { page } of await buildDocs({ generated: 'generated', output: 'dist/docs', ifStale: true })) {
  const name = page.replace(/\.html$/, '');
  const document = join('generated', name, 'openapi.json');
  cpSync(document, join(output, document));
  for (const form of [page, `${page}.br`, `${page}.gz`])
    cpSync(join('dist/docs', form), join(output, 'dist/docs', form));
}

await buildConsole(true);
cpSync(consoleOutput, join(output, consoleOutput), { recursive: true });

const root = objectOf(JSON.parse(readFileSync('package.json', 'utf8')));
for (const file of ['LICENSE', 'diglot.schema.json']) cpSync(file, join(output, file));
for (const page of ['README.md', 'CHANGELOG.md', 'SECURITY.md'])
  writeFileSync(join(output, page), packagePage(readFileSync(page, 'utf8'), root));
writeFileSync(join(output, 'package.json'), writePackage(root));

console.log(`${output}/ is ready: npm publish ${output}`);
