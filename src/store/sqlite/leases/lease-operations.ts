import type { DatabaseSync } from 'node:sqlite';
import type { LeaseAnswer, LeaseWish } from '../../../metering/lease-records.ts';
import { newId } from '../../../shared/ids.ts';
import { least, type NanoCredits } from '../../../shared/money.ts';
import {
  chunkOf,
  lifetime,
  liveMilliseconds,
  makeForgetting,
  mostForgotten,
  recoveryGrace,
  type OwnLease,
} from '../../shared/lease-rows.ts';
import type { AccountRow } from '../../operations/accounts.ts';
import type { InstanceFacts } from '../../shared/steps.ts';
import { query, transaction } from '../query.ts';

interface Sum {
  readonly amount: bigint;
}

const sumOf = (row: Sum | undefined): bigint => row?.amount ?? 0n;

/**
 * What is neither spent nor leased of a balance or a limit. If a workspace has moved to another zone, leases on windows of the old one
 * count in each new window that they overlap, until they are given back: too much rather than too little.
 */
function makeAvailable(database: DatabaseSync): (wish: LeaseWish) => NanoCredits {
  const account = query<Pick<AccountRow, 'granted' | 'posted' | 'leased'>>(
    database,
    'select granted, posted, leased from account where workspace_id = ?',
  );
  const total = query<Sum>(database, `select posted as amount from limit_use where subject = ? and window = 'total'`);
  const ofKey = query<Sum>(
    database,
    `select coalesce(sum(charge), 0) as amount from usage_bucket
      where workspace_id = ?1 and key_id = ?2 and bucket_start >= ?3 and bucket_start < ?4`,
  );
  const ofWorkspace = query<Sum>(
    database,
    `select coalesce(sum(charge), 0) as amount from usage_bucket
      where workspace_id = ?1 and bucket_start >= ?2 and bucket_start < ?3`,
  );
  const leased = query<Sum>(
    database,
    `select coalesce(sum(granted - consumed), 0) as amount from lease
      where state = 'open' and kind = 'instance' and subject = ?1 and window = ?2
        and (window_end is null or window_end > ?3) and (?4 is null or window_start < ?4)`,
  );
  const reserved = query<Sum>(
    database,
    `select coalesce(sum(granted - consumed), 0) as amount from lease
      where state = 'open' and kind = 'batch' and subject = ?1 and (?2 = ?1 or key_id = ?2)
        and started_at >= ?3 and (?4 is null or started_at < ?4)`,
  );

  /** Computed here, because the difference of two integers of the table may not fit into one. */
  const ofBalance = (workspaceId: string): bigint => {
    const { granted, posted, leased: given } = account.get(workspaceId) ?? { granted: 0n, posted: 0n, leased: 0n };
    return granted - posted - given;
  };
  const spent = ({ workspaceId, subject, window, start, end }: LeaseWish): bigint => {
    if (window === 'total' || end === null) return sumOf(total.get(subject));
    if (subject === workspaceId) return sumOf(ofWorkspace.get(workspaceId, start, end));
    return sumOf(ofKey.get(workspaceId, subject, start, end));
  };

  return (wish) => {
    const { workspaceId, subject, window, start, end, limit } = wish;
    if (window === 'balance' || limit === null) return ofBalance(workspaceId);
    const open = sumOf(leased.get(subject, window, start, end)) + sumOf(reserved.get(workspaceId, subject, start, end));
    return limit - spent(wish) - open;
  };
}

