import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Query } from './client.ts';

/** What only the operator may ask for. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => dataOf(api.GET('/system')),
  refetchInterval: 10_000,
});

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: () => dataOf(api.GET('/providers')),
  refetchInterval: 15_000,
});

/** What begins the keys of all queries of people. */
export const allPeople = ['people'] as const;

export const peopleQuery = (filter: Query<'listPeople'>) =>
  queryOptions({
    queryKey: [...allPeople, filter],
    queryFn: () => dataOf(api.GET('/people', { params: { query: filter } })),
    placeholderData: keepPreviousData,
  });

export const auditQuery = (filter: Query<'listAuditEntries'>) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: () => dataOf(api.GET('/audit', { params: { query: filter } })),
    placeholderData: keepPreviousData,
  });

/** Compares every row of the books: asked for by hand, because it reads them all. */
export const verification = () => dataOf(api.GET('/ledger/verify'));
