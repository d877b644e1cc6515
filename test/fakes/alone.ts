import type { Caller } from '../../src/identity/caller.ts';
import type { Hold, Reservation } from '../../src/metering/hold.ts';
import type { Balance, LimitBalance, MeteringService } from '../../src/metering/metering.ts';

/** Metering whose answers are there at once. */
export interface AloneMetering extends Omit<MeteringService, 'admit' | 'reserve' | 'balance' | 'limits'> {
  readonly admit: (...draft: Parameters<MeteringService['admit']>) => Hold;
  readonly reserve: (...work: Parameters<MeteringService['reserve']>) => Reservation;
  readonly balance: (...workspace: Parameters<MeteringService['balance']>) => Balance;
  /** Of one key. */
  readonly limits: (
    caller: Pick<Caller, 'workspaceId' | 'planId' | 'timeZone' | 'keyId' | 'limits'>,
  ) => readonly LimitBalance[];
}

function atOnce<Value extends object>(value: Value | Promise<Value>): Value {
  if (value instanceof Promise) throw new Error('An instance that is alone on its store never waits for credit.');
  return value;
}

/** The metering of an instance that is alone on its store: admission has to answer without waiting, or the test fails. */
export const alone = (metering: MeteringService): AloneMetering => ({
  ...metering,
  admit: (draft) => atOnce(metering.admit(draft)),
  reserve: (work) => atOnce(metering.reserve(work)),
  balance: (workspaceId) => atOnce(metering.balance(workspaceId)),
  limits: (caller) => atOnce(metering.limits(caller, [caller]))[0] ?? [],
});
