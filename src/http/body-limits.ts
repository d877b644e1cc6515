import type { IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Limits } from '../config/config.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { HeldMemory } from '../pipeline/call.ts';
import type { Clock } from '../shared/time/clock.ts';

/** Limits of one request body, and the clock that measures its time. */
export interface BodyRules {
  /** Bytes. */
  readonly limit: number;
  /** Average bytes per second that a buffered body must reach after its first 30 s; absent: no minimum. */
  readonly bytesPerSecond?: number;
  /** Milliseconds that the body may take; absent or null: no limit while it keeps its pace. */
  readonly milliseconds?: number | null;
  readonly clock: Clock;
  /** True if long strings are cut out of the body; absent: it is parsed as a whole. */
  readonly skims?: boolean;
  /** True if the body is a whole batch of requests, which may have more members; absent: it is one request. */
  readonly isBatch?: boolean;
}

/** The slowest pace: a body with fewer bytes in any such period is refused. */
export const slowest = { bytes: 30_720, milliseconds: 30_000 };

const tooLarge = (limit: number): GatewayError =>
  new GatewayError('request_too_large', `The request is larger than ${formatBytes(limit)}. Split it.`);

/** A smaller chunk is as much work as one of this many bytes. */
const leastChunk = 1_024;

/** The work to process a chunk of a body, in bytes. */
export const workOf = (chunk: Buffer): number => Math.max(chunk.length, leastChunk);

/** The least average size of chunks after the first ones, in bytes. */
const leastAverage = 64;

/** The most chunks of a body of this many bytes. */
export const mostChunks = (bytes: number): number => 10_000 + bytes / leastAverage;

const tooManyChunks = (): GatewayError =>
  new GatewayError(
    'malformed_request',
    `The request body comes in chunks of less than ${leastAverage} bytes on average. Send it in larger ones.`,
  );

/** Counts the bytes and chunks of a body as they arrive. @param limit bytes */
export function countBody(limit: number) {
  const count = {
    bytes: 0,
    chunks: 0,
    /** Counts a chunk. @returns why the body must be refused; null if it may go on */
    add: (bytes: number): GatewayError | null => {
      count.bytes += bytes;
      count.chunks += 1;
      if (count.bytes > limit) return tooLarge(limit);
      return count.chunks > mostChunks(count.bytes) ? tooManyChunks() : null;
    },
  };
  return count;
}

