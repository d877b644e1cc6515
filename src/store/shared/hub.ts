import type { Reach } from '../../identity/key-store.ts';
import type { LeaseSubject } from '../../metering/lease-records.ts';

/** How one of several instances speaks to the others that have the same database open. */
export interface Hub {
  /** False: there are no others, and there never will be. */
  readonly isShared: boolean;
  /**
   * Announces that the feed has changed. Without it, other instances notice a little later.
   * @returns resolves when all others have read it, or after a second, with how many have
   */
  readonly changed: () => Promise<Reach>;
  /** The announcing instance awaits what the listener returns; one that rejects has not read it. */
  readonly onChange: (listener: () => Promise<void>) => () => void;
  /** Resolves when the others have answered, or after 200 ms. */
  readonly recall: (subjects: readonly LeaseSubject[]) => Promise<void>;
  readonly onRecall: (listener: (subjects: readonly LeaseSubject[]) => Promise<void>) => () => void;
}

/** The hub of an instance that is alone. */
export const nobodyElse: Hub = {
  isShared: false,
  changed: () => Promise.resolve({ reached: 1, instances: 1 }),
  onChange: () => () => undefined,
  recall: () => Promise.resolve(),
  onRecall: () => () => undefined,
};

/** Milliseconds that an instance which recalls credit waits for the others: a slow refusal is better than a false one. */
export const recallMilliseconds = 200;

/** Joins instances in one process: workers that their parent speaks for, and instances of a test. */
export function makeHubs(): () => Hub {
  const changeListeners = new Map<object, () => Promise<void>>();
  const recallListeners = new Map<object, (subjects: readonly LeaseSubject[]) => Promise<void>>();
  const listen = <Listener>(listeners: Map<object, Listener>, self: object, listener: Listener) => {
    listeners.set(self, listener);
    return () => void listeners.delete(self);
  };
  const others = <Listener>(listeners: ReadonlyMap<object, Listener>, self: object): readonly Listener[] =>
    [...listeners].filter(([owner]) => owner !== self).map(([, listener]) => listener);

  return () => {
    const self = {};
    return {
      isShared: true,
      changed: async () => {
        const read = await Promise.allSettled(others(changeListeners, self).map((listener) => listener()));
        const reached = read.filter(({ status }) => status === 'fulfilled').length;
        return { reached: reached + 1, instances: read.length + 1 };
      },
      onChange: (listener) => listen(changeListeners, self, listener),
      recall: async (subjects) => {
        const late = Promise.withResolvers<void>();
        const timer = setTimeout(late.resolve, recallMilliseconds);
        const answers = others(recallListeners, self).map((listener) => listener(subjects));
        await Promise.race([Promise.allSettled(answers), late.promise]);
        clearTimeout(timer);
      },
      onRecall: (listener) => listen(recallListeners, self, listener),
    };
  };
}
