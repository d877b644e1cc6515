import type { Log } from '../shared/log.ts';
import { formatCredits, type NanoCredits } from '../shared/money.ts';
import { makeRegistry, type Registry } from '../shared/collections.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Usage, UsageSource } from '../shared/usage.ts';
import type { CallEnd, Hold } from './hold.ts';
import type { SettledCall } from './ledger-records.ts';
import type { Ledger } from './ledger.ts';
import {
  replaceHold,
  setAside,
  drawOnLeases,
  failedOnLeases,
  mendedOnLeases,
  type Admitted,
  type SetAside,
  type LimitWindows,
  type Windows,
} from './limit-windows.ts';
import { drawnBy, settledCall, sideCalls, type EndedCall } from './settle.ts';

/** How long a call runs before it is journalled, and how often it is journalled again. */
export const journalMilliseconds = 5000;
/** Units of new output after which a stream is journalled at once: about 64 KB of text. */
const journalUnits = 16_384;

/** A call under way. */
interface OpenHold {
  admitted: Admitted;
  readonly admittedAt: number;
  usage: Usage;
  source: UsageSource;
  /** Whether there is progress that the journal does not have. */
  fresh: boolean;
  journalled: boolean;
  unitsJournalled: number;
  isOpen: boolean;
}

/** The calls under way. Each ends with exactly one settle, or in the journal if the process ends first. */
export interface OpenHolds {
  readonly open: (admitted: Admitted) => Hold;
  readonly count: () => number;
  /** Calls `action` with what each of them has set aside. */
  readonly each: (action: (amount: SetAside) => void) => void;
  /** Journals every call that has run for five seconds and has progressed since its last entry. */
  readonly sweep: () => Promise<void>;
  /** Moves the running calls of a workspace to other windows. */
  readonly rebind: (workspaceId: string, windowsOf: LimitWindows['of']) => void;
  /** Journals all calls that are left, for the next process to settle. */
  readonly leave: () => Promise<void>;
}

interface Parts {
  readonly ledger: Ledger;
  readonly writer: LedgerWriter;
  readonly clock: Clock;
}

const delivered = ({ output_tokens, characters, output_audio_tokens }: Usage): number =>
  (output_tokens ?? 0) + (characters ?? 0) + (output_audio_tokens ?? 0);

/** The journal entry of a running call: how it would be settled if the process ended now. */
function noteOf({ admitted, usage, source }: OpenHold, now: number): SettledCall {
  const ending = {
    outcome: 'recovered',
    status: 500,
    usage,
    usageSource: source,
    firstByteMilliseconds: null,
  } as const;
  return settledCall(admitted, { ...ending, endedAt: now, journalled: true });
}

const newHold = (admitted: Admitted, admittedAt: number): OpenHold => ({
  admitted,
  admittedAt,
  usage: {},
  source: 'none',
  fresh: true,
  journalled: false,
  unitsJournalled: 0,
  isOpen: true,
});

function listed(open: Registry<OpenHold>): readonly OpenHold[] {
  const holds: OpenHold[] = [];
  open.each((hold) => holds.push(hold));
  return holds;
}

/** Journals running calls in the ledger. */
const makeJournal =
  ({ ledger, clock }: Pick<Parts, 'ledger' | 'clock'>) =>
  async (holds: readonly OpenHold[]): Promise<void> => {
    if (holds.length === 0) return;
    const notes = holds.map((hold) => noteOf(hold, clock.now()));
    for (const hold of holds) {
      hold.fresh = false;
      hold.journalled = true;
      hold.unitsJournalled = delivered(hold.usage);
    }
    try {
      await ledger.journal(notes);
    } catch (cause) {
      // The next sweep journals them again, even without progress.
      for (const hold of holds) hold.fresh = true;
      throw cause;
    }
  };

/** Writes a call and its side work together. Resolves when all of it is durable, with the sum of their charges. */
async function writeSettled(
  { admitted, journalled }: Pick<OpenHold, 'admitted' | 'journalled'>,
  end: CallEnd,
  { writer, clock }: Pick<Parts, 'writer' | 'clock'>,
): Promise<NanoCredits> {
  const ending: EndedCall = { ...end, endedAt: clock.now(), journalled };
  const call = settledCall(admitted, ending);
  if (ending.side === undefined) {
    replaceHold(admitted, call.charge);
    return writer.write(call, admitted.windows);
  }
  const calls = [call, ...sideCalls(admitted, ending, call.charge)];
  replaceHold(
    admitted,
    calls.reduce((sum, { charge }) => sum + charge, 0n),
  );
  const amounts = await Promise.all(calls.map((each) => writer.write(each, admitted.windows)));
  return amounts.reduce((sum, each) => sum + each, 0n);
}

