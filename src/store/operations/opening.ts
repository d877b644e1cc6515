import type { InstanceRecord } from '../../metering/instances.ts';
import type { OpeningState } from '../../metering/ledger-records.ts';
import { lossAccount } from '../../shared/ids.ts';
import { lossEntry, readSettlement } from '../shared/open-call.ts';
import type { Settlement } from '../shared/settle-row.ts';
import {
  all,
  asItIs,
  type EngineFacts,
  type InstanceFacts,
  liveMilliseconds,
  number,
  one,
  run,
  type Steps,
  type StoredRow,
  tableOf,
} from '../shared/repository.ts';
import { addAccounts, lockFree, makeAccountOperations } from './accounts.ts';
import type { OwnLeases } from './leases.ts';
import { openReservations } from './reservations.ts';
import { makeWindowOperations } from './windows.ts';

/** Milliseconds without a heartbeat after which an instance that shares the store counts as dead. */
const recoveryGrace = 600_000;
/** The most calls of dead instances that one heartbeat settles if instances share the store: their own calls wait for it. */
const mostRecovered = 200;
/** How often one heartbeat reads so many calls if all of these are of locked accounts. The next heartbeat continues after them. */
const mostReads = 5;

/**
 * Milliseconds for which the tables keep closed leases, and dead instances with nothing open. An instance that has stopped set its
 * last heartbeat to 0, so it goes with the next deletion.
 */
const keptMilliseconds = 24 * 3_600_000;
/** Milliseconds between two deletions by an instance, which read the whole table. */
const forgetMilliseconds = 3_600_000;
/** The most closed leases that one heartbeat deletes: calls wait for its transaction. */
const mostForgotten = 10_000;

const hasOpenLease = `exists (select 1 from lease
  where state = 'open' and kind = 'instance' and instance_id = instance.id)`;
const hasOpenCall = 'exists (select 1 from open_call where instance_id = instance.id)';

/** Deletes, once an hour, closed leases, and dead instances whose calls are all settled. */
function makeForgetting(instanceId: string): (now: number) => Steps<void> {
  let last = -Infinity;
  return function* (now) {
    if (now - last < forgetMilliseconds) return;
    last = now;
    const before = now - keptMilliseconds;
    const leases = yield* run(
      `delete from lease where id in (select id from lease
        where state = 'closed' and kind = 'instance' and coalesce(expires_at, 0) < $1 limit ${mostForgotten})`,
      before,
    );
    // The next heartbeat continues.
    if (leases >= mostForgotten) last = -Infinity;
    yield* run(
      `delete from instance where heartbeat_at < $1 and id <> $2 and not ${hasOpenCall} and not ${hasOpenLease}`,
      before,
      instanceId,
    );
  };
}

/** How an engine opens its books. */
export interface OpeningFacts extends InstanceFacts {
  /** Settles calls that one instance admitted. */
  readonly settle: (calls: readonly Settlement[], instanceId: string) => Steps<unknown>;
  /** Writes down that this instance is alive. */
  readonly beat: (now: number) => Steps<unknown>;
}

interface OpenCallRow {
  readonly call_id: string;
  readonly settlement: string;
  readonly instance_id: string;
}

/** A call that an instance left open. */
interface OpenCall {
  readonly call: Settlement;
  readonly admittedBy: string;
}

/**
 * Those of these calls whose accounts no other transaction has locked; the others are left for the next time.
 *
 * @returns null if the account of losses is locked: then no call can be settled
 */
function* unlockedOf(
  engine: EngineFacts,
  open: readonly OpenCallRow[],
  now: number,
): Steps<readonly OpenCall[] | null> {
  const calls = open.map(({ settlement, instance_id: admittedBy }) => ({
    call: readSettlement(settlement, now),
    admittedBy,
  }));
  if (engine.skipLocked === '') return calls;
  const ids = yield* addAccounts(engine, [...calls.map(({ call }) => call.workspaceId), lossAccount]);
  const free = new Set(yield* lockFree(engine, ids));
  return free.has(lossAccount) ? calls.filter(({ call }) => free.has(call.workspaceId)) : null;
}

