/**
 * Open streams, and streams that begin all at once, of a bare proxy, of that with all parts that a call must have, and of the
 * gateway. Each is measured in a process of its own: memory that was used once stays with a process.
 */
import { testKey } from '../../../test/fakes/make-config.ts';
import { processors, startScript, type Running } from '../candidate.ts';
import { lowestQuarter } from '../measure.ts';
import { openStreams, type OpenStreams, type StreamFigures, type Watched } from '../open-streams.ts';
import { floorParts } from './parts.ts';

const [, , what, given = '1000', only = ''] = process.argv;
const streams = Number(given);
const rounds = 3;

interface Measured {
  readonly name: string;
  readonly options: Pick<OpenStreams, 'every'> & Partial<OpenStreams> & Watched;
  readonly cells: readonly ((figures: StreamFigures) => string)[];
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1).padStart(6)} KB`;
const memory = [
  ({ bytesPerStream }: StreamFigures): string => `${kilobytes(bytesPerStream)} resident`,
  ({ heldPerStream }: StreamFigures): string => `${kilobytes(heldPerStream)} in use`,
];
const open: readonly Measured[] = [
  { name: 'an open stream', options: { every: 0 }, cells: memory },
  {
    name: 'an event a second',
    // Until then compilers take as much time as the events.
    options: { every: 1_000, wait: 25 },
    cells: [({ microsecondsPerEvent }) => `${microsecondsPerEvent.toFixed(0).padStart(4)} µs an event`],
  },
  // After a second, what was read of a stalled stream is counted, one stream at a time.
  { name: 'a reader that stalls', options: { every: null, wait: 30 }, cells: memory },
];
const firstByte = [
  ({ p50, p99 }: StreamFigures): string =>
    `first byte p50 ${p50.toFixed(1).padStart(6)} p99 ${p99.toFixed(1).padStart(6)} ms`,
];
const burst: readonly Measured[] = [
  { name: 'just after the start', options: { every: 0, within: 1_000 }, cells: firstByte },
  { name: 'after as many others', options: { every: 0, within: 1_000, warm: streams }, cells: firstByte },
];

const last = floorParts.at(-1) ?? '';
const candidates = [
  { name: 'bare Node proxy', script: './bare-proxy.ts', more: [] },
  { name: 'all parts', script: './floors/proxy.ts', more: [last] },
  { name: 'Diglot', script: './gateway.ts', more: [] },
] as const;

async function measure({ name, script, more }: (typeof candidates)[number], options: Measured['options']) {
  const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
  const args = [`http://127.0.0.1:${upstream.port}`, ...more];
  const running: Running = await startScript(name, script, { args, processor: processors.candidate });
  const wanted = streams + (options.warm ?? 0);
  const seen = await openStreams(running, { key: testKey, ...options, streams: wanted });
  // A gateway that is late refuses calls: the machine has other work.
  if (seen.streams < wanted) console.log(`${name}: ${wanted - seen.streams} of ${wanted} streams were refused.`);
  running.stop();
  upstream.stop();
  return seen;
}

/** Each figure by itself. */
const least = (all: readonly StreamFigures[]): StreamFigures => {
  const of = (pick: (figures: StreamFigures) => number): number => lowestQuarter(all.map(pick));
  return {
    streams,
    broken: all.reduce((sum, { broken }) => sum + broken, 0),
    bytesPerStream: of((each) => each.bytesPerStream),
    heldPerStream: of((each) => each.heldPerStream),
    microsecondsPerEvent: of((each) => each.microsecondsPerEvent),
    p50: of((each) => each.p50),
    p99: of((each) => each.p99),
  };
};

const wantedRows = (what === 'burst' ? burst : open).filter(({ name }) => only === '' || name === only);
for (const { name, options, cells } of wantedRows) {
  const seen = candidates.map((): StreamFigures[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, candidate] of candidates.entries()) seen[index]?.push(await measure(candidate, options));
  for (const [index, candidate] of candidates.entries()) {
    const figures = least(seen[index] ?? []);
    console.log([name.padEnd(24), candidate.name.padEnd(16), ...cells.map((cell) => cell(figures))].join('  '));
  }
}
