import type { ProcessState } from '../../src/telemetry/metrics.ts';

/** The state of a process that is alone and has nothing to do. */
export const idleState = (): ProcessState => ({
  metering: { openHolds: () => 0, leased: () => ({ leases: 0, credit: 0n }) },
  catalogs: { live: () => 1, difference: () => null },
  live: { refusal: () => null },
  store: {
    spooled: () => 0,
    health: () => ({ state: 'ok', message: '' }),
    changes: { confirmed: () => ({ at: 0 }) },
    clock: { monotonic: () => 0 },
  },
});