/** Leases of one of several instances: parts of balances and of limits, for a minute each. */
export function makeLeaseOperations(database: DatabaseSync, instanceId: string) {
  const available = makeAvailable(database);
  const own = query<OwnLease>(
    database,
    `select id, granted, consumed from lease where state = 'open' and kind = 'instance' and subject = ?
      and instance_id = ? and window = ? and window_start = ?`,
  );
  const insert =
    database.prepare(`insert into lease (id, subject, instance_id, granted, state, expires_at, window, window_start, window_end)
    values (?, ?, ?, 0, 'open', ?, ?, ?, ?)`);
  const resize = database.prepare('update lease set granted = granted + ?, expires_at = ? where id = ?');
  const resizeAccount = database.prepare('update account set leased = leased + ? where workspace_id = ?');
  const live = query<{ instances: bigint }>(
    database,
    'select count(*) as instances from instance where heartbeat_at > ?',
  );
  const expire = makeExpiry(database);

  const leaseFor = ({ subject, window, start, end }: LeaseWish, expiresAt: number): OwnLease => {
    const found = own.get(subject, instanceId, window, start);
    if (found) return found;
    const id = newId('lease');
    insert.run(id, subject, instanceId, expiresAt, window, start, end);
    return { id, granted: 0n, consumed: 0n };
  };

  const lease = (wish: LeaseWish, now: number): LeaseAnswer => {
    const expiresAt = now + lifetime;
    const { id, granted, consumed } = leaseFor(wish, expiresAt);
    const rest = granted - consumed;
    const back = least(wish.giveBack, rest);
    const there = available(wish) + back;
    const instances = live.get(now - liveMilliseconds)?.instances ?? 1n;
    const taken = chunkOf(wish, there, instances > 0n ? instances : 1n);
    const change = taken - back;
    resize.run(change, expiresAt, id);
    if (wish.window === 'balance') resizeAccount.run(change, wish.workspaceId);
    return { id, granted: granted + change, consumed, available: there - taken, lifetime, taken };
  };

  return {
    /** @see Ledger.lease */
    lease: (wishes: readonly LeaseWish[], now: number): readonly LeaseAnswer[] =>
      transaction(database, () => {
        expire(now);
        return wishes.map((wish) => lease(wish, now));
      }),
    /** Frees what is left of every lease whose time has ended. */
    expireLeases: (now: number): void => transaction(database, () => expire(now)),
  };
}

function makeExpiry(database: DatabaseSync): (now: number) => void {
  const ended = `state = 'open' and kind = 'instance' and expires_at <= ?`;
  const giveBack = database.prepare(`update account set leased = leased - ended.rest
    from (select subject, sum(granted - consumed) as rest from lease where ${ended} and window = 'balance' group by subject) as ended
    where workspace_id = ended.subject`);
  const close = database.prepare(`update lease set state = 'closed' where ${ended}`);
  return (now) => {
    giveBack.run(now);
    close.run(now);
  };
}

/**
 * If the store is not shared, one process at a time has the lock on the file, so every other instance is dead. If several share it,
 * those without a heartbeat for the whole grace period are dead.
 */
export function makeInstances(database: DatabaseSync, { instanceId, isShared }: InstanceFacts) {
  const silent = query<{ id: string }>(database, 'select id from instance where heartbeat_at <= ? and id <> ?');
  const others = query<{ id: string }>(
    database,
    `select instance_id as id from open_call where instance_id <> ?1
      union select instance_id from lease where state = 'open' and kind = 'instance' and instance_id <> ?1`,
  );
  const forgetLeases = database.prepare(
    `delete from lease where id in (select id from lease
      where state = 'closed' and kind = 'instance' and coalesce(expires_at, 0) < ? limit ${mostForgotten})`,
  );
  const forgetInstances = database.prepare(`delete from instance where heartbeat_at < ? and id <> ?
    and not exists (select 1 from open_call where instance_id = instance.id)
    and not exists (select 1 from lease where state = 'open' and kind = 'instance' and instance_id = instance.id)`);
  const forgetting = makeForgetting();
  return {
    /** Deletes, once an hour, closed leases, and dead instances whose calls are all settled. */
    forget: (now: number): void => {
      const before = forgetting.before(now);
      if (before === null) return;
      forgetting.deleted(Number(forgetLeases.run(before).changes));
      forgetInstances.run(before, instanceId);
    },
    /** Instances whose calls and leases may be taken over. */
    gone: (now: number): readonly string[] =>
      (isShared ? silent.all(now - recoveryGrace, instanceId) : others.all(instanceId)).map(({ id }) => id),
  };
}
