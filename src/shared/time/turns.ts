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

/** Work that comes in many small pieces, of which so much is done in one turn of the event loop. */
export interface Ration {
  /**
   * Counts a piece that a source has brought. If the ration of this turn is spent, pauses the source until it is its turn.
   *
   * @param size of the piece, in the unit of the ration
   */
  readonly take: (size: number, source: Source) => void;
  /** Forgets a source that brings nothing more. */
  readonly leave: (source: Source) => void;
}

/** @param each most that a source brings before it can be paused: so many sources go on in a turn as fit into the ration */
export function makeRation({ size, each }: { readonly size: number; readonly each: number }): Ration {
  let taken = 0;
  let isSet = false;
  const paused = new Set<Source>();

  /** One turn is set at a time: each of several would give out a whole ration. */
  const setTurn = (): void => {
    if (isSet) return;
    isSet = true;
    setImmediate(begin);
  };
  const begin = (): void => {
    isSet = false;
    taken = 0;
    for (const source of [...paused].slice(0, size / each)) {
      paused.delete(source);
      source.resume();
    }
    if (paused.size > 0) setTurn();
  };

  return {
    take: (bytes, source) => {
      setTurn();
      taken += bytes;
      if (taken < size) return;
      source.pause();
      paused.add(source);
    },
    leave: (source) => void paused.delete(source),
  };
}
