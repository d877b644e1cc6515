import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Registry } from '../shared/collections.ts';
import { makeDeadline, type Clock, type Deadline } from '../shared/time/clock.ts';
import {
  BrokenUpstream,
  errorMilliseconds,
  type UpstreamAnswer,
  type UpstreamLimits,
  type UpstreamRequest,
} from './upstream.ts';

/** Bytes that may wait unread before the upstream is asked to pause. */
const highWater = 16_384;

/** Bytes of a chunk after which the upstream pauses until its reader asks for more: a client that stops reading holds one of them. */
const longChunk = 8_192;

/**
 * Options of a socket: how much it reads at once, and holds unread. A client that stops reading keeps several reads in memory, and
 * by default Node allocates 64 KiB for each. Here all sockets read into one buffer and copy what arrived.
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

/** The upstream's side of the flow: how to slow it down. */
export interface Flow {
  readonly pause: () => void;
  readonly resume: () => void;
}

type Waiter = { resolve: (chunk: Buffer | null) => void; reject: (error: Error) => void };

/** Chunks of one answer on their way from the upstream to the reader, with backpressure. */
export class AnswerQueue {
  readonly #watch: (waiting: boolean) => void;
  #chunks: Buffer[] = [];
  #size = 0;
  #ended = false;
  #failure: Error | null = null;
  #paused: Flow | null = null;
  #waiter: Waiter | null = null;

  /** @param watch called when a reader begins to wait (true) and when it stops waiting (false) */
  constructor(watch: (waiting: boolean) => void) {
    this.#watch = watch;
  }

  push(chunk: Buffer, flow: Flow): void {
    const waiter = this.#takeWaiter();
    if (waiter !== null) waiter.resolve(chunk);
    else {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
    }
    if (this.#paused !== null || (this.#size < highWater && chunk.length < longChunk)) return;
    this.#paused = flow;
    flow.pause();
  }

  end(): void {
    this.#ended = true;
    this.#takeWaiter()?.resolve(null);
  }

  fail(error: Error): void {
    this.#failure ??= error;
    this.#takeWaiter()?.reject(error);
  }

  /** The next bytes (all that wait, in order); null at the clean end. Rejects if the answer broke. One reader at a time. */
  read(): Promise<Buffer | null> {
    if (this.#size > 0) return Promise.resolve(this.#takeAll());
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (this.#ended) return Promise.resolve(null);
    this.#watch(true);
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
    this.#waiter = { resolve, reject };
    const paused = this.#paused;
    this.#paused = null;
    paused?.resume();
    return promise;
  }

  #takeWaiter(): Waiter | null {
    const waiter = this.#waiter;
    if (waiter === null) return null;
    this.#waiter = null;
    this.#watch(false);
    return waiter;
  }

  #takeAll(): Buffer {
    const [first] = this.#chunks;
    const taken = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [];
    this.#size = 0;
    return taken;
  }
}

const timedOut = (milliseconds: number, what: string): BrokenUpstream =>
  new BrokenUpstream('timed_out', what, { seconds: milliseconds / 1000 });

/** Watches the time limits of one call while it runs. */
class LimitWatch {
  readonly #limits: UpstreamLimits;
  readonly #silence: Deadline;
  readonly #cancelTotal: (() => void) | null;
  #hasHead = false;

  /** @param onTimeout called for the first limit that is exceeded */
  constructor(limits: UpstreamLimits, clock: Clock, onTimeout: (error: BrokenUpstream) => void) {
    const { firstByte, idle, total } = limits;
    this.#limits = limits;
    const silent = (): BrokenUpstream =>
      this.#hasHead ? timedOut(idle, 'the body fell silent') : timedOut(firstByte, 'no head in time');
    this.#silence = makeDeadline({ clock, shortest: Math.min(firstByte, idle), met: () => onTimeout(silent()) });
    this.#silence.set(firstByte);
    const late = (most: number) => (): void => onTimeout(timedOut(most, 'call took too long'));
    this.#cancelTotal = total === null ? null : clock.after(total, late(total));
  }

