import type { LeaseAnswer, LeaseSubject, LeaseWish } from '../../metering/ledger-records.ts';
import { newId } from '../../shared/ids.ts';
import { least, type NanoCredits } from '../../shared/money.ts';
import {
  all,
  type EngineFacts,
  type InstanceFacts,
  liveMilliseconds,
  one,
  run,
  type Steps,
  type Value,
} from '../shared/repository.ts';
import { lockAccounts, lockFree, type AccountRow } from './accounts.ts';
import { reservedBy } from './reservations.ts';

/** Milliseconds that a lease lasts after it is taken or renewed. */
const lifetime = 60_000;

interface OwnLease {
  readonly id: string;
  readonly granted: bigint;
  readonly consumed: bigint;
}

/**
 * How much of the available credit a lease takes: a share that leaves as much for each other instance, within what the holder can
 * use. If little is left, exactly what is needed; if less than that is left, nothing, because a part of it lets no call through.
 */
function chunkOf({ need, least: fewest, most }: LeaseWish, free: NanoCredits, instances: bigint): NanoCredits {
  if (need <= 0n || need > free) return 0n;
  if (free < 2n * fewest) return need;
  const share = free / (4n * instances);
  const highest = most > fewest ? most : fewest;
  const wanted = share < fewest ? fewest : share > highest ? highest : share;
  const chunk = wanted > need ? wanted : need;
  return chunk < free ? chunk : free;
}

const openLeases = `state = 'open' and kind = 'instance'`;
const ended = `${openLeases} and expires_at <= $1`;

/** Leases to close. */
interface Closing {
  /** A condition with the placeholder `$1` for `value`. */
  readonly which: string;
  readonly value: Value;
  /** Further accounts that the transaction needs, and waits for. */
  readonly others?: readonly string[];
  /** Whether it waits for accounts that another transaction has locked; absent: their leases are closed the next time. */
  readonly waits?: boolean;
}

/** Locks the accounts of leases, all in one order. @returns those that are locked now */
function* lockOwners(
  engine: EngineFacts,
  owners: readonly string[],
  { others = [], waits = false }: Pick<Closing, 'others' | 'waits'>,
): Steps<readonly string[]> {
  if (engine.lock === '') return owners;
  const needed = new Set(waits ? [...owners, ...others] : others);
  yield* lockAccounts(engine, [...needed]);
  const free = yield* lockFree(
    engine,
    owners.filter((owner) => !needed.has(owner)),
  );
  return [...owners.filter((owner) => needed.has(owner)), ...free];
}

/**
 * Closes leases, which frees what is left of them. Uses the leases' own figures, so that an account whose sum is wrong stays visibly
 * wrong.
 */
function* closeLeases(engine: EngineFacts, { which, value, ...locking }: Closing): Steps<void> {
  const sql = `select distinct subject, "window" from lease where ${which}`;
  const found = yield* all<{ subject: string; window: string }>(sql, value);
  const ofBalances = found.filter(({ window }) => window === 'balance').map(({ subject }) => subject);
  const owners = yield* lockOwners(engine, [...new Set(ofBalances)], locking);
  if (found.length === 0) return;
  // A lease of a balance changes only under its account's lock, so both statements see the same leases of these accounts. One that
  // was taken from another account since waits for the next time.
  const isLocked = engine.isOneOf('subject', '$2');
  yield* run(
    `update account set leased = case when leased > ended.rest then leased - ended.rest else 0 end
      from (select subject, sum(granted - consumed) as rest from lease
        where ${which} and "window" = 'balance' and ${isLocked} group by subject) as ended
      where workspace_id = ended.subject`,
    value,
    owners,
  );
  yield* run(
    `update lease set state = 'closed' where ${which} and ("window" <> 'balance' or ${isLocked})`,
    ...[value, owners],
  );
}

/** Computed here, because the difference of two integers of the table may not fit into one. */
function* ofBalance(workspaceId: string): Steps<NanoCredits> {
  const sql = 'select granted, posted, leased from account where workspace_id = $1';
  const row = yield* one<Pick<AccountRow, 'granted' | 'posted' | 'leased'>>(sql, workspaceId);
  const { granted, posted, leased: given } = row ?? { granted: 0n, posted: 0n, leased: 0n };
  return granted - posted - given;
}