/** Finding and settling what dead instances left open. @returns how many of their calls were settled */
function makeRecovery(engine: EngineFacts, { instanceId, isShared, settle }: OpeningFacts, leases: OwnLeases) {
  const accounts = makeAccountOperations(engine, leases.leaseFree);
  const ofGone = engine.isOneOf('instance_id', '$1');
  /** An instance alone serves nothing before it has settled what was left open. */
  const most = isShared ? mostRecovered : Number.MAX_SAFE_INTEGER;
  /** All open calls to this one were found to be of locked accounts; empty: the next time begins with the first call. */
  let lockedUntil = '';

  /**
   * Instances whose calls and leases may be taken over. If the store is not shared, one process at a time has the lock on it, so every
   * other instance is dead. If several share it, those without a heartbeat for the whole grace period are dead.
   */
  function* goneInstances(now: number): Steps<readonly string[]> {
    const silent = `select id from instance where heartbeat_at <= $2 and id <> $1 and (${hasOpenCall} or ${hasOpenLease})`;
    const others = `select instance_id as id from open_call where instance_id <> $1
      union select instance_id from lease where state = 'open' and kind = 'instance' and instance_id <> $1`;
    const rows = isShared
      ? yield* all<{ id: string }>(silent, instanceId, now - recoveryGrace)
      : yield* all<{ id: string }>(others, instanceId);
    return rows.map(({ id }) => id);
  }

  /**
   * Settles open calls of dead instances from the journal, as many as one heartbeat may. The rest of their holds is booked as the
   * operator's largest possible loss.
   */
  function* drain(gone: readonly string[], now: number): Steps<number> {
    let calls: readonly OpenCall[] = [];
    for (let reads = 0; calls.length === 0 && reads < mostReads; reads += 1) {
      // Another instance that recovers at the same time takes the others.
      const open = yield* all<OpenCallRow>(
        `select call_id, settlement, instance_id from open_call
          where ${ofGone} and call_id > $2 order by call_id limit $3 ${engine.skipLocked}`,
        gone,
        lockedUntil,
        most,
      );
      const unlocked = open.length === 0 ? [] : yield* unlockedOf(engine, open, now);
      if (unlocked === null) return 0;
      calls = unlocked;
      if (calls.length === 0) lockedUntil = open.at(-1)?.call_id ?? '';
      if (open.length === most) continue;
      lockedUntil = '';
      break;
    }
    for (const [owner, noted] of Map.groupBy(calls, ({ admittedBy }) => admittedBy)) {
      const own = noted.map(({ call }) => call);
      yield* settle(own, owner);
      for (const { id, hold, charge } of own) {
        const loss = lossEntry({ callId: id, hold, charge, at: now });
        if (loss) yield* accounts.post(loss);
      }
    }
    return calls.length;
  }

  return function* (now: number): Steps<number> {
    const gone = yield* goneInstances(now);
    if (gone.length === 0) return 0;
    const recovered = yield* drain(gone, now);
    // A drained call draws on the lease that it was admitted under, so leases stay until the last one is drained, here or by another
    // instance.
    const waiting = yield* all<{ id: string }>(
      `select distinct instance_id as id from open_call where ${ofGone}`,
      gone,
    );
    const unfinished = new Set(waiting.map(({ id }) => id));
    yield* leases.closeOf(gone.filter((id) => !unfinished.has(id)));
    return recovered;
  };
}

/** Opens the books after an earlier process, reads them, and gives them back. */
export function makeOpeningOperations(engine: EngineFacts, facts: OpeningFacts, leases: OwnLeases) {
  const { instanceId, beat } = facts;
  const accounts = makeAccountOperations(engine, leases.leaseFree);
  const windows = makeWindowOperations(engine);
  const recover = makeRecovery(engine, facts, leases);
  const forget = makeForgetting(instanceId);
  return {
    /** How many calls were settled. The accounts of dead instances stay locked until its end, so it reads nothing else. @see Ledger.open */
    *open(now: number): Steps<number> {
      const recovered = yield* recover(now);
      yield* beat(now);
      yield* leases.open();
      return recovered;
    },
    /** Reads all that an instance has to know of the books, which may take long. */
    *readBooks(now: number): Steps<Omit<OpeningState, 'recovered'>> {
      return {
        accounts: yield* accounts.allAccounts(),
        reservations: yield* openReservations(),
        limitUses: yield* windows.allWindows(now),
      };
    },
    *beat(now: number): Steps<void> {
      yield* beat(now);
    },
    /** @see Ledger.heartbeat */
    *recover(now: number): Steps<number> {
      const recovered = yield* recover(now);
      yield* forget(now);
      return recovered;
    },
    /** A stopped instance counts as dead at once, because all of its calls are settled. @see Ledger.release */
    *release(): Steps<void> {
      yield* leases.close();
      yield* run('update instance set heartbeat_at = 0 where id = $1', instanceId);
    },
  };
}

const instanceTable = tableOf<Omit<InstanceRecord, 'isThis'>>('instance', {
  id: asItIs(),
  startedAt: number(),
  heartbeatAt: number(),
  catalogHash: asItIs(),
});

/** What an instance says about itself, and who else is there. */
export const makeInstanceOperations = ({ instanceId }: Pick<InstanceFacts, 'instanceId'>) => ({
  *noteCatalog(hash: string): Steps<void> {
    yield* run('update instance set catalog_hash = $1 where id = $2', hash, instanceId);
  },
  /** This instance and those with a recent heartbeat, oldest first. */
  *liveInstances(now: number): Steps<readonly InstanceRecord[]> {
    const sql = `select id, started_at, heartbeat_at, catalog_hash from instance where heartbeat_at > $1 or id = $2
      order by started_at, id`;
    const rows = yield* all<StoredRow>(sql, now - liveMilliseconds, instanceId);
    return rows.map(instanceTable.read).map((record) => ({ ...record, isThis: record.id === instanceId }));
  },
  *deployment(): Steps<string> {
    return (yield* one<{ id: string }>('select id from deployment'))?.id ?? '';
  },
  /** Whether this is the live instance that started first. */
  *leads(now: number): Steps<boolean> {
    const sql = 'select id from instance where heartbeat_at > $1 order by started_at, id limit 1';
    return (yield* one<{ id: string }>(sql, now - liveMilliseconds))?.id === instanceId;
  },
});
