import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { reportUnreachable } from './connection.ts';
import { failureOf } from './client.ts';
import { balanceQuery, overviewQuery, sessionQuery, workspacesQuery } from './queries.ts';

/** Answers of the control API in memory. A gateway that comes back is asked again for everything that is shown. */
export function makeQueryClient(): QueryClient {
  const onError = (thrown: unknown): void => {
    const failure = failureOf(thrown);
    if (failure.isUnreachable) reportUnreachable(() => void client.invalidateQueries());
    // The session has ended, or the person has another role than a moment ago.
    if (failure.status === 401 || failure.status === 403) {
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    }
    if (failure.status === 403) void client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
  };
  /** What workspaces were granted and charged, by their ids, as last asked. */
  const known = new Map<string, string>();
  /** Asks again for what is shown beside a balance that has changed: of the two, only the balance is asked for every few seconds. */
  const followBalance = ([name, id]: readonly unknown[]): void => {
    if (typeof id !== 'string' || (name !== 'balance' && name !== 'overview')) return;
    const balance =
      name === 'balance'
        ? client.getQueryData(balanceQuery(id).queryKey)
        : client.getQueryData(overviewQuery(id).queryKey)?.balance;
    if (!balance) return;
    const sums = `${balance.granted} ${balance.charged}`;
    const isChanged = known.has(id) && known.get(id) !== sums;
    known.set(id, sums);
    if (!isChanged) return;
    for (const beside of ['statement', 'usage']) void client.invalidateQueries({ queryKey: [beside, id] });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_, { queryKey }) => followBalance(queryKey),
      onError: (thrown, query) => {
        // A session query that fails by 401 must not ask for itself again.
        if (query.queryKey[0] !== 'session' || failureOf(thrown).isUnreachable) onError(thrown);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: false, networkMode: 'always', refetchOnWindowFocus: true },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
