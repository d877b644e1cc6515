import type { Store } from '../../src/store/store.ts';
import { makeHandClock, type HandClock } from '../fakes/hand-clock.ts';
import { newFile, setUpStore } from '../unit/store/set-up-store.ts';

/** One state, and processes on it one after another. */
export interface Engine {
  /** Of all processes. */
  readonly clock: HandClock;
  /** Starts a process; it is closed after the test, or before by `close`. */
  readonly start: () => Promise<Store>;
}

/** Makes a state with nothing in it, which is gone after the test. */
export type NewEngine = () => Engine;

/** A database file, in a thread of its own. */
export const newSqliteEngine: NewEngine = () => {
  const file = newFile();
  const clock = makeHandClock();
  return { clock, start: () => setUpStore(file, clock) };
};
