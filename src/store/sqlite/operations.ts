import type { DatabaseSync } from 'node:sqlite';
import type { LimitUse, NewEntry, OpeningState } from '../../metering/ledger-records.ts';
import type { KeyRecord, WorkspaceRecord } from '../../identity/key-store.ts';
import type { NewSession } from '../../identity/people/session-store.ts';
import type { SpentQuery } from '../../metering/ledger.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import {
  earliestOf,
  presentUses,
  totalUse,
  usesOf,
  type BucketRow,
  type SpentRow,
  type TotalRow,
  type ZoneRow,
} from '../shared/limit-use.ts';
import { lossEntry, readSettlement } from '../shared/open-call.ts';
import { makeAuditOperations } from '../shared/audit-chain.ts';
import { makeItemReads, makeObjectReads } from '../shared/object-reads.ts';
import { makeNoting } from './noting.ts';
import { makeCallOperations, makeRefusalOperations, makeUsageOperations } from './call-operations.ts';
import { makeBookCheckOperations } from './checks/book-check-operations.ts';
import { makeJournal } from './journal.ts';
import { makeKeyOperations } from '../shared/key-operations.ts';
import { makeKeyClientOperations, makeKeyReads } from './key-operations.ts';
import {
  makeAccountOperations,
  makeEntryOperations,
  ofInstances,
  type AccountOperations,
  type InstanceFacts,
} from './ledger-operations.ts';
import { makeChangeOperations } from './leases/change-operations.ts';
import { makeInstances, makeLeaseOperations } from './leases/lease-operations.ts';
import { makeReservationOperations } from './leases/reservation-operations.ts';
import { makeClaimOperations, makeObjectWriteOperations } from './object-writes.ts';
import { makeDeliveryOperations } from '../people/alert-operations.ts';
import { makeAttemptOperations } from '../people/attempt-operations.ts';
import { makePeopleOperations } from '../people/people-operations.ts';
import { operationsOver, query, sqliteFacts, transaction } from './query.ts';
import type { SettleBatch } from './settle-batch.ts';

interface Parts extends InstanceFacts {
  readonly settleBatch: SettleBatch;
}

const changed = (isChanged: boolean): boolean => isChanged;

/**
 * Every operation of the database, by name. Each is synchronous and runs in the worker thread. Operations about calls and credits see
 * books in which every acknowledged call is posted; the others need not wait for that.
 */
export function makeOperations(database: DatabaseSync, { instanceId, isShared, settleBatch }: Parts) {
  const accounts = makeAccountOperations(database, { instanceId, isShared });
  const reservations = makeReservationOperations(database, { instanceId, leaseFree: accounts.leaseFree });
  const entries = makeEntryOperations(database, accounts);
  const keys = { ...makeKeyReads(database), ...operationsOver(database, makeKeyOperations(sqliteFacts)) };
  const audit = operationsOver(database, makeAuditOperations(sqliteFacts));
  const windows = makeWindowReader(database);
  const changes = makeChangeOperations(database, { ...keys, account: accounts.account });
  const noting = makeNoting(database, audit.appendAudit);
  const announceKey = ({ id }: KeyRecord): void => changes.announce('key', id);
  const announceWorkspace = ({ id }: WorkspaceRecord): void => changes.announce('workspace', id);
  const announceAccount = (workspaceId: string): void => changes.announce('account', workspaceId);
  const ledgerOperations = {
    account: accounts.account,
    chargedBefore: accounts.chargedBefore,
    freeze: noting(accounts.freeze, { announce: announceAccount }),
    ...entries,
    post: noting(entries.post, {
      changed: ({ created }) => created,
      announce: ({ workspaceId }) => announceAccount(workspaceId),
    }),
    ...makeOpeningOperations(database, {
      accounts,
      post: entries.post,
      settleBatch,
      instanceId,
      isShared,
      windows,
      reservations: reservations.reservations,
    }),
    ...reservations,
    ...makeLeaseOperations(database, instanceId),
    windows: windows.windows,
    spent: windows.spent,
    journal: makeJournal(database, instanceId),
    ...makeCallOperations(database),
    ...makeUsageOperations(database),
    ...makeBookCheckOperations(database, { instanceId, isShared }),
  };
  const others = {
    ...keys,
    addKey: noting(keys.addKey, { changed, announce: announceKey }),
    putKey: noting(keys.putKey, { changed, announce: announceKey }),
    addWorkspace: noting(keys.addWorkspace, { announce: announceWorkspace }),
    putWorkspace: noting(keys.putWorkspace, { changed, announce: announceWorkspace }),
    snapshot: changes.snapshot,
    changesSince: changes.changesSince,
    ...makePeople(database, noting),
    ...makeKeyClientOperations(database),
    ...audit,
    appendAudit: (event: AuditEvent): void => transaction(database, () => audit.appendAudit(event)),
    ...operationsOver(database, { ...makeObjectReads(sqliteFacts), ...makeItemReads(sqliteFacts) }),
    ...makeObjectWriteOperations(database),
    ...makeClaimOperations(database, { instanceId, isShared }),
    ...makeRefusalOperations(database),
  };
  return { ledgerOperations, others };
}

