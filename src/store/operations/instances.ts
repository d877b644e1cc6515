import type { InstanceRecord } from '../../metering/instances.ts';
import { all, one, run, type InstanceFacts, type Steps } from '../shared/steps.ts';
import { asItIs, number, tableOf, type StoredRow } from '../shared/table.ts';

/** Milliseconds without a heartbeat after which an instance no longer counts when credit is shared out. */
export const liveMilliseconds = 90_000;

const table = tableOf<Omit<InstanceRecord, 'isThis'>>('instance', {
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
    return rows.map(table.read).map((record) => ({ ...record, isThis: record.id === instanceId }));
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
