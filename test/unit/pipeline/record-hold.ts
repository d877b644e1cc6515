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
    isOpen: () => ends.length === 0,
    progress: (usage, source) => void noted.push([usage, source]),
    settle: async (end) => {
      ends.push(end);
      return BigInt(ends.length);
    },
    ends,
    noted,
  };
}