/** What has to do with people who sign in. */
function makePeople(database: DatabaseSync, noting: ReturnType<typeof makeNoting>) {
  const people = operationsOver(database, makePeopleOperations(sqliteFacts));
  return {
    ...people,
    addMember: noting(people.addMember, { changed }),
    putMember: noting(people.putMember, { changed }),
    removeMember: noting(people.removeMember),
    addPerson: noting(people.addPerson),
    putPerson: noting(people.putPerson, { changed: (kept) => kept !== null }),
    addPasskey: noting(people.addPasskey, { changed }),
    removePasskey: noting(people.removePasskey),
    startSession: (event: AuditEvent, started: NewSession): boolean =>
      transaction(database, () => people.startSession(event, started)),
    endSession: noting(people.endSession, { changed }),
    addAlert: noting(people.addAlert, { changed }),
    putAlert: noting(people.putAlert),
    removeAlert: noting(people.removeAlert),
    putCredential: noting(people.putCredential, { changed }),
    removeCredential: noting(people.removeCredential, { changed }),
    ...makeDeliveryOperations(database),
    ...makeAttemptOperations(database),
  };
}

type Made = ReturnType<typeof makeOperations>;
export type Operations = Made['ledgerOperations'] & Made['others'];

interface OpeningParts extends InstanceFacts {
  readonly accounts: AccountOperations;
  readonly post: (entry: NewEntry) => unknown;
  readonly settleBatch: SettleBatch;
  readonly reservations: () => OpeningState['reservations'];
  readonly windows: Pick<ReturnType<typeof makeWindowReader>, 'all'>;
}

/** Opens the books after an earlier process, and gives them back. */
function makeOpeningOperations(database: DatabaseSync, parts: OpeningParts) {
  const { accounts, post, settleBatch, instanceId, windows, reservations } = parts;
  const leftOpen = query<{ settlement: string }>(
    database,
    `select settlement from open_call where ${ofInstances} order by call_id`,
  );
  const beat = database.prepare(`insert into instance (id, started_at, heartbeat_at) values (?1, ?2, ?2)
    on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`);
  const stop = database.prepare('update instance set heartbeat_at = 0 where id = ?');
  const { gone: goneInstances, forget } = makeInstances(database, parts);

  /** Settles the open calls of dead instances from the journal. The rest of their holds is booked as the operator's largest possible loss. */
  const drain = (gone: readonly string[], now: number): number => {
    const calls = leftOpen.all(JSON.stringify(gone)).map(({ settlement }) => readSettlement(settlement, now));
    settleBatch(calls);
    for (const { id, hold, charge } of calls) {
      const loss = lossEntry({ callId: id, hold, charge, at: now });
      if (loss) post(loss);
    }
    return calls.length;
  };

  const recover = (now: number): number => {
    const gone = goneInstances(now);
    // In this order, because a drained call draws on the lease that it was admitted under.
    const recovered = drain(gone, now);
    accounts.closeGoneLeases(gone);
    return recovered;
  };

  return {
    /** @see Ledger.open */
    open: (now: number): OpeningState =>
      transaction(database, () => {
        const recovered = recover(now);
        beat.run(instanceId, now);
        accounts.openLeases();
        const open = { accounts: accounts.allAccounts(), reservations: reservations() };
        return { recovered, ...open, limitUses: windows.all(now) };
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
        accounts.closeLeases();
        stop.run(instanceId);
      }),
  };
}

/**
 * What keys and their workspaces have spent in every day and month that can still be open. Counted from the buckets, so that it is
 * also right after a workspace has moved to another zone. Windows that seem to lie in the future count too, because a clock that is
 * wrong now may be corrected.
 */
function makeWindowReader(database: DatabaseSync) {
  const zones = query<ZoneRow>(database, 'select id, time_zone from workspace');
  const totals = query<TotalRow>(database, `select subject, posted from limit_use where window = 'total'`);
  const totalsOf = query<TotalRow>(
    database,
    `select subject, posted from key_use join limit_use on subject = key_id and window = 'total' where workspace_id = ?`,
  );
  const spent = query<BucketRow>(
    database,
    `select key_id as subject, bucket_start, sum(charge) as posted from usage_bucket
      where workspace_id = ? and bucket_start >= ? group by key_id, bucket_start order by bucket_start`,
  );

  const ofAll = query<{ month: bigint }>(
    database,
    'select coalesce(sum(charge), 0) as month from usage_bucket where workspace_id = ? and bucket_start >= ?',
  );
  const inList = '(select value from json_each(?1))';
  const ofKeys = query<SpentRow>(
    database,
    `select key_id as subject, sum(case when bucket_start >= ?4 then charge else 0 end) as day, sum(charge) as month
      from usage_bucket where workspace_id = ?2 and bucket_start >= ?3 and key_id in ${inList} group by key_id`,
  );
  const totalsOfKeys = query<TotalRow>(
    database,
    `select subject, posted from limit_use where window = 'total' and subject in ${inList}`,
  );

  const windowsOf = (zone: ZoneRow, now: number): Iterable<LimitUse> =>
    usesOf(spent.iterate(zone.id, earliestOf(zone, now)), zone, now);

  return {
    /** For every workspace, in its zone. */
    all: (now: number): readonly LimitUse[] => [
      ...totals.all().map(totalUse),
      ...zones.all().flatMap((zone) => [...windowsOf(zone, now)]),
    ],
    /** @see Ledger.windows */
    windows: (zone: ZoneRow, now: number): readonly LimitUse[] => [
      ...totalsOf.all(zone.id).map(totalUse),
      ...windowsOf(zone, now),
    ],
    /** @see Ledger.spent */
    spent: (wanted: SpentQuery): readonly LimitUse[] => {
      const { workspaceId, keyIds, day, month } = wanted;
      const ids = JSON.stringify(keyIds);
      return presentUses(wanted, {
        ofWorkspace: ofAll.get(workspaceId, month)?.month ?? 0n,
        ofKeys: ofKeys.all(ids, workspaceId, month, day),
        totals: totalsOfKeys.all(ids),
      });
    },
  };
}
