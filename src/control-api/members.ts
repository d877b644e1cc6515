import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/next-steps.ts';
import {
  compareAndSwap,
  type KeyStore,
  type MemberRecord,
  type MemberRole,
  type MemberStore,
  waitingChanges,
} from '../identity/stores.ts';
import { runExclusive } from '../shared/time/turns.ts';
import { echo } from '../shared/text/names.ts';
import { answer, type Answers, type ControlCall, type ControlHandler } from './deps.ts';
import { cutPage, findWorkspace, readList, writePage } from './requests.ts';
import { writeInstant, writeOptionalInstant } from '../shared/time/calendar.ts';
import { changedMembers, noteChange } from './audit.ts';
import { roleIn } from './people/access.ts';
import { inviteMember as invite } from './people/invitation.ts';

const listMembers: ControlHandler<'listMembers'> =
  ({ keys, members }) =>
  async (call) => {
    const { id } = findWorkspace(keys, call.params.workspace_id);
    const page = cutPage(await members.list(id, readList(call.query)), call.query);
    answer(call, 200, writePage(page, writeMember) satisfies Answers['MemberList']);
  };

const mostMembers = 1_000;

const addMember: ControlHandler<'addMember'> = (deps) => async (call) => {
  const { keys, members, clock, newId } = deps;
  const { email, name, role } = call.body;
  const workspaceId = findWorkspace(keys, call.params.workspace_id).id;
  refuseOwners(call, workspaceId, [role]);
  const member: MemberRecord = { id: newId('mem'), workspaceId, email, name, role, createdAt: clock.now(), version: 1 };
  const written = writeMember(member);
  const object = `member:${member.id}`;
  const note = noteChange(deps, call, { action: 'member.add', object, diff: written });
  if (!(await members.add(member, note, mostMembers)))
    throw new GatewayError('conflict', `A workspace has at most ${mostMembers} members. Remove one first.`);
  answer(call, 201, written);
};

const getMember: ControlHandler<'getMember'> = (deps) => async (call) => {
  answer(call, 200, writeMember(await findMember(deps, call.params)));
};

/** Without a change, nothing is written. */
const updateMember: ControlHandler<'updateMember'> = (deps) => async (call) => {
  const { members } = deps;
  const { name, role } = call.body;
  const id = call.params.member_id;
  const member = await runExclusive({ owner: members, name: `member:${id}`, bounds: waitingChanges }, () =>
    compareAndSwap(`member ${echo(id)}`, async () => {
      const before = await findMember(deps, call.params);
      const after: MemberRecord = { ...before, name: name ?? before.name, role: role ?? before.role };
      refuseOwners(call, before.workspaceId, [before.role, after.role]);
      const diff = changedMembers(writeMember(before), writeMember(after));
      if (Object.keys(diff).length === 0) return before;
      return members.put(
        after,
        noteChange(deps, call, { action: 'member.update', object: `member:${after.id}`, diff }),
      );
    }),
  );
  answer(call, 200, writeMember(member));
};

const removeMember: ControlHandler<'removeMember'> = (deps) => async (call) => {
  const removed = await compareAndSwap(`member ${echo(call.params.member_id)}`, async () => {
    const member = await findMember(deps, call.params);
    refuseOwners(call, member.workspaceId, [member.role]);
    const written = writeMember(member);
    const note = noteChange(deps, call, { action: 'member.remove', object: `member:${member.id}`, diff: written });
    return (await deps.members.remove(member, note)) ? written : null;
  });
  answer(call, 200, removed);
};

const inviteMember: ControlHandler<'inviteMember'> = (deps) => async (call) => {
  const member = await findMember(deps, call.params);
  const expiresAt = await invite(deps, call, member);
  const { id, email } = member;
  const invitation = {
    object: 'invitation',
    member_id: id,
    email,
    expires_at: writeOptionalInstant(expiresAt),
  } as const;
  answer(call, 201, invitation satisfies Answers['Invitation']);
};

/** An admin may do everything but what concerns owners: it would be one step from being one. */
function refuseOwners({ principal }: ControlCall, workspaceId: string, roles: readonly MemberRole[]): void {
  if (!roles.includes('owner') || roleIn(principal, workspaceId) !== 'admin') return;
  throw new GatewayError('forbidden', 'Only an owner or the operator adds, changes and removes owners.', {
    param: 'role',
  });
}

interface Deps {
  readonly keys: KeyStore;
  readonly members: MemberStore;
}

interface MemberParams {
  readonly workspace_id: string;
  readonly member_id: string;
}

/** @throws {GatewayError} 404 `not_found` for an unknown workspace or member, and a member of another workspace */
async function findMember({ keys, members }: Deps, params: MemberParams): Promise<MemberRecord> {
  const workspace = findWorkspace(keys, params.workspace_id);
  const member = await members.find({ id: params.member_id, workspaceId: workspace.id });
  if (member) return member;
  throw new GatewayError(
    'not_found',
    `There is no member ${echo(params.member_id)} in workspace ${workspace.id}. ${stepByRequest('listMembers', workspace.id)} lists them.`,
    { param: 'member_id' },
  );
}

const writeMember = (member: MemberRecord): Answers['Member'] => ({
  object: 'member',
  id: member.id,
  workspace_id: member.workspaceId,
  email: member.email,
  name: member.name,
  role: member.role,
  created_at: writeInstant(member.createdAt),
});

export const memberOperations = { listMembers, addMember, getMember, updateMember, removeMember, inviteMember };
