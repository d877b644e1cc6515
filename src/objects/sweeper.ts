import type { Clock } from '../shared/time/clock.ts';
import { neverEnding, type IsEnding } from '../shared/time/repeat.ts';
import type { ObjectStore } from './object-store.ts';
import type { ObjectKind, Owned } from './owned-object.ts';

/** Deletes what belongs to an object, such as its bytes, before its record is deleted; by kind. */
export type Releases = Readonly<Partial<Record<ObjectKind, (object: Owned) => Promise<void>>>>;

interface SweeperDeps {
  readonly objects: Pick<ObjectStore, 'expired' | 'delete' | 'forgetDeleted'>;
  readonly clock: Clock;
  readonly releases: Releases;
}

/** Objects per step. */
const batch = 100;

/** Milliseconds for which the position of a deleted object is remembered, so that lists can continue from it. */
const memory = 86_400_000;

/**
 * Makes a function that deletes expired objects once and resolves with their number. Only storage depends on it, because
 * expired objects are hidden by the clock. An object that cannot be deleted does not stop the others, however many there are; the
 * next sweep tries it again.
 */
export const makeSweeper =
  ({ objects, clock, releases }: SweeperDeps): ((isEnding?: IsEnding) => Promise<number>) =>
  async (isEnding = neverEnding) => {
    let swept = 0;
    let failure: unknown = null;
    let after: Owned | null = null;
    do {
      const expired: readonly Owned[] = await objects.expired(batch, after);
      for (const object of expired) {
        if (isEnding()) return swept;
        try {
          await releases[object.kind]?.(object);
          if (await objects.delete(object)) swept += 1;
        } catch (error) {
          failure ??= error;
        }
      }
      after = expired.length < batch ? null : (expired.at(-1) ?? null);
    } while (after !== null);
    await objects.forgetDeleted(clock.now() - memory);
    if (failure !== null) throw failure;
    return swept;
  };
