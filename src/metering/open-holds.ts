import type { Clock } from '../shared/time/clock.ts';
import { makeRegistry, type Registry } from '../shared/registry.ts';
import type { Usage, UsageSource } from '../shared/usage.ts';
import { replaceHold, setAside, type Admitted, type SetAside } from './admission.ts';
import type { CallEnd, Charge, Hold } from './hold.ts';
import type { Ledger } from './ledger.ts';
import type { SettledCall } from './ledger-records.ts';
import type { LedgerWriter } from './ledger-writer.ts';
import type { LimitWindows } from './limit-windows.ts';
import { settledCall, sideCalls, type Ending } from './settle.ts';

/** A call that runs so long is noted, and its note renewed as often. */
export const journalMilliseconds = 5000;
/** A stream that has put out so many more units (about 64 KB of text) is noted at once. */
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

/** The calls under way, each ending in exactly one settle, or in the journal when the process ends first. */
export interface OpenHolds {
  readonly open: (admitted: Admitted) => Hold;
  readonly count: () => number;
  /** Calls `action` with what each of them has set aside. */
  readonly each: (action: (amount: SetAside) => void) => void;
  /** Notes every call that has run for five seconds and has come further since its last note. */
  readonly sweep: () => Promise<void>;
  /** Lets the calls of a workspace under way count in other windows than those they were admitted under. */
  readonly rebind: (workspaceId: string, windowsOf: LimitWindows['of']) => void;
  /** Notes all calls that are left, for the next process to settle. */
  readonly leave: () => Promise<void>;
}

interface Parts {
  readonly ledger: Ledger;
  readonly writer: LedgerWriter;
  readonly clock: Clock;
  readonly onSettled: (call: SettledCall) => void;
}

const delivered = ({ output_tokens, characters, output_audio_tokens }: Usage): number =>
  (output_tokens ?? 0) + (characters ?? 0) + (output_audio_tokens ?? 0);

/** What the journal says of a running call: how it would be settled if the process ended now. */
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

/** Notes running calls in the ledger. */
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
      // The next sweep notes them again, whether or not they have come further.
      for (const hold of holds) hold.fresh = true;
      throw cause;
    }
  };

/** Writes a call, and what other models used in it, at once: it is acknowledged when all of that is durable. */
async function writeSettled(
  { admitted }: Pick<OpenHold, 'admitted'>,
  ending: Ending,
  { writer, onSettled }: Pick<Parts, 'writer' | 'onSettled'>,
): Promise<Charge> {
  const call = settledCall(admitted, ending);
  const { id: callId, productSku } = call;
  const { windows } = admitted;
  if (ending.side === undefined) {
    replaceHold(admitted, call.charge);
    const amount = await writer.write(call, windows);
    onSettled(call);
    return { callId, amount, productSku };
  }
  const calls = [call, ...sideCalls(admitted, ending, call.charge)];
  replaceHold(
    admitted,
    calls.reduce((sum, { charge }) => sum + charge, 0n),
  );
  const amounts = await Promise.all(calls.map((each) => writer.write(each, windows)));
  calls.forEach(onSettled);
  return { callId, amount: amounts.reduce((sum, each) => sum + each, 0n), productSku };
}

export function makeOpenHolds({ ledger, writer, clock, onSettled }: Parts): OpenHolds {
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

  const settle = async (hold: OpenHold, end: CallEnd): Promise<Charge> => {
    hold.isOpen = false;
    count -= 1;
    return writeSettled(hold, { ...end, endedAt: clock.now(), journalled: hold.journalled }, { writer, onSettled });
  };

  return {
    open: (admitted) => {
      const hold = newHold(admitted, clock.monotonic());
      const remove = open.add(hold);
      count += 1;
      let settled: Promise<Charge> | null = null;
      return {
        callId: admitted.draft.callId,
        amount: admitted.amount,
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
