/** A process that loads the parts of a start up to the named one, with a database in a folder, and says when it has them. */
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

export const startParts = ['Node alone', 'packages', 'validators', 'database'] as const;

/** What every start loads before it can take a call. */
const packages = ['commander', 'yaml', 'zod', 'express', 'undici', 'pino', 'prom-client', 'express-openapi-validator'];

/** The operations whose validators are made before the gateway is ready. */
const operations = [
  ['spec-a', 'createChatCompletion'],
  ['spec-b', 'createMessage'],
  ['spec-a', 'createResponse'],
] as const;

async function makeValidators(): Promise<void> {
  const { loadContract } = await import('../../../src/contract/contract.ts');
  for (const [document, operation] of operations) {
    const text = readFileSync(new URL(`../../../generated/${document}/openapi.json`, import.meta.url), 'utf8');
    await loadContract(JSON.parse(text))(operation).warm();
  }
}

async function openDatabase(): Promise<void> {
  const { openStore } = await import('../../../src/store/open-store.ts');
  const { systemClock } = await import('../../../src/shared/time/clock.ts');
  const { silentLog } = await import('../../../src/shared/log.ts');
  const [, , , folder = ''] = process.argv;
  await openStore({ database: `sqlite:${join(folder, 'floor.db')}`, clock: systemClock, log: silentLog });
}

const steps: Readonly<Record<(typeof startParts)[number], () => Promise<unknown>>> = {
  'Node alone': () => Promise.resolve(),
  packages: () => Promise.all(packages.map((name) => import(name))),
  validators: makeValidators,
  database: openDatabase,
};

if (import.meta.main) {
  enableCompileCache();
  const last = startParts.findIndex((part) => part === process.argv[2]);
  for (const part of startParts.slice(0, last + 1)) await steps[part]();
  process.send?.('ready');
}
