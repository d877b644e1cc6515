import { expect, it } from 'vitest';
import { balanceQuery, overviewQuery, statementQuery, usageQuery } from '../../../src/console/api/queries.ts';
import { makeQueryClient } from '../../../src/console/api/query-client.ts';

it('asks again for ledger and usage when the balance beside them has changed, and not otherwise', async () => {
  const client = makeQueryClient();
  const beside: readonly (readonly unknown[])[] = ['acme', 'beta'].flatMap((id) => [
    statementQuery(id, {}).queryKey,
    usageQuery({ workspace_id: id, from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }).queryKey,
  ]);
  for (const key of beside) client.setQueryData(key, {});
  const outdated = () => beside.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
  const read = (queryKey: readonly unknown[], data: object) =>
    client.fetchQuery({ queryKey, queryFn: () => data, staleTime: 0 });
  await read(balanceQuery('acme').queryKey, { granted: '12', charged: '3', held: '0' });
  await read(overviewQuery('acme').queryKey, { balance: { granted: '12', charged: '3', held: '1' } });
  expect(outdated()).toEqual([false, false, false, false]);
  await read(overviewQuery('acme').queryKey, { balance: { granted: '15', charged: '3', held: '0' } });
  expect(outdated()).toEqual([true, true, false, false]);
});
