/**
 * Feeds random bytes to every parser of outside data for the given time, and checks the results: only errors meant for callers
 * may be thrown, no input may take more than 50 ms, and if another parser of the same bytes exists, it must agree. Inputs with a
 * new outcome are kept and mutated further.
 *
 * `node scripts/nightly-fuzz.ts [seconds] [--seed 1] [--only json,sse]`; exits with 1 if something was found.
 */
import { parseArgs } from 'node:util';
import { makeHunt, type Hunt } from './fuzz/hunt.ts';
import { credentialTarget } from './fuzz/targets/credential-target.ts';
import { eventTarget } from './fuzz/targets/event-target.ts';
import { formTarget } from './fuzz/targets/form-target.ts';
import { headTarget } from './fuzz/targets/head-target.ts';
import { jsonTarget } from './fuzz/targets/json-target.ts';
import { partHeadTarget } from './fuzz/targets/part-head-target.ts';
import { tidyTarget } from './fuzz/targets/tidy-target.ts';

const all = [headTarget, credentialTarget, jsonTarget, eventTarget, tidyTarget, partHeadTarget, formTarget];

/** Milliseconds for which one target runs before the next one takes its turn. */
const turn = 250;

/** Bytes of a finding's input that are shown. */
const shown = 600;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Date.now() % 2 ** 31) }, only: { type: 'string' } },
});
const seconds = Number(positionals[0] ?? 60);
const seed = Number(values.seed);
const names = values.only?.split(',');
const hunts = all.filter(({ name }) => names?.includes(name) ?? true).map((target) => makeHunt(target, seed));

function report({ target, executions, corpus, slowest, findings }: Hunt): void {
  console.log(
    `${target.name.padEnd(12)} executions ${executions}  kept ${corpus.length}  slowest ${slowest.toFixed(1)} ms  findings ${findings.size}`,
  );
  for (const { what, input } of findings.values()) {
    const text = JSON.stringify(input.toString('latin1').slice(0, shown));
    console.log(`  ${what}\n    ${input.length} bytes, as latin1: ${text}${input.length > shown ? '…' : ''}`);
  }
}

console.log(`seed ${seed}, ${seconds} s`);
for (const end = performance.now() + seconds * 1_000; performance.now() < end;)
  for (const hunt of hunts) hunt.run(turn);
for (const hunt of hunts) report(hunt);
const executions = hunts.reduce((sum, hunt) => sum + hunt.executions, 0);
const findings = hunts.reduce((sum, hunt) => sum + hunt.findings.size, 0);
console.log(`executions ${executions}  findings ${findings}  seed ${seed}`);
process.exitCode = findings === 0 ? 0 : 1;
