import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { formatCredits, type NanoCredits } from '../shared/money.ts';
import { drawOnLeases, writtenToLeases } from './admission.ts';
import type { Windows } from './limit-windows.ts';
import type { Ledger } from './ledger.ts';
import type { SettledCall } from './ledger-records.ts';

const retryMilliseconds = 1000;

/** Brings settled calls into the ledger and does not give up: what a full disk refused is tried again every second. */
export interface LedgerWriter {
  /** Durable when resolved. A rejection means: not acknowledged; it is still tried again until `finish`. */
  readonly write: (call: SettledCall, windows: Windows) => Promise<NanoCredits>;
  /** Waits for everything under way, tries the rest once more, and logs what then is not in the books. */
  readonly finish: () => Promise<void>;
}

interface Late {
  readonly call: SettledCall;
  readonly windows: Windows;
}

/** What a call draws on leases: a line of a batch has its hold of that. */
const drawnBy = ({ batchId, charge, hold }: SettledCall): NanoCredits =>
  batchId === null ? charge : charge > hold ? charge - hold : 0n;

const namesOf = ({ id, workspaceId, charge }: SettledCall) => ({
  call: id,
  workspace: workspaceId,
  charge: formatCredits(charge),
});

export function makeLedgerWriter(ledger: Ledger, clock: Clock, log: Log): LedgerWriter {
  let underWay = 0;
  let idle = (): void => undefined;
  let late: Late[] = [];
  let finished = false;

  const written = ({ call, windows }: Late, charge: NanoCredits): NanoCredits => {
    const { account } = windows;
    writtenToLeases(windows, drawnBy(call));
    // Somebody settled this call before us, at another amount: the books count.
    if (charge !== call.charge) account.posted += charge - call.charge;
    account.pending -= 1;
    account.version += 1;
    return charge;
  };

  const attempt = async (one: Late): Promise<NanoCredits> => written(one, await ledger.settle(one.call));

  const tryAgain = async (): Promise<void> => {
    const waiting = late;
    late = [];
    const results = await Promise.allSettled(waiting.map(attempt));
    late.push(...waiting.filter((_, index) => results[index]?.status === 'rejected'));
  };

  const schedule = (): void => {
    clock.after(retryMilliseconds, () => {
      if (finished) return;
      void tryAgain().then(() => late.length > 0 && schedule());
    });
  };

  const write = async (call: SettledCall, windows: Windows): Promise<NanoCredits> => {
    const { account } = windows;
    drawOnLeases(windows, drawnBy(call));
    account.pending += 1;
    account.version += 1;
    underWay += 1;
    try {
      return written({ call, windows }, await ledger.settle(call));
    } catch (cause) {
      if (late.push({ call, windows }) === 1) schedule();
      log.error('a call could not be written to the ledger yet', { call: call.id }, cause);
      throw cause;
    } finally {
      underWay -= 1;
      if (underWay === 0) idle();
    }
  };

  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      idle = resolve;
      if (underWay === 0) resolve();
    });

  return {
    write,
    finish: async () => {
      finished = true;
      await settled();
      await tryAgain();
      for (const { call } of late) log.error('a call is not in the ledger', namesOf(call));
    },
  };
}
