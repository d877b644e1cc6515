/**
 * Open streams: memory of a silent one, memory and processor time where each has an event a second, and memory where the client stops
 * reading a stream that goes on, beside the bare proxy: what the process got from the system, and what of it is in use after a
 * garbage collection. What the kernel buffers is not in these figures.
 * A stream takes two connections of the gateway, so `ulimit -n` must be more than twice the number.
 */
import { testKey } from '../../../test/fakes/make-config.ts';
import { processors, startScript } from '../candidate.ts';
import { openStreams, type StreamFigures } from '../open-streams.ts';

const sizes = process.argv[2] === undefined ? [100, 1_000, 9_500] : [Number(process.argv[2])];

/** Each is measured in a process of its own: memory that was used once stays with a process. */
for (const streams of sizes)
  for (const every of [0, 1_000, null]) {
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
      const kind = every === null ? 'not read' : every > 0 ? 'an event a second' : 'silent';
      const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1).padStart(6)} KB`;
      const memory = `${kilobytes(seen.bytesPerStream)}${beside((each) => each.bytesPerStream)}, ${kilobytes(seen.heldPerStream)} in use`;
      console.log(
        `${String(seen.streams).padStart(6)} of ${streams} streams, ${kind.padEnd(17)}  ${name.padEnd(16)} ${memory}${cost}`,
      );
      running.stop();
      upstream.stop();
    }
  }