type Amounts = ReadonlyMap<string, NanoCredits>;

const nameOf = ({ subject, window, start, end }: LeaseSubject): string => `${subject} ${window} ${start} ${end}`;

/** What subjects have spent in the window of one of them, all of them keys or all of them workspaces. */
function spentOf(engine: EngineFacts, { workspaceId, subject, start, end }: LeaseSubject, subjects: readonly string[]) {
  type Row = { readonly subject: string; readonly amount: bigint };
  if (end === null) {
    const ofSubjects = engine.isOneOf('subject', '$1');
    const sql = `select subject, posted as amount from limit_use where "window" = 'total' and ${ofSubjects}`;
    return all<Row>(sql, subjects);
  }
  // A workspace may have very many buckets; those of a key have an index of their own.
  const [table, column] = subject === workspaceId ? ['charge_bucket', 'workspace_id'] : ['usage_bucket', 'key_id'];
  return all<Row>(
    `select ${column} as subject, sum(charge) as amount from ${table}
      where ${engine.isOneOf(column, '$1')} and bucket_start >= $2 and bucket_start < $3 group by ${column}`,
    ...[subjects, start, end],
  );
}

/** What has been spent of each limit, by its name: one query for all keys that have a limit in the same window. */
function* spentOfAll(engine: EngineFacts, limited: readonly LeaseWish[]): Steps<Amounts> {
  const spent = new Map<string, NanoCredits>();
  const groupOf = ({ workspaceId, subject, window, start, end }: LeaseWish): string =>
    `${window} ${start} ${end} ${subject === workspaceId}`;
  for (const group of Map.groupBy(limited, groupOf).values()) {
    const [first] = group;
    if (first === undefined) continue;
    const subjects = [...new Set(group.map(({ subject }) => subject))];
    for (const { subject, amount } of yield* spentOf(engine, first, subjects))
      spent.set(nameOf({ ...first, subject }), amount);
  }
  return spent;
}

/** What is spent, and what batches have reserved, of each limit that is wished for, by its name. It stays while the accounts are locked. */
function* usedOf(engine: EngineFacts, wishes: readonly LeaseWish[]): Steps<Amounts> {
  const limited = wishes.filter(({ window, limit }) => window !== 'balance' && limit !== null);
  if (limited.length === 0) return new Map();
  const spent = yield* spentOfAll(engine, limited);
  const reservedIn = yield* reservedBy(engine, [...new Set(limited.map(({ workspaceId }) => workspaceId))]);
  return new Map(limited.map((wish) => [nameOf(wish), (spent.get(nameOf(wish)) ?? 0n) + reservedIn(wish)]));
}

/**
 * What is neither used nor leased of a balance or a limit. If a workspace has moved to another zone, leases on windows of the old one
 * count in each new window that they overlap, until they are given back: too much rather than too little.
 */
function* available(wish: LeaseWish, used: Amounts): Steps<NanoCredits> {
  const { workspaceId, subject, window, start, end, limit } = wish;
  if (window === 'balance' || limit === null) return yield* ofBalance(workspaceId);
  const row = yield* one<{ leased: bigint }>(
    `select coalesce(sum(granted - consumed), 0) as leased from lease
      where ${openLeases} and subject = $1 and "window" = $2
        and (window_end is null or window_end > $3) and (cast($4 as bigint) is null or window_start < $4)`,
    subject,
    window,
    start,
    end,
  );
  return limit - (used.get(nameOf(wish)) ?? 0n) - (row?.leased ?? 0n);
}

/** By whom and until when leases are taken. */
interface LeaseTerms {
  readonly instanceId: string;
  readonly expiresAt: number;
  /** The number of live instances. */
  readonly instances: bigint;
  /** What is used of each limit. */
  readonly used: Amounts;
}

