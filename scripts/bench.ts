/**
 * Measures the gateway: `npm run bench -- SCENARIO [size]`, by default `calls`. Figures that depend on the machine stand beside a
 * bare proxy, or what is compared, measured in the same run in turns; before and after them stands how busy the machine was with
 * other work. Loopback only, two processors.
 *
 * `npm run bench -- calls 3 ../before` takes three rounds and measures another checkout, with its packages installed, beside this one.
 */
import { machine } from './bench/measure.ts';

/** What can be measured. Each takes what follows its name on the command line, and ends within minutes. */
const scenarios: Readonly<Record<string, () => Promise<unknown>>> = {
  calls: () => import('./bench/scenarios/calls.ts'),
  start: () => import('./bench/scenarios/start.ts'),
  streams: () => import('./bench/scenarios/streams.ts'),
  workers: () => import('./bench/scenarios/workers.ts'),
  postgres: () => import('./bench/scenarios/postgres.ts'),
  keys: () => import('./bench/scenarios/keys.ts'),
  catalogue: () => import('./bench/scenarios/catalogue.ts'),
  ledger: () => import('./bench/scenarios/ledger.ts'),
  settle: () => import('./bench/scenarios/settle.ts'),
};

const [, , named = ''] = process.argv;
const name = named in scenarios ? named : 'calls';
// A scenario finds its own arguments where a script has them.
if (named === name) process.argv.splice(2, 1);
if (!/^(?:\d[\d_]*)?$/.test(process.argv[2] ?? '')) {
  console.error(`There is no scenario ${named}. There are: ${Object.keys(scenarios).join(', ')}.`);
  process.exit(1);
}
console.log(`${name}, ${new Date().toISOString()}: ${machine()}\n`);
process.once('exit', () => console.log(`\nafterwards: ${machine()}`));
await scenarios[name]?.();
process.exit();
