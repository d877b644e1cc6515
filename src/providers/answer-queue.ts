import type { Socket } from 'node:net';
import { makeDeadline, type Clock } from '../shared/time/clock.ts';
import { BrokenUpstream, type UpstreamLimits } from './upstream.ts';

/** Bytes that may wait unread before the upstream is asked to pause. */
const highWater = 16_384;

/**
 * Options of a socket: how much it reads at once, and holds unread. A client that stops reading keeps several reads in memory, and
 * Node's own way allocates 64 KiB for each. All sockets read into one buffer, and keep a copy of what came.
 */
export const smallReads = {
  highWaterMark: highWater,
  onread: {
    buffer: Buffer.allocUnsafeSlow(highWater),
    callback(this: Socket, length: number, shared: Uint8Array): boolean {
      return this.push(Buffer.from(shared.subarray(0, length)));
    },
  },
};

/** The upstream's side of the flow: how it is slowed down. */
export interface Flow {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Chunks on their way from the upstream to the reader, with backpressure. */
interface AnswerQueue {
  readonly push: (chunk: Buffer, flow: Flow) => void;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
  /** The next bytes (all that wait, in order); null at the clean end. Rejects when the answer broke. One reader at a time. */
  readonly read: () => Promise<Buffer | null>;
  /** Calls back when a reader begins to wait (true) and when it stops waiting (false). */
  readonly onWaiting: (watch: (waiting: boolean) => void) => void;
}

type Waiter = { resolve: (chunk: Buffer | null) => void; reject: (error: Error) => void };

/** A queue for one answer. */
export function makeAnswerQueue(): AnswerQueue {
  let chunks: Buffer[] = [];
  let size = 0;
  let ended = false;
  let failure: Error | null = null;
  let paused: Flow | null = null;
  let waiter: Waiter | null = null;
  let watch: (waiting: boolean) => void = () => undefined;

  const settle = (act: (waiter: Waiter) => void): boolean => {
    if (waiter === null) return false;
    const current = waiter;
    waiter = null;
    watch(false);
    act(current);
    return true;
  };

  const takeAll = (): Buffer => {
    const taken = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
    chunks = [];
    size = 0;
    paused?.resume();
    paused = null;
    return taken;
  };

  return {
    push: (chunk, flow) => {
      if (settle(({ resolve }) => resolve(chunk))) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size < highWater || paused !== null) return;
      paused = flow;
      flow.pause();
    },
    end: () => {
      ended = true;
      settle(({ resolve }) => resolve(null));
    },
    fail: (error) => {
      failure ??= error;
      settle(({ reject }) => reject(error));
    },
    read: () => {
      if (size > 0) return Promise.resolve(takeAll());
      if (failure !== null) return Promise.reject(failure);
      if (ended) return Promise.resolve(null);
      watch(true);
      return new Promise((resolve, reject) => {
        waiter = { resolve, reject };
      });
    },
    onWaiting: (watcher) => {
      watch = watcher;
    },
  };
}

/** The time limits of one call while it runs. */
interface LimitWatch {
  /** Restarts the wait for the head after a part of the request has gone out. */
  readonly sent: () => void;
  /** The head of the answer has come. */
  readonly headCame: () => void;
  /** A reader has begun (true) or stopped (false) to wait for bytes. */
  readonly waiting: (waits: boolean) => void;
  readonly stop: () => void;
}

const timedOut = (milliseconds: number, what: string): BrokenUpstream =>
  new BrokenUpstream('timed_out', what, { seconds: milliseconds / 1000 });

/** Watches a call's time limits; calls `onTimeout` for the first one that is exceeded. */
export function watchLimits(
  { firstByte, idle, total }: UpstreamLimits,
  clock: Clock,
  onTimeout: (error: BrokenUpstream) => void,
): LimitWatch {
  let hasHead = false;
  const silence = makeDeadline({
    clock,
    shortest: Math.min(firstByte, idle),
    met: () => onTimeout(hasHead ? timedOut(idle, 'the body fell silent') : timedOut(firstByte, 'no head in time')),
  });
  silence.set(firstByte);
  const cancelTotal =
    total === null ? null : clock.after(total, () => onTimeout(timedOut(total, 'call took too long')));
  return {
    sent: () => {
      if (!hasHead) silence.set(firstByte);
    },
    headCame: () => {
      hasHead = true;
      silence.rest();
    },
    waiting: (waits) => {
      if (waits) silence.set(idle);
      else silence.rest();
    },
    stop: () => {
      silence.stop();
      cancelTotal?.();
    },
  };
}
