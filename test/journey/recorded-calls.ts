import type { CallRecord } from '../../src/metering/ledger-records.ts';
import { unitKinds, type Usage } from '../../src/shared/usage.ts';
import type { TestGateway } from './start-gateway.ts';

/** The calls in the books, oldest first. A call stands there before its last byte goes out. */
export async function recordedCalls({ services }: Pick<TestGateway, 'services'>): Promise<readonly CallRecord[]> {
  const { items } = await services.store.ledger.calls({ workspaceId: null, limit: 1_000 });
  return items.toReversed();
}

/** The newest call in the books. */
export async function lastRecorded(gateway: Pick<TestGateway, 'services'>): Promise<CallRecord> {
  const call = (await recordedCalls(gateway)).at(-1);
  if (!call) throw new Error('No call is in the books.');
  return call;
}

/** Quantities that were charged, by kind; `requests`, which every call has, is left out. */
export const usageOf = ({ lines }: CallRecord): Usage =>
  Object.fromEntries(
    unitKinds.flatMap((kind) => {
      const quantity = lines.filter((line) => line.unitKind === kind).reduce((sum, line) => sum + line.quantity, 0);
      return quantity === 0 || kind === 'requests' ? [] : [[kind, quantity]];
    }),
  );
