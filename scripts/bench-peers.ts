/**
 * Diglot beside other gateways and proxies: processor time of a call and the time to its first byte, of all in turns, as multiples of
 * a bare Node proxy. Nothing is downloaded: it takes the paths of what is installed (docs/figures.md says how, and what each does).
 *
 *     node scripts/bench-peers.ts [--rounds 5] [--nginx PATH] [--haproxy PATH] [--portkey FOLDER] [--litellm PATH] [--liter-llm PATH]
 */
import { parseArgs } from 'node:util';
import { testKey } from '../test/fakes/make-config.ts';
import { processors, startScript, type Running } from './bench/candidate.ts';
import { machine, measure, median, type Figures, type Job } from './bench/measure.ts';
import { peerNames, startPeer, type Peer } from './bench/peers.ts';
import { processorSeconds } from './bench/process-figures.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { rounds: { ...text, default: '5' }, ...Object.fromEntries(peerNames.map((name) => [name, text])) },
});
const paths = values as Readonly<Record<string, string | undefined>>;
const rounds = Number(values.rounds);
const seconds = 2;
/** Seconds of each load before anything is measured: compilers want to have seen it. */
const warmUp = 8;

const jobs: Readonly<Record<string, Job>> = {
  '1 KB': { bytes: 1_000, stream: false, connections: 32, pause: 0 },
  '30 KB': { bytes: 30_000, stream: false, connections: 32, pause: 0 },
  '1 MB': { bytes: 1_000_000, stream: false, connections: 8, pause: 0 },
  'stream of 200 events': { bytes: 1_000, stream: true, connections: 16, pause: 0 },
  '1 KB, low rate': { bytes: 1_000, stream: false, connections: 4, pause: 40 },
};

const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
const place = { args: [`http://127.0.0.1:${upstream.port}`], processor: processors.candidate };
const asPeer = (running: Running): Peer => ({ ...running, key: testKey, headers: {}, pids: () => [running.pid] });
const candidates = [
  asPeer(await startScript('bare Node proxy', './bare-proxy.ts', place)),
  asPeer(await startScript('Diglot', './gateway.ts', place)),
];
for (const name of peerNames) {
  const program = paths[name];
  if (program === undefined) continue;
  try {
    candidates.push(await startPeer({ name, program, upstreamPort: upstream.port, processor: processors.candidate }));
  } catch (cause) {
    console.log(`${name} was left out: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** As `measure`, with the processor time of all processes of a peer. */
async function measurePeer(peer: Peer, job: Job, forSeconds: number): Promise<Figures> {
  const used = (): number => peer.pids().reduce((sum, pid) => sum + processorSeconds(pid), 0);
  const before = used();
  const seen = await measure(peer, { ...job, key: peer.key, headers: peer.headers }, forSeconds);
  return { ...seen, microsecondsPerCall: ((used() - before) / seen.calls) * 1e6 };
}

console.log(`${new Date().toISOString()}: ${machine()}; medians of ${rounds} rounds of ${seconds} s, in turns\n`);
for (const [name, job] of Object.entries(jobs)) {
  const seen = candidates.map((): Figures[] => []);
  for (const peer of candidates) await measurePeer(peer, job, warmUp);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, peer] of candidates.entries()) seen[index]?.push(await measurePeer(peer, job, seconds));
  for (const [index, peer] of candidates.entries()) {
    const own = seen[index] ?? [];
    const ratio = median(
      own.map((each, round) => each.microsecondsPerCall / (seen[0]?.[round]?.microsecondsPerCall ?? NaN)),
    );
    const of = (pick: (figures: Figures) => number): number => median(own.map(pick));
    const errors = own.reduce((sum, each) => sum + each.errors, 0);
    const cost = `${of((each) => each.microsecondsPerCall).toFixed(0)} µs`.padStart(9);
    console.log(
      `${name.padEnd(21)} ${peer.name.padEnd(16)} ${cost} ${ratio.toFixed(2).padStart(7)} ×  first byte p50 ${of((each) => each.p50).toFixed(2)} p99 ${of((each) => each.p99).toFixed(2)} ms  ${errors} errors`,
    );
  }
}
console.log(`\nafterwards: ${machine()}`);
for (const running of [...candidates, upstream]) running.stop();
process.exit();
