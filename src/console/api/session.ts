import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { MemberRole, Plan, Session, Workspace, WorkspaceList } from '../../../generated/console/types.ts';
import { firstWorkspaceQuery, plansQuery, sessionQuery, workspacesQuery } from './queries.ts';

const remembered = 'diglot.workspace';

/** Who is signed in. Only below the shell, which has loaded it. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** The workspace used last, as this tab found it: another tab that turns to another workspace does not move this one. */
let lastUsed = localStorage.getItem(remembered);

export function rememberWorkspace(id: string): void {
  lastUsed = id;
  localStorage.setItem(remembered, id);
}

/** The workspace that the address names, and the one used last. */
const wantedIds = (named: string | undefined): readonly string[] =>
  [named, lastUsed].filter((id) => typeof id === 'string');

/** Which workspaces to look for by their ids: those that are wanted, where the first workspaces do not have the one that comes first. */
export function missingWorkspaces({ data, next }: WorkspaceList, named: string | undefined): readonly string[] {
  const wanted = wantedIds(named);
  return next === null || data.some(({ id }) => id === wanted[0]) ? [] : wanted;
}

/** The workspaces that the navigation offers: the first that the person may see, and the one that is shown. */
export function useWorkspaces(): { readonly offered: readonly Workspace[]; readonly hasMore: boolean } {
  const { data, has_more: hasMore } = useSuspenseQuery(workspacesQuery).data;
  const present = useWorkspaceOrNone();
  const isOffered = present === null || data.some(({ id }) => id === present.id);
  return { offered: isOffered ? data : [present, ...data], hasMore };
}

/**
 * The workspace that the address names, else the one used last, else the first. Null if there is none.
 *
 * @param found the first of the missing ones that the person may see
 */
export function chooseWorkspace(
  { data }: WorkspaceList,
  named: string | undefined,
  found: Workspace | null | undefined,
): Workspace | null {
  const [listed] = wantedIds(named).flatMap((id) => data.find((each) => each.id === id) ?? []);
  return found ?? listed ?? data[0] ?? null;
}

/** The workspace that is shown. Null if there is none. */
export function useWorkspaceOrNone(): Workspace | null {
  const { data: list } = useSuspenseQuery(workspacesQuery);
  const { workspace: named } = useSearch({ strict: false });
  const missing = missingWorkspaces(list, named);
  // The router has asked before the page is shown.
  const { data: found } = useQuery({ ...firstWorkspaceQuery(missing), enabled: missing.length > 0 });
  return chooseWorkspace(list, named, found);
}

/** The workspace that is shown, on pages that are shown for a workspace alone. */
export function useWorkspace(): Workspace {
  const workspace = useWorkspaceOrNone();
  if (!workspace) throw new Error('This page is shown for a workspace alone.');
  return workspace;
}

/** The plan of the workspace that is shown; undefined: it has none, or it is not known yet. */
export function usePlan(): Plan | undefined {
  const workspace = useWorkspaceOrNone();
  const { data: plans } = useQuery({ ...plansQuery, enabled: workspace !== null });
  return plans?.data.find(({ id }) => id === workspace?.plan_id);
}

/** Tells a workspace from others of its name, where one is chosen or something is done to it. */
export const uniqueName = ({ id, name }: Workspace): string => `${name} (${id})`;

/** What the person may do in a workspace, by the roles of the control document. The server decides; this hides what it would refuse. */
export interface Rights {
  readonly role: MemberRole | 'operator';
  readonly manageKeys: boolean;
  readonly manageMembers: boolean;
  /** Whether that includes owners. */
  readonly manageOwners: boolean;
  /** Whether they read the ledger, and change alerts. */
  readonly readLedger: boolean;
  readonly operate: boolean;
}

const makesKeys: readonly Rights['role'][] = ['owner', 'admin', 'developer', 'operator'];
const managesMembers: readonly Rights['role'][] = ['owner', 'admin', 'operator'];
const managesOwners: readonly Rights['role'][] = ['owner', 'operator'];
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
    manageOwners: managesOwners.includes(role),
    readLedger: readsLedger.includes(role),
    operate: person.operator,
  };
}
