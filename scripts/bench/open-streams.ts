import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processors, pin, type Running } from './candidate.ts';
import { processorSeconds, residentBytes } from './process-figures.ts';

export interface OpenStreams {
  readonly origin: string;
  readonly key: string;
  readonly streams: number;
  /** Milliseconds between two events of a stream; 0: one event, then silence; null: as fast as the client reads, and the client does not read. */
  readonly every: number | null;
  /** Milliseconds over which the streams begin, each at its own moment; absent: in groups, each after the previous one. */
  readonly within?: number;
  /** Streams that are opened before memory is measured. */
  readonly warm?: number;
}

export interface StreamFigures {
  /** Streams that opened. */
  readonly streams: number;
  /** Streams that ended too early. */
  readonly broken: number;
  /** Resident memory. */
  readonly bytesPerStream: number;
  /** Heap and buffers in use. */
  readonly heldPerStream: number;
  /** Processor time; NaN for silent streams. */
  readonly microsecondsPerEvent: number;
  /** Milliseconds to the first event. */
  readonly p50: number;
  readonly p99: number;
}

/** In seconds. */
export interface Watched {
  /** For which events are counted. */
  readonly seconds?: number;
  /** From the last stream's first event until anything is measured or counted. */
  readonly wait?: number;
}

/** Opens streams, leaves them open, and measures the memory of the candidate before and after. */
export async function openStreams(
  { pid, port, pids = () => [pid], held = () => Promise.resolve(NaN) }: Omit<Running, 'name' | 'stop'>,
  {
    key,
    streams = 1_000,
    every = 0,
    warm = 20,
    seconds = 10,
    wait = 2,
    ...more
  }: Partial<OpenStreams> & { key: string } & Watched,
): Promise<StreamFigures> {
  const job: OpenStreams = { origin: `http://127.0.0.1:${port}`, key, streams, every, ...more };
  const load = fork(fileURLToPath(new URL('./hold-streams.ts', import.meta.url)), [JSON.stringify(job)]);
  pin(load, processors.load);
  const next = <Message>(): Promise<Message> =>
    new Promise((seen) => load.once('message', (message) => seen(message as Message)));
  const all = (figure: (process: number) => number): number => pids().reduce((sum, each) => sum + figure(each), 0);
  load.send(warm);
  await next();
  const heldBefore = await held();
  const before = all(residentBytes);
  load.send(streams - warm);
  const { opened, p50, p99 } = await next<{ opened: number; p50: number; p99: number }>();
  await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
  const bytesPerStream = (all(residentBytes) - before) / (opened - warm);
  const heldPerStream = ((await held()) - heldBefore) / (opened - warm);
  load.send('count');
  const first = await next<{ events: number }>();
  const used = all(processorSeconds);
  await new Promise((resolve) => setTimeout(resolve, every ? seconds * 1_000 : 0));
  const spent = all(processorSeconds) - used;
  load.send('count');
  const last = await next<{ events: number; broken: number }>();
  load.kill();
  return {
    streams: opened,
    broken: last.broken,
    bytesPerStream,
    heldPerStream,
    microsecondsPerEvent: (spent / (last.events - first.events)) * 1e6,
    p50,
    p99,
  };
}
