import type { CallEnd, Charge, Hold, Outcome } from '../metering/hold.ts';
import { countTokens, countTokensIn } from '../shared/count-tokens.ts';
import type { Clock } from '../shared/clock.ts';
import type { Asked } from './read-asked.ts';
import { unitKinds, type Usage, type UsageSource } from '../shared/usage.ts';

/** What is known at the end. */
export interface TallyEnd {
  readonly outcome: Outcome;
  /** HTTP status that the client got, or would have got. */
  readonly status: number;
}

/** Counts one call while it runs, and closes its hold exactly once. */
export interface Tally {
  /** The upstream has accepted the call: from here on it is not free. */
  readonly accepted: () => void;
  /** Totals reported so far; replaces earlier ones, kind by kind. */
  readonly report: (usage: Usage) => void;
  /** Units that come on top of those reported. */
  readonly add: (usage: Usage) => void;
  /** Text that went out, for an estimate. */
  readonly output: (text: string) => void;
  /** Durable when resolved. Further calls answer the first one's charge. */
  readonly close: (end: TallyEnd) => Promise<Charge>;
}

interface TallyParts {
  readonly hold: Hold;
  readonly clock: Clock;
  /** Monotonic milliseconds at which the request arrived. */
  readonly startedMonotonic: number;
  /** What was asked, for an estimate of its input where the upstream reported none. */
  readonly asked: Asked;
}

const sum = (one: Usage, other: Usage): Usage => {
  const total: Partial<Record<(typeof unitKinds)[number], number>> = { ...one };
  for (const kind of unitKinds) if (other[kind] !== undefined) total[kind] = (total[kind] ?? 0) + other[kind];
  return total;
};

/** Policy of requirement D15: what the upstream reports; an estimate where it reports nothing; nothing where nothing was put out. */
export function makeTally({ hold, clock, startedMonotonic, asked }: TallyParts): Tally {
  let firstByteMilliseconds: number | null = null;
  let reported: Usage | null = null;
  let added: Usage = {};
  let output: string[] = [];
  let closing: Promise<Charge> | null = null;

  const progress = (): void => hold.progress(sum(reported ?? {}, added), reported === null ? 'estimate' : 'partial');

  const usageOf = async (outcome: Outcome): Promise<{ usage: Usage; usageSource: UsageSource }> => {
    if (outcome === 'failed' || firstByteMilliseconds === null) return { usage: {}, usageSource: 'none' };
    const known = sum({ requests: 1, ...reported }, added);
    if (outcome === 'completed' && reported !== null) return { usage: known, usageSource: 'upstream' };
    const delivered = await countTokens(output);
    const input = reported?.input_tokens ?? (await countTokensIn(asked.body));
    return {
      usage: { ...known, input_tokens: input, output_tokens: Math.max(known.output_tokens ?? 0, delivered) },
      usageSource: reported === null ? 'estimate' : 'partial',
    };
  };

  const settle = async ({ outcome, status }: TallyEnd): Promise<Charge> => {
    const counted = await usageOf(outcome);
    output = [];
    const end: CallEnd = { outcome, status, firstByteMilliseconds, ...counted };
    return hold.settle(end);
  };

  return {
    accepted: () => {
      firstByteMilliseconds ??= Math.round(clock.monotonic() - startedMonotonic);
    },
    report: (usage) => {
      reported = { ...reported, ...usage };
      progress();
    },
    add: (usage) => {
      added = sum(added, usage);
      progress();
    },
    output: (text) => {
      output.push(text);
    },
    close: (end) => (closing ??= settle(end)),
  };
}