/** @throws {GatewayError} `request_too_large` if `Content-Length` exceeds the limit; the body is not read */
export function checkLength(request: IncomingMessage, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

export const tooSlow = (): GatewayError =>
  new GatewayError('timeout', 'The request body came too slowly: less than 1 KiB/s for 30 s. Send it again.');

export const tooSlowOnAverage = (bytesPerSecond: number): GatewayError =>
  new GatewayError(
    'timeout',
    `The request body came too slowly: less than ${formatBytes(bytesPerSecond)} a second on average. Send it faster, or send less.`,
  );

export const stopped = (): GatewayError =>
  new GatewayError('malformed_request', 'The request body stopped in the middle.');

const tooLong = (milliseconds: number): GatewayError =>
  new GatewayError(
    'timeout',
    `The request was not complete within ${milliseconds / 1_000} s. Send it faster, or send less.`,
  );

/** Calls `fail` when the body has taken longer than it may. The returned function cancels that. */
export const watchTime = (
  { milliseconds = null, clock }: BodyRules,
  fail: (error: GatewayError) => void,
): (() => void) =>
  milliseconds === null ? () => undefined : clock.after(milliseconds, () => fail(tooLong(milliseconds)));

const mebibyte = 1_048_576;

/** Formats a limit: whole mebibytes as `28 MiB`, other values in bytes. */
const formatBytes = (bytes: number): string =>
  bytes % mebibyte === 0 ? `${bytes / mebibyte} MiB` : `${bytes.toLocaleString('en-US')} bytes`;

type LimitedOperation = Pick<OperationFacts, 'limit' | 'voice'>;

/** Limits of request bodies by operation, read from the live configuration. */
export interface BodyParts {
  /** Bytes that a request body may have. Only forms contain files: the limit of files is not that of JSON, which is held in memory. */
  readonly bodyLimit: (operation: LimitedOperation, isForm: boolean) => number;
  /** Milliseconds that a request body may take; null: no limit while it keeps its pace. */
  readonly bodyTime: (operation: LimitedOperation) => number | null;
  /** Average bytes per second that a buffered body must reach. */
  readonly bodyPace: () => number;
  readonly clock: Clock;
}

/** The configured limit of each kind of body, in bytes. */
const bytesOf: Readonly<Record<OperationFacts['limit'], (limits: Limits) => number>> = {
  json: (limits) => limits.jsonRequestBytes,
  voice: (limits) => limits.voiceRequestBytes,
  file: (limits) => limits.fileRequestBytes,
};

/** By default all bodies together may take half of the heap, and those of one key half of that. */
const heapPart = 2;
const keyPart = 2;
const byHeap = Math.floor(getHeapStatistics().heap_size_limit / heapPart);

function bodyBounds({ bodyMemoryBytes, keyBodyMemoryBytes }: Limits): BodyBounds {
  const process = bodyMemoryBytes ?? byHeap;
  return { process, key: keyBodyMemoryBytes ?? Math.floor(process / keyPart) };
}

/** Makes the limits of request bodies. On voice routes a body may take no longer than the whole call. */
export function bodyRules(limits: () => Limits): Omit<BodyParts, 'clock'> & { readonly bodyBudget: BodyBudget } {
  return {
    bodyLimit: ({ limit }, isForm) => bytesOf[limit === 'file' && !isForm ? 'json' : limit](limits()),
    bodyTime: ({ voice }) => (voice ? limits().voiceSeconds * 1000 : null),
    bodyPace: () => limits().bodyBytesPerSecond,
    bodyBudget: makeBodyBudget(() => bodyBounds(limits())),
  };
}

/** Limits on the bytes of bodies in memory at one time. */
interface BodyBounds {
  /** Of all calls. */
  readonly process: number;
  /** Of the calls of one key. */
  readonly key: number;
}

/** The share of one call in the memory budgets, from its head to its end. */
export interface BodyShare extends HeldMemory {
  /** Whose budget the call shares: the id of its key, or another name of the caller. */
  readonly holder: string;
  /**
   * Refuses a body that does not fit now, before it is read. An announced length is not memory yet: until its bytes arrive, it counts
   * only against bodies that the same holder announces later.
   *
   * @param length `Content-Length`; 0 if the client sends chunks without one
   * @throws {GatewayError} `overloaded`
   */
  readonly check: (length: number) => void;
  /**
   * Counts the parsed value of a body whose bytes have been counted.
   *
   * @throws {GatewayError} `overloaded`
   */
  readonly parse: (length: number) => void;
  /** Returns everything that is still counted. */
  readonly end: () => void;
}

/** Counts the memory that bodies take, in the whole process and by key. */
export interface BodyBudget {
  /** @param holder id of the key, or another name of the caller */
  readonly open: (holder: string) => BodyShare;
  /** Bytes counted now. */
  readonly used: () => number;
}

/** Bytes counted for a parsed value, per byte of its text: the text itself, and its strings again at two bytes a character. */
const parsedFactor = 4;

/** Bytes that stay counted, per byte of a body, after its value has been released: the copy that is sent to the upstream. */
const sentFactor = 1;

interface Used {
  bytes: number;
  /** Bytes of bodies that have not arrived yet. */
  announced: number;
}

/**
 * @param bounds returns the limits in force; called for every count. A call is never refused if all counted bytes are its own,
 *   because a body that exceeds a bound by itself would not fit later either
 */
export function makeBodyBudget(bounds: () => BodyBounds): BodyBudget {
  const all: Used = { bytes: 0, announced: 0 };
  // One entry for each key that has called; entries are never deleted (decision 0013).
  const holders = new Map<string, Used>();
  const usedBy = (holder: string): Used => {
    const known = holders.get(holder);
    if (known !== undefined) return known;
    const used = { bytes: 0, announced: 0 };
    holders.set(holder, used);
    return used;
  };
  return {
    open: (holder) => new Share({ holder, all, own: usedBy(holder), bounds }),
    used: () => all.bytes,
  };
}

interface Place {
  readonly holder: string;
  readonly all: Used;
  readonly own: Used;
  readonly bounds: () => BodyBounds;
}

/** Every open call has one, so it is a class, which takes less memory than closures. */
class Share implements BodyShare {
  readonly #place: Place;
  #held = 0;
  #parsed = 0;
  #announced = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  get holder(): string {
    return this.#place.holder;
  }

  check(length: number): void {
    this.#refuseBeyond(Math.max(1, length * (1 + parsedFactor)), this.#place.own.announced);
    this.#announce(length);
  }

  take(bytes: number): void {
    this.#take(bytes);
    this.#announce(Math.max(0, this.#announced - bytes));
  }

  give(bytes: number): void {
    this.#count(-Math.min(bytes, this.#held));
  }

  read(bytes: number): void {
    const counted = bytes * (1 + parsedFactor);
    if (bytes < 0) this.#count(counted);
    else this.#take(counted);
  }

  parse(length: number): void {
    this.#take(length * parsedFactor);
    this.#parsed = length;
  }

  letGo(): void {
    this.#count(-this.#parsed * (parsedFactor - sentFactor));
    this.#parsed = 0;
  }

  end(): void {
    this.#parsed = 0;
    this.#announce(0);
    this.#count(-this.#held);
  }

  #announce(length: number): void {
    this.#place.own.announced += length - this.#announced;
    this.#announced = length;
  }

  #take(bytes: number): void {
    this.#refuseBeyond(bytes);
    this.#count(bytes);
  }

  #count(bytes: number): void {
    this.#held += bytes;
    this.#place.own.bytes += bytes;
    this.#place.all.bytes += bytes;
  }

  /** @param others bytes that other calls of the holder have announced */
  #refuseBeyond(bytes: number, others = 0): void {
    const { all, own, bounds } = this.#place;
    const { process, key } = bounds();
    if (own.bytes + others + bytes > key && own.bytes + others > this.#held) throw spent('The calls of this key', key);
    if (all.bytes + bytes > process && all.bytes > this.#held) throw spent('All calls together', process);
  }
}

const spent = (whose: string, bound: number): GatewayError =>
  new GatewayError(
    'overloaded',
    `${whose} hold the most bytes of request bodies and stored objects in memory that they may: ${formatBytes(bound)}. Send the request again in a moment.`,
    // Seconds: the duration of an ordinary upload.
    { headers: { 'retry-after': '2' } },
  );
