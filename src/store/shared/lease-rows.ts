import type { LeaseWish } from '../../metering/lease-records.ts';
import type { NanoCredits } from '../../shared/money.ts';

/** Milliseconds that a lease lasts after it is taken or renewed. */
export const lifetime = 60_000;
/** Milliseconds without a heartbeat after which an instance no longer counts when credit is shared out. */
export const liveMilliseconds = 90_000;
/** Milliseconds without a heartbeat after which an instance that shares the store counts as dead. */
export const recoveryGrace = 600_000;
/** The most calls of dead instances that one heartbeat settles if instances share the store: their own calls wait for it. */
export const mostRecovered = 200;

/**
 * Milliseconds for which the tables keep closed leases, and dead instances with nothing open. An instance that has stopped set its
 * last heartbeat to 0, so it goes with the next deletion.
 */
const keptMilliseconds = 24 * 3_600_000;
/** Milliseconds between two deletions by an instance, which read the whole table. */
const forgetMilliseconds = 3_600_000;
/** The most closed leases that one heartbeat deletes: calls wait for its transaction. */
export const mostForgotten = 10_000;

/** Decides when old rows are deleted. */
interface Forgetting {
  /** The time before which rows may be deleted; null: no deletion is due. */
  readonly before: (now: number) => number | null;
  /** Reports how many leases were deleted. If that was the most for one heartbeat, the next one continues. */
  readonly deleted: (leases: number) => void;
}

export function makeForgetting(): Forgetting {
  let last = -Infinity;
  return {
    before: (now) => {
      if (now - last < forgetMilliseconds) return null;
      last = now;
      return now - keptMilliseconds;
    },
    deleted: (leases) => {
      if (leases >= mostForgotten) last = -Infinity;
    },
  };
}

export interface OwnLease {
  readonly id: string;
  readonly granted: bigint;
  readonly consumed: bigint;
}

/**
 * How much of the available credit a lease takes: a share that leaves as much for each other instance, within what the holder can
 * use. If little is left, exactly what is needed; if less than that is left, nothing, because a part of it lets no call through.
 */
export function chunkOf({ need, least, most }: LeaseWish, available: NanoCredits, instances: bigint): NanoCredits {
  if (need <= 0n || need > available) return 0n;
  if (available < 2n * least) return need;
  const share = available / (4n * instances);
  const highest = most > least ? most : least;
  const wanted = share < least ? least : share > highest ? highest : share;
  const chunk = wanted > need ? wanted : need;
  return chunk < available ? chunk : available;
}
