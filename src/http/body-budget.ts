import { getHeapStatistics } from 'node:v8';
import type { Limits } from '../config/config.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { HeldMemory } from '../pipeline/call.ts';

/** Limits on the bytes of bodies in memory at one time. */
interface MemoryBounds {
  /** The most bytes of all calls. */
  readonly process: number;
  /** The most bytes of the calls of one key. */
  readonly key: number;
}

/** By default all bodies together may take half of the heap, and those of one key half of that. */
const heapPart = 2;
const keyPart = 2;
const byHeap = Math.floor(getHeapStatistics().heap_size_limit / heapPart);

type MemoryLimits = Pick<Limits, 'bodyMemoryBytes' | 'keyBodyMemoryBytes'>;

/** The bounds that the settings give. */
function memoryBounds({ bodyMemoryBytes, keyBodyMemoryBytes }: MemoryLimits): MemoryBounds {
  const process = bodyMemoryBytes ?? byHeap;
  return { process, key: keyBodyMemoryBytes ?? Math.floor(process / keyPart) };
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
  readonly countParsed: (length: number) => void;
  /** Returns everything that is still counted. */
  readonly end: () => void;
}

/** Counts the memory that bodies take, in the whole process and by key. */
export interface BodyBudget {
  /**
   * @param holder id of the key or the person; null for a caller who is not known yet. All of those share one bound, and what they
   *   announce is not kept free: else one of them could shut out the others without sending a byte of a body
   */
  readonly open: (holder: string | null) => BodyShare;
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

/** The holder that callers share who are not known yet. No id is like it. */
const unknown = 'anonymous';

/**
 * @param limits returns the settings in force; called for every count. A call is never refused if all counted bytes are its own,
 *   because a body that exceeds a bound by itself would not fit later either
 */
export function makeBodyBudget(limits: () => MemoryLimits): BodyBudget {
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
    open: (holder) => new Share({ holder: holder ?? unknown, all, own: usedBy(holder ?? unknown), limits }),
    used: () => all.bytes,
  };
}

interface HolderBudget {
  readonly holder: string;
  readonly all: Used;
  readonly own: Used;
  readonly limits: () => MemoryLimits;
}

/** Every open call has one, so it is a class, which takes less memory than closures. */
class Share implements BodyShare {
  readonly #budget: HolderBudget;
  #held = 0;
  #parsed = 0;
  #announced = 0;
  /** Code that still runs after the end of its call must not count what would never be given back. */
  #isOver = false;

  constructor(budget: HolderBudget) {
    this.#budget = budget;
  }

  get holder(): string {
    return this.#budget.holder;
  }

  check(length: number): void {
    this.#refuseBeyond(Math.max(1, length * (1 + parsedFactor)), this.#budget.own.announced);
    this.#announce(length);
  }

  take(bytes: number): void {
    this.#take(bytes);
    this.#announce(Math.max(0, this.#announced - bytes));
  }

  give(bytes: number): void {
    this.#count(-Math.min(bytes, this.#held));
  }

  countRead(bytes: number): void {
    const counted = bytes * (1 + parsedFactor);
    if (bytes < 0) this.#count(counted);
    else this.#take(counted);
  }

  countParsed(length: number): void {
    this.#take(length * parsedFactor);
    this.#parsed = length;
  }

  releaseParsed(): void {
    this.#count(-this.#parsed * (parsedFactor - sentFactor));
    this.#parsed = 0;
  }

  end(): void {
    this.#parsed = 0;
    this.#announce(0);
    this.#count(-this.#held);
    this.#isOver = true;
  }

  #announce(length: number): void {
    if (this.holder === unknown) return;
    this.#budget.own.announced += length - this.#announced;
    this.#announced = length;
  }

  #take(bytes: number): void {
    this.#refuseBeyond(bytes);
    this.#count(bytes);
  }

  #count(bytes: number): void {
    if (this.#isOver) return;
    this.#held += bytes;
    this.#budget.own.bytes += bytes;
    this.#budget.all.bytes += bytes;
  }

  /** @param others bytes that other calls of the holder have announced */
  #refuseBeyond(bytes: number, others = 0): void {
    const { all, own, limits } = this.#budget;
    const { process, key } = memoryBounds(limits());
    const whose = this.holder === unknown ? 'All sign-ins together' : 'The calls of this key or person';
    if (own.bytes + others + bytes > key && own.bytes + others > this.#held) throw spent(whose, key);
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

const mebibyte = 1_048_576;

/** Formats a limit: whole mebibytes as `28 MiB`, other values in bytes. */
export const formatBytes = (bytes: number): string =>
  bytes % mebibyte === 0 ? `${bytes / mebibyte} MiB` : `${bytes.toLocaleString('en-US')} bytes`;
