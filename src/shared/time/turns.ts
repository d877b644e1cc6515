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
        // Not in the turn in which the work was put together.
        setImmediate(next);
      }),
  };
}
