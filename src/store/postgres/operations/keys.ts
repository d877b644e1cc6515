import { GatewayError } from '../../../errors/gateway-error.ts';
import type { KeyRecord, WorkspaceRecord } from '../../../identity/key-store.ts';
import type { ListQuery, MemberRecord, MemberReference } from '../../../identity/member-store.ts';
import { foldEmail } from '../../../shared/text/nearest-name.ts';
import {
  allKeysOf,
  keyValues,
  listValues,
  memberOf,
  workspaceOf,
  workspaceValues,
  type KeyRow,
  type MemberRow,
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

const columns = 'id, workspace_id, email, name, role, created_at, version';

export const memberReads = {
  members: async (session: Session, workspaceId: string, wanted: ListQuery): Promise<readonly MemberRecord[]> => {
    const sql = `select ${columns} from member
      where workspace_id = $6 and (strpos(lower(name), lower($1::text)) > 0 or strpos(email_folded, $2::text) > 0)
        and seq > coalesce((select seq from member where workspace_id = $6 and id = $3),
          (select min(seq) - 1 from member where workspace_id = $6 and created_at >= $4), 9223372036854775807)
      order by seq limit $5`;
    return (await session.all<MemberRow>(sql, ...listValues(wanted), workspaceId)).map(memberOf);
  },
  member: async (session: Session, reference: MemberReference): Promise<MemberRecord | null> => {
    const row = await findMember(session, reference);
    return row ? memberOf(row) : null;
  },
};

const findMember = (session: Session, { workspaceId, id }: MemberReference): Promise<MemberRow | undefined> =>
  session.one<MemberRow>(`select ${columns} from member where workspace_id = $1 and id = $2`, workspaceId, id);

/** The row of the workspace carries the rule that an owner stays: who changes its members waits for it. */
const lockMembers = (session: Session, workspaceId: string): Promise<number> =>
  session.run('select 1 from workspace where id = $1 for no key update', workspaceId);

async function present(session: Session, reference: MemberReference): Promise<MemberRow> {
  const row = await findMember(session, reference);
  if (row) return row;
  throw new GatewayError('not_found', `Member ${reference.id} is no longer in workspace ${reference.workspaceId}.`);
}

async function keepOwner(session: Session, member: MemberRow, wish: string): Promise<void> {
  const { role, workspace_id, id, email } = member;
  if (role !== 'owner') return;
  const other = await session.one(
    `select 1 from member where workspace_id = $1 and role = 'owner' and id <> $2 limit 1`,
    workspace_id,
    id,
  );
  if (other !== undefined) return;
  throw new GatewayError(
    'conflict',
    `${email} is the last owner of workspace ${workspace_id} and cannot ${wish}. Make another member owner first.`,
  );
}

/** Whether the workspace may have one more. */
export async function addMember(session: Session, member: MemberRecord, most?: number): Promise<boolean> {
  const { id, workspaceId, email, name, role, createdAt, version } = member;
  await lockMembers(session, workspaceId);
  const folded = foldEmail(email);
  const known = await session.one<MemberRow>(
    `select ${columns} from member where workspace_id = $1 and email_folded = $2`,
    workspaceId,
    folded,
  );
  if (known) {
    throw new GatewayError(
      'conflict',
      `${known.email} is a member of workspace ${workspaceId} already (${known.id}, ${known.role}). Change that one instead.`,
    );
  }
  if (!(await hasRoom(session, { table: 'member', owner: workspaceId, most }))) return false;
  const sql = `insert into member (${columns}, email_folded) values ($1, $2, $3, $4, $5, $6, $7, $8)`;
  await session.run(sql, id, workspaceId, email, name, role, createdAt, version, folded);
  return true;
}

/** Whether it still had its version. */
export async function putMember(session: Session, member: MemberRecord): Promise<boolean> {
  const { workspaceId, id, name, role, version } = member;
  await lockMembers(session, workspaceId);
  const before = await present(session, member);
  if (Number(before.version) !== version) return false;
  if (role !== 'owner') await keepOwner(session, before, `become ${role}`);
  const sql = `update member set name = $3, role = $4, version = version + 1 where workspace_id = $1 and id = $2 and version = $5`;
  return (await session.run(sql, workspaceId, id, name, role, version)) > 0;
}

export async function removeMember(session: Session, reference: MemberReference): Promise<void> {
  await lockMembers(session, reference.workspaceId);
  await keepOwner(session, await present(session, reference), 'be removed');
  await session.run('delete from member where workspace_id = $1 and id = $2', reference.workspaceId, reference.id);
}
