import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compress } from '../docs/compress.ts';
import { consoleOutput, consoleSource } from './console-folders.ts';

const stamp = 'sources.sha256';

/**
 * Everything that the pages are built from. A change of a dependency changes the lock file; of `generated/` they use only types.
 */
const sources = [consoleSource, 'scripts/console'];

async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile('package-lock.json'));
  for (const folder of sources) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.toSorted()) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Whether the packages that build the console are installed: they are optional dependencies. */
export const canBuildConsole = (): boolean => existsSync(join('node_modules', 'vite', 'package.json'));

/**
 * Builds the web console into `dist/console`, with compressed copies next to each text asset.
 *
 * @param ifStale do not rebuild if nothing that the pages are built from has changed
 * @returns whether it built
 */
export async function buildConsole(ifStale: boolean): Promise<boolean> {
  const hash = await hashSources();
  if (ifStale && (await isBuiltFrom(hash))) return false;
  const [{ build }, { consoleSettings }] = await Promise.all([import('vite'), import('./console-settings.ts')]);
  // Built next to it, and moved into place when complete: two builds may run at once, and a server may be reading.
  const output = `${consoleOutput}-${process.pid}`;
  await forProduction(() => build({ ...consoleSettings(output), logLevel: 'warn' }));
  const assets = join(output, 'assets');
  for (const name of await readdir(assets)) if (/\.(js|css|svg)$/.test(name)) await compress(join(assets, name));
  await checkFirstLoad(output);
  await writeFile(join(output, stamp), hash);
  await rm(consoleOutput, { recursive: true, force: true });
  await rename(output, consoleOutput).catch(async (thrown: unknown) => {
    // Another build of the same sources was moved there in the meantime.
    if (!(await isBuiltFrom(hash))) throw thrown;
    await rm(output, { recursive: true, force: true });
  });
  return true;
}

const isBuiltFrom = async (hash: string): Promise<boolean> =>
  (await readFile(join(consoleOutput, stamp), 'utf8').catch(() => '')) === hash;

/** Vite builds as `NODE_ENV` says. A test run sets `test`, which would build a console with React's own checks. */
async function forProduction(work: () => Promise<unknown>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** What the console may load before it shows anything, in bytes of compressed script. */
const firstLoadBytes = 200_000;

/** @throws {Error} if the page loads more script than that */
async function checkFirstLoad(output: string): Promise<void> {
  const page = await readFile(join(output, 'index.html'), 'utf8');
  const names = new Set([...page.matchAll(/assets\/[\w.-]+\.js/g)].map(([name]) => name));
  const sizes = await Promise.all([...names].map((name) => stat(join(output, `${name}.gz`))));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  if (total > firstLoadBytes) throw new Error(`The first load of the console is ${total} bytes of script.`);
}
