import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Query } from './client.ts';

/** What stays on the page while the next answer is on its way. */
const placeholderData = keepPreviousData;

/** Names the workspace in a path. */
const of = (workspaceId: string) => ({ params: { path: { workspace_id: workspaceId } } });

/** How long what changes with every call counts as fresh, in milliseconds. */
const liveMilliseconds = 15_000;

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

export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: () => dataOf(api.GET('/workspaces')),
  staleTime: 60_000,
});

export const keysQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['keys', workspaceId],
    queryFn: () => dataOf(api.GET('/keys', { params: { query: { workspace_id: workspaceId } } })),
  });

export const limitsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['limits', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/limits', of(workspaceId))),
    refetchInterval: liveMilliseconds,
  });

export const balanceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['balance', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/credits', of(workspaceId))),
    refetchInterval: liveMilliseconds,
  });

export type UsageQuestion = Query<'queryUsage'>;

export const usageQuery = (question: UsageQuestion) =>
  queryOptions({
    queryKey: ['usage', question],
    queryFn: () => dataOf(api.GET('/usage', { params: { query: question } })),
    placeholderData,
  });

export type CallFilter = Query<'listCalls'>;

export const callsQuery = (filter: CallFilter, live = false) =>
  queryOptions({
    queryKey: ['calls', filter],
    queryFn: () => dataOf(api.GET('/calls', { params: { query: filter } })),
    placeholderData,
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
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/overview', of(workspaceId))),
    refetchInterval: liveMilliseconds,
  });

export const checklistQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['checklist', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/checklist', of(workspaceId))),
    refetchInterval: liveMilliseconds,
  });

export const statementQuery = (workspaceId: string, range: Query<'getStatement'>) =>
  queryOptions({
    queryKey: ['statement', workspaceId, range],
    queryFn: () =>
      dataOf(api.GET('/workspaces/{workspace_id}/statement', { params: { ...of(workspaceId).params, query: range } })),
    placeholderData,
  });

export const alertsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['alerts', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/alerts', of(workspaceId))),
  });

export const deliveriesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['deliveries', workspaceId],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspace_id}/deliveries', {
          params: { ...of(workspaceId).params, query: { limit: 20 } },
        }),
      ),
  });

export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: () => dataOf(api.GET('/server')),
  staleTime: 300_000,
});

export const membersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['members', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspace_id}/members', of(workspaceId))),
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
