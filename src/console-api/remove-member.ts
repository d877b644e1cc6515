import { answer } from './answer.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findMember } from './find-member.ts';
import { noteChange } from './note-change.ts';
import { writeMember } from './write-member.ts';

/** `DELETE /workspaces/{workspace_id}/members/{member_id}` */
export const removeMember: ConsoleHandler<'removeMember'> = (rooms) => async (call) => {
  const member = await findMember(rooms, call.params);
  const written = writeMember(member);
  const object = `member:${member.id}`;
  await rooms.members.remove(member, noteChange(rooms, call, { action: 'member.remove', object, diff: written }));
  answer(call, 200, written);
};
