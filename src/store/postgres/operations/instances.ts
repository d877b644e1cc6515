import type { InstanceRecord } from '../../../metering/instances.ts';
import { instanceOf, liveMilliseconds, type InstanceRow } from '../../shared/lease-rows.ts';
import { StoreError } from '../../store.ts';
import type { Session } from '../session.ts';

/** Two instances that start at once see each other. */
const joinLock = "hashtext('diglot instances')";

/** What an instance writes down of itself. */
export interface InstanceFacts {
  readonly instanceId: string;
  /** Numbers of its seal keys, the one that seals first. */
  readonly sealKeys?: readonly string[] | undefined;
}

interface Joining extends Required<InstanceFacts> {
  readonly sealKeys: readonly string[];
  readonly now: number;
}

const opens = (keys: readonly string[], sealed: string | undefined): boolean =>
  sealed === undefined || keys.includes(sealed);

/**
 * Writes an instance down, unless a live one seals with a key that it does not have, or the other way round: what one seals
 * the next call may bring to another.
 *
 * @throws {StoreError} the keys differ
 */
export async function join(session: Session, { instanceId, sealKeys, now }: Joining): Promise<void> {
  await session.run(`select pg_advisory_xact_lock(${joinLock})`);
  const live = await session.all<{ seal_keys: string }>(
    'select seal_keys from instance where heartbeat_at > $1 and id <> $2 and seal_keys is not null',
    now - liveMilliseconds,
    instanceId,
  );
  for (const { seal_keys } of live) {
    const theirs = seal_keys.split(' ');
    if (opens(theirs, sealKeys[0]) && opens(sealKeys, theirs[0])) continue;
    throw new StoreError(
      `server.seal_keys differ from those of another instance on this database (first keys: ${sealKeys[0] ?? 'none'} here, ${theirs[0] ?? 'none'} there), so that one cannot open what the other has sealed. Give all instances the same. To replace a key, add the new one as the second everywhere before you make it the first.`,
    );
  }
  await session.run(
    `insert into instance (id, started_at, heartbeat_at, seal_keys) values ($1, $2, $2, $3)
      on conflict (id) do update set seal_keys = excluded.seal_keys`,
    instanceId,
    now,
    sealKeys.join(' '),
  );
}

export const makeInstances = (instanceId: string) => ({
  noteCatalog: async (session: Session, hash: string): Promise<void> => {
    await session.run('update instance set catalog_hash = $1 where id = $2', hash, instanceId);
  },
  liveInstances: async (session: Session, now: number): Promise<readonly InstanceRecord[]> => {
    const rows = await session.all<InstanceRow>(
      'select id, started_at, heartbeat_at, catalog_hash from instance where heartbeat_at > $1 or id = $2 order by started_at, id',
      now - liveMilliseconds,
      instanceId,
    );
    return rows.map((row) => instanceOf(row, instanceId));
  },
});
