import type { KeyLimits, Scope } from '../../identity/caller.ts';
import type { KeyRecord, WorkspaceRecord } from '../../identity/key-store.ts';
import type { ListQuery } from '../../identity/member-store.ts';
import { foldEmail } from '../../shared/text/nearest-name.ts';

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly plan_id: string | null;
  readonly time_zone: string;
  readonly created_at: bigint;
  readonly suspended_at: bigint | null;
  readonly version: bigint;
}

export interface KeyRow {
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
  readonly version: bigint;
  readonly owner: string | null;
}

const timeOf = (value: bigint | null): number | null => (value === null ? null : Number(value));

export const workspaceOf = (row: WorkspaceRow): WorkspaceRecord => ({
  id: row.id,
  name: row.name,
  planId: row.plan_id,
  timeZone: row.time_zone,
  createdAt: Number(row.created_at),
  suspendedAt: timeOf(row.suspended_at),
  version: Number(row.version),
});

const unlimited: KeyLimits = { day: null, month: null, total: null };

const limitsOf = ({ day_limit: day, month_limit: month, total_limit: total }: KeyRow): KeyLimits =>
  day === null && month === null && total === null ? unlimited : { day, month, total };

/** @param scopeOf parses a scope; by default, each key gets an object of its own */
export const keyOf = (row: KeyRow, scopeOf = (text: string) => JSON.parse(text) as Scope): KeyRecord => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  hash: row.hash,
  previousHash: row.previous_hash,
  previousGrace: timeOf(row.previous_grace),
  previousExpiresAt: timeOf(row.previous_expires_at),
  prefix: row.prefix,
  lastFour: row.last_four,
  scope: scopeOf(row.scope),
  limits: limitsOf(row),
  createdAt: Number(row.created_at),
  expiresAt: timeOf(row.expires_at),
  revokedAt: timeOf(row.revoked_at),
  owner: row.owner,
  version: Number(row.version),
});

/** Reads all keys. Equal scopes share one object, because there may be hundreds of thousands of keys and few scopes. */
export function allKeysOf(rows: Iterable<KeyRow>): readonly KeyRecord[] {
  const scopes = new Map<string, Scope>();
  const scopeOf = (text: string): Scope => {
    const known = scopes.get(text) ?? (JSON.parse(text) as Scope);
    scopes.set(text, known);
    return known;
  };
  return Array.from(rows, (row) => keyOf(row, scopeOf));
}

export const keyValues = (key: KeyRecord) => [
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
  key.version,
  key.owner,
];

export const workspaceValues = (workspace: WorkspaceRecord) => [
  workspace.id,
  workspace.name,
  workspace.planId,
  workspace.timeZone,
  workspace.createdAt,
  workspace.suspendedAt,
  workspace.version,
];

/** Tables in which an owner may have a limited number of rows: the table of the owner, and the column that names it. */
export const ownedRows = {
  api_key: { owner: 'workspace', column: 'workspace_id' },
  member: { owner: 'workspace', column: 'workspace_id' },
  alert: { owner: 'workspace', column: 'workspace_id' },
  passkey: { owner: 'person', column: 'person_id' },
} as const;

/** SQL that counts rows of an owner, up to the limit. Its values are the owner's id and the limit. */
export const countSql = (table: keyof typeof ownedRows): string =>
  `select count(*) as count from (select 1 from ${table} where ${ownedRows[table].column} = $1 limit $2) as counted`;

/** The values of a list's statement: text in the name, text in the folded e-mail address, the record to continue after, its time, and the limit. */
export const listValues = ({ search = '', after, limit = Number.MAX_SAFE_INTEGER }: ListQuery) =>
  [search, foldEmail(search), after?.id ?? '', after?.createdAt ?? 0, limit] as const;

export interface KeyClientRow {
  readonly key_id: string;
  readonly client: string;
  readonly seen_at: bigint;
}
