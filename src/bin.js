#!/usr/bin/env node
// Plain JavaScript that an old Node can read too: it has to say what is wrong.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 18)) {
  console.error(
    `Diglot needs Node 24.18 or newer and this is Node ${process.versions.node}. ` +
      'In a clone, "npm ci && npm start" brings its own; elsewhere install a newer Node from https://nodejs.org.',
  );
  process.exitCode = 1;
} else {
  // By default it opens the inspector, through which every user of the machine could run code here.
  process.on('SIGUSR1', () => undefined);
  const [{ existsSync, lstatSync, mkdirSync, realpathSync }, { enableCompileCache, getCompileCacheDir }] =
    await Promise.all([import('node:fs'), import('node:module')]);
  const [{ homedir }, { join }] = await Promise.all([import('node:os'), import('node:path')]);

  const isOurs = (folder) => {
    const stats = lstatSync(folder);
    if (process.getuid === undefined) return stats.isDirectory();
    return stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o022) === 0;
  };

  /** A folder to which no one else can write, because Node runs the code that it finds there; null: there is none. */
  const cacheFolder = () => {
    try {
      let folder = realpathSync(homedir());
      for (const name of ['.', '.cache', 'diglot']) {
        folder = join(folder, name);
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!isOurs(folder)) return null;
      }
      return folder;
    } catch {
      return null;
    }
  };

  // Compiled code is kept between starts: half of a start is reading the same modules again.
  const folder = getCompileCacheDir() === undefined ? cacheFolder() : null;
  if (folder !== null) enableCompileCache(folder);
  const source = new URL('./main.ts', import.meta.url);
  await import(existsSync(source) ? source.href : new URL('./main.js', import.meta.url).href);
}
