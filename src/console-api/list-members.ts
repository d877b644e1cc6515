import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { findWorkspace } from './find-workspace.ts';
import { writeMember } from './write-member.ts';

/** `GET /workspaces/{workspace_id}/members` */
export const listMembers: ConsoleHandler<'listMembers'> =
  ({ keys, members }) =>
  async (call) => {
    const { id } = findWorkspace(keys, call.params.workspace_id);
    const data = (await members.list(id)).map(writeMember);
    answer(call, 200, { object: 'list', data } satisfies Answers['MemberList']);
  };
