import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getSystem,
  listAuditEntries,
  listPeople,
  listProviders,
  verifyLedger,
  type ListAuditEntriesData,
} from '../../../generated/console/client/index.ts';
import { dataOf } from './problem.ts';

/** What only the operator may ask for. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => dataOf(getSystem()),
  refetchInterval: 10_000,
});

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: () => dataOf(listProviders()),
  refetchInterval: 15_000,
});

export const peopleQuery = queryOptions({ queryKey: ['people'], queryFn: () => dataOf(listPeople()) });

export const auditQuery = (filter: NonNullable<ListAuditEntriesData['query']>) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: () => dataOf(listAuditEntries({ query: filter })),
    placeholderData: keepPreviousData,
  });

/** Compares every row of the books: asked for by hand, because it reads them all. */
export const verification = () => dataOf(verifyLedger());
