import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/operator-steps.ts';
import type { KeyStore } from '../identity/key-store.ts';
import type { MemberRecord, MemberStore } from '../identity/member-store.ts';
import { echo } from '../shared/echo.ts';
import { findWorkspace } from './find-workspace.ts';

interface Rooms {
  readonly keys: KeyStore;
  readonly members: MemberStore;
}

interface Place {
  readonly workspace_id: string;
  readonly member_id: string;
}

/** @throws {GatewayError} 404 `not_found` for an unknown workspace, an unknown member, and one of another workspace */
export async function findMember({ keys, members }: Rooms, place: Place): Promise<MemberRecord> {
  const workspace = findWorkspace(keys, place.workspace_id);
  const member = await members.find({ id: place.member_id, workspaceId: workspace.id });
  if (member) return member;
  throw new GatewayError(
    'not_found',
    `There is no member ${echo(place.member_id)} in workspace ${workspace.id}. ${stepByRequest('listMembers', workspace.id)} lists them.`,
    { param: 'member_id' },
  );
}
