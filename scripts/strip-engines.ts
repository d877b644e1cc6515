/**
 * Removes `engines` from package-lock.json. npm compares them with the Node that npm itself runs on, and warns on every command,
 * although the pinned Node runs here (`optionalDependencies`). Run this after a package is added or updated: only then does npm
 * change the lockfile.
 *
 *     node scripts/strip-engines.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8')) as { readonly packages: Readonly<Record<string, object>> };
const packages = Object.entries(lock.packages).map(([name, entry]) => [
  name,
  Object.fromEntries(Object.entries(entry).filter(([member]) => member !== 'engines')),
]);
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`);
