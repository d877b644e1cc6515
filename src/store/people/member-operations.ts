import { GatewayError } from '../../errors/gateway-error.ts';
import type { ListQuery, MemberRecord, MemberReference } from '../../identity/member-store.ts';
import { foldEmail } from '../../shared/text/nearest-name.ts';
import { listValues, memberOf, type MemberRow } from '../shared/key-rows.ts';
import { all, hasRoom, lockOwner, one, run, type EngineFacts, type Steps } from '../shared/steps.ts';

const columns = 'id, workspace_id, email, name, role, created_at, version';

const findMember = ({ workspaceId, id }: MemberReference): Steps<MemberRow | undefined> =>
  one<MemberRow>(`select ${columns} from member where workspace_id = $1 and id = $2`, workspaceId, id);

function* present(reference: MemberReference): Steps<MemberRow> {
  const row = yield* findMember(reference);
  if (row) return row;
  throw new GatewayError('not_found', `Member ${reference.id} is no longer in workspace ${reference.workspaceId}.`);
}

function* keepOwner({ role, workspace_id, id, email }: MemberRow, wish: string): Steps<void> {
  if (role !== 'owner') return;
  const other = yield* one(
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

/**
 * Members as rows. Each write runs in a transaction and locks the workspace first, whose row carries the rule that an owner stays:
 * what is checked still holds when it is written.
 */
export const makeMemberOperations = (engine: EngineFacts) => ({
  *members(workspaceId: string, wanted: ListQuery): Steps<readonly MemberRecord[]> {
    const { position } = engine;
    const sql = `select ${columns} from member where workspace_id = $6
        and (${position}(lower(name), lower(cast($1 as text))) > 0 or ${position}(email_folded, cast($2 as text)) > 0)
        and seq > coalesce((select seq from member where workspace_id = $6 and id = $3),
          (select min(seq) - 1 from member where workspace_id = $6 and created_at >= $4), 9223372036854775807)
      order by seq limit $5`;
    return (yield* all<MemberRow>(sql, ...listValues(wanted), workspaceId)).map(memberOf);
  },
  *member(reference: MemberReference): Steps<MemberRecord | null> {
    const row = yield* findMember(reference);
    return row ? memberOf(row) : null;
  },
  /** Whether the workspace may have one more. */
  *addMember(member: MemberRecord, most?: number): Steps<boolean> {
    const { id, workspaceId, email, name, role, createdAt, version } = member;
    yield* lockOwner(engine, 'member', workspaceId);
    const folded = foldEmail(email);
    const byEmail = `select ${columns} from member where workspace_id = $1 and email_folded = $2`;
    const known = yield* one<MemberRow>(byEmail, workspaceId, folded);
    if (known) {
      throw new GatewayError(
        'conflict',
        `${known.email} is a member of workspace ${workspaceId} already (${known.id}, ${known.role}). Change that one instead.`,
      );
    }
    if (!(yield* hasRoom(engine, 'member', { owner: workspaceId, most }))) return false;
    const sql = `insert into member (${columns}, email_folded) values ($1, $2, $3, $4, $5, $6, $7, $8)`;
    yield* run(sql, id, workspaceId, email, name, role, createdAt, version, folded);
    return true;
  },
  /** Whether it still had its version. */
  *putMember(member: MemberRecord): Steps<boolean> {
    const { workspaceId, id, name, role, version } = member;
    yield* lockOwner(engine, 'member', workspaceId);
    const before = yield* present(member);
    if (Number(before.version) !== version) return false;
    if (role !== 'owner') yield* keepOwner(before, `become ${role}`);
    const sql = `update member set name = $3, role = $4, version = version + 1
      where workspace_id = $1 and id = $2 and version = $5`;
    return (yield* run(sql, workspaceId, id, name, role, version)) > 0;
  },
  *removeMember(reference: MemberReference): Steps<void> {
    yield* lockOwner(engine, 'member', reference.workspaceId);
    yield* keepOwner(yield* present(reference), 'be removed');
    yield* run('delete from member where workspace_id = $1 and id = $2', reference.workspaceId, reference.id);
  },
});
