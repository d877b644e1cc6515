/** Things that come and go with every call. */
export interface Registry<Thing> {
  /** Takes a thing in; the returned function takes it out again. */
  readonly add: (thing: Thing) => () => void;
  /** Calls `action` with each thing that is in. */
  readonly each: (action: (thing: Thing) => void) => void;
}

/**
 * A place for things that come and go by the thousand. A `Set` would make a new table for every few dozen of them, and
 * each dead table keeps the next one, with all that hangs on it, alive until the old generation is collected.
 */
export function makeRegistry<Thing>(): Registry<Thing> {
  const things: (Thing | null)[] = [];
  const free: number[] = [];
  return {
    add: (thing) => {
      const slot = free.pop() ?? things.length;
      things[slot] = thing;
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        things[slot] = null;
        free.push(slot);
      };
    },
    each: (action) => {
      for (const thing of things) if (thing !== null) action(thing);
    },
  };
}
