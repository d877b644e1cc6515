import { GatewayError } from '../../../errors/gateway-error.ts';
import type { KeyClient } from '../../../identity/key-clients.ts';
import type { KeyRecord, WorkspaceRecord } from '../../../identity/key-store.ts';
import {
  allKeysOf,
  keyValues,
  workspaceOf,
  workspaceValues,
  type KeyRow,
  type KeyClientRow,
  type WorkspaceRow,
} from '../../shared/key-rows.ts';
import { failureKind, hasRoom, type Session } from '../session.ts';

/** Turns "taken already" into our own error. */
async function refusing<Result>(what: string, action: Promise<Result>): Promise<Result> {
  try {
    return await action;
  } catch (cause) {
    if (failureKind(cause) !== 'constraint') throw cause;
    throw new GatewayError('conflict', `${what} exists already, or refers to a workspace that does not.`, { cause });
  }
}

const placesOf = (values: readonly unknown[]): string => values.map((_, index) => `$${index + 1}`).join(', ');

export const allKeys = async (session: Session): Promise<readonly KeyRecord[]> =>
  allKeysOf(await session.all<KeyRow>('select * from api_key order by created_at, id'));

export const allWorkspaces = async (session: Session): Promise<readonly WorkspaceRecord[]> =>
  (await session.all<WorkspaceRow>('select * from workspace order by created_at, id')).map(workspaceOf);

export const keysOf = async (session: Session, ids: readonly string[]): Promise<readonly KeyRecord[]> =>
  allKeysOf(await session.all<KeyRow>('select * from api_key where id = any ($1) order by created_at, id', ids));

export const workspacesOf = async (session: Session, ids: readonly string[]): Promise<readonly WorkspaceRecord[]> =>
  (await session.all<WorkspaceRow>('select * from workspace where id = any ($1) order by created_at, id', ids)).map(
    workspaceOf,
  );

export const keyReads = {
  allKeys,
  allWorkspaces,
  key: async (session: Session, id: string): Promise<KeyRecord | null> => (await keysOf(session, [id]))[0] ?? null,
  workspace: async (session: Session, id: string): Promise<WorkspaceRecord | null> =>
    (await workspacesOf(session, [id]))[0] ?? null,
};

/** Whether the workspace may have one more. */
export async function addKey(session: Session, key: KeyRecord, most?: number): Promise<boolean> {
  if (!(await hasRoom(session, { table: 'api_key', owner: key.workspaceId, most }))) return false;
  const values = keyValues(key);
  await refusing(`Key ${key.id}`, session.run(`insert into api_key values (${placesOf(values)})`, ...values));
  return true;
}

/** Whether it still had its version. */
export async function putKey(session: Session, key: KeyRecord): Promise<boolean> {
  const sql = `update api_key set workspace_id = $2, name = $3, hash = $4, previous_hash = $5, previous_expires_at = $6,
    prefix = $7, last_four = $8, scope = $9, day_limit = $10, month_limit = $11, total_limit = $12, created_at = $13,
    expires_at = $14, revoked_at = $15, previous_grace = $16, owner = $18, version = version + 1 where id = $1 and version = $17`;
  return (await refusing(`Key ${key.id}`, session.run(sql, ...keyValues(key)))) > 0;
}

export async function addWorkspace(session: Session, workspace: WorkspaceRecord): Promise<void> {
  const values = workspaceValues(workspace);
  const sql = `insert into workspace values (${placesOf(values)})`;
  await refusing(`Workspace ${workspace.id}`, session.run(sql, ...values));
}

/** Whether it still had its version. */
export async function putWorkspace(session: Session, workspace: WorkspaceRecord): Promise<boolean> {
  const sql = `update workspace set name = $2, plan_id = $3, time_zone = $4, created_at = $5, suspended_at = $6,
    version = version + 1 where id = $1 and version = $7`;
  return (await refusing(`Workspace ${workspace.id}`, session.run(sql, ...workspaceValues(workspace)))) > 0;
}

/** The last clients of keys as rows. */
export const keyClients = {
  keyClients: async (session: Session, keyIds: readonly string[]): Promise<readonly KeyClient[]> =>
    (await session.all<KeyClientRow>('select * from key_client where key_id = any ($1)', keyIds)).map((row) => ({
      keyId: row.key_id,
      client: row.client,
      seenAt: Number(row.seen_at),
    })),
  /** In the order of the keys, so that two instances do not wait for each other. */
  putKeyClients: async (session: Session, clients: readonly KeyClient[]): Promise<void> => {
    await session.run(
      `insert into key_client (key_id, client, seen_at)
        select distinct on (id) id, seen.client, seen.seen_at
          from unnest($1::text[], $2::text[], $3::bigint[]) as seen (key_id, client, seen_at)
          join api_key on api_key.id = seen.key_id order by id, seen.seen_at desc
        on conflict (key_id) do update set client = excluded.client, seen_at = excluded.seen_at
          where excluded.seen_at >= key_client.seen_at`,
      clients.map(({ keyId }) => keyId),
      clients.map(({ client }) => client),
      clients.map(({ seenAt }) => seenAt),
    );
  },
};
