import type { CallDraft, Hold } from '../../src/metering/hold.ts';
import type { MeteringParts, MeteringService } from '../../src/metering/metering.ts';

const freeHold = ({ callId, route }: Pick<CallDraft, 'callId' | 'route'>): Hold => ({
  callId,
  amount: 0n,
  isOpen: () => true,
  progress: () => undefined,
  settle: async () => ({ callId, amount: 0n, productSku: route.product.sku }),
});

/** Metering that admits every call and writes nothing: shows what the rest of a call costs. */
export const freeMetering = (_parts: MeteringParts): MeteringService => ({
  admit: freeHold,
  checkFunds: () => undefined,
  checkPaid: () => undefined,
  holdNothing: freeHold,
  reserve: ({ startedAt }) => ({
    amount: 0n,
    startedAt,
    keep: () => Promise.resolve(),
    release: () => undefined,
  }),
  finish: async () => undefined,
  charge: async ({ callId, route }) => ({ callId, amount: 0n, productSku: route.product.sku }),
  start: async () => undefined,
  stop: async () => undefined,
  reconcile: async () => [],
  reservations: async () => [],
  balance: () => ({ granted: 0n, posted: 0n, held: 0n, available: 0n, frozenReason: null }),
  limits: () => [],
  moveZone: () => Promise.resolve(),
  assertStores: () => undefined,
  openHolds: () => 0,
  leased: () => ({ leases: 0, credit: 0n }),
});
