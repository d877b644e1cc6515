import type { LeaseSubject, NewReservation, ReservationRecord } from '../../metering/ledger-records.ts';
import { least, type NanoCredits } from '../../shared/money.ts';
import { all, one, run, type EngineFacts, type InstanceFacts, type Steps } from '../shared/repository.ts';
import { lockAccount, type LeaseFree } from './accounts.ts';

interface ReservationRow {
  readonly batch_id: string;
  readonly subject: string;
  readonly key_id: string;
  readonly started_at: bigint;
  readonly granted: bigint;
  readonly consumed: bigint;
  readonly time_zone: string;
}

const recordOf = (row: ReservationRow): ReservationRecord => ({
  batchId: row.batch_id,
  workspaceId: row.subject,
  keyId: row.key_id,
  startedAt: Number(row.started_at),
  amount: row.granted,
  left: row.granted - row.consumed,
  timeZone: row.time_zone,
});

const selectOpen = `select batch_id, subject, key_id, started_at, granted, consumed,
  coalesce((select time_zone from workspace where workspace.id = subject), 'UTC') as time_zone
  from lease where kind = 'batch' and state = 'open'`;

const openOf = (batchId: string): Steps<ReservationRow | undefined> =>
  one<ReservationRow>(`${selectOpen} and batch_id = $1`, batchId);

export function* openReservations(): Steps<readonly ReservationRecord[]> {
  return (yield* all<ReservationRow>(`${selectOpen} order by started_at, id`)).map(recordOf);
}

interface Reserved {
  readonly subject: string;
  readonly key_id: string;
  readonly started_at: bigint;
  readonly rest: bigint;
}

type Window = Omit<LeaseSubject, 'window'>;

const isReservedIn =
  ({ workspaceId, subject, start, end }: Window) =>
  ({ subject: owner, key_id: key, started_at: at }: Reserved): boolean =>
    owner === workspaceId && (subject === owner || subject === key) && at >= start && (end === null || at < end);

/** Reads what batches of workspaces have reserved. @returns how much of it counts in a window of one of them, or of its keys */
export function* reservedBy(
  { isOneOf }: EngineFacts,
  workspaceIds: readonly string[],
): Steps<(window: Window) => NanoCredits> {
  const reserved = yield* all<Reserved>(
    `select subject, key_id, started_at, granted - consumed as rest from lease
      where state = 'open' and kind = 'batch' and ${isOneOf('subject', '$1')}`,
    workspaceIds,
  );
  return (window) => reserved.filter(isReservedIn(window)).reduce((sum, { rest }) => sum + rest, 0n);
}

/** Reservations of batches: leases without an end, made from what the requesting instance has leased. */
export function makeReservationOperations(
  engine: EngineFacts,
  { instanceId, isShared }: InstanceFacts,
  leaseFree: LeaseFree,
) {
  /** @returns what was moved out of the lease of the balance */
  function* takeFromOwn({ workspaceId, keyId, startedAt, amount }: NewReservation): Steps<bigint> {
    const leases = yield* all<{ id: string; window: string; rest: bigint }>(
      `select id, "window", granted - consumed as rest from lease where state = 'open' and kind = 'instance' and instance_id = $1
        and (subject = $2 or subject = $3) and window_start <= $4 and (window_end is null or window_end > $4) ${engine.lock}`,
      instanceId,
      workspaceId,
      keyId,
      startedAt,
    );
    let moved = 0n;
    for (const { id, window, rest } of leases) {
      const part = least(amount, rest);
      yield* run('update lease set granted = granted - $1 where id = $2', part, id);
      if (window === 'balance') moved = part;
    }
    return moved;
  }

  return {
    reservations: openReservations,
    *reservation(batchId: string): Steps<ReservationRecord | null> {
      const row = yield* openOf(batchId);
      return row ? recordOf(row) : null;
    },
    /** @see Ledger.reserve */
    *reserve(reserved: NewReservation): Steps<void> {
      const { batchId, workspaceId, keyId, startedAt, amount } = reserved;
      yield* lockAccount(engine, workspaceId);
      const columns = 'id, subject, instance_id, granted, state, kind, batch_id, key_id, started_at';
      const insert = `insert into lease (${columns}) values (?, ?, ?, ?, 'open', 'batch', ?, ?, ?) on conflict do nothing`;
      const values = [`batch:${batchId}`, workspaceId, instanceId, amount, batchId, keyId, startedAt];
      if ((yield* run(insert, ...values)) === 0) return;
      const moved = yield* takeFromOwn(reserved);
      const beyond = amount - moved;
      // If instances share it, the lease that the batch was admitted under may have ended, and its credit be leased again.
      const sql = 'update account set leased = leased + $2, unleased = unleased + $3 where workspace_id = $1';
      yield* run(sql, workspaceId, beyond, isShared ? beyond : 0n);
    },
    /** @see Ledger.endReservation */
    *endReservation(batchId: string): Steps<void> {
      const workspaceId = (yield* openOf(batchId))?.subject;
      if (workspaceId === undefined) return;
      yield* lockAccount(engine, workspaceId);
      // Read again: before the lock, another instance could charge to it, or end it.
      const locked = yield* openOf(batchId);
      if (locked === undefined) return;
      yield* run(`update lease set state = 'closed' where batch_id = $1 and state = 'open'`, batchId);
      const rest = locked.granted - locked.consumed;
      yield* run('update account set leased = leased - $2 where workspace_id = $1', workspaceId, rest);
      yield* leaseFree(workspaceId);
    },
  };
}
