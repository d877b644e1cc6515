import type { MemberRecord } from '../identity/member-store.ts';
import { inTurn } from '../shared/in-turn.ts';
import { answer } from './answer.ts';
import { changedMembers } from './changed-members.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findMember } from './find-member.ts';
import { noteChange } from './note-change.ts';
import { writeMember } from './write-member.ts';

/** `PATCH /workspaces/{workspace_id}/members/{member_id}`: what changes nothing is not noted either. */
export const updateMember: ConsoleHandler<'updateMember'> = (rooms) => async (call) => {
  const { members } = rooms;
  const { name, role } = call.body;
  const member = await inTurn({ owner: members, name: `member:${call.params.member_id}` }, async () => {
    const before = await findMember(rooms, call.params);
    const after: MemberRecord = { ...before, name: name ?? before.name, role: role ?? before.role };
    const diff = changedMembers(writeMember(before), writeMember(after));
    if (Object.keys(diff).length === 0) return before;
    await members.put(after, noteChange(rooms, call, { action: 'member.update', object: `member:${after.id}`, diff }));
    return after;
  });
  answer(call, 200, writeMember(member));
};
