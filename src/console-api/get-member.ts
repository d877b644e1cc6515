import { answer } from './answer.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findMember } from './find-member.ts';
import { writeMember } from './write-member.ts';

/** `GET /workspaces/{workspace_id}/members/{member_id}` */
export const getMember: ConsoleHandler<'getMember'> = (rooms) => async (call) => {
  answer(call, 200, writeMember(await findMember(rooms, call.params)));
};