  /** Restarts the wait for the head after a part of the request has gone out. */
  sent(): void {
    if (!this.#hasHead) this.#silence.set(this.#limits.firstByte);
  }

  /** The head of the answer has arrived. */
  headCame(): void {
    this.#hasHead = true;
    this.#silence.rest();
  }

  /** A reader has begun (true) or stopped (false) to wait for bytes. */
  waiting(waits: boolean): void {
    if (waits) this.#silence.set(this.#limits.idle);
    else this.#silence.rest();
  }

  stop(): void {
    this.#silence.stop();
    this.#cancelTotal?.();
  }
}

const endedByUs = (cause?: GatewayError) => new BrokenUpstream('upstream_cut', 'ended by us', { cause });

/** How a request ends that the shutdown of the server does not wait for. */
export const endedByShutdown = (): BrokenUpstream =>
  endedByUs(
    new GatewayError(
      'overloaded',
      'This server is shutting down and could not wait for the answer. Send the request again.',
    ),
  );

/** The part of a request that is kept until its answer has ended. The body is not. */
export type Exchanged = Pick<UpstreamRequest, 'limits' | 'onLeave' | 'onSent'>;

export interface ExchangeParts {
  readonly secrets: UpstreamAnswer['secrets'];
  readonly clock: Clock;
  /** How to end each call that is under way. */
  readonly open: Registry<() => void>;
  /** Records how the provider did: the head of its answer, or why there is none. */
  readonly note: (ended: Pick<UpstreamAnswer, 'status' | 'headers'> | BrokenUpstream) => void;
}

/** One request and its answer, as undici reports them. Every open stream has one, so it is a class, which takes less memory than closures. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly head = Promise.withResolvers<UpstreamAnswer>();
  readonly #onSent: Exchanged['onSent'];
  readonly #parts: ExchangeParts;
  readonly #watch: LimitWatch;
  readonly #queue: AnswerQueue;
  readonly #close: () => void;
  #forgetClient = (): void => undefined;
  #cancelError: (() => void) | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #finished = false;
  #answered = false;
  #broken: BrokenUpstream | null = null;

  constructor({ limits, onLeave, onSent }: Exchanged, parts: ExchangeParts) {
    this.#onSent = onSent;
    this.#parts = parts;
    this.#watch = new LimitWatch(limits, parts.clock, (error) => this.breakOff(error));
    this.#queue = new AnswerQueue((waits) => this.#watch.waiting(waits));
    this.#close = parts.open.add(() => this.breakOff(endedByShutdown()));
    this.#forgetClient = onLeave(() => this.breakOff(new BrokenUpstream('client_left', 'the client left')));
  }

  isOver(): boolean {
    return this.#finished;
  }

  breakOff(error = endedByUs()): void {
    if (this.#finished) return;
    this.#broken = error;
    // If the client leaves, that says nothing about the provider.
    if (!this.#answered && error.reason !== 'client_left') this.#parts.note(error);
    this.#finish();
    this.#controller?.abort(error);
    this.#queue.fail(error);
    this.head.reject(error);
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    this.#controller = started;
    if (this.#broken) started.abort(this.#broken);
  }

  onBodySent(): void {
    this.#watch.sent();
  }

  onRequestSent(): void {
    this.#onSent?.();
  }

  onResponseStart(started: Dispatcher.DispatchController, status: number, headers: UpstreamAnswer['headers']): void {
    // They are views of the first packet, and would keep all of it in memory.
    started.rawHeaders = null;
    if (status < 200) return;
    this.#answered = true;
    this.#parts.note({ status, headers });
    this.#watch.headCame();
    if (status >= 400) this.#limitError();
    this.head.resolve({
      status,
      headers,
      read: () => this.#queue.read(),
      abort: () => this.breakOff(),
      outliveClient: this.#forgetClient,
      secrets: this.#parts.secrets,
    });
  }

  onResponseData(flow: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#queue.push(chunk, flow);
  }

  onResponseEnd(): void {
    this.#finish();
    this.#queue.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    const reason = this.#controller === null ? 'unreachable' : 'upstream_cut';
    this.breakOff(new BrokenUpstream(reason, 'the connection failed', { cause }));
  }

  #limitError(): void {
    const late = (): void => this.breakOff(timedOut(errorMilliseconds, 'the body of an error took too long'));
    this.#cancelError = this.#parts.clock.after(errorMilliseconds, late);
  }

  #finish(): void {
    this.#finished = true;
    this.#watch.stop();
    this.#cancelError?.();
    this.#forgetClient();
    this.#close();
  }
}
