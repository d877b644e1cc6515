import type { DatabaseSync } from 'node:sqlite';
import type { NewEntry, OpeningState } from '../../metering/ledger-records.ts';
import { makeAccountOperations } from '../operations/accounts.ts';
import { makeSharedOperations } from '../operations/operations.ts';
import { openReservations } from '../operations/reservations.ts';
import { makeWindowOperations } from '../operations/windows.ts';
import { mostRecovered } from '../shared/lease-rows.ts';
import { lossEntry, readSettlement } from '../shared/open-call.ts';
import type { InstanceFacts } from '../shared/steps.ts';
import { makeBookCheckOperations } from './checks/book-check-operations.ts';
import { operationsOver, sqliteFacts } from './engine.ts';
import { makeJournal } from './journal.ts';
import { makeInstances, makeLeaseOperations } from './leases/lease-operations.ts';
import { makeOwnLeases, ofInstances } from './leases/own-leases.ts';
import { query, transaction } from './query.ts';
import type { SettleBatch } from './settle-batch.ts';

interface Parts extends InstanceFacts {
  readonly settleBatch: SettleBatch;
}

/**
 * Every operation of the database, by name. Each is synchronous and runs in the worker thread. Operations about calls and credits see
 * books in which every acknowledged call is posted; the others need not wait for that.
 */
export function makeOperations(database: DatabaseSync, { instanceId, isShared, settleBatch }: Parts) {
  const instance = { instanceId, isShared };
  const leases = makeOwnLeases(database, instance);
  const { leaseFree } = leases;
  const shared = makeSharedOperations(sqliteFacts, { ...instance, leaseFree });
  const books = operationsOver(database, {
    ...makeAccountOperations(sqliteFacts, leaseFree),
    reservations: openReservations,
    ...makeWindowOperations(sqliteFacts),
  });
  const ledgerOperations = {
    ...operationsOver(database, shared.ledger),
    ...makeOpeningOperations(database, { ...instance, leases, books, settleBatch }),
    ...makeLeaseOperations(database, instanceId),
    journal: makeJournal(database, instanceId),
    ...makeBookCheckOperations(database, instance),
  };
  return { ledgerOperations, others: operationsOver(database, shared.others) };
}

type Made = ReturnType<typeof makeOperations>;
export type Operations = Made['ledgerOperations'] & Made['others'];

interface OpeningParts extends InstanceFacts {
  readonly leases: ReturnType<typeof makeOwnLeases>;
  readonly books: {
    readonly post: (entry: NewEntry) => unknown;
    readonly allAccounts: () => OpeningState['accounts'];
    readonly reservations: () => OpeningState['reservations'];
    readonly allWindows: (now: number) => OpeningState['limitUses'];
  };
  readonly settleBatch: SettleBatch;
}

/** Opens the books after an earlier process, and gives them back. */
function makeOpeningOperations(database: DatabaseSync, parts: OpeningParts) {
  const { leases, books, settleBatch, instanceId, isShared } = parts;
  const leftOpen = query<{ settlement: string }>(
    database,
    `select settlement from open_call where ${ofInstances} order by call_id limit ?`,
  );
  const unfinished = query<{ id: string }>(
    database,
    `select distinct instance_id as id from open_call where ${ofInstances}`,
  );
  /** An instance alone serves nothing before it has settled what was left open. */
  const most = isShared ? mostRecovered : -1;
  const beat = database.prepare(`insert into instance (id, started_at, heartbeat_at) values (?1, ?2, ?2)
    on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`);
  const stop = database.prepare('update instance set heartbeat_at = 0 where id = ?');
  const { gone: goneInstances, forget } = makeInstances(database, parts);

  /**
   * Settles open calls of dead instances from the journal, as many as one heartbeat may. The rest of their holds is booked as the
   * operator's largest possible loss.
   */
  const drain = (gone: readonly string[], now: number): number => {
    const calls = leftOpen.all(JSON.stringify(gone), most).map(({ settlement }) => readSettlement(settlement, now));
    settleBatch(calls);
    for (const { id, hold, charge } of calls) {
      const loss = lossEntry({ callId: id, hold, charge, at: now });
      if (loss) books.post(loss);
    }
    return calls.length;
  };

  const recover = (now: number): number => {
    const gone = goneInstances(now);
    const recovered = drain(gone, now);
    // A drained call draws on the lease that it was admitted under, so leases stay until the last one is drained.
    const waiting = new Set(unfinished.all(JSON.stringify(gone)).map(({ id }) => id));
    leases.closeOf(gone.filter((id) => !waiting.has(id)));
    return recovered;
  };

  return {
    /** @see Ledger.open */
    open: (now: number): OpeningState =>
      transaction(database, () => {
        const recovered = recover(now);
        beat.run(instanceId, now);
        leases.open();
        const open = { accounts: books.allAccounts(), reservations: books.reservations() };
        return { recovered, ...open, limitUses: books.allWindows(now) };
      }),
    /** @see Ledger.heartbeat */
    heartbeat: (now: number): number =>
      transaction(database, () => {
        beat.run(instanceId, now);
        const recovered = recover(now);
        forget(now);
        return recovered;
      }),
    /** @see Ledger.release */
    release: (): void =>
      transaction(database, () => {
        leases.close();
        stop.run(instanceId);
      }),
  };
}
