import { GatewayError } from '../../errors/gateway-error.ts';
import type { ListQuery, MemberRecord, MemberReference, SeenMember } from '../../identity/stores.ts';
import { foldEmail } from '../../shared/text/names.ts';
import { all, hasRoom, lockOwner, one, run, type EngineFacts, type Steps } from '../shared/steps.ts';
import { asItIs, number, tableOf, type StoredRow } from '../shared/table.ts';
import { listValues } from './people.ts';

/** The e-mail address is stored a second time, folded, to be found by. */
const table = tableOf<MemberRecord & { readonly emailFolded: string }>('member', {
  id: asItIs(),
  workspaceId: asItIs(),
  email: asItIs(),
  name: asItIs(),
  role: asItIs(),
  createdAt: number(),
  version: number(),
  emailFolded: asItIs(),
});

function memberOf(row: StoredRow): MemberRecord {
  const { emailFolded: _folded, ...member } = table.read(row);
  return member;
}

function* findMember({ workspaceId, id }: MemberReference): Steps<MemberRecord | null> {
  const row = yield* one<StoredRow>('select * from member where workspace_id = $1 and id = $2', workspaceId, id);
  return row ? memberOf(row) : null;
}

function* present(reference: MemberReference): Steps<MemberRecord> {
  const member = yield* findMember(reference);
  if (member) return member;
  throw new GatewayError('not_found', `Member ${reference.id} is no longer in workspace ${reference.workspaceId}.`);
}

function* keepOwner({ role, workspaceId, id, email }: MemberRecord, wish: string): Steps<void> {
  if (role !== 'owner') return;
  const other = yield* one(
    `select 1 from member where workspace_id = $1 and role = 'owner' and id <> $2 limit 1`,
    workspaceId,
    id,
  );
  if (other !== undefined) return;
  throw new GatewayError(
    'conflict',
    `${email} is the last owner of workspace ${workspaceId} and cannot ${wish}. Make another member owner first.`,
  );
}

/**
 * Members as rows. Each write runs in a transaction and locks the workspace first, whose row carries the rule that an owner stays:
 * what is checked still holds when it is written.
 */
export const makeMemberOperations = (engine: EngineFacts) => ({
  *members(workspaceId: string, wanted: ListQuery): Steps<readonly MemberRecord[]> {
    const { position } = engine;
    const sql = `select * from member where workspace_id = $6
        and (${position}(lower(name), lower(cast($1 as text))) > 0 or ${position}(email_folded, cast($2 as text)) > 0)
        and seq > coalesce((select seq from member where workspace_id = $6 and id = $3),
          (select min(seq) - 1 from member where workspace_id = $6 and created_at >= $4), 9223372036854775807)
      order by seq limit $5`;
    return (yield* all<StoredRow>(sql, ...listValues(wanted), workspaceId)).map(memberOf);
  },
  member: findMember,
  /** Whether the workspace may have one more. */
  *addMember(member: MemberRecord, most?: number): Steps<boolean> {
    const { workspaceId } = member;
    yield* lockOwner(engine, 'member', workspaceId);
    const emailFolded = foldEmail(member.email);
    const byEmail = 'select * from member where workspace_id = $1 and email_folded = $2';
    const row = yield* one<StoredRow>(byEmail, workspaceId, emailFolded);
    const known = row && memberOf(row);
    if (known) {
      throw new GatewayError(
        'conflict',
        `${known.email} is a member of workspace ${workspaceId} already (${known.id}, ${known.role}). Change that one instead.`,
      );
    }
    if (!(yield* hasRoom(engine, 'member', { owner: workspaceId, most }))) return false;
    yield* run(table.insert, ...table.values({ ...member, emailFolded }));
    return true;
  },
  /** Whether it still had its version. */
  *putMember(member: MemberRecord): Steps<boolean> {
    const { workspaceId, id, name, role, version } = member;
    yield* lockOwner(engine, 'member', workspaceId);
    const before = yield* present(member);
    if (before.version !== version) return false;
    if (role !== 'owner') yield* keepOwner(before, `become ${role}`);
    const sql = `update member set name = $3, role = $4, version = version + 1
      where workspace_id = $1 and id = $2 and version = $5`;
    return (yield* run(sql, workspaceId, id, name, role, version)) > 0;
  },
  /** Whether it still had its version. */
  *removeMember({ workspaceId, id, version }: SeenMember): Steps<boolean> {
    yield* lockOwner(engine, 'member', workspaceId);
    const member = yield* present({ workspaceId, id });
    if (member.version !== version) return false;
    yield* keepOwner(member, 'be removed');
    return (yield* run('delete from member where workspace_id = $1 and id = $2', workspaceId, id)) > 0;
  },
});
