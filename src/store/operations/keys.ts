import { GatewayError } from '../../errors/gateway-error.ts';
import type { KeyClient } from '../../identity/key-clients.ts';
import type { KeyRecord, WorkspaceRecord } from '../../identity/key-store.ts';
import {
  allKeysOf,
  keyValues,
  workspaceOf,
  workspaceValues,
  type KeyClientRow,
  type KeyRow,
  type WorkspaceRow,
} from '../shared/key-rows.ts';
import { all, each, hasRoom, run, type EngineFacts, type Steps, type Value } from '../shared/steps.ts';

const placesOf = (values: readonly Value[]): string => values.map((_, index) => `$${index + 1}`).join(', ');

/** Workspaces and keys as rows. Each write runs in a transaction. */
export function makeKeyOperations(engine: EngineFacts) {
  /** Writes a row. @throws {GatewayError} `conflict` if its id is taken, or its workspace does not exist */
  function* write(what: string, sql: string, values: readonly Value[]): Steps<number> {
    try {
      return yield* run(sql, ...values);
    } catch (cause) {
      if (!engine.isConstraint(cause)) throw cause;
      throw new GatewayError('conflict', `${what} exists already, or refers to a workspace that does not.`, { cause });
    }
  }
  return {
    /** Whether the workspace may have one more. */
    *addKey(key: KeyRecord, most?: number): Steps<boolean> {
      if (!(yield* hasRoom(engine, 'api_key', { owner: key.workspaceId, most }))) return false;
      const values = keyValues(key);
      yield* write(`Key ${key.id}`, `insert into api_key values (${placesOf(values)})`, values);
      return true;
    },
    /** Whether it still had its version. */
    *putKey(key: KeyRecord): Steps<boolean> {
      const sql = `update api_key set workspace_id = $2, name = $3, hash = $4, previous_hash = $5, previous_expires_at = $6,
        prefix = $7, last_four = $8, scope = $9, day_limit = $10, month_limit = $11, total_limit = $12, created_at = $13,
        expires_at = $14, revoked_at = $15, previous_grace = $16, owner = $18, version = version + 1
        where id = $1 and version = $17`;
      return (yield* write(`Key ${key.id}`, sql, keyValues(key))) > 0;
    },
    *addWorkspace(workspace: WorkspaceRecord): Steps<void> {
      const values = workspaceValues(workspace);
      yield* write(`Workspace ${workspace.id}`, `insert into workspace values (${placesOf(values)})`, values);
    },
    /** Whether it still had its version. */
    *putWorkspace(workspace: WorkspaceRecord): Steps<boolean> {
      const sql = `update workspace set name = $2, plan_id = $3, time_zone = $4, created_at = $5, suspended_at = $6,
        version = version + 1 where id = $1 and version = $7`;
      return (yield* write(`Workspace ${workspace.id}`, sql, workspaceValues(workspace))) > 0;
    },
  };
}

/** Reading many keys and workspaces: all, or those with the given ids. */
export function makeKeyLists({ isOneOf }: EngineFacts) {
  const ofIds = `where ${isOneOf('id', '$1')}`;
  const keys = (where: string) => `select * from api_key ${where} order by created_at, id`;
  const workspaces = (where: string) => `select * from workspace ${where} order by created_at, id`;
  return {
    *allKeys(): Steps<readonly KeyRecord[]> {
      return allKeysOf(yield* each<KeyRow>(keys('')));
    },
    *keysOf(ids: readonly string[]): Steps<readonly KeyRecord[]> {
      return allKeysOf(yield* all<KeyRow>(keys(ofIds), ids));
    },
    *allWorkspaces(): Steps<readonly WorkspaceRecord[]> {
      return (yield* all<WorkspaceRow>(workspaces(''))).map(workspaceOf);
    },
    *workspacesOf(ids: readonly string[]): Steps<readonly WorkspaceRecord[]> {
      return (yield* all<WorkspaceRow>(workspaces(ofIds), ids)).map(workspaceOf);
    },
  };
}

/** The last clients of keys as rows. */
export const makeKeyClientOperations = ({ isOneOf, rowsOf }: EngineFacts) => ({
  *keyClients(keyIds: readonly string[]): Steps<readonly KeyClient[]> {
    const rows = yield* all<KeyClientRow>(`select * from key_client where ${isOneOf('key_id', '$1')}`, keyIds);
    return rows.map((row) => ({ keyId: row.key_id, client: row.client, seenAt: Number(row.seen_at) }));
  },
  /** In the order of the keys, so that two instances do not wait for each other. */
  *putKeyClients(clients: readonly KeyClient[]): Steps<void> {
    const { sql, values } = rowsOf(
      { key_id: 'text', client: 'text', seen_at: 'bigint' },
      clients.map(({ keyId, client, seenAt }) => [keyId, client, seenAt]),
    );
    yield* run(
      `insert into key_client (key_id, client, seen_at)
        select id, client, seen_at from ${sql} join api_key on id = key_id order by id
        on conflict (key_id) do update set client = excluded.client, seen_at = excluded.seen_at
          where excluded.seen_at >= key_client.seen_at`,
      ...values,
    );
  },
});
