import type { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Scope } from '../../identity/caller.ts';
import type { KeyRecord, WorkspaceRecord } from '../../identity/key-store.ts';
import { query } from './query.ts';
import { failureKind } from './sqlite-failure.ts';

interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly plan_id: string | null;
  readonly time_zone: string;
  readonly created_at: bigint;
  readonly suspended_at: bigint | null;
}

interface KeyRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly hash: string;
  readonly previous_hash: string | null;
  readonly previous_expires_at: bigint | null;
  readonly prefix: string;
  readonly last_four: string;
  readonly scope: string;
  readonly day_limit: bigint | null;
  readonly month_limit: bigint | null;
  readonly total_limit: bigint | null;
  readonly created_at: bigint;
  readonly expires_at: bigint | null;
  readonly revoked_at: bigint | null;
  readonly previous_grace: bigint | null;
}

const timeOf = (value: bigint | null): number | null => (value === null ? null : Number(value));

const workspaceOf = (row: WorkspaceRow): WorkspaceRecord => ({
  id: row.id,
  name: row.name,
  planId: row.plan_id,
  timeZone: row.time_zone,
  createdAt: Number(row.created_at),
  suspendedAt: timeOf(row.suspended_at),
});

const keyOf = (row: KeyRow): KeyRecord => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  hash: row.hash,
  previousHash: row.previous_hash,
  previousGrace: timeOf(row.previous_grace),
  previousExpiresAt: timeOf(row.previous_expires_at),
  prefix: row.prefix,
  lastFour: row.last_four,
  scope: JSON.parse(row.scope) as Scope,
  limits: { day: row.day_limit, month: row.month_limit, total: row.total_limit },
  createdAt: Number(row.created_at),
  expiresAt: timeOf(row.expires_at),
  revokedAt: timeOf(row.revoked_at),
});

const keyValues = (key: KeyRecord) => [
  key.id,
  key.workspaceId,
  key.name,
  key.hash,
  key.previousHash,
  key.previousExpiresAt,
  key.prefix,
  key.lastFour,
  JSON.stringify(key.scope),
  key.limits.day,
  key.limits.month,
  key.limits.total,
  key.createdAt,
  key.expiresAt,
  key.revokedAt,
  key.previousGrace,
];

const workspaceValues = (workspace: WorkspaceRecord) => [
  workspace.id,
  workspace.name,
  workspace.planId,
  workspace.timeZone,
  workspace.createdAt,
  workspace.suspendedAt,
];

/** Turns "taken already" into our own error. */
function refusing<Result>(what: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    if (failureKind(cause) !== 'constraint') throw cause;
    throw new GatewayError('conflict', `${what} exists already, or refers to a workspace that does not.`, { cause });
  }
}

/** Workspaces and keys as rows. */
export function makeKeyOperations(database: DatabaseSync) {
  const insertKey = database.prepare('insert into api_key values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const updateKey = database.prepare(`update api_key set workspace_id = ?2, name = ?3, hash = ?4, previous_hash = ?5,
    previous_expires_at = ?6, prefix = ?7, last_four = ?8, scope = ?9, day_limit = ?10, month_limit = ?11, total_limit = ?12,
    created_at = ?13, expires_at = ?14, revoked_at = ?15, previous_grace = ?16 where id = ?1`);
  const insertWorkspace = database.prepare('insert into workspace values (?, ?, ?, ?, ?, ?)');
  const updateWorkspace = database.prepare(
    'update workspace set name = ?2, plan_id = ?3, time_zone = ?4, created_at = ?5, suspended_at = ?6 where id = ?1',
  );

  return {
    allKeys: (): readonly KeyRecord[] =>
      query<KeyRow>(database, 'select * from api_key order by created_at, id').all().map(keyOf),
    allWorkspaces: (): readonly WorkspaceRecord[] =>
      query<WorkspaceRow>(database, 'select * from workspace order by created_at, id').all().map(workspaceOf),
    addKey: (key: KeyRecord): void => refusing(`Key ${key.id}`, () => void insertKey.run(...keyValues(key))),
    putKey: (key: KeyRecord): void => refusing(`Key ${key.id}`, () => void updateKey.run(...keyValues(key))),
    addWorkspace: (workspace: WorkspaceRecord): void =>
      refusing(`Workspace ${workspace.id}`, () => void insertWorkspace.run(...workspaceValues(workspace))),
    putWorkspace: (workspace: WorkspaceRecord): void =>
      refusing(`Workspace ${workspace.id}`, () => void updateWorkspace.run(...workspaceValues(workspace))),
  };
}
