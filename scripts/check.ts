/** Everything that must hold before a change is merged. Quick checks run side by side, the tests last, with their own output. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** A check's name and its command; the name can be used to run it alone: `npm run check -- types lint`. */
type Check = readonly [name: string, command: string];

const checks: readonly Check[] = [
  ['format', 'prettier --check --cache .'],
  ['lint', 'oxlint --deny-warnings'],
  ['types', 'tsc --project tsconfig.json && tsc --project src/console/tsconfig.json'],
  ['documents', 'redocly lint --format=stylish'],
  ['breaking', 'node scripts/check-breaking.ts'],
  ['generated', 'node scripts/generate.ts --check'],
  ['dead-code', 'knip'],
  ['boundaries', 'depcruise src scripts generated test'],
];
/** A busy machine may stall for seconds in the middle of any test, so a failed test is run once more, and reported as retried. */
const tests: Check = ['tests', 'vitest run --retry=1'];

/** Runs a command line found in node_modules/.bin (npm puts it on the path). `shown`: its output is passed through. */
function run(command: string, shown: boolean): Promise<{ readonly passed: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const child = spawn(command, { shell: true, env, stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (failure) => resolve({ passed: false, output: failure.message }));
    child.on('close', (code) => resolve({ passed: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

const failed: string[] = [];

async function perform([name, command]: Check, shown = false): Promise<void> {
  const started = performance.now();
  const { passed, output } = await run(command, shown);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)${passed ? '' : `\n${output}`}`);
  if (!passed) failed.push(name);
}

const names = process.argv.slice(2);
const isAsked = ([name]: Check): boolean => names.length === 0 || names.includes(name);
const queue = checks.filter(isAsked);
const takeTurns = async (): Promise<void> => {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) await perform(check);
};
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, takeTurns));
if (isAsked(tests)) await perform(tests, true);

if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`);
  process.exitCode = 1;
} else {
  console.log('\nAll checks passed.');
}
