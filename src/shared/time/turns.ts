import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work of which each piece holds up everything else: one piece at a time, the smallest first, and a rest after each. */
export interface Turns {
  /**
   * Resolves when a piece may begin. It is to be done in the same turn of the event loop, and it is over when that is.
   *
   * @param size of the work, in any unit that is the same for all
   */
  readonly wait: (size: number) => Promise<void>;
}

/** A rest is as long as the work before it, so that half of the time is for others, but no longer than so many milliseconds. */
const longestRest = 250;

interface Waiting {
  readonly size: number;
  readonly begin: () => void;
}

export function makeTurns(): Turns {
  let waiting: Waiting[] = [];
  let isBusy = false;

  const next = (): void => {
    const smallest = waiting.reduce<Waiting | null>(
      (least, each) => (least === null || each.size < least.size ? each : least),
      null,
    );
    isBusy = smallest !== null;
    if (smallest === null) return;
    waiting = waiting.filter((each) => each !== smallest);
    const begun = performance.now();
    smallest.begin();
    // What follows the promise is done before the loop comes to this.
    setImmediate(() => setTimeout(next, Math.min(performance.now() - begun, longestRest)));
  };

  return {
    wait: (size) =>
      new Promise((resolve) => {
        waiting.push({ size, begin: resolve });
        if (isBusy) return;
        isBusy = true;
        // Not in the turn in which the body was assembled.
        setImmediate(next);
      }),
  };
}

/** Where pieces of work come from. */
interface Source {
  readonly pause: () => void;
  readonly resume: () => void;
}

/** A source that takes part in a ration. */
export interface Rationed {
  /**
   * Counts a piece that the source has brought. If the ration of this turn is spent, pauses the source until it is its turn.
   *
   * @param size of the piece, in the unit of the ration
   */
  readonly take: (size: number) => void;
  /** Forgets the source, because what it brings is not wanted any more. One that is paused is resumed. */
  readonly leave: () => void;
}

/** Work that comes in many small pieces, of which so much is done in one turn of the event loop. */
export interface Ration {
  /** @param owner of the source: owners go on in turn, and of the sources of one owner the one that joined first */
  readonly join: (owner: string, source: Source) => Rationed;
}

interface Paused {
  readonly joined: number;
  readonly source: Source;
}

/** @param each most that a source brings before it can be paused: so many sources go on in a turn as fit into the ration */
export function makeRation({ size, each }: { readonly size: number; readonly each: number }): Ration {
  let taken = 0;
  let joins = 0;
  let isSet = false;
  /** The paused sources of each owner, in the order in which they joined. The owner whose turn is next comes first. */
  const paused = new Map<string, Paused[]>();

  /** One turn is set at a time: each of several would give out a whole ration. */
  const setTurn = (): void => {
    if (isSet) return;
    isSet = true;
    setImmediate(begin);
  };
  const begin = (): void => {
    isSet = false;
    taken = 0;
    for (let left = size / each; left > 0; left -= 1) {
      const [next] = paused;
      if (next === undefined) return;
      const [owner, [first, ...others]] = next;
      paused.delete(owner);
      if (others.length > 0) paused.set(owner, others);
      first?.source.resume();
    }
    if (paused.size > 0) setTurn();
  };

  return {
    join: (owner, source) => {
      const own: Paused = { joined: (joins += 1), source };
      return {
        take: (bytes) => {
          setTurn();
          taken += bytes;
          if (taken < size) return;
          source.pause();
          const others = paused.get(owner) ?? [];
          if (others.includes(own)) return;
          others.splice(others.findLastIndex(({ joined }) => joined < own.joined) + 1, 0, own);
          paused.set(owner, others);
        },
        leave: () => {
          const all = paused.get(owner) ?? [];
          if (!all.includes(own)) return;
          if (all.length > 1) paused.set(owner, all.toSpliced(all.indexOf(own), 1));
          else paused.delete(owner);
          source.resume();
        },
      };
    },
  };
}

/** Units of work in one turn of the event loop. Each is a few microseconds. */
const eachTurn = 100;

/**
 * Maps the elements of a long list, in order, and lets other work run after every 100 units of work.
 *
 * @param workOf units of an element; absent: each is one
 */
export async function mapInTurns<From, To>(
  list: readonly From[],
  map: (element: From, index: number) => To,
  workOf: (element: From) => number = () => 1,
): Promise<To[]> {
  const mapped: To[] = [];
  let work = 0;
  for (const [index, element] of list.entries()) {
    if (work >= eachTurn) {
      await nextTurn();
      work = 0;
    }
    work += workOf(element);
    mapped.push(map(element, index));
  }
  return mapped;
}
