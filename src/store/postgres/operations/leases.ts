import type { LeaseAnswer, LeaseWish } from '../../../metering/lease-records.ts';
import { newId } from '../../../shared/ids.ts';
import { least, type NanoCredits } from '../../../shared/money.ts';
import { chunkOf, lifetime, liveMilliseconds, type OwnLease } from '../../shared/lease-rows.ts';
import type { Session } from '../session.ts';

const ended = `state = 'open' and kind = 'instance' and expires_at <= $1`;
const ofGone = `state = 'open' and kind = 'instance' and instance_id = any ($1)`;

/** Locks accounts, always in the same order, as every transaction that changes their sums does. */
async function lockAccounts(session: Session, workspaceIds: readonly string[]): Promise<void> {
  const ids = [...new Set(workspaceIds)].toSorted();
  await session.run(
    'insert into account (workspace_id) select unnest($1::text[]) on conflict (workspace_id) do nothing',
    ids,
  );
  await session.run('select 1 from account where workspace_id = any ($1) order by workspace_id for update', ids);
}

/**
 * Closes leases, which frees what is left of them.
 * @param which a condition with the placeholder `$1` for `value`
 * @param others further accounts that the transaction needs: all are locked in one order
 */
async function closeLeases(
  session: Session,
  { which, value }: { which: string; value: number | readonly string[] },
  others: readonly string[] = [],
): Promise<void> {
  const found = await session.all<{ subject: string; window: string }>(
    `select distinct subject, "window" from lease where ${which}`,
    value,
  );
  const owners = found.filter(({ window }) => window === 'balance').map(({ subject }) => subject);
  await lockAccounts(session, [...owners, ...others]);
  if (found.length === 0) return;
  // Uses the leases' own figures, so that an account whose sum is wrong stays visibly wrong.
  await session.run(
    `with closed as (update lease set state = 'closed'
        where ${which} and ("window" <> 'balance' or subject = any ($2)) returning subject, "window", granted - consumed as rest)
      update account set leased = greatest(0, leased - ended.rest)
        from (select subject, sum(rest)::bigint as rest from closed where "window" = 'balance' group by subject) as ended
        where workspace_id = ended.subject`,
    value,
    owners,
  );
}

export const expireLeases = (session: Session, now: number): Promise<void> =>
  closeLeases(session, { which: ended, value: now });

export const closeLeasesOf = (session: Session, instanceIds: readonly string[]): Promise<void> =>
  closeLeases(session, { which: ofGone, value: instanceIds });

const amountOf = async (session: Session, sql: string, ...values: (string | number | null)[]): Promise<NanoCredits> =>
  (await session.one<{ amount: bigint }>(sql, ...values))?.amount ?? 0n;

function spent(session: Session, { workspaceId, subject, window, start, end }: LeaseWish): Promise<NanoCredits> {
  if (window === 'total' || end === null)
    return amountOf(
      session,
      `select posted as amount from limit_use where subject = $1 and "window" = 'total'`,
      subject,
    );
  return amountOf(
    session,
    `select coalesce(sum(charge), 0) as amount from usage_bucket
      where workspace_id = $1 and ($2 = $1 or key_id = $2) and bucket_start >= $3 and bucket_start < $4`,
    workspaceId,
    subject,
    start,
    end,
  );
}

/**
 * What is neither spent nor leased of a balance or a limit. If a workspace has moved to another zone, leases on windows of the old one
 * count in each new window that they overlap, until they are given back: too much rather than too little.
 */
async function available(session: Session, wish: LeaseWish): Promise<NanoCredits> {
  const { workspaceId, subject, window, start, end, limit } = wish;
  if (window === 'balance' || limit === null)
    return amountOf(
      session,
      'select granted::numeric - posted - leased as amount from account where workspace_id = $1',
      workspaceId,
    );
  const leased = await amountOf(
    session,
    `select coalesce(sum(granted - consumed), 0) as amount from lease
      where state = 'open' and kind = 'instance' and subject = $1 and "window" = $2
        and (window_end is null or window_end > $3) and ($4::bigint is null or window_start < $4)`,
    subject,
    window,
    start,
    end,
  );
  const reserved = await amountOf(
    session,
    `select coalesce(sum(granted - consumed), 0) as amount from lease
      where state = 'open' and kind = 'batch' and subject = $1 and ($2 = $1 or key_id = $2)
        and started_at >= $3 and ($4::bigint is null or started_at < $4)`,
    workspaceId,
    subject,
    start,
    end,
  );
  return limit - (await spent(session, wish)) - leased - reserved;
}

async function leaseFor(session: Session, wish: LeaseWish, { instanceId, expiresAt }: LeaseTerms) {
  const { subject, window, start, end } = wish;
  const found = await session.one<OwnLease>(
    `select id, granted, consumed from lease where state = 'open' and kind = 'instance' and subject = $1
      and instance_id = $2 and "window" = $3 and window_start = $4 for update`,
    subject,
    instanceId,
    window,
    start,
  );
  if (found) return found;
  const id = newId('lease');
  await session.run(
    `insert into lease (id, subject, instance_id, granted, state, expires_at, "window", window_start, window_end)
      values ($1, $2, $3, 0, 'open', $4, $5, $6, $7)`,
    id,
    subject,
    instanceId,
    expiresAt,
    window,
    start,
    end,
  );
  return { id, granted: 0n, consumed: 0n };
}

/** By whom and until when leases are taken. */
interface LeaseTerms {
  readonly instanceId: string;
  readonly expiresAt: number;
  /** The number of live instances. */
  readonly instances: bigint;
}

async function leaseOne(session: Session, wish: LeaseWish, terms: LeaseTerms): Promise<LeaseAnswer> {
  const { id, granted, consumed } = await leaseFor(session, wish, terms);
  const rest = granted - consumed;
  const back = least(wish.giveBack, rest);
  const there = (await available(session, wish)) + back;
  const taken = chunkOf(wish, there, terms.instances);
  const change = taken - back;
  await session.run(
    'update lease set granted = granted + $1, expires_at = $2 where id = $3',
    change,
    terms.expiresAt,
    id,
  );
  if (wish.window === 'balance')
    await session.run('update account set leased = leased + $1 where workspace_id = $2', change, wish.workspaceId);
  return { id, granted: granted + change, consumed, available: there - taken, lifetime, taken };
}

/** @see Ledger.lease */
export const makeLease =
  (instanceId: string) =>
  async (session: Session, wishes: readonly LeaseWish[], now: number): Promise<readonly LeaseAnswer[]> => {
    const workspaces = wishes.map(({ workspaceId }) => workspaceId);
    await closeLeases(session, { which: ended, value: now }, workspaces);
    const live = await session.one<{ instances: bigint }>(
      'select greatest(count(*), 1) as instances from instance where heartbeat_at > $1',
      now - liveMilliseconds,
    );
    const terms = { instanceId, expiresAt: now + lifetime, instances: live?.instances ?? 1n };
    const answers: LeaseAnswer[] = [];
    for (const wish of wishes) answers.push(await leaseOne(session, wish, terms));
    return answers;
  };
