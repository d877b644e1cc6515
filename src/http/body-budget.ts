import { GatewayError } from '../errors/gateway-error.ts';
import type { HeldMemory } from '../pipeline/call.ts';
import { formatBytes } from './read-body.ts';

/** Most bytes of bodies in memory at once. */
export interface BodyBounds {
  readonly process: number;
  /** Of the calls of one key. */
  readonly key: number;
}

/** What one call counts, from its head to its end. */
export interface BodyShare extends HeldMemory {
  /**
   * Refuses a body that does not fit now, before it is read. Nothing is counted: an announced length is not memory yet.
   *
   * @param length as announced; 0 where the client sends chunks without one
   * @throws {GatewayError} `overloaded`
   */
  readonly check: (length: number) => void;
  /**
   * Counts the parsed value of a body whose bytes have been counted.
   *
   * @throws {GatewayError} `overloaded`
   */
  readonly parse: (length: number) => void;
  /** Gives back whatever is still counted. */
  readonly end: () => void;
}

/** Counts the memory that bodies take, in the process and by key. */
export interface BodyBudget {
  /** @param holder id of the key, or another name of who calls */
  readonly open: (holder: string) => BodyShare;
  /** Bytes counted at this moment. */
  readonly used: () => number;
}

/** Bytes that a parsed value is counted at, for each byte of its text: the text itself, and its strings once more, in two bytes a character. */
const parsedFactor = 4;

/** Bytes that stay counted for each byte of a body whose value has been let go: its copy that goes to the upstream. */
const sentFactor = 1;

/** Seconds after which a client should come again: the time of an ordinary upload. */
const retryAfter = '2';

interface Used {
  bytes: number;
}

/**
 * @param bounds in force; asked for with every count. A call that has all that is counted to itself is never refused: a
 *   body that alone is larger than a bound would not fit a moment later either
 */
export function makeBodyBudget(bounds: () => BodyBounds): BodyBudget {
  const all: Used = { bytes: 0 };
  // As many as there are keys that have called. Never deleted from: see decision 0013.
  const holders = new Map<string, Used>();
  const usedBy = (holder: string): Used => {
    const known = holders.get(holder);
    if (known !== undefined) return known;
    const used = { bytes: 0 };
    holders.set(holder, used);
    return used;
  };
  return {
    open: (holder) => openShare({ all, own: usedBy(holder), bounds }),
    used: () => all.bytes,
  };
}

interface Place {
  readonly all: Used;
  readonly own: Used;
  readonly bounds: () => BodyBounds;
}

function openShare({ all, own, bounds }: Place): BodyShare {
  let held = 0;
  let parsed = 0;
  const refuseBeyond = (bytes: number): void => {
    const { process, key } = bounds();
    if (own.bytes + bytes > key && own.bytes > held) throw spent('The calls of this key', key);
    if (all.bytes + bytes > process && all.bytes > held) throw spent('All calls together', process);
  };
  const count = (bytes: number): void => {
    held += bytes;
    own.bytes += bytes;
    all.bytes += bytes;
  };
  const take = (bytes: number): void => {
    refuseBeyond(bytes);
    count(bytes);
  };
  return {
    check: (length) => refuseBeyond(Math.max(1, length * (1 + parsedFactor))),
    take,
    give: (bytes) => count(-Math.min(bytes, held)),
    parse: (length) => {
      take(length * parsedFactor);
      parsed = length;
    },
    letGo: () => {
      count(-parsed * (parsedFactor - sentFactor));
      parsed = 0;
    },
    end: () => {
      parsed = 0;
      count(-held);
    },
  };
}

const spent = (whose: string, bound: number): GatewayError =>
  new GatewayError(
    'overloaded',
    `${whose} have as many bytes of bodies in memory as they may: ${formatBytes(bound)}. Send the request again in a moment.`,
    { headers: { 'retry-after': retryAfter } },
  );
