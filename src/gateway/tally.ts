import type { Price } from '../catalog/catalog.ts';
import { unbelievedFlag } from '../dialects/billable.ts';
import type { CallEnd, Charge, Hold, Outcome } from '../metering/hold.ts';
import { countTokens, countTokensIn } from '../shared/count-tokens.ts';
import type { Clock } from '../shared/clock.ts';
import { weigh, type Counted } from './measure.ts';
import type { Asked } from './read-asked.ts';
import { addUsage, type UnitKind, type Usage } from '../shared/usage.ts';

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
  /**
   * Totals reported so far; replaces earlier ones, kind by kind.
   *
   * @param isForetold before anything was put out: if nothing else is reported, the output has to be estimated
   */
  readonly report: (usage: Usage, isForetold?: boolean) => void;
  /** A count was reported that cannot be believed: the call is flagged, whatever it is charged for. */
  readonly doubt: () => void;
  /** Units that come on top of those reported. */
  readonly add: (usage: Usage) => void;
  /** Text that went out, for an estimate. */
  readonly output: (text: string) => void;
  /** Something went out that is neither: bytes of sound, a part of a long answer. */
  readonly delivered: () => void;
  /** Durable when resolved. Further calls answer the first one's charge. */
  readonly close: (end: TallyEnd) => Promise<Charge>;
}

interface TallyParts {
  readonly hold: Hold;
  readonly clock: Clock;
  /** Monotonic milliseconds at which the request arrived. */
  readonly startedMonotonic: number;
  /** What was asked, for an estimate of its input where the upstream reported none. */
  readonly asked: Pick<Asked, 'body' | 'measure'>;
  /** The most that it can use: the hold was made for that, and an estimate, being a guess, must not pass it. */
  readonly bound: Asked['bound'];
  /** Prices in force. */
  readonly rates: Price['rates'];
}

const inputKinds = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'input_audio_tokens',
] as const satisfies readonly UnitKind[];

const nothingUsed: Counted = { usage: {}, usageSource: 'none' };

/** What was added on top of reports; most calls add nothing. */
const sum = (one: Usage, other: Usage | null): Usage => (other === null ? one : addUsage(one, other));

/**
 * A later report replaces an earlier one, kind by kind. One that does not tell written tokens apart by their lifetime
 * counts both lifetimes together, so what is known to live for an hour is taken out of it.
 */
function overlaid(before: Usage | null, report: Usage): Usage {
  if (before === null) return report;
  const hour = before.cache_write_1h_tokens ?? 0;
  const merged = { ...before, ...report };
  if (hour === 0 || report.cache_write_tokens === undefined || report.cache_write_1h_tokens !== undefined)
    return merged;
  return { ...merged, cache_write_tokens: Math.max(0, report.cache_write_tokens - hour) };
}

/** True where no kind of input was counted, such as by a stream of messages that reports at its end alone. */
const lacksInput = (usage: Usage): boolean => inputKinds.every((kind) => usage[kind] === undefined);

/** What was counted, weighed against what was measured, where anything was. */
const weighed = (counted: Counted, reported: Usage | null, { asked, rates }: Pick<TallyParts, 'asked' | 'rates'>) =>
  !asked.measure || counted.usageSource === 'none'
    ? counted
    : weigh(counted, reported, { measure: asked.measure(), rates });

/** Policy of requirement D15: what the upstream reports; an estimate where it reports nothing; nothing where it failed before it put anything out. */
export function makeTally({ hold, clock, startedMonotonic, asked, bound, rates }: TallyParts): Tally {
  let firstByteMilliseconds: number | null = null;
  let reported: Usage | null = null;
  let isReported = false;
  let added: Usage | null = null;
  let output: string[] = [];
  let anyDelivered = false;
  let isDoubted = false;
  let closing: Promise<Charge> | null = null;

  const progress = (): void => hold.progress(sum(reported ?? {}, added), reported === null ? 'estimate' : 'partial');

  const countedOf = async (outcome: Outcome): Promise<Counted> => {
    if (outcome === 'failed' || firstByteMilliseconds === null) return nothingUsed;
    if (!anyDelivered && (outcome === 'upstream_cut' || outcome === 'timed_out')) return nothingUsed;
    const known = sum({ requests: 1, ...reported }, added);
    const inputMissing = reported === null || lacksInput(reported);
    if (outcome === 'completed' && isReported && (!inputMissing || reported?.output_tokens === undefined))
      return { usage: known, usageSource: 'upstream' };
    const mostOutput = bound.output === null ? Infinity : bound.output * bound.answers;
    const delivered = Math.min(await countTokens(output), mostOutput);
    const input = inputMissing ? Math.min(await countTokensIn(asked.body), bound.input) : (known.input_tokens ?? 0);
    return {
      usage: { ...known, input_tokens: input, output_tokens: Math.max(known.output_tokens ?? 0, delivered) },
      usageSource: reported === null ? 'estimate' : 'partial',
    };
  };

  const settle = async ({ outcome, status }: TallyEnd): Promise<Charge> => {
    const counted = weighed(await countedOf(outcome), reported, { asked, rates });
    output = [];
    const flags = isDoubted ? [unbelievedFlag] : [];
    const end: CallEnd = { outcome, status, firstByteMilliseconds, ...counted, flags };
    return hold.settle(end);
  };

  return {
    accepted: () => {
      firstByteMilliseconds ??= Math.round(clock.monotonic() - startedMonotonic);
    },
    report: (usage, isForetold = false) => {
      reported = overlaid(reported, usage);
      isReported ||= !isForetold;
      progress();
    },
    doubt: () => {
      isDoubted = true;
    },
    add: (usage) => {
      added = sum(usage, added);
      anyDelivered = true;
      progress();
    },
    output: (text) => {
      output.push(text);
      anyDelivered = true;
    },
    delivered: () => {
      anyDelivered = true;
    },
    close: (end) => (closing ??= settle(end)),
  };
}
