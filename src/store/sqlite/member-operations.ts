import type { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { MemberRecord, MemberReference, MemberRole } from '../../identity/member-store.ts';
import { foldEmail } from '../../shared/fold-email.ts';
import { query } from './query.ts';

interface MemberRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly created_at: bigint;
}

const memberOf = (row: MemberRow): MemberRecord => ({
  id: row.id,
  workspaceId: row.workspace_id,
  email: row.email,
  name: row.name,
  role: row.role,
  createdAt: Number(row.created_at),
});

/** Members as rows. The caller runs each write in a transaction: what is checked still holds when it is written. */
export function makeMemberOperations(database: DatabaseSync) {
  const columns = 'id, workspace_id, email, name, role, created_at';
  const every = query<MemberRow>(database, `select ${columns} from member where workspace_id = ? order by seq`);
  const one = query<MemberRow>(database, `select ${columns} from member where workspace_id = ? and id = ?`);
  const byEmail = query<MemberRow>(
    database,
    `select ${columns} from member where workspace_id = ? and email_folded = ?`,
  );
  const otherOwners = query<{ owners: bigint }>(
    database,
    `select count(*) as owners from member where workspace_id = ? and role = 'owner' and id <> ?`,
  );
  const insert = database.prepare(`insert into member (${columns}, email_folded) values (?, ?, ?, ?, ?, ?, ?)`);
  const update = database.prepare('update member set name = ?3, role = ?4 where workspace_id = ?1 and id = ?2');
  const remove = database.prepare('delete from member where workspace_id = ? and id = ?');

  const present = ({ workspaceId, id }: MemberReference): MemberRow => {
    const row = one.get(workspaceId, id);
    if (row) return row;
    throw new GatewayError('not_found', `Member ${id} is not in workspace ${workspaceId} any more.`);
  };

  const keepOwner = ({ role, workspace_id, id, email }: MemberRow, wish: string): void => {
    if (role !== 'owner' || otherOwners.get(workspace_id, id)?.owners !== 0n) return;
    throw new GatewayError(
      'conflict',
      `${email} is the last owner of workspace ${workspace_id} and cannot ${wish}. Make another member owner first.`,
    );
  };

  return {
    members: (workspaceId: string): readonly MemberRecord[] => every.all(workspaceId).map(memberOf),
    member: ({ workspaceId, id }: MemberReference): MemberRecord | null => {
      const row = one.get(workspaceId, id);
      return row ? memberOf(row) : null;
    },
    addMember: ({ id, workspaceId, email, name, role, createdAt }: MemberRecord): void => {
      const folded = foldEmail(email);
      const known = byEmail.get(workspaceId, folded);
      if (known) {
        throw new GatewayError(
          'conflict',
          `${known.email} is a member of workspace ${workspaceId} already (${known.id}, ${known.role}). Change that one instead.`,
        );
      }
      insert.run(id, workspaceId, email, name, role, createdAt, folded);
    },
    putMember: (member: MemberRecord): void => {
      const before = present(member);
      if (member.role !== 'owner') keepOwner(before, `become ${member.role}`);
      update.run(member.workspaceId, member.id, member.name, member.role);
    },
    removeMember: (reference: MemberReference): void => {
      keepOwner(present(reference), 'be removed');
      remove.run(reference.workspaceId, reference.id);
    },
  };
}
