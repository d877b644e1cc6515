/**
 * What a second process gains: processor time of a call in one process, in two workers on one port, and in two gateways that share
 * nothing, in turns. The load takes a part of the two processors, so calls a second would say little. If it had processors of its own,
 * two workers would answer 2 × the time of one process ÷ that of workers and parent.
 *
 * `npm run bench -- workers 20 ../before` takes twenty rounds, and also measures the workers of another checkout.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { processors } from '../candidate.ts';
import { lowestQuarter, median, runLoad } from '../measure.ts';
import { family, threadsOf } from '../process-figures.ts';
import { serve, testKey, withUpstream, type ServeOptions, type Served } from '../serve.ts';

const rounds = Number(process.argv[2] ?? 20);
const before = process.argv[3];
/** Each process has as many connections as the one process: a batch of settlements has calls of one process alone. */
const connections = 32;
const job = { bytes: 30_000, stream: false, pause: 0, key: testKey };
/** Compilers are quiet when they take less than this share; on a busy machine they are given up on. */
const quiet = { share: 0.05, seconds: 4, most: 5 };
const roundSeconds = 1;

/** Gateways that share the connections of a load. */
interface Candidate {
  readonly name: string;
  readonly gateways: readonly Served[];
  /** That answer calls. */
  readonly processes: number;
}

/** Processor time of a call in microseconds, by what it is for. */
interface Costs {
  readonly all: number;
  readonly compilers: number;
  readonly database: number;
  /** The main thread of the busiest process. */
  readonly busiest: number;
  /** The main thread of the process that has started others. */
  readonly parent: number;
}

interface Round extends Costs {
  readonly p50: number;
}

/** Seconds of all threads, by process and thread; the process that starts others is the first of its gateway. */
function lookAt({ gateways }: Candidate) {
  const processes = gateways.map(({ pid }) => family(pid));
  const threads = processes.flatMap((pids) =>
    pids.flatMap((pid, place) =>
      threadsOf(pid).map((thread) => ({ ...thread, pid, isParent: pids.length > 1 && place === 0 })),
    ),
  );
  return new Map(threads.map((thread) => [thread.id, thread]));
}

/** @param calls that were answered between the two looks */
function costsBetween(from: ReturnType<typeof lookAt>, to: ReturnType<typeof lookAt>, calls: number): Costs {
  const used = [...to.values()].map((thread) => ({
    ...thread,
    cost: ((thread.seconds - (from.get(thread.id)?.seconds ?? 0)) * 1e6) / calls,
  }));
  const sumOf = (is: (thread: (typeof used)[number]) => boolean): number =>
    used.filter(is).reduce((sum, { cost }) => sum + cost, 0);
  return {
    all: sumOf(() => true),
    compilers: sumOf(({ name }) => name === 'node-V8Worker'),
    database: sumOf(({ name }) => name === 'WorkerThread'),
    busiest: Math.max(...used.filter(({ name }) => name === 'main').map(({ cost }) => cost)),
    parent: sumOf(({ name, isParent }) => name === 'main' && isParent),
  };
}

async function loaded(candidate: Candidate, seconds: number): Promise<Round> {
  const { gateways, processes } = candidate;
  const from = lookAt(candidate);
  const ports = gateways.map(({ port }) => port);
  const { calls, errors, p50 } = await runLoad(ports, { ...job, connections: connections * processes, seconds });
  if (errors > 0) throw new Error(`${errors} of ${calls} calls failed.`);
  return { ...costsBetween(from, lookAt(candidate), calls), p50 };
}

/** Each process compiles what it runs. */
async function warmUp(candidate: Candidate): Promise<void> {
  for (let round = 0; round < quiet.most; round += 1) {
    const { compilers, all } = await loaded(candidate, quiet.seconds);
    if (compilers < quiet.share * all) return;
  }
}

type Wanted = readonly [name: string, workers: readonly number[], checkout?: string];

const wanted: readonly Wanted[] = [
  ['one process', [1]],
  ['two gateways that share nothing', [1, 1]],
  ['two workers', [2]],
  ...(before === undefined ? [] : ([['two workers before', [2], resolve(before)]] as const)),
];

async function start([name, workers, checkout]: Wanted, options: ServeOptions): Promise<Candidate> {
  const both = `${processors.candidate},${processors.load}`;
  const gateways: Served[] = [];
  for (const [place, count] of workers.entries()) {
    const folder = join(options.folder, `${name} ${place}`);
    mkdirSync(folder);
    gateways.push(await serve({ ...options, folder, flags: ['--workers', String(count)], processor: both, checkout }));
  }
  return { name, gateways, processes: workers.reduce((sum, count) => sum + count, 0) };
}

const quarter = (seen: readonly Round[], figure: keyof Round): number =>
  lowestQuarter(seen.map((round) => round[figure]));

function print(name: string, seen: readonly Round[], alone: readonly Round[]): void {
  const low = (figure: keyof Round): string => quarter(seen, figure).toFixed(0);
  const middle = (figure: keyof Round): string => median(seen.map((round) => round[figure])).toFixed(0);
  const gains = seen.map(({ all }, place) => (2 * (alone[place]?.all ?? NaN)) / all);
  const lowGain = (2 * quarter(alone, 'all')) / quarter(seen, 'all');
  const cells = [
    name.padEnd(32),
    `${low('all')} µs (median ${middle('all')}):`,
    `busiest main thread ${low('busiest')}, parent's ${low('parent')}, database ${low('database')}, compilers ${low('compilers')};`,
    `first byte p50 ${median(seen.map(({ p50 }) => p50)).toFixed(1)} ms;`,
    seen === alone ? '' : `${lowGain.toFixed(2)} × (median of the rounds ${median(gains).toFixed(2)})`,
    seen === alone
      ? ''
      : `as the busiest main thread allows ${(quarter(alone, 'busiest') / quarter(seen, 'busiest')).toFixed(2)} ×`,
  ];
  console.log(cells.join(' '));
}

await withUpstream(async (place) => {
  const candidates: Candidate[] = [];
  for (const each of wanted) candidates.push(await start(each, place));
  for (const candidate of candidates) await warmUp(candidate);
  const seen = candidates.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, candidate] of candidates.entries()) seen[index]?.push(await loaded(candidate, roundSeconds));
  const [alone = []] = seen;
  console.log(
    `processor time of a call, lowest quarter of ${rounds} rounds; × as many calls as one process, if processors are enough\n`,
  );
  for (const [index, { name }] of candidates.entries()) print(name, seen[index] ?? [], alone);
  const [, apart = [], workers = []] = seen;
  const shares = workers.map(({ all }, round) => all / (apart[round]?.all ?? NaN));
  console.log(
    `\nTwo processes at once cost more than one on the caches of two processors, whatever they share. Workers take ${median(shares).toFixed(2)} × the time of two gateways that share nothing: ${(2 / median(shares)).toFixed(2)} × as many calls as one of those.`,
  );
  for (const { gateways } of candidates) for (const gateway of gateways) await gateway.end();
});
