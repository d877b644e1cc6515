import type { DatabaseSync } from 'node:sqlite';
import type { InstanceFacts } from '../ledger-operations.ts';
import { query } from '../query.ts';

/** Milliseconds without a heartbeat after which an instance that shares the store counts as gone. */
export const recoveryGrace = 600_000;

/**
 * Alone on the store, one process at a time has the lock on the file, so that every other instance is gone; if several share it,
 * those without a heartbeat for the whole grace period.
 */
export function makeInstances(database: DatabaseSync, { instanceId, isShared }: InstanceFacts) {
  const silent = query<{ id: string }>(database, 'select id from instance where heartbeat_at <= ? and id <> ?');
  const others = query<{ id: string }>(
    database,
    `select instance_id as id from open_call where instance_id <> ?1
      union select instance_id from lease where state = 'open' and kind = 'instance' and instance_id <> ?1`,
  );
  return {
    /** Those whose calls and leases may be taken over. */
    gone: (now: number): readonly string[] =>
      (isShared ? silent.all(now - recoveryGrace, instanceId) : others.all(instanceId)).map(({ id }) => id),
  };
}
