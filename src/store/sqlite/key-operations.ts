import type { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { KeyRecord, WorkspaceRecord } from '../../identity/key-store.ts';
import type { ListQuery, MemberRecord, MemberReference } from '../../identity/member-store.ts';
import { foldEmail } from '../../shared/text/nearest-name.ts';
import {
  allKeysOf,
  keyOf,
  keyValues,
  listValues,
  memberOf,
  workspaceOf,
  workspaceValues,
  type KeyRow,
  type MemberRow,
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

const columns = 'id, workspace_id, email, name, role, created_at, version';
const ofWorkspace = `select ${columns} from member where workspace_id = ?`;

/** Takes `listValues`, and the workspace. */
const listedMembers = `select ${columns} from member
  where workspace_id = ?6 and (instr(lower(name), lower(?1)) > 0 or instr(email_folded, ?2) > 0)
    and seq > coalesce((select seq from member where workspace_id = ?6 and id = ?3),
      (select min(seq) - 1 from member where workspace_id = ?6 and created_at >= ?4), 9223372036854775807)
  order by seq limit ?5`;

/** Members as rows. The caller runs each write in a transaction: what is checked still holds when it is written. */
export function makeMemberOperations(database: DatabaseSync) {
  const listed = query<MemberRow>(database, listedMembers);
  const one = query<MemberRow>(database, `${ofWorkspace} and id = ?`);
  const byEmail = query<MemberRow>(database, `${ofWorkspace} and email_folded = ?`);
  const otherOwners = query<{ owners: bigint }>(
    database,
    `select count(*) as owners from member where workspace_id = ? and role = 'owner' and id <> ?`,
  );
  const insert = database.prepare(`insert into member (${columns}, email_folded) values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const update = database.prepare(
    `update member set name = ?3, role = ?4, version = version + 1 where workspace_id = ?1 and id = ?2 and version = ?5`,
  );
  const remove = database.prepare('delete from member where workspace_id = ? and id = ?');
  const hasRoom = makeRoomCheck(database, 'member');

  const present = ({ workspaceId, id }: MemberReference): MemberRow => {
    const row = one.get(workspaceId, id);
    if (row) return row;
    throw new GatewayError('not_found', `Member ${id} is no longer in workspace ${workspaceId}.`);
  };

  const keepOwner = ({ role, workspace_id, id, email }: MemberRow, wish: string): void => {
    if (role !== 'owner' || otherOwners.get(workspace_id, id)?.owners !== 0n) return;
    throw new GatewayError(
      'conflict',
      `${email} is the last owner of workspace ${workspace_id} and cannot ${wish}. Make another member owner first.`,
    );
  };

  return {
    members: (workspaceId: string, wanted: ListQuery): readonly MemberRecord[] =>
      listed.all(...listValues(wanted), workspaceId).map(memberOf),
    member: ({ workspaceId, id }: MemberReference): MemberRecord | null => {
      const row = one.get(workspaceId, id);
      return row ? memberOf(row) : null;
    },
    /** Whether the workspace may have one more. */
    addMember: (member: MemberRecord, most?: number): boolean => {
      const { id, workspaceId, email, name, role, createdAt, version } = member;
      const folded = foldEmail(email);
      const known = byEmail.get(workspaceId, folded);
      if (known) {
        throw new GatewayError(
          'conflict',
          `${known.email} is a member of workspace ${workspaceId} already (${known.id}, ${known.role}). Change that one instead.`,
        );
      }
      if (!hasRoom(workspaceId, most)) return false;
      insert.run(id, workspaceId, email, name, role, createdAt, version, folded);
      return true;
    },
    /** Whether it still had its version. */
    putMember: (member: MemberRecord): boolean => {
      const before = present(member);
      if (Number(before.version) !== member.version) return false;
      if (member.role !== 'owner') keepOwner(before, `become ${member.role}`);
      const { workspaceId, id, name, role, version } = member;
      return Number(update.run(workspaceId, id, name, role, version).changes) > 0;
    },
    removeMember: (reference: MemberReference): void => {
      keepOwner(present(reference), 'be removed');
      remove.run(reference.workspaceId, reference.id);
    },
  };
}