export function makeOpenHolds({ ledger, writer, clock }: Parts): OpenHolds {
  const open = makeRegistry<OpenHold>();
  const journal = makeJournal({ ledger, clock });
  let count = 0;

  const progress = (hold: OpenHold, usage: Usage, source: UsageSource): void => {
    if (!hold.isOpen) return;
    hold.usage = usage;
    hold.source = source;
    hold.fresh = true;
    if (delivered(usage) - hold.unitsJournalled >= journalUnits) journal([hold]).catch(() => undefined);
  };

  const settle = (hold: OpenHold, end: CallEnd): Promise<NanoCredits> => {
    hold.isOpen = false;
    count -= 1;
    return writeSettled(hold, end, { writer, clock });
  };

  return {
    open: (admitted) => {
      const hold = newHold(admitted, clock.monotonic());
      const remove = open.add(hold);
      count += 1;
      let settled: Promise<NanoCredits> | null = null;
      return {
        callId: admitted.draft.callId,
        isOpen: () => hold.isOpen,
        progress: (usage, source) => progress(hold, usage, source),
        settle: (end) => {
          remove();
          return (settled ??= settle(hold, end));
        },
      };
    },
    count: () => count,
    each: (action) => open.each(({ admitted }) => action(admitted)),
    sweep: () => {
      const since = clock.monotonic() - journalMilliseconds;
      return journal(listed(open).filter(({ fresh, admittedAt }) => fresh && admittedAt <= since));
    },
    rebind: (workspaceId, windowsOf) =>
      open.each((hold) => {
        const { draft, amount, windows } = hold.admitted;
        if (windows.account.workspaceId !== workspaceId) return;
        replaceHold(hold.admitted, 0n);
        hold.admitted = setAside({ draft, amount, windows: windowsOf(draft.caller, draft.startedAt) });
      }),
    leave: () => journal(listed(open)),
  };
}

const retryMilliseconds = 1000;

/** Writes settled calls to the ledger, and retries every second after a failure such as a full disk. */
interface LedgerWriter {
  /** Durable when resolved. After a rejection it is still retried, until `finish`. */
  readonly write: (call: SettledCall, windows: Windows) => Promise<NanoCredits>;
  /** Waits for writes under way, retries the rest once, and logs the calls that are still not in the ledger. */
  readonly finish: () => Promise<void>;
}

interface Late {
  readonly call: SettledCall;
  readonly windows: Windows;
}

/** Retries the calls that could not be written, all together. */
function makeRetries(clock: Clock, attempt: (one: Late) => Promise<unknown>) {
  let late: Late[] = [];
  let retrying: Promise<void> | null = null;
  let cancel: (() => unknown) | null = null;

  const tryAgain = async (): Promise<void> => {
    const waiting = late;
    late = [];
    const results = await Promise.allSettled(waiting.map(attempt));
    late = [...late, ...waiting.filter((_, index) => results[index]?.status === 'rejected')];
  };
  const schedule = (): void => {
    cancel ??= clock.after(retryMilliseconds, () => {
      retrying = tryAgain().then(() => {
        cancel = null;
        if (late.length > 0) schedule();
      });
    });
  };
  return {
    add: (one: Late): void => {
      late.push(one);
      schedule();
    },
    /** Tries once more. @returns those that are still not written */
    finish: async (): Promise<readonly Late[]> => {
      cancel?.();
      await retrying;
      cancel?.();
      await tryAgain();
      return late;
    },
  };
}

interface WriterParts {
  readonly ledger: Pick<Ledger, 'settle'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each call when it is in the ledger, also where that took several attempts. */
  readonly onSettled: (call: SettledCall) => void;
}

export function makeLedgerWriter({ ledger, clock, log, onSettled }: WriterParts): LedgerWriter {
  let underWay = 0;
  let idle = (): void => undefined;

  const written = ({ call, windows }: Late, charge: NanoCredits): NanoCredits => {
    const { account } = windows;
    // Another process settled this call at another amount: the ledger is authoritative.
    if (charge !== call.charge) account.posted += charge - call.charge;
    account.pending -= 1;
    account.version += 1;
    onSettled(call);
    return charge;
  };
  const attempt = (one: Late): Promise<NanoCredits> => ledger.settle(one.call).then((charge) => written(one, charge));
  const retries = makeRetries(clock, async (one) => {
    await attempt(one);
    mendedOnLeases(one.windows, drawnBy(one.call));
  });

  const write = async (call: SettledCall, windows: Windows): Promise<NanoCredits> => {
    const { account } = windows;
    drawOnLeases(windows, drawnBy(call));
    account.pending += 1;
    account.version += 1;
    underWay += 1;
    try {
      return await attempt({ call, windows });
    } catch (cause) {
      failedOnLeases(windows, drawnBy(call));
      retries.add({ call, windows });
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
      await settled();
      for (const { call } of await retries.finish()) {
        const { id, workspaceId: workspace, charge } = call;
        log.error('a call is not in the ledger', { call: id, workspace, charge: formatCredits(charge) });
      }
    },
  };
}
