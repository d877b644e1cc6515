/**
 * Measures the gateway: `npm run bench -- SCENARIO [size]`, by default `calls`. Figures that depend on the machine are printed
 * next to those of a bare proxy, or of whatever is compared, measured in the same run in turns. Before and after them it prints
 * how busy the machine was with other work. Loopback only, two processors.
 *
 * `npm run bench -- calls 3 ../before` takes three rounds, and also measures another checkout, whose packages must be installed.
 */
import { machine } from './bench/measure.ts';

/** What can be measured. Each scenario gets the arguments after its name, and ends within minutes. */
const scenarios: Readonly<Record<string, () => Promise<unknown>>> = {
  calls: () => import('./bench/scenarios/calls.ts'),
  start: () => import('./bench/scenarios/start.ts'),
  streams: () => import('./bench/scenarios/streams.ts'),
  versions: () => import('./bench/scenarios/versions.ts'),
  workers: () => import('./bench/scenarios/workers.ts'),
  postgres: () => import('./bench/scenarios/postgres.ts'),
  keys: () => import('./bench/scenarios/keys.ts'),
  catalogue: () => import('./bench/scenarios/catalogue.ts'),
  ledger: () => import('./bench/scenarios/ledger.ts'),
  settle: () => import('./bench/scenarios/settle.ts'),
};

const [, , named = ''] = process.argv;
const name = named in scenarios ? named : 'calls';
// A scenario finds its arguments where a script would.
if (named === name) process.argv.splice(2, 1);
if (!/^(?:\d[\d_]*)?$/.test(process.argv[2] ?? '')) {
  console.error(`There is no scenario ${named}. There are: ${Object.keys(scenarios).join(', ')}.`);
  process.exit(1);
}
console.log(`${name}, ${new Date().toISOString()}: ${machine()}\n`);
process.once('exit', () => console.log(`\nafterwards: ${machine()}`));
await scenarios[name]?.();
process.exit();
