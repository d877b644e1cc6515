import { createClient } from '@hey-api/openapi-ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { listFiles, type Files } from './compare-folder.ts';

/**
 * Parts that are the same for every document: the generator's own runtime. It is not written for
 * `exactOptionalPropertyTypes`, so only what is made from the document is type-checked.
 */
const runtime = /^(client|core)\//;

/** The files of a typed fetch client for a bundled document. Their imports say `.ts`, so Node runs them as they are. */
export async function writeClient(document: JsonObject): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'diglot-client-'));
  try {
    await createClient({
      input: structuredClone(document), // the generator writes into what it is given
      output: { path: folder, module: { extension: '.ts' } },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    });
    const paths = await listFiles(folder);
    return new Map(
      await Promise.all(
        paths.map(async (path) => {
          const text = await readFile(join(folder, path), 'utf8');
          return [path, runtime.test(path) ? `// @ts-nocheck\n${text}` : text] as const;
        }),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
