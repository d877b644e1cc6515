import type { CallDraft, Hold } from '../../src/metering/hold.ts';
import type { MeteringParts, MeteringService } from '../../src/metering/metering.ts';

const freeHold = ({ callId }: Pick<CallDraft, 'callId'>): Hold => ({
  callId,
  isOpen: () => true,
  progress: () => undefined,
  settle: async () => 0n,
});

/** Metering that admits every call and writes nothing: shows what the rest of a call costs. */
export const freeMetering = (_parts: MeteringParts): MeteringService => ({
  admit: freeHold,
  checkFunds: () => undefined,
  checkPaid: () => undefined,
  holdNothing: freeHold,
  reserve: ({ startedAt }) => ({
    startedAt,
    keep: () => Promise.resolve(),
    release: () => undefined,
  }),
  finish: async () => undefined,
  charge: async () => 0n,
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