/** Leases of one of several instances: parts of balances and of limits, for a minute each. */
export function makeLeaseOperations(engine: EngineFacts, { instanceId }: InstanceFacts) {
  function* leaseFor({ subject, window, start, end }: LeaseWish, { expiresAt }: LeaseTerms): Steps<OwnLease> {
    const found = yield* one<OwnLease>(
      `select id, granted, consumed from lease where ${openLeases} and subject = $1
        and instance_id = $2 and "window" = $3 and window_start = $4 ${engine.lock}`,
      subject,
      instanceId,
      window,
      start,
    );
    if (found) return found;
    const id = newId('lease');
    yield* run(
      `insert into lease (id, subject, instance_id, granted, state, expires_at, "window", window_start, window_end)
        values ($1, $2, $3, 0, 'open', $4, $5, $6, $7)`,
      ...[id, subject, instanceId, expiresAt, window, start, end],
    );
    return { id, granted: 0n, consumed: 0n };
  }

  function* leaseOne(wish: LeaseWish, terms: LeaseTerms): Steps<LeaseAnswer> {
    const { id, granted, consumed } = yield* leaseFor(wish, terms);
    const back = least(wish.giveBack, granted - consumed);
    const there = (yield* available(wish, terms.used)) + back;
    const taken = chunkOf(wish, there, terms.instances);
    const change = taken - back;
    yield* run('update lease set granted = granted + $1, expires_at = $2 where id = $3', change, terms.expiresAt, id);
    if (wish.window === 'balance' && change !== 0n)
      yield* run('update account set leased = leased + $1 where workspace_id = $2', change, wish.workspaceId);
    return { id, granted: granted + change, consumed, available: there - taken, lifetime, taken };
  }

  return {
    /** @see Ledger.lease */
    *lease(wishes: readonly LeaseWish[], now: number): Steps<readonly LeaseAnswer[]> {
      const others = wishes.map(({ workspaceId }) => workspaceId);
      yield* closeLeases(engine, { which: ended, value: now, others });
      const sql = 'select count(*) as instances from instance where heartbeat_at > $1';
      const live = (yield* one<{ instances: bigint }>(sql, now - liveMilliseconds))?.instances ?? 0n;
      const used = yield* usedOf(engine, wishes);
      const terms = { instanceId, expiresAt: now + lifetime, instances: live > 0n ? live : 1n, used };
      const answers: LeaseAnswer[] = [];
      for (const wish of wishes) answers.push(yield* leaseOne(wish, terms));
      return answers;
    },
    /** Frees what is left of every lease whose time has ended. */
    expireLeases: (now: number): Steps<void> => closeLeases(engine, { which: ended, value: now }),
  };
}

/** The leases of whole balances that a single instance has on its store; none if several instances share it. */
export type OwnLeases = ReturnType<typeof makeOwnLeases>;

export function makeOwnLeases(engine: EngineFacts, { instanceId, isShared }: InstanceFacts) {
  let isOpen = false;

  const closeOf = (instanceIds: readonly string[], waits = false): Steps<void> =>
    closeLeases(engine, {
      which: `${openLeases} and ${engine.isOneOf('instance_id', '$1')}`,
      value: instanceIds,
      waits,
    });

  /** Leases what has become free in an account, and gives up what is no longer covered. */
  function* leaseFree(workspaceId: string): Steps<void> {
    if (!isOpen) return;
    const free = yield* ofBalance(workspaceId);
    const id = `${instanceId}:${workspaceId}`;
    const own = yield* one<{ rest: bigint }>('select granted - consumed as rest from lease where id = $1', id);
    const rest = own?.rest ?? 0n;
    const change = free < -rest ? -rest : free;
    if (change === 0n) return;
    yield* run(
      `insert into lease (id, subject, instance_id, granted, state) values ($1, $2, $3, 0, 'open')
        on conflict (id) do nothing`,
      ...[id, workspaceId, instanceId],
    );
    yield* run('update lease set granted = granted + $1 where id = $2', change, id);
    yield* run('update account set leased = leased + $1 where workspace_id = $2', change, workspaceId);
  }

  return {
    /** From now on this process leases everything that is free in any account. */
    *open(): Steps<void> {
      isOpen = !isShared;
      if (!isOpen) return;
      const accounts = yield* all<Pick<AccountRow, 'workspace_id'>>('select workspace_id from account');
      for (const { workspace_id } of accounts) yield* leaseFree(workspace_id);
    },
    /** Closes the leases of instances that are gone, of whatever kind, which frees what is left of them. */
    closeOf,
    /** The same for this process, which leases nothing more. */
    *close(): Steps<void> {
      isOpen = false;
      yield* closeOf([instanceId], true);
    },
    leaseFree,
  };
}
