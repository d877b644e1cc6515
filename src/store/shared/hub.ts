import type { Reach } from '../../identity/key-store.ts';
import type { LeaseSubject } from '../../metering/lease-records.ts';

/** How one of several instances talks to the others that share its database. */
export interface Hub {
  /** False: there are no others, and there never will be. */
  readonly isShared: boolean;
  /**
   * Announces that the feed has changed. Without it, other instances notice a little later. Resolves when all others have read the
   * feed, or after a second, with how many have.
   */
  readonly changed: () => Promise<Reach>;
  /** The announcing instance waits for the listener's promise. If that rejects, the feed has not been read. */
  readonly onChange: (listener: () => Promise<void>) => () => void;
  /** Resolves when the others have answered, or after 200 ms. */
  readonly recall: (subjects: readonly LeaseSubject[]) => Promise<void>;
  readonly onRecall: (listener: (subjects: readonly LeaseSubject[]) => Promise<void>) => () => void;
}

/** The hub of a single instance. */
export const noOthers: Hub = {
  isShared: false,
  changed: () => Promise.resolve({ reached: 1, instances: 1 }),
  onChange: () => () => undefined,
  recall: () => Promise.resolve(),
  onRecall: () => () => undefined,
};

/** Milliseconds for which an instance that recalls credit waits for the others: a slow refusal is better than a wrong one. */
export const recallMilliseconds = 200;

/** Milliseconds within which a change is in force on every instance that reads the feed, whether or not it confirms that. */
export const changeMilliseconds = 1_000;

async function settledWithin(answers: readonly Promise<void>[], milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  await Promise.race([Promise.allSettled(answers), late.promise]);
  clearTimeout(timer);
}

/** Connects instances within one process: workers, through their parent, and instances in tests. */
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
        let reached = 1;
        const answers = others(changeListeners, self).map(async (listener) => {
          await listener();
          reached += 1;
        });
        await settledWithin(answers, changeMilliseconds);
        return { reached, instances: answers.length + 1 };
      },
      onChange: (listener) => listen(changeListeners, self, listener),
      recall: (subjects) => {
        const answers = others(recallListeners, self).map((listener) => listener(subjects));
        return settledWithin(answers, recallMilliseconds);
      },
      onRecall: (listener) => listen(recallListeners, self, listener),
    };
  };
}
