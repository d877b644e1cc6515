import type { DatabaseSync } from 'node:sqlite';
import type { NewReservation, ReservationRecord } from '../../../metering/ledger-records.ts';
import { least } from '../../../shared/money.ts';
import { recordOf, type ReservationRow } from '../../shared/lease-rows.ts';
import { query, transaction } from '../query.ts';

interface Parts {
  readonly instanceId: string;
  /** Leases what has become free in an account. */
  readonly leaseFree: (workspaceId: string) => void;
}

/** Reservations of batches: leases without an end, made from what the requesting instance has leased. */
export function makeReservationOperations(database: DatabaseSync, { instanceId, leaseFree }: Parts) {
  const columns = `batch_id, subject, key_id, started_at, granted, consumed,
    coalesce((select time_zone from workspace where id = subject), 'UTC') as time_zone`;
  const open = `from lease where kind = 'batch' and state = 'open'`;
  const every = query<ReservationRow>(database, `select ${columns} ${open} order by rowid`);
  const one = query<ReservationRow>(database, `select ${columns} ${open} and batch_id = ?`);
  const insert = database.prepare(`insert into lease
    (id, subject, instance_id, granted, state, kind, batch_id, key_id, started_at)
    values (?, ?, ?, ?, 'open', 'batch', ?, ?, ?) on conflict do nothing`);
  const leases = query<{ id: string; window: string; rest: bigint }>(
    database,
    `select id, window, granted - consumed as rest from lease where state = 'open' and kind = 'instance' and instance_id = ?1
      and (subject = ?2 or subject = ?3) and window_start <= ?4 and (window_end is null or window_end > ?4)`,
  );
  const shrink = database.prepare('update lease set granted = granted - ? where id = ?');
  const resizeAccount = database.prepare(`insert into account (workspace_id, leased) values (?1, max(0, ?2))
    on conflict (workspace_id) do update set leased = leased + ?2`);
  const close = database.prepare(`update lease set state = 'closed' where batch_id = ? and state = 'open'`);

  /** @returns what was moved out of the lease of the balance */
  const takeFromOwn = ({ workspaceId, keyId, startedAt, amount }: NewReservation): bigint => {
    let moved = 0n;
    for (const { id, window, rest } of leases.all(instanceId, workspaceId, keyId, startedAt)) {
      const part = least(amount, rest);
      shrink.run(part, id);
      if (window === 'balance') moved = part;
    }
    return moved;
  };

  return {
    reservations: (): readonly ReservationRecord[] => every.all().map(recordOf),
    reservation: (batchId: string): ReservationRecord | null => {
      const row = one.get(batchId);
      return row ? recordOf(row) : null;
    },
    /** @see Ledger.reserve */
    reserve: (reservation: NewReservation): void =>
      transaction(database, () => {
        const { batchId, workspaceId, keyId, startedAt, amount } = reservation;
        const id = `batch:${batchId}`;
        if (insert.run(id, workspaceId, instanceId, amount, batchId, keyId, startedAt).changes === 0) return;
        const moved = takeFromOwn(reservation);
        if (moved < amount) resizeAccount.run(workspaceId, amount - moved);
      }),
    /** @see Ledger.endReservation */
    endReservation: (batchId: string): void =>
      transaction(database, () => {
        const row = one.get(batchId);
        if (row === undefined) return;
        close.run(batchId);
        const rest = row.granted - row.consumed;
        if (rest > 0n) resizeAccount.run(row.subject, -rest);
        leaseFree(row.subject);
      }),
  };
}
