/**
 * What the gateway costs, as ratios to a bare Node proxy measured in the same run: processor time of a call from /proc,
 * added latency, memory of an open stream. The candidates take turns in short rounds and medians are printed, because machines
 * have moods. Loopback only, two processors, about five minutes.
 */
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testKey } from '../../../test/fakes/make-config.ts';
import { pin, processors, startScript, type Running } from '../candidate.ts';
import { callJobs, measure as measureJob, median, type Figures, type Job } from '../measure.ts';
import { openStreams } from '../open-streams.ts';
import { startPeer, versionOf } from '../peers.ts';

/** Rounds of each load, and the seconds of a round. */
const rounds = Number(process.argv[2] ?? 5);
const seconds = 1.5;

/** Seconds of load before anything is measured: compilers want to have seen it, most of all at first. */
const warmUp = { first: 20, later: 4 };

const measure = (running: Running, job: Job, runSeconds: number): Promise<Figures> =>
  measureJob(running, { ...job, key: testKey }, runSeconds);

const jobs: Readonly<Record<string, Job>> = {
  ...callJobs,
  '1 MB picture': { ...callJobs['1 MB'], picture: true },
};

/** A stream of 200 events is as much work as some ten short answers: at the same rate the processor would be full. */
const lowRates = [
  { name: 'JSON', job: { bytes: 1_000, stream: false, connections: 8, pause: 20 } },
  { name: 'stream', job: { bytes: 1_000, stream: true, connections: 8, pause: 100 } },
];

const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
const origin = `http://127.0.0.1:${upstream.port}`;
const place = { args: [origin], processor: processors.candidate };
const bare = await startScript('bare Node proxy', './bare-proxy.ts', place);
const gateway = await startScript('Diglot', './gateway.ts', place);
const moneyOff = await startScript('Diglot, money off', './gateway.ts', { ...place, args: [origin, 'money-off'] });
const nginx =
  versionOf('nginx', 'nginx') === null
    ? null
    : await startPeer({ name: 'nginx', program: 'nginx', upstreamPort: upstream.port, processor: place.processor });
const before = process.argv[3];
const earlier =
  before === undefined
    ? null
    : await startScript('Diglot before', pathToFileURL(resolve(before, 'scripts/bench/gateway.ts')).href, place);
const candidates = [bare, gateway, moneyOff, ...(earlier ? [earlier] : []), ...(nginx ? [nginx] : [])];

/** One job for every candidate in turn, again and again: figures of each candidate, round by round. */
async function takeTurns(job: Job): Promise<readonly Figures[][]> {
  const seen = candidates.map((): Figures[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, running] of candidates.entries()) seen[index]?.push(await measure(running, job, seconds));
  return seen;
}

console.log(`processor time of one call in µs, and as a multiple of the bare proxy: medians of ${rounds} rounds\n`);
for (const [turn, [name, job]] of Object.entries(jobs).entries()) {
  for (const running of candidates) await measure(running, job, turn === 0 ? warmUp.first : warmUp.later);
  const seen = await takeTurns(job);
  const costs = seen.map((figures) => figures.map(({ microsecondsPerCall }) => microsecondsPerCall));
  const [ofBare = [], ofGateway = [], withoutMoney = []] = costs;
  const tell = (who: string, each: readonly number[], note: string): void => {
    const ratio = median(each.map((cost, round) => cost / (ofBare[round] ?? NaN)));
    const cells = [
      name.padEnd(22),
      who.padEnd(18),
      median(each).toFixed(0).padStart(7),
      'µs ',
      ratio.toFixed(2).padStart(6),
    ];
    console.log(`${cells.join(' ')} ×  ${note}`);
  };
  for (const [index, running] of candidates.entries()) {
    const errors = seen[index]?.reduce((sum, figures) => sum + figures.errors, 0);
    tell(running.name, costs[index] ?? [], `${errors} errors`);
  }
  const ofMoney = ofGateway.map((cost, round) => cost - (withoutMoney[round] ?? NaN));
  tell('money alone', ofMoney, 'the difference of the two');
}

console.log('\ntime to the first byte at a low rate (8 connections), ms: medians of the rounds\n');
for (const { name, job } of lowRates) {
  for (const [index, figures] of (await takeTurns(job)).entries()) {
    const [p50, p99] = [median(figures.map((each) => each.p50)), median(figures.map((each) => each.p99))];
    console.log(
      `${name.padEnd(22)} ${candidates[index]?.name.padEnd(18)} p50 ${p50.toFixed(2)}  p99 ${p99.toFixed(2)}`,
    );
  }
}

const floor = fork(fileURLToPath(new URL('../commit-floor.ts', import.meta.url)));
pin(floor, processors.candidate);
const { p50, p99 } = await new Promise<Pick<Figures, 'p50' | 'p99'>>((seenAll) =>
  floor.once('message', (message) => seenAll(message as never)),
);
console.log(
  `${'the least that a commit takes here: a thread, a page, the disk'.padEnd(41)} p50 ${p50.toFixed(2)}  p99 ${p99.toFixed(2)}`,
);

console.log('\nmemory of an open, silent stream, KB\n');
for (const running of [bare, gateway]) {
  const { bytesPerStream, streams } = await openStreams(running, { key: testKey });
  console.log(`${running.name.padEnd(18)} ${(bytesPerStream / 1024).toFixed(1)} KB, ${streams} streams`);
}

for (const running of [...candidates, upstream]) running.stop();
process.exit();
