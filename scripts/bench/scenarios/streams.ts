/**
 * Open streams: memory of a silent one, memory and processor time with an event a second each, and memory if the client stops
 * reading while the stream continues, compared with the bare proxy. Memory is what the process got from the system, and how much
 * of that is in use after a garbage collection; kernel buffers are not included. A stream takes two connections of the gateway.
 * If `ulimit -n` is less than twice the number, several workers on one port hold the streams, without the bare proxy.
 */
import { readFileSync } from 'node:fs';
import { testKey } from '../../../test/fakes/make-config.ts';
import { processors, startScript } from '../candidate.ts';
import { openStreams, type StreamFigures } from '../open-streams.ts';
import { family } from '../process-figures.ts';
import { serve, testKey as servedKey, withUpstream } from '../serve.ts';

const sizes = process.argv[2] === undefined ? [100, 1_000, 10_000] : [Number(process.argv[2])];
/** Files that a process may have open. */
const files = Number(/Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
/** The system spreads connections over workers, not quite evenly. */
const usable = 0.9;
const workersFor = (streams: number): number => Math.ceil((2 * streams + 200) / (files * usable));
const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1).padStart(6)} KB`;
const kindOf = (every: number | null): string =>
  every === null ? 'not read' : every > 0 ? 'an event a second' : 'silent';

interface Printed extends Pick<StreamFigures, 'streams' | 'broken'> {
  readonly name: string;
  readonly memory: string;
  readonly cost: string;
}

function print(asked: number, every: number | null, { streams, broken, name, memory, cost }: Printed): void {
  const found = `${String(streams).padStart(6)} of ${asked} streams, ${broken} broken, ${kindOf(every).padEnd(17)}`;
  console.log(`${found}  ${name.padEnd(16)} ${memory}${cost}`);
}

/** One gateway of several processes. */
const withWorkers = (streams: number, every: number | null): Promise<void> =>
  withUpstream(async (place) => {
    const workers = workersFor(streams);
    const gateway = await serve({ ...place, flags: ['--workers', String(workers)] });
    const pids = (): readonly number[] => family(gateway.pid);
    const seen = await openStreams({ pid: gateway.pid, port: gateway.port, pids }, { key: servedKey, streams, every });
    const cost = every ? `  ${seen.microsecondsPerEvent.toFixed(0)} µs an event` : '';
    print(streams, every, { ...seen, name: `${workers} workers`, memory: kilobytes(seen.bytesPerStream), cost });
    await gateway.end();
  });

/** Each is measured in a process of its own: memory that was used once stays with a process. */
for (const streams of sizes)
  for (const every of [0, 1_000, null]) {
    if (workersFor(streams) > 1) {
      await withWorkers(streams, every);
      continue;
    }
    let bare: StreamFigures | null = null;
    for (const [name, script] of [
      ['bare Node proxy', './bare-proxy.ts'],
      ['Diglot', './gateway.ts'],
    ] as const) {
      const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
      const origin = `http://127.0.0.1:${upstream.port}`;
      const running = await startScript(name, script, { args: [origin], processor: processors.candidate });
      const seen = await openStreams(running, { key: testKey, streams, every });
      bare ??= seen;
      const beside = (pick: (figures: StreamFigures) => number): string =>
        bare === seen || bare === null ? '' : ` (${(pick(seen) / pick(bare)).toFixed(2)} ×)`;
      const cost = every
        ? `  ${seen.microsecondsPerEvent.toFixed(0)} µs an event${beside((each) => each.microsecondsPerEvent)}`
        : '';
      const memory = `${kilobytes(seen.bytesPerStream)}${beside((each) => each.bytesPerStream)}, ${kilobytes(seen.heldPerStream)} in use`;
      print(streams, every, { ...seen, name, memory, cost });
      running.stop();
      upstream.stop();
    }
  }
