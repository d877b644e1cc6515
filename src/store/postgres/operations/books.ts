import type { OpeningState, SettledCall } from '../../../metering/ledger-records.ts';
import { makeForgetting, mostForgotten, mostRecovered, recoveryGrace } from '../../shared/lease-rows.ts';
import { makeAccountOperations } from '../../operations/accounts.ts';
import { openReservations } from '../../operations/reservations.ts';
import { makeWindowOperations } from '../../operations/windows.ts';
import { lossEntry, readSettlement, toText } from '../../shared/open-call.ts';
import { writeCalls } from '../../shared/settle-row.ts';
import { operationsIn, postgresFacts } from '../engine.ts';
import type { Session } from '../session.ts';
import type { InstanceFacts } from './instances.ts';
import { closeLeasesOf } from './leases.ts';

/** A model is named as its caller writes it, and PostgreSQL has no NUL in texts. */
const storable = (call: SettledCall): SettledCall => ({
  ...call,
  model: call.model.replaceAll('\0', '\ufffd').toWellFormed(),
});

/**
 * Settles calls that one instance admitted, in one statement.
 * @returns one entry for each call: null, or the charge that was in the books already
 */
export async function settleCalls(
  session: Session,
  calls: readonly SettledCall[],
  instanceId: string,
): Promise<readonly (bigint | null)[]> {
  const rows = await session.all<{ known: bigint | null }>(
    'select known from settle_calls($1::jsonb, $2) order by place',
    writeCalls(calls.map(storable)).text,
    instanceId,
  );
  return rows.map(({ known }) => known);
}

/** Records the progress of running calls. A call that is in the books already is skipped. */
export const makeJournal =
  (instanceId: string) =>
  async (session: Session, calls: readonly SettledCall[], now: number): Promise<void> => {
    await session.run(
      `insert into open_call (call_id, instance_id, settlement, journal_at)
        select noted.id, $3, noted.settlement, $4 from unnest($1::text[], $2::text[]) as noted (id, settlement)
          where not exists (select 1 from call where call.id = noted.id)
        on conflict (call_id) do update set settlement = excluded.settlement, journal_at = excluded.journal_at`,
      calls.map(({ id }) => id),
      calls.map((call) => toText({ ...storable(call), instanceId })),
      instanceId,
      now,
    );
  };

const { post, allAccounts, allWindows, reservations } = operationsIn({
  ...makeAccountOperations(postgresFacts, () => undefined),
  reservations: openReservations,
  ...makeWindowOperations(postgresFacts),
});

/** An instance that did not reach the database for a day may have to rewrite its row: with its keys, by which others may join. */
const beat = (session: Session, { instanceId, sealKeys }: InstanceFacts, now: number): Promise<number> =>
  session.run(
    `insert into instance (id, started_at, heartbeat_at, seal_keys) values ($1, $2, $2, $3)
      on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`,
    instanceId,
    now,
    sealKeys?.join(' ') ?? null,
  );

/**
 * Settles open calls of dead instances from the journal, as many as one heartbeat may. The rest of their holds is booked as the
 * operator's largest possible loss.
 */
async function drain(session: Session, gone: readonly string[], now: number): Promise<number> {
  // Another instance that recovers at the same time takes the others.
  const open = await session.all<{ settlement: string; instance_id: string }>(
    `select settlement, instance_id from open_call where instance_id = any ($1) order by call_id limit $2 for update skip locked`,
    gone,
    mostRecovered,
  );
  for (const [instanceId, noted] of Map.groupBy(open, ({ instance_id }) => instance_id)) {
    const calls = noted.map(({ settlement }) => readSettlement(settlement, now));
    await settleCalls(session, calls, instanceId);
    for (const { id, hold, charge } of calls) {
      const loss = lossEntry({ callId: id, hold, charge, at: now });
      if (loss) await post(session, loss);
    }
  }
  return open.length;
}

async function recover(session: Session, instanceId: string, now: number): Promise<number> {
  const silent = await session.all<{ id: string }>(
    `select id from instance where heartbeat_at <= $1 and id <> $2 and (
      exists (select 1 from open_call where instance_id = instance.id)
      or exists (select 1 from lease where state = 'open' and kind = 'instance' and instance_id = instance.id))`,
    now - recoveryGrace,
    instanceId,
  );
  if (silent.length === 0) return 0;
  const gone = silent.map(({ id }) => id);
  const recovered = await drain(session, gone, now);
  // A drained call draws on the lease that it was admitted under, so leases stay until the last one is drained, here or by another
  // instance.
  const waiting = await session.all<{ id: string }>(
    'select distinct instance_id as id from open_call where instance_id = any ($1)',
    gone,
  );
  const unfinished = new Set(waiting.map(({ id }) => id));
  await closeLeasesOf(
    session,
    gone.filter((id) => !unfinished.has(id)),
  );
  return recovered;
}

/**
 * Deletes closed leases, and dead instances whose calls are all settled.
 *
 * @returns how many leases were deleted
 */
async function forget(session: Session, instanceId: string, before: number): Promise<number> {
  const leases = await session.run(
    `delete from lease where id in (select id from lease
      where state = 'closed' and kind = 'instance' and coalesce(expires_at, 0) < $1 limit ${mostForgotten})`,
    before,
  );
  await session.run(
    `delete from instance where heartbeat_at < $1 and id <> $2
      and not exists (select 1 from open_call where instance_id = instance.id)
      and not exists (select 1 from lease where state = 'open' and kind = 'instance' and instance_id = instance.id)`,
    before,
    instanceId,
  );
  return leases;
}

/** Opens the books, and gives them back. */
export const makeOpening = (own: InstanceFacts, forgetting = makeForgetting()) => ({
  /** @see Ledger.open */
  open: async (session: Session, now: number): Promise<OpeningState> => {
    const recovered = await recover(session, own.instanceId, now);
    await beat(session, own, now);
    return {
      recovered,
      accounts: await allAccounts(session),
      reservations: await reservations(session),
      limitUses: await allWindows(session, now),
    };
  },
  /** @see Ledger.heartbeat */
  heartbeat: async (session: Session, now: number): Promise<number> => {
    await beat(session, own, now);
    const recovered = await recover(session, own.instanceId, now);
    const before = forgetting.before(now);
    if (before !== null) forgetting.deleted(await forget(session, own.instanceId, before));
    return recovered;
  },
  /** A stopped instance counts as dead at once, because all of its calls are settled. @see Ledger.release */
  release: async (session: Session): Promise<void> => {
    await closeLeasesOf(session, [own.instanceId]);
    await session.run('update instance set heartbeat_at = 0 where id = $1', own.instanceId);
  },
});
