import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, failureOf, type Query } from './client.ts';

interface InWorkspace {
  readonly path: { readonly workspace_id: string };
}

/** Names the workspace in a path. */
function inWorkspace(workspaceId: string): { readonly params: InWorkspace };
function inWorkspace<Asked>(
  workspaceId: string,
  query: Asked,
): { readonly params: InWorkspace & { readonly query: Asked } };
function inWorkspace(workspaceId: string, query?: unknown) {
  const path = { workspace_id: workspaceId };
  return { params: query === undefined ? { path } : { path, query } };
}

/** How long what changes with every call counts as fresh, in milliseconds. */
const liveMilliseconds = 15_000;
const waitingMilliseconds = 5_000;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => dataOf(api.GET('/session')),
  staleTime: 60_000,
  retry: false,
});

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => dataOf(api.GET('/sign-in-methods')),
});

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => dataOf(api.GET('/sessions')) });

/** The first workspaces, for the choice in the navigation. Its key begins those of all queries of workspaces. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: () => dataOf(api.GET('/workspaces', { params: { query: { limit: 200 } } })),
  staleTime: 60_000,
});

export const workspaceListQuery = (filter: Query<'listWorkspaces'>) =>
  queryOptions({
    queryKey: [...workspacesQuery.queryKey, filter],
    queryFn: () => dataOf(api.GET('/workspaces', { params: { query: filter } })),
    placeholderData: keepPreviousData,
  });

/** Null if there is no such record, or none for the person. */
function noneWhereRefused(thrown: unknown): null {
  if ([400, 403, 404].includes(failureOf(thrown).status)) return null;
  throw thrown;
}

/** The first of these workspaces that the person may see; null: none of them. */
export const firstWorkspaceQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...workspacesQuery.queryKey, 'first', ...ids],
    queryFn: async () => {
      for (const id of ids) {
        const found = await dataOf(api.GET('/workspaces/{workspace_id}', inWorkspace(id))).catch(noneWhereRefused);
        if (found !== null) return found;
      }
      return null;
    },
    staleTime: 60_000,
  });

/** What begins the keys of all queries of a list within a workspace. */
type ListKey = readonly [list: string, workspaceId: string];

/** What stays on the page while the next answer is on its way: the answer before, but none about another workspace. */
const keepWithin =
  (workspaceId: string | undefined) =>
  <Data>(data: Data | undefined, before: { readonly queryKey: readonly unknown[] } | undefined): Data | undefined =>
    before?.queryKey[1] === workspaceId ? data : undefined;

export const keysOf = (workspaceId: string): ListKey => ['keys', workspaceId];

export const keysQuery = (workspaceId: string, filter: Omit<Query<'listKeys'>, 'workspace_id'>) =>
  queryOptions({
    queryKey: [...keysOf(workspaceId), filter],
    queryFn: () => dataOf(api.GET('/keys', { params: { query: { ...filter, workspace_id: workspaceId } } })),
    placeholderData: keepWithin(workspaceId),
  });

export const keyQuery = (workspaceId: string, keyId: string) =>
  queryOptions({
    queryKey: [...keysOf(workspaceId), keyId],
    queryFn: () => dataOf(api.GET('/keys/{key_id}', { params: { path: { key_id: keyId } } })),
  });

export const limitsOf = (workspaceId: string): ListKey => ['limits', workspaceId];

export const limitsQuery = (workspaceId: string, filter: Query<'listLimits'>) =>
  queryOptions({
    queryKey: [...limitsOf(workspaceId), filter],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/limits', inWorkspace(workspaceId, filter))),
    refetchInterval: liveMilliseconds,
    placeholderData: keepWithin(workspaceId),
  });

export const balanceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['balance', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/credits', inWorkspace(workspaceId))),
    refetchInterval: liveMilliseconds,
  });

type UsageQuestion = Query<'queryUsage'>;

export const usageQuery = (question: UsageQuestion) =>
  queryOptions({
    queryKey: ['usage', question.workspace_id, question],
    queryFn: () => dataOf(api.GET('/usage', { params: { query: question } })),
    placeholderData: keepWithin(question.workspace_id),
  });

export const refusedQuery = (question: Query<'queryRefusedCalls'>) =>
  queryOptions({
    queryKey: ['refused', question.workspace_id, question],
    queryFn: () => dataOf(api.GET('/usage/refused', { params: { query: question } })),
    placeholderData: keepWithin(question.workspace_id),
  });

type CallFilter = Query<'listCalls'>;

export const callsQuery = (filter: CallFilter, live = false) =>
  queryOptions({
    queryKey: ['calls', filter.workspace_id, filter],
    queryFn: () => dataOf(api.GET('/calls', { params: { query: filter } })),
    placeholderData: keepWithin(filter.workspace_id),
    ...(live && { refetchInterval: 2_000 }),
  });

export const callQuery = (callId: string) =>
  queryOptions({
    queryKey: ['call', callId],
    queryFn: () => dataOf(api.GET('/calls/{call_id}', { params: { path: { call_id: callId } } })),
  });

export const overviewQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['overview', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/overview', inWorkspace(workspaceId))),
    refetchInterval: liveMilliseconds,
  });

export const checklistQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['checklist', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/checklist', inWorkspace(workspaceId))),
    refetchInterval: liveMilliseconds,
  });

export const statementQuery = (workspaceId: string, range: Query<'getStatement'>) =>
  queryOptions({
    queryKey: ['statement', workspaceId, range],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/statement', inWorkspace(workspaceId, range))),
    placeholderData: keepWithin(workspaceId),
  });

export const alertsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['alerts', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/alerts', inWorkspace(workspaceId))),
    // A message on its way is followed until it has arrived or failed.
    refetchInterval: ({ state }) =>
      state.data?.data.some((alert) => alert.last_delivery?.state === 'waiting') ? waitingMilliseconds : false,
  });

export const deliveriesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['deliveries', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/deliveries', inWorkspace(workspaceId, { limit: 20 }))),
  });

export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: () => dataOf(api.GET('/server')),
  staleTime: 300_000,
});

export const membersOf = (workspaceId: string): ListKey => ['members', workspaceId];

export const membersQuery = (workspaceId: string, filter: Query<'listMembers'>) =>
  queryOptions({
    queryKey: [...membersOf(workspaceId), filter],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/members', inWorkspace(workspaceId, filter))),
    placeholderData: keepWithin(workspaceId),
  });

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: () => dataOf(api.GET('/models')),
  staleTime: 300_000,
});

export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: () => dataOf(api.GET('/products')),
  staleTime: 300_000,
});

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => dataOf(api.GET('/plans')),
  staleTime: 300_000,
});
