import type { Reach } from '../../identity/stores.ts';
import type { LeaseSubject } from '../../metering/ledger-records.ts';
import { causeMessage } from '../../shared/log.ts';
import { systemClock, within } from '../../shared/time/clock.ts';

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

/** Listeners of one kind, and how to add another; the returned function removes it. */
export function makeListeners<Listener>() {
  const all = new Set<Listener>();
  return {
    all: all as ReadonlySet<Listener>,
    add: (listener: Listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}

/** What an instance does when another one has changed the feed, or recalls credit. */
export function makeHubListeners() {
  const changes = makeListeners<() => Promise<void>>();
  const recalls = makeListeners<(subjects: readonly LeaseSubject[]) => Promise<void>>();
  return {
    onChange: changes.add,
    onRecall: recalls.add,
    /** Rejects if a listener could not read the feed: the instance does not confirm it. */
    changed: async (): Promise<void> => {
      await Promise.all([...changes.all].map((listener) => listener()));
    },
    recalled: async (subjects: readonly LeaseSubject[]): Promise<void> => {
      await Promise.allSettled([...recalls.all].map((listener) => listener(subjects)));
    },
  };
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

const settledWithin = async (answers: readonly Promise<void>[], milliseconds: number): Promise<void> =>
  void (await within(systemClock, milliseconds, Promise.allSettled(answers)));

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

/** One end of a line between two processes, over which each can ask the other. */
export interface Channel {
  /**
   * Resolves with what the other end's handler returned.
   *
   * @throws an error with the handler's message; also if the other end is gone, or has a thousand questions to answer
   */
  readonly ask: (name: string, given?: unknown) => Promise<unknown>;
  /** Answers questions of this name from now on. */
  readonly handle: (name: string, handler: (given: never) => unknown) => void;
  /** The other end is gone: rejects all questions that wait for it. */
  readonly end: () => void;
}

type Message =
  | { readonly kind: 'question'; readonly id: number; readonly name: string; readonly given: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly failure?: string };

interface Line {
  /** Sends a message, in order. False: the other end is gone. */
  readonly post: (message: object) => boolean;
  readonly listen: (receive: (message: unknown) => void) => void;
}

/** Another process: the members that `process` and a child process share. */
interface OtherProcess {
  readonly connected: boolean;
  readonly send?: (message: object, sent: (failure: Error | null) => void) => unknown;
  readonly on: (event: 'message', receive: (message: unknown) => void) => unknown;
}

/**
 * The line to another process. The result of `send` does not say whether that is alive: it is also false while the message waits
 * behind others (https://nodejs.org/api/child_process.html#subprocesssendmessage-sendhandle-options-callback).
 */
export const lineTo = (other: OtherProcess): Line => ({
  post: (message) => {
    if (!other.connected) return false;
    // If the message can no longer be sent, the line ends, which rejects all questions.
    other.send?.(message, () => undefined);
    return true;
  },
  listen: (receive) => void other.on('message', receive),
});

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'kind' in value && ['question', 'answer'].includes(String(value.kind));

const gone = 'The other process is gone.';
const silent = 'The other process does not answer.';

/** The most questions that may wait for an answer, so that a process that does not read takes no more memory of the asking one. */
const mostWaiting = 1_000;

/** @param line carries structured clones, so bigint, typed arrays and undefined survive */
export function makeChannel({ post, listen }: Line): Channel {
  const handlers = new Map<string, (given: unknown) => unknown>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  let isEnded = false;

  const answer = async ({ id, name, given }: Extract<Message, { kind: 'question' }>): Promise<void> => {
    try {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`There is no handler for ${name}.`);
      post({ kind: 'answer', id, value: await handler(given) });
    } catch (cause) {
      post({ kind: 'answer', id, failure: causeMessage(cause) });
    }
  };
  listen((message) => {
    if (!isMessage(message)) return;
    if (message.kind === 'question') return void answer(message);
    const question = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.failure === undefined) question?.resolve(message.value);
    else question?.reject(new Error(message.failure));
  });

  return {
    ask: (name, given) => {
      if (isEnded) return Promise.reject(new Error(gone));
      if (waiting.size >= mostWaiting) return Promise.reject(new Error(silent));
      const question = Promise.withResolvers<unknown>();
      const id = (asked += 1);
      waiting.set(id, question);
      try {
        if (!post({ kind: 'question', id, name, given })) throw new Error(gone);
      } catch (cause) {
        waiting.delete(id);
        question.reject(cause);
      }
      return question.promise;
    },
    handle: (name, handler) => void handlers.set(name, handler as (given: unknown) => unknown),
    end: () => {
      isEnded = true;
      for (const { reject } of waiting.values()) reject(new Error(gone));
      waiting.clear();
    },
  };
}
