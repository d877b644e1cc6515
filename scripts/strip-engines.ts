/**
 * Takes `engines` out of package-lock.json. npm compares them with the Node that it runs on itself, and warns on every
 * command; what runs here is the pinned Node (`optionalDependencies`). npm keeps the lockfile as it is until a package is
 * added or updated: run this after that.
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
