import type { MemberRecord } from '../identity/member-store.ts';
import { answer } from './answer.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findWorkspace } from './find-workspace.ts';
import { noteChange } from './note-change.ts';
import { writeMember } from './write-member.ts';

/** `POST /workspaces/{workspace_id}/members` */
export const addMember: ConsoleHandler<'addMember'> = (rooms) => async (call) => {
  const { keys, members, clock, newId } = rooms;
  const { email, name, role } = call.body;
  const workspaceId = findWorkspace(keys, call.params.workspace_id).id;
  const member: MemberRecord = { id: newId('mem'), workspaceId, email, name, role, createdAt: clock.now() };
  const written = writeMember(member);
  const object = `member:${member.id}`;
  await members.add(member, noteChange(rooms, call, { action: 'member.add', object, diff: written }));
  answer(call, 201, written);
};
