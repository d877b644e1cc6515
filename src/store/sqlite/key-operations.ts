import type { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { KeyClient } from '../../identity/key-clients.ts';
import type { KeyRecord, WorkspaceRecord } from '../../identity/key-store.ts';
import {
  allKeysOf,
  keyOf,
  keyValues,
  workspaceOf,
  workspaceValues,
  type KeyRow,
  type KeyClientRow,
  type WorkspaceRow,
} from '../shared/key-rows.ts';
import { failureKind, makeRoomCheck, query } from './query.ts';

/** Turns "taken already" into our own error. */
function refusing<Result>(what: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    if (failureKind(cause) !== 'constraint') throw cause;
    throw new GatewayError('conflict', `${what} exists already, or refers to a workspace that does not.`, { cause });
  }
}

/** Workspaces and keys as rows. The caller runs each write in a transaction. */
export function makeKeyOperations(database: DatabaseSync) {
  const insertKey = database.prepare(
    'insert into api_key values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const updateKey = database.prepare(`update api_key set workspace_id = ?2, name = ?3, hash = ?4, previous_hash = ?5,
    previous_expires_at = ?6, prefix = ?7, last_four = ?8, scope = ?9, day_limit = ?10, month_limit = ?11, total_limit = ?12,
    created_at = ?13, expires_at = ?14, revoked_at = ?15, previous_grace = ?16, owner = ?18,
    version = version + 1 where id = ?1 and version = ?17`);
  const insertWorkspace = database.prepare('insert into workspace values (?, ?, ?, ?, ?, ?, ?)');
  const updateWorkspace = database.prepare(
    `update workspace set name = ?2, plan_id = ?3, time_zone = ?4, created_at = ?5, suspended_at = ?6,
      version = version + 1 where id = ?1 and version = ?7`,
  );

  const oneKey = query<KeyRow>(database, 'select * from api_key where id = ?');
  const oneWorkspace = query<WorkspaceRow>(database, 'select * from workspace where id = ?');
  const hasRoom = makeRoomCheck(database, 'api_key');

  return {
    allKeys: (): readonly KeyRecord[] =>
      allKeysOf(query<KeyRow>(database, 'select * from api_key order by created_at, id').iterate()),
    allWorkspaces: (): readonly WorkspaceRecord[] =>
      query<WorkspaceRow>(database, 'select * from workspace order by created_at, id').all().map(workspaceOf),
    key: (id: string): KeyRecord | null => {
      const row = oneKey.get(id);
      return row ? keyOf(row) : null;
    },
    workspace: (id: string): WorkspaceRecord | null => {
      const row = oneWorkspace.get(id);
      return row ? workspaceOf(row) : null;
    },
    /** Whether the workspace may have one more. */
    addKey: (key: KeyRecord, most?: number): boolean =>
      hasRoom(key.workspaceId, most) &&
      refusing(`Key ${key.id}`, () => Number(insertKey.run(...keyValues(key)).changes) > 0),
    /** Whether it still had its version. */
    putKey: (key: KeyRecord): boolean =>
      refusing(`Key ${key.id}`, () => Number(updateKey.run(...keyValues(key)).changes) > 0),
    addWorkspace: (workspace: WorkspaceRecord): void =>
      refusing(`Workspace ${workspace.id}`, () => void insertWorkspace.run(...workspaceValues(workspace))),
    putWorkspace: (workspace: WorkspaceRecord): boolean =>
      refusing(
        `Workspace ${workspace.id}`,
        () => Number(updateWorkspace.run(...workspaceValues(workspace)).changes) > 0,
      ),
  };
}

/** The last clients of keys as rows. */
export function makeKeyClientOperations(database: DatabaseSync) {
  const ofKeys = query<KeyClientRow>(
    database,
    'select * from key_client where key_id in (select value from json_each(?))',
  );
  const put =
    database.prepare(`insert into key_client (key_id, client, seen_at) select id, ?2, ?3 from api_key where id = ?1
    on conflict (key_id) do update set client = excluded.client, seen_at = excluded.seen_at
    where excluded.seen_at >= key_client.seen_at`);
  return {
    keyClients: (keyIds: readonly string[]): readonly KeyClient[] =>
      ofKeys
        .all(JSON.stringify(keyIds))
        .map((row) => ({ keyId: row.key_id, client: row.client, seenAt: Number(row.seen_at) })),
    putKeyClients: (clients: readonly KeyClient[]): void => {
      for (const { keyId, client, seenAt } of clients) put.run(keyId, client, seenAt);
    },
  };
}
