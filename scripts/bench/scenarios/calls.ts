/**
 * What the gateway costs, as ratios to a bare Node proxy measured in the same run: processor time of a call from /proc,
 * added latency, memory of an open stream. The candidates take turns in short rounds, and medians are printed, because the
 * speed of a machine varies. Loopback only, two processors, about five minutes.
 */
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { testKey } from '../../../test/fakes/make-config.ts';
import { pin, processors, startScript } from '../candidate.ts';
import { callJobs, errorNote, median, takeTurns, type Compared, type Figures, type Job } from '../measure.ts';
import { openStreams } from '../open-streams.ts';
import { startPeer, versionOf } from '../peers.ts';

/** Rounds of each load, and the seconds of a round. */
const rounds = Number(process.argv[2] ?? 5);
const seconds = 1.5;

/** Seconds of load before anything is measured, so that compilers have seen it. */
const warmUp = { first: 20, later: 4 };

const jobs: Readonly<Record<string, Job>> = callJobs;

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

/** All candidates with the same job. */
const turnsOf = (job: Job, warmUpSeconds: number): Promise<readonly Compared[]> =>
  takeTurns(
    candidates.map((running) => ({ running, job: { ...job, key: testKey } })),
    { rounds, seconds, warmUp: warmUpSeconds },
  );

console.log(`processor time of one call in µs, and as a multiple of the bare proxy: medians of ${rounds} rounds\n`);
for (const [turn, [name, job]] of Object.entries(jobs).entries()) {
  const compared = await turnsOf(job, turn === 0 ? warmUp.first : warmUp.later);
  const [ofBare = [], ofGateway = [], withoutMoney = []] = compared.map(({ costs }) => costs);
  const print = (who: string, [cost, ratio]: readonly [number, number], note: string): void => {
    const cells = [name.padEnd(22), who.padEnd(18), cost.toFixed(0).padStart(7), 'µs ', ratio.toFixed(2).padStart(6)];
    console.log(`${cells.join(' ')} ×  ${note}`);
  };
  for (const [index, { microsecondsPerCall, ratio, errorShare }] of compared.entries())
    print(candidates[index]?.name ?? '', [microsecondsPerCall, ratio], errorNote(errorShare));
  const ofMoney = ofGateway.map((cost, round) => cost - (withoutMoney[round] ?? NaN));
  const share = median(ofMoney.map((cost, round) => cost / (ofBare[round] ?? NaN)));
  print('money alone', [median(ofMoney), share], 'the difference of the two');
}

console.log('\ntime to the first byte at a low rate (8 connections), ms: medians of the rounds\n');
for (const { name, job } of lowRates) {
  for (const [index, { p50, p99 }] of (await turnsOf(job, 0)).entries()) {
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
