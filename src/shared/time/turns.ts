import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work of which each piece holds up everything else: one piece at a time, and a rest after each. Owners go on in turn. */
interface Turns {
  /**
   * Resolves when a piece may begin. It is to be done in the same turn of the event loop, and it is over when that is.
   *
   * @param owner of the work. Of the pieces of one owner the smallest is next, but one counts for less whenever another passes it
   * @param size of the work, in any unit that is the same for all
   */
  readonly wait: (owner: string, size: number) => Promise<void>;
}

/** A rest is as long as the work before it, so that half of the time is for others, but no longer than so many milliseconds. */
const longestRest = 250;

interface Waiting {
  readonly size: number;
  /** Pieces of the same owner that have begun meanwhile. */
  passed: number;
  readonly begin: () => void;
}

/** A piece that is many times as large as all others waits for as many of them, not for ever. */
const weightOf = ({ size, passed }: Waiting): number => size / (1 + passed);

export function makeTurns(): Turns {
  /** The waiting pieces of each owner. The owner whose turn is next comes first. */
  const waiting = new Map<string, readonly Waiting[]>();
  let isBusy = false;

  /** Takes the next piece of the next owner. */
  const take = (): Waiting | null => {
    const [next] = waiting;
    if (next === undefined) return null;
    const [owner, pieces] = next;
    const lightest = pieces.reduce((least, each) => (weightOf(each) < weightOf(least) ? each : least));
    const others = pieces.filter((each) => each !== lightest);
    for (const other of others) other.passed += 1;
    waiting.delete(owner);
    if (others.length > 0) waiting.set(owner, others);
    return lightest;
  };
  const next = (): void => {
    const piece = take();
    isBusy = piece !== null;
    if (piece === null) return;
    const begun = performance.now();
    piece.begin();
    // What follows the promise is done before the loop comes to this.
    setImmediate(() => setTimeout(next, Math.min(performance.now() - begun, longestRest)));
  };

  return {
    wait: (owner, size) =>
      new Promise((resolve) => {
        waiting.set(owner, [...(waiting.get(owner) ?? []), { size, passed: 0, begin: resolve }]);
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

/** Runs actions, so many at once; the others wait, in order. */
type WithPermit = <Result>(action: () => Promise<Result>) => Promise<Result>;

interface Bounds {
  readonly atOnce: number;
  /** Actions that may wait. */
  readonly waiting: number;
  /** What an action beyond them is refused with. */
  readonly full: () => Error;
}

export function makePermits({ atOnce, waiting: mostWaiting, full }: Bounds): WithPermit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (action) => {
    if (waiting.length >= mostWaiting) throw full();
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await action();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Runs `size` tasks at once, then waits for all of them and throws the first failure. */
export function makeBundle(size: number) {
  let running: Promise<void>[] = [];
  const failures: unknown[] = [];
  const end = async (): Promise<void> => {
    await Promise.all(running);
    running = [];
    if (failures.length > 0) throw failures[0];
  };
  return {
    add: async (task: () => Promise<void>): Promise<void> => {
      running.push(task().catch((error: unknown) => void failures.push(error)));
      if (running.length >= size) await end();
    },
    end,
  };
}

/** The actions under one name. */
interface Line {
  last: Promise<unknown>;
  /** How many have not begun. */
  waiting: number;
}

/** The actions of each owner, by their name. */
const underWay = new WeakMap<object, Map<string, Line>>();

/** Actions with the same key run one after another. */
interface MutexKey {
  /** For example a store. Compared by identity. */
  readonly owner: object;
  /** For example the id of a record. */
  readonly name: string;
  /** Absent: any number of actions may wait. */
  readonly bounds?: Omit<Bounds, 'atOnce'>;
}

/**
 * Runs the actions of one key one after another, in order. A failed action does not stop the next one.
 *
 * @throws {Error} `full` of the bounds, at once, if as many wait
 */
export async function runExclusive<Result>(
  { owner, name, bounds }: MutexKey,
  action: () => Promise<Result>,
): Promise<Result> {
  const ofOwner = underWay.get(owner) ?? new Map<string, Line>();
  const line = ofOwner.get(name) ?? { last: Promise.resolve(), waiting: 0 };
  if (bounds && line.waiting >= bounds.waiting) throw bounds.full();
  underWay.set(owner, ofOwner);
  ofOwner.set(name, line);
  line.waiting += 1;
  const mine = line.last.then(() => {
    line.waiting -= 1;
    return action();
  });
  const settled = mine.catch(() => undefined);
  line.last = settled;
  try {
    return await mine;
  } finally {
    if (line.last === settled) ofOwner.delete(name);
  }
}
