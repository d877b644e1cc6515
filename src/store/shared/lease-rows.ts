import type { InstanceRecord } from '../../metering/instances.ts';
import type { LeaseWish } from '../../metering/lease-records.ts';
import type { ReservationRecord } from '../../metering/ledger-records.ts';
import type { NanoCredits } from '../../shared/money.ts';

/** Milliseconds that a lease lives when it is taken or renewed. */
export const lifetime = 60_000;
/** Milliseconds without a heartbeat after which an instance is not counted when credit is shared. */
export const liveMilliseconds = 90_000;
/** Milliseconds without a heartbeat after which an instance that shares the store counts as gone. */
export const recoveryGrace = 600_000;

/**
 * Milliseconds that closed leases, and instances that gave no more heartbeat and left nothing open, stay in the tables. An
 * instance that has stopped is deleted with the next ones: it put its last heartbeat to 0.
 */
const keptMilliseconds = 24 * 3_600_000;
/** Milliseconds between two times that an instance deletes what is older: that reads the whole table. */
const forgetMilliseconds = 3_600_000;
/** Most closed leases that one heartbeat deletes: calls wait for its transaction. */
export const mostForgotten = 10_000;

/** When rows are deleted. */
interface Forgetting {
  /** The time before which rows may be deleted; null: it is not time to. */
  readonly before: (now: number) => number | null;
  /** If so many leases were deleted as may be at once, the next heartbeat goes on. */
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

export interface InstanceRow {
  readonly id: string;
  readonly started_at: bigint;
  readonly heartbeat_at: bigint;
  readonly catalog_hash: string | null;
}

export const instanceOf = (row: InstanceRow, own: string): InstanceRecord => ({
  id: row.id,
  startedAt: Number(row.started_at),
  heartbeatAt: Number(row.heartbeat_at),
  catalogHash: row.catalog_hash,
  isThis: row.id === own,
});

/**
 * How much is taken of what is there: a share that leaves as much to each other instance, within what the holder can use; near
 * the end exactly what is needed. Nothing where that is not there: half of it lets no call through.
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

export interface ReservationRow {
  readonly batch_id: string;
  readonly subject: string;
  readonly key_id: string;
  readonly started_at: bigint;
  readonly granted: bigint;
  readonly consumed: bigint;
  readonly time_zone: string;
}

export const recordOf = (row: ReservationRow): ReservationRecord => ({
  batchId: row.batch_id,
  workspaceId: row.subject,
  keyId: row.key_id,
  startedAt: Number(row.started_at),
  amount: row.granted,
  left: row.granted - row.consumed,
  timeZone: row.time_zone,
});
