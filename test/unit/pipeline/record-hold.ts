import type { CallEnd, Hold } from '../../../src/metering/hold.ts';
import type { Usage, UsageSource } from '../../../src/shared/usage.ts';

/** A hold that remembers how it ended. */
export interface RecordedHold extends Hold {
  readonly ends: readonly CallEnd[];
  readonly noted: readonly (readonly [Usage, UsageSource])[];
}

export function recordHold(): RecordedHold {
  const ends: CallEnd[] = [];
  const noted: [Usage, UsageSource][] = [];
  return {
    callId: 'call_1',
    amount: 0n,
    isOpen: () => ends.length === 0,
    progress: (usage, source) => void noted.push([usage, source]),
    settle: async (end) => {
      ends.push(end);
      return { callId: 'call_1', amount: BigInt(ends.length), productSku: 'test' };
    },
    ends,
    noted,
  };
}
