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
  const [{ existsSync }, { enableCompileCache }] = await Promise.all([import('node:fs'), import('node:module')]);
  // Compiled code is kept between starts: half of a start is reading the same modules again.
  enableCompileCache();
  const source = new URL('./main.ts', import.meta.url);
  await import(existsSync(source) ? source.href : new URL('./main.js', import.meta.url).href);
}
