import type { Clock } from '../../shared/time/clock.ts';

/** Most deaths that may come within this time; then something is wrong with all workers. */
const mostDeaths = 10;
const deathMilliseconds = 60_000;

/** Pauses before the next attempt at a place whose workers do not start, in milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

/** A worker that has ended. */
export interface Death {
  readonly place: number;
  /** Whether it had served calls; false: it did not start. */
  readonly wasReady: boolean;
  /** Whether another one serves calls now. */
  readonly othersServe: boolean;
}

/**
 * Decides when the next worker takes the place of one that has ended.
 *
 * @returns `after` gives the pause in milliseconds; null: too many have died lately. One that did not start while others serve
 *   does not count, because what keeps it from starting, such as a database that is away, may pass
 */
export function makeRestarts({ monotonic }: Pick<Clock, 'monotonic'>) {
  let deaths: readonly number[] = [];
  const attempts = new Map<number, number>();
  const diedTooOften = (): boolean => {
    const now = monotonic();
    deaths = [...deaths.filter((at) => now - at < deathMilliseconds), now];
    return deaths.length > mostDeaths;
  };
  return {
    after: ({ place, wasReady, othersServe }: Death): number | null => {
      if ((wasReady || !othersServe) && diedTooOften()) return null;
      const failed = wasReady ? 0 : (attempts.get(place) ?? 0) + 1;
      attempts.set(place, failed);
      if (failed === 0) return 0;
      return othersServe ? Math.min(firstPause * 2 ** (failed - 1), longestPause) : firstPause;
    },
  };
}
