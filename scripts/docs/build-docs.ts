import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentNames } from '../generate/documents.ts';
import { runRedocly } from '../generate/run-redocly.ts';
import { objectOf } from '../../src/shared/json/json.ts';
import { withCodeSamples } from './code-samples.ts';
import { compress } from './compress.ts';

interface Options {
  /** Where `<document>/openapi.json` are. */
  readonly generated: string;
  /** Where the pages go; made when absent. */
  readonly output: string;
  /** Do not rebuild a page if its document is the one that it was built from. */
  readonly ifStale: boolean;
}

/** A page, and whether it was built just now. */
export interface Page {
  readonly page: string;
  readonly built: boolean;
}

/** A page is also stale if the code that builds it, or writes its samples, has changed. */
const sampler = ['code-samples.ts', 'build-docs.ts'].map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
);

/** The logo that the viewer fetches from its vendor, which the policy of the page refuses; and an empty image. */
const vendorLogo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
const emptyImage = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>";

const logo = readFileSync(new URL('../../src/console/front/logo.svg', import.meta.url), 'utf8').trim();

/** @throws {Error} if the viewer fetches it from another address, so that the new version is reviewed first */
async function replaceLogo(page: string): Promise<void> {
  const text = await readFile(page, 'utf8');
  if (text.search(vendorLogo) === -1)
    throw new Error(`${page} names no logo of its vendor: look at what it fetches now.`);
  const icon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(logo)}">`;
  await writeFile(
    page,
    text.replaceAll(vendorLogo, emptyImage).replace('</title>', () => `</title>${icon}`),
  );
}

/** Builds one page for each bundled document, which needs no network to be read. */
export async function buildDocs({ generated, output, ifStale }: Options): Promise<readonly Page[]> {
  await mkdir(output, { recursive: true });
  const pages: Page[] = [];
  for (const name of documentNames) {
    const source = join(generated, name, 'openapi.json');
    if (!existsSync(source)) continue;
    const text = await readFile(source, 'utf8');
    const page = `${name}.html`;
    const stamp = join(output, `${name}.sha256`);
    const hash = createHash('sha256').update(text).update(sampler.join('')).digest('hex');
    const fresh = existsSync(join(output, `${page}.br`)) && (await readFile(stamp, 'utf8').catch(() => '')) === hash;
    if (!fresh || !ifStale) {
      const sampled = join(output, `${name}.json`);
      await writeFile(sampled, JSON.stringify(withCodeSamples(objectOf(JSON.parse(text)), name)));
      await runRedocly('build-docs', sampled, '--inlineBundle', '--output', join(output, page));
      await rm(sampled);
      await replaceLogo(join(output, page));
      await compress(join(output, page));
      await writeFile(stamp, hash);
    }
    pages.push({ page, built: !fresh || !ifStale });
  }
  return pages;
}
