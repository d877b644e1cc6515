import type { Clock } from '../shared/time/clock.ts';
import { neverEnding, type IsEnding } from '../shared/time/repeat.ts';
import type { ObjectStore } from './object-store.ts';
import type { ObjectKind, Owned } from './owned-object.ts';

/** What must go before an object's record does, by kind: bytes that it leads to. */
export type Releases = Readonly<Partial<Record<ObjectKind, (object: Owned) => Promise<void>>>>;

interface SweeperDeps {
  readonly objects: Pick<ObjectStore, 'expired' | 'delete' | 'forgetDeleted'>;
  readonly clock: Clock;
  readonly releases: Releases;
}

/** Objects that one step takes. */
const batch = 100;

/** Milliseconds that the place of a deleted object is remembered, so that lists can go on from it. */
const memory = 86_400_000;

/**
 * Deletes what has expired. Nobody depends on it: what has expired is absent by the clock. One object that cannot be
 * deleted does not keep the others; it is tried again at the next sweep.
 *
 * @returns a function that sweeps once and resolves with how many objects went
 */
export const makeSweeper =
  ({ objects, clock, releases }: SweeperDeps): ((isEnding?: IsEnding) => Promise<number>) =>
  async (isEnding = neverEnding) => {
    let swept = 0;
    let failure: unknown = null;
    for (;;) {
      const expired = await objects.expired(batch);
      let went = 0;
      for (const object of expired) {
        if (isEnding()) return swept + went;
        try {
          await releases[object.kind]?.(object);
          if (await objects.delete(object)) went += 1;
        } catch (error) {
          failure ??= error;
        }
      }
      swept += went;
      if (went === 0 || expired.length < batch) break;
    }
    await objects.forgetDeleted(clock.now() - memory);
    if (failure !== null) throw failure;
    return swept;
  };
