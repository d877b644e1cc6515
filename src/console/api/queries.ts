import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getBalance,
  getCall,
  getChecklist,
  getOverview,
  getServer,
  getSession,
  getStatement,
  listSignInMethods,
  listAlerts,
  listCalls,
  listDeliveries,
  listKeys,
  listLimits,
  listMembers,
  listModels,
  listPlans,
  listProducts,
  listSessions,
  listWorkspaces,
  queryUsage,
  type ListCallsData,
  type GetStatementData,
  type QueryUsageData,
} from '../../../generated/console/client/index.ts';
import { dataOf } from './problem.ts';

/** What stays on the page while the next answer is on its way. */
const placeholderData = keepPreviousData;

/** How long what changes with every call counts as fresh, in milliseconds. */
const liveMilliseconds = 15_000;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => dataOf(getSession()),
  staleTime: 60_000,
  retry: false,
});

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => dataOf(listSignInMethods()),
});

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => dataOf(listSessions()) });

export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: () => dataOf(listWorkspaces()),
  staleTime: 60_000,
});

export const keysQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['keys', workspaceId],
    queryFn: () => dataOf(listKeys({ query: { workspace_id: workspaceId } })),
  });

export const limitsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['limits', workspaceId],
    queryFn: () => dataOf(listLimits({ path: { workspace_id: workspaceId } })),
    refetchInterval: liveMilliseconds,
  });

export const balanceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['balance', workspaceId],
    queryFn: () => dataOf(getBalance({ path: { workspace_id: workspaceId } })),
    refetchInterval: liveMilliseconds,
  });

export type UsageQuestion = NonNullable<QueryUsageData['query']>;

export const usageQuery = (question: UsageQuestion) =>
  queryOptions({
    queryKey: ['usage', question],
    queryFn: () => dataOf(queryUsage({ query: question })),
    placeholderData,
  });

export type CallFilter = NonNullable<ListCallsData['query']>;

export const callsQuery = (filter: CallFilter, live = false) =>
  queryOptions({
    queryKey: ['calls', filter],
    queryFn: () => dataOf(listCalls({ query: filter })),
    placeholderData,
    ...(live && { refetchInterval: 2_000 }),
  });

export const callQuery = (callId: string) =>
  queryOptions({ queryKey: ['call', callId], queryFn: () => dataOf(getCall({ path: { call_id: callId } })) });

export const overviewQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['overview', workspaceId],
    queryFn: () => dataOf(getOverview({ path: { workspace_id: workspaceId } })),
    refetchInterval: liveMilliseconds,
  });

export const checklistQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['checklist', workspaceId],
    queryFn: () => dataOf(getChecklist({ path: { workspace_id: workspaceId } })),
    refetchInterval: liveMilliseconds,
  });

export const statementQuery = (workspaceId: string, range: NonNullable<GetStatementData['query']>) =>
  queryOptions({
    queryKey: ['statement', workspaceId, range],
    queryFn: () => dataOf(getStatement({ path: { workspace_id: workspaceId }, query: range })),
    placeholderData,
  });

export const alertsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['alerts', workspaceId],
    queryFn: () => dataOf(listAlerts({ path: { workspace_id: workspaceId } })),
  });

export const deliveriesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['deliveries', workspaceId],
    queryFn: () => dataOf(listDeliveries({ path: { workspace_id: workspaceId }, query: { limit: 20 } })),
  });

export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: () => dataOf(getServer()),
  staleTime: 300_000,
});

export const membersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['members', workspaceId],
    queryFn: () => dataOf(listMembers({ path: { workspace_id: workspaceId } })),
  });

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: () => dataOf(listModels()),
  staleTime: 300_000,
});

export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: () => dataOf(listProducts()),
  staleTime: 300_000,
});

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => dataOf(listPlans()),
  staleTime: 300_000,
});
