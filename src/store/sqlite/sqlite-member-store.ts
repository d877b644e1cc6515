import type { MemberStore } from '../../identity/member-store.ts';
import type { Connection } from './connection.ts';

/** Members in the embedded database. No call waits for them, so they are read when they are asked for. */
export const makeSqliteMemberStore = ({ ask }: Pick<Connection, 'ask'>): MemberStore => ({
  list: (workspaceId) => ask('members', workspaceId),
  find: (reference) => ask('member', reference),
  add: (member, event) => ask('addMember', event, member),
  put: (member, event) => ask('putMember', event, member),
  remove: ({ id, workspaceId }, event) => ask('removeMember', event, { id, workspaceId }),
});
