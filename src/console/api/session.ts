import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { MemberRole, Session, Workspace } from '../../../generated/console/types.ts';
import { sessionQuery, workspacesQuery } from './queries.ts';

const remembered = 'diglot.workspace';

/** Who is signed in. Only below the shell, which has loaded it. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** The workspaces that the person may see. */
export const useWorkspaces = (): readonly Workspace[] => useSuspenseQuery(workspacesQuery).data.data;

export const rememberWorkspace = (id: string): void => localStorage.setItem(remembered, id);

/** The workspace that the address names, else the one used last, else the first. Null where there is none. */
export function useWorkspaceOrNone(): Workspace | null {
  const workspaces = useWorkspaces();
  const { workspace: named } = useSearch({ strict: false });
  const byId = (id: string | null | undefined): Workspace | undefined => workspaces.find((each) => each.id === id);
  return byId(named) ?? byId(localStorage.getItem(remembered)) ?? workspaces[0] ?? null;
}

/** The same on pages that are shown for a workspace alone. */
export function useWorkspace(): Workspace {
  const workspace = useWorkspaceOrNone();
  if (!workspace) throw new Error('This page is shown for a workspace alone.');
  return workspace;
}

/** What the person may do in a workspace, by the roles of the control document. The server decides; this hides what it would refuse. */
export interface Rights {
  readonly role: MemberRole | 'operator';
  readonly manageKeys: boolean;
  readonly manageMembers: boolean;
  readonly readLedger: boolean;
  readonly operate: boolean;
}

const makesKeys: readonly Rights['role'][] = ['owner', 'admin', 'developer', 'operator'];
const managesMembers: readonly Rights['role'][] = ['owner', 'admin', 'operator'];
const readsLedger: readonly Rights['role'][] = ['owner', 'admin', 'billing', 'operator'];

/** The rights of the person who is signed in, in the workspace that is shown. */
export function useRights(): Rights {
  const { person, memberships } = useSession();
  const workspace = useWorkspaceOrNone();
  const membership = memberships.find((each) => each.workspace_id === workspace?.id);
  const role = person.operator ? 'operator' : (membership?.role ?? 'viewer');
  return {
    role,
    manageKeys: makesKeys.includes(role),
    manageMembers: managesMembers.includes(role),
    readLedger: readsLedger.includes(role),
    operate: person.operator,
  };
}
