/**
 * Compares Diglot with other gateways and proxies: processor time of a call and time to its first byte, measured in turns, as
 * multiples of a bare Node proxy's. Nothing is downloaded: pass the paths of installed programs (docs/figures.md says how to
 * install them, and what each does); nginx and HAProxy are also found on the PATH. Takes about eleven minutes with five rounds
 * and all programs.
 *
 *     node scripts/bench-peers.ts [--rounds 5] [--nginx PATH] [--haproxy PATH] [--portkey FOLDER] [--litellm PATH] [--liter-llm PATH]
 *       [--write] # the table goes into docs/figures.md
 */
import { parseArgs } from 'node:util';
import { testKey } from '../test/fakes/make-config.ts';
import { processors, startScript, type Running } from './bench/candidate.ts';
import { figuresTable, writeFigures, type Row } from './bench/figures-page.ts';
import { callJobs, errorNote, lowRate, lowRateJob, machine, takeTurns, type Job } from './bench/measure.ts';
import { peerNames, startPeer, versionOf, type Peer } from './bench/peers.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    rounds: { ...text, default: '5' },
    write: { type: 'boolean', default: false },
    ...Object.fromEntries(peerNames.map((name) => [name, text])),
  },
});
const paths = values as Readonly<Record<string, string | boolean | undefined>>;
const rounds = Number(values.rounds);
const seconds = 1.5;
/** Seconds of each load before anything is measured, so that compilers have seen it. */
const warmUp = { first: 20, later: 4 };

const jobs: Readonly<Record<string, Job>> = { ...callJobs, [`1 KB, ${lowRate} calls/s`]: lowRateJob };

const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
const origin = `http://127.0.0.1:${upstream.port}`;
const own = async (name: string, script: string, ...more: readonly string[]): Promise<Peer> => {
  const running: Running = await startScript(name, script, {
    args: [origin, ...more],
    processor: processors.candidate,
  });
  return { ...running, key: testKey, headers: {} };
};
const candidates = [
  await own('bare Node proxy', './bare-proxy.ts'),
  await own('Diglot', './gateway.ts'),
  await own('Diglot, money off', './gateway.ts', 'money-off'),
];
for (const name of peerNames) {
  const program = String(paths[name] ?? name);
  const version = versionOf(name, program);
  try {
    if (version === null) throw new Error('it is not installed here');
    const peer = await startPeer({ name, program, upstreamPort: upstream.port, processor: processors.candidate });
    candidates.push({ ...peer, name: `${name} ${version}` });
  } catch (cause) {
    console.log(`${name} was left out: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

const began = new Date();
const before = machine();
console.log(`${began.toISOString()}: ${before}; medians of ${rounds} rounds of ${seconds} s, in turns\n`);
const rows: Row[] = [];
for (const [turn, [job, details]] of Object.entries(jobs).entries()) {
  const compared = await takeTurns(
    candidates.map(({ key, headers, ...running }) => ({ running, job: { ...details, key, headers } })),
    { rounds, seconds, warmUp: turn === 0 ? warmUp.first : warmUp.later },
  );
  for (const [index, each] of compared.entries()) {
    const row: Row = { ...each, job, name: candidates[index]?.name ?? '' };
    rows.push(row);
    const cost = `${row.microsecondsPerCall.toFixed(0)} µs`.padStart(9);
    console.log(
      `${job.padEnd(21)} ${row.name.padEnd(18)} ${cost} ${row.ratio.toFixed(2).padStart(7)} ×  first byte p50 ${row.p50.toFixed(2)} p99 ${row.p99.toFixed(2)} ms  ${row.callsPerSecond.toFixed(0)} calls/s  ${errorNote(row.errorShare)}`,
    );
  }
}
console.log(`\nafterwards: ${machine()}`);
for (const running of [...candidates, upstream]) running.stop();
const note = `${before}; medians of ${rounds} rounds of ${seconds} s, in turns; ${began.toISOString().slice(0, 10)}`;
const table = figuresTable(rows, note);
if (values.write) writeFigures(table);
else console.log(`\n${table}`);
process.exit();
