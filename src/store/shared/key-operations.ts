import { GatewayError } from '../../errors/gateway-error.ts';
import type { KeyRecord, WorkspaceRecord } from '../../identity/key-store.ts';
import { keyOf, keyValues, workspaceOf, workspaceValues, type KeyRow, type WorkspaceRow } from './key-rows.ts';
import { hasRoom, one, run, type EngineFacts, type Steps, type Value } from './steps.ts';

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
    *key(id: string): Steps<KeyRecord | null> {
      const row = yield* one<KeyRow>('select * from api_key where id = $1', id);
      return row ? keyOf(row) : null;
    },
    *workspace(id: string): Steps<WorkspaceRecord | null> {
      const row = yield* one<WorkspaceRow>('select * from workspace where id = $1', id);
      return row ? workspaceOf(row) : null;
    },
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
