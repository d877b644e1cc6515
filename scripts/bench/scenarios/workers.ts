/**
 * What a second processor gains: calls a second of one process on one processor, of two workers on two, and of two gateways that
 * share nothing, in turns. Each processor carries the same load: the clients of 32 connections and their part of the upstream. So
 * the machine doubles with all that is on it, and the load is no more of a bottleneck to two workers than to one process.
 *
 * `npm run bench -- workers 20 ../before` takes twenty rounds, and also measures the workers of another checkout.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { processors, startScript, type Running } from '../candidate.ts';
import { median, runLoad } from '../measure.ts';
import { family, threadsOf } from '../process-figures.ts';
import { inTemporaryFolder, serve, testKey, type Served } from '../serve.ts';

const rounds = Number(process.argv[2] ?? 20);
const before = process.argv[3];
/** Of each processor. A batch of settlements has calls of one process alone. */
const connections = 32;
const sizes = { '30 KB': 30_000, '1 KB': 1_000 } as const;
/** Compilers are quiet when they take less than this share; on a busy machine they are given up on. */
const quiet = { share: 0.05, seconds: 4, most: 6 };
const roundSeconds = 2;
const both = [processors.candidate, processors.load];

/** A gateway with what calls it, on the processors that it has. */
interface Place {
  readonly gateway: Served;
  readonly upstream: Running;
  readonly processors: readonly string[];
}

/** Places that are loaded together. */
interface Candidate {
  readonly name: string;
  readonly places: readonly Place[];
}

interface Round {
  readonly callsPerSecond: number;
  /** Processor time of a call in microseconds: all of it, and by what it is for. */
  readonly all: number;
  readonly compilers: number;
  readonly database: number;
  /** Main threads of the processes that answer calls, and of the one that has started them. */
  readonly workers: number;
  readonly parent: number;
}

/** Seconds of all threads, by process and thread; the process that starts others is the first of its gateway. */
function lookAt({ places }: Candidate) {
  const threads = places.flatMap(({ gateway }) =>
    family(gateway.pid).flatMap((pid, place, pids) =>
      threadsOf(pid).map((thread) => ({ ...thread, isParent: pids.length > 1 && place === 0 })),
    ),
  );
  return new Map(threads.map((thread) => [thread.id, thread]));
}

/** @param calls that were answered between the two looks */
function costsBetween(from: ReturnType<typeof lookAt>, to: ReturnType<typeof lookAt>, calls: number) {
  const sumOf = (is: (thread: { readonly name: string; readonly isParent: boolean }) => boolean): number =>
    [...to.values()].filter(is).reduce((sum, { id, seconds }) => sum + seconds - (from.get(id)?.seconds ?? 0), 0) *
    (1e6 / calls);
  return {
    all: sumOf(() => true),
    compilers: sumOf(({ name }) => name === 'node-V8Worker'),
    database: sumOf(({ name }) => name === 'WorkerThread'),
    workers: sumOf(({ name, isParent }) => name === 'main' && !isParent),
    parent: sumOf(({ name, isParent }) => name === 'main' && isParent),
  };
}

async function loaded(candidate: Candidate, bytes: number, seconds: number): Promise<Round> {
  const job = { bytes, stream: false, pause: 0, key: testKey, connections, seconds };
  const from = lookAt(candidate);
  const seen = await Promise.all(
    candidate.places.flatMap(({ gateway, processors: own }) => own.map((each) => runLoad(gateway.port, job, each))),
  );
  const calls = seen.reduce((sum, each) => sum + each.calls, 0);
  if (seen.some(({ errors }) => errors > 0)) throw new Error(`Calls of ${candidate.name} failed.`);
  const callsPerSecond = seen.reduce((sum, each) => sum + each.calls / each.took, 0);
  return { callsPerSecond, ...costsBetween(from, lookAt(candidate), calls) };
}

/** Each process compiles what it runs. */
async function warmUp(candidate: Candidate, bytes: number): Promise<void> {
  for (let round = 0; round < quiet.most; round += 1) {
    const { compilers, all } = await loaded(candidate, bytes, quiet.seconds);
    if (compilers < quiet.share * all) return;
  }
}

type Wanted = readonly [name: string, places: readonly (readonly string[])[], checkout?: string];

const wanted: readonly Wanted[] = [
  ['one process', [[processors.candidate]]],
  ['two gateways that share nothing', both.map((each) => [each])],
  ['two workers', [both]],
  ...(before === undefined ? [] : ([['two workers before', [both], resolve(before)]] as const)),
];

async function start([name, places, checkout]: Wanted, parent: string): Promise<Candidate> {
  const started: Place[] = [];
  for (const [index, own] of places.entries()) {
    const folder = join(parent, `${name} ${index}`);
    mkdirSync(folder);
    const processor = own.join(',');
    const upstream = await startScript('upstream', './upstream.ts', { args: [], processor });
    const flags = ['--workers', String(own.length)];
    started.push({ gateway: await serve({ folder, upstream, flags, processor, checkout }), upstream, processors: own });
  }
  return { name, places: started };
}

function print(name: string, seen: readonly Round[], alone: readonly Round[]): void {
  const middle = (figure: keyof Round, of = seen): number => median(of.map((round) => round[figure]));
  const gains = seen.map(({ callsPerSecond }, place) => callsPerSecond / (alone[place]?.callsPerSecond ?? NaN));
  const cells = [
    name.padEnd(32),
    `${middle('callsPerSecond').toFixed(0)} calls/s, ${median(gains).toFixed(2)} ×;`,
    `${middle('all').toFixed(0)} µs of a processor a call:`,
    `workers ${middle('workers').toFixed(0)}, parent ${middle('parent').toFixed(0)},`,
    `database ${middle('database').toFixed(0)}, compilers ${middle('compilers').toFixed(0)}`,
  ];
  console.log(cells.join(' '));
}

await inTemporaryFolder(async (folder) => {
  const candidates: Candidate[] = [];
  for (const each of wanted) candidates.push(await start(each, folder));
  for (const [size, bytes] of Object.entries(sizes)) {
    for (const candidate of candidates) await warmUp(candidate, bytes);
    const seen = candidates.map((): Round[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, candidate] of candidates.entries())
        seen[index]?.push(await loaded(candidate, bytes, roundSeconds));
    console.log(
      `${size}: medians of ${rounds} rounds of ${roundSeconds} s, in turns; × one process of the same round\n`,
    );
    for (const [index, { name }] of candidates.entries()) print(name, seen[index] ?? [], seen[0] ?? []);
    console.log('');
  }
  for (const { gateway, upstream } of candidates.flatMap(({ places }) => places)) {
    await gateway.end();
    upstream.stop();
  }
});
