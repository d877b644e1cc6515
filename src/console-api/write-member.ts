import type { MemberRecord } from '../identity/member-store.ts';
import type { Answers } from './console-handler.ts';
import { writeInstant } from './instant.ts';

/** A member as the document describes it. */
export const writeMember = (member: MemberRecord): Answers['Member'] => ({
  object: 'member',
  id: member.id,
  workspace_id: member.workspaceId,
  email: member.email,
  name: member.name,
  role: member.role,
  created_at: writeInstant(member.createdAt),
});
