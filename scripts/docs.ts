/**
 * Builds the reference: one self-contained page per document, in `dist/docs/`. The server serves them at `/docs`.
 *
 *     npm run docs                 builds all pages
 *     npm run docs -- --if-stale   builds those whose document has changed. `npm ci` runs it so, also with `--omit=dev`: the
 *                                  page builder is an optional dependency. Without it, it does nothing, silently.
 */
import { existsSync } from 'node:fs';
import { buildDocs } from './docs/build-docs.ts';
import { redoclyCommand } from './generate/run-redocly.ts';

const ifStale = process.argv.includes('--if-stale');

if (ifStale && !existsSync(redoclyCommand)) process.exit(0);

for (const { page, built } of await buildDocs({ generated: 'generated', output: 'dist/docs', ifStale })) {
  if (built || !ifStale) console.log(`dist/docs/${page}${built ? '' : ' is up to date'}`);
}
