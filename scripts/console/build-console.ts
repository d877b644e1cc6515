import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compress } from '../docs/compress.ts';
import { consoleOutput, consoleSource } from './console-folders.ts';

const stamp = join(consoleOutput, 'sources.sha256');

/** Everything the pages are made of. A change of a dependency changes the lock file. */
const sources = [consoleSource, 'generated/console/client', 'scripts/console'];

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
 * Builds the web console into `dist/console`, each text asset with its compressed forms beside it.
 *
 * @param ifStale leave the pages alone when nothing that they are made of has changed
 * @returns whether it built
 */
export async function buildConsole(ifStale: boolean): Promise<boolean> {
  const hash = await hashSources();
  if (ifStale && (await readFile(stamp, 'utf8').catch(() => '')) === hash) return false;
  const [{ build }, { consoleSettings }] = await Promise.all([import('vite'), import('./console-settings.ts')]);
  await build({ ...consoleSettings(), logLevel: 'warn' });
  const assets = join(consoleOutput, 'assets');
  await mkdir(assets, { recursive: true });
  for (const name of await readdir(assets)) if (/\.(js|css|svg)$/.test(name)) await compress(join(assets, name));
  await checkFirstLoad();
  await writeFile(stamp, hash);
  return true;
}

/** What the console may load before it shows anything, in bytes of compressed script. */
const firstLoadBytes = 200_000;

/** @throws {Error} when the page names more script than that */
async function checkFirstLoad(): Promise<void> {
  const page = await readFile(join(consoleOutput, 'index.html'), 'utf8');
  const names = new Set([...page.matchAll(/assets\/[\w.-]+\.js/g)].map(([name]) => name));
  const sizes = await Promise.all([...names].map((name) => stat(join(consoleOutput, `${name}.gz`))));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  if (total > firstLoadBytes) throw new Error(`The first load of the console is ${total} bytes of script.`);
}
