import type { MeteringParts } from '../../src/metering/make-metering.ts';
import type { MeteringRoom } from '../../src/metering/metering-room.ts';

/** A metering room that lets everybody through and writes nothing: what the rest of the house costs. */
export const freeMetering = (_parts: MeteringParts): MeteringRoom => ({
  admit: ({ callId, route }) => ({
    callId,
    amount: 0n,
    progress: () => undefined,
    settle: async () => ({ callId, amount: 0n, productSku: route.product.sku }),
  }),
  assertCovered: () => undefined,
  charge: async ({ callId, route }) => ({ callId, amount: 0n, productSku: route.product.sku }),
  start: async () => undefined,
  stop: async () => undefined,
  reconcile: async () => [],
  standing: () => ({ granted: 0n, posted: 0n, held: 0n, available: 0n, frozenReason: null }),
  limits: () => [],
  openHolds: () => 0,
});
