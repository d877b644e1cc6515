import { onTestFinished } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { makeHandClock, type HandClock } from '../fakes/hand-clock.ts';
import { makeSharedMemory } from '../fakes/memory-store.ts';
import { newFile, setUpStore } from '../unit/store/set-up-store.ts';

/** One state, and instances on it. */
export interface Engine {
  /** Of all instances. */
  readonly clock: HandClock;
  /** Whether several instances may run at once; else one after another. */
  readonly isShared: boolean;
  /** Starts an instance; it is closed after the test, or before by `close`. */
  readonly start: () => Promise<Store>;
}

/** Makes a state with nothing in it, which is gone after the test. */
export type NewEngine = () => Engine;

/** A database file, in a thread of its own, for one instance. */
export const newSqliteEngine: NewEngine = () => {
  const file = newFile();
  const clock = makeHandClock();
  return { clock, isShared: false, start: () => setUpStore(file, clock) };
};

/** A state in memory that any number of instances share. */
export const newSharedEngine: NewEngine = () => {
  const clock = makeHandClock();
  const memory = makeSharedMemory(clock.now());
  // Registered first, so that it comes last.
  onTestFinished(memory.close);
  return {
    clock,
    isShared: true,
    start: async () => {
      const store = await memory.open(clock);
      let closed: Promise<void> | null = null;
      const close = (): Promise<void> => (closed ??= store.close());
      onTestFinished(close);
      return { ...store, close };
    },
  };
};
