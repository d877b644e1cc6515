import type { Price } from '../catalog/catalog.ts';
import type { CallEnd, Charge, Hold, Outcome, SideWork } from '../metering/hold.ts';
import { isBelievable, lacksPrices } from '../metering/settle.ts';
import type { Route } from '../routing/route.ts';
import { makeTextSample, type TextSample } from '../shared/tokens/text-tokens.ts';
import type { Clock } from '../shared/time/clock.ts';
import { addUsage, lacksInput, lacksOutput, overlaid, withoutKnown, withSeen, type Usage } from '../shared/usage.ts';
import type { RequestFacts } from '../wires/facts.ts';
import { unbelievedFlag, unclearFlag } from '../wires/meters.ts';
import type { Loss } from '../wires/translation/parts.ts';
import type { EventMeaning, SideUsage } from '../wires/wire.ts';
import { asideOf, estimate, estimatedInput, estimatedOutput, weigh, withGuess, type Counted } from './counted-usage.ts';
import { outputOf } from './hold-estimate.ts';
import { lossRecord } from './translation/caller-paths.ts';

/** What is known of a call at its end. */
export interface TallyEnd {
  readonly outcome: Outcome;
  /** HTTP status that the client received, or would have received. */
  readonly status: number;
  /** Code of the error with which the call failed. */
  readonly error?: string;
}

/** When a report was made (before any output, while more follows, or after all output so far), and whether it is an update. */
type ReportTiming = Pick<EventMeaning, 'isForetold' | 'isInterim' | 'isUpdate'>;

/** Counts one call while it runs, and closes its hold exactly once. */
export interface Tally {
  /** The whole request was sent: from here on its input is charged even if the client leaves. */
  readonly sent: () => void;
  /** The answer says by its head whether it is a refusal: from here on the call is free without `accepted`. */
  readonly answered: () => void;
  /** The upstream accepted the call: from here on it is not free. */
  readonly accepted: () => void;
  /**
   * Totals reported so far. They replace earlier ones; an update replaces only the kinds that it has.
   *
   * @returns false if they cannot be charged as reported, or lack the output; then an estimate needs it
   */
  readonly report: (usage: Usage, timing?: ReportTiming) => boolean;
  /** Usage that the totals do not include. It replaces earlier reports of such usage. */
  readonly side: (usages: readonly SideUsage[]) => void;
  /** The model that answered; null: the call's own. */
  readonly answeredBy: (model: string | null) => void;
  /** A reported count is implausible or contradicts another: the call is flagged, whatever it is charged. */
  readonly doubt: (about: Pick<EventMeaning, 'isUnbelieved' | 'isUnclear'>) => void;
  /** Units in addition to those reported. If a report also counts them, the larger count applies. */
  readonly add: (usage: Usage) => void;
  /** Text that was sent, for an estimate. Reported counts take precedence over it. `isWhole`: it repeats all pieces before it. */
  readonly output: (text: string, isWhole?: boolean) => void;
  /** Other output than text, for an estimate; may be fractional. Units replace it unless it is `lasting`. `once`: only if no guess is left. */
  readonly guess: (usage: Usage, options?: { readonly lasting?: boolean; readonly once?: boolean }) => void;
  /** Output was delivered without a report or text: bytes of audio, or a part of a long answer. */
  readonly delivered: () => void;
  /** The client does not read: from now on the text so far is held as numbers. */
  readonly stalled: () => void;
  /** Closes the hold; the charge is durable when the promise resolves. Further calls return the charge of the first. */
  readonly close: (end: TallyEnd) => Promise<Charge>;
}

interface TallyParts {
  readonly hold: Hold;
  readonly clock: Clock;
  /** Monotonic milliseconds at which the request arrived. */
  readonly startedMonotonic: number;
  /** The request, for an estimate of its input if the upstream reports none. */
  readonly facts: Pick<RequestFacts, 'body' | 'cuts' | 'measure' | 'dearer'>;
  /** The most that the call can use. The hold was taken for it, and an estimate, being a guess, must not exceed it. */
  readonly bound: RequestFacts['bound'];
  /** Prices in force. */
  readonly rates: Price['rates'];
  /** The route that another model named by the answer is charged by; null if the catalogue does not have the model. */
  readonly routeOf?: (model: string) => Route | null;
  /** True if other models did their work whether or not there is an answer: it is then charged even if the call itself is free. */
  readonly sidesStand?: boolean;
  /** What the request and the answer lost in translation so far. */
  readonly losses?: () => readonly Loss[];
}

const nothingUsed: Counted = { usage: {}, usageSource: 'none' };

/** The count of a call that used nothing itself, apart from work of other models. */
const onlySides: Counted = { usage: { requests: 0, input_tokens: 0, output_tokens: 0 }, usageSource: 'upstream' };

/** The count, weighed against what the gateway measured, if it measured anything. */
const weighed = (counted: Counted, reported: Usage | null, { facts, rates }: Pick<TallyParts, 'facts' | 'rates'>) =>
  !facts.measure || counted.usageSource === 'none'
    ? counted
    : weigh(counted, reported, { measure: facts.measure(counted.usage.output_tokens ?? 0), rates });

/** What is known of a call so far. */
interface Seen {
  /** Milliseconds from the start until the upstream accepted the call; null: it did not. */
  firstByte: number | null;
  /** The whole request was sent, and it is not known whether the upstream refuses it. */
  isSent: boolean;
  reported: Usage | null;
  /** A report has arrived that was not made before any output. */
  isReported: boolean;
  /** Text has arrived after the last report. */
  isSurpassed: boolean;
  /** Units seen in events. */
  units: Usage | null;
  sides: readonly SideUsage[];
  answerer: string | null;
  anyDelivered: boolean;
  /** All text of the output. */
  readonly text: TextSample;
  /** The text after the last report that counted everything before it; null: there was no such report. */
  textAfter: TextSample | null;
  /** Output tokens of that report. */
  counted: number;
  /** Output other than text after that report: what units replace as they are added, and what they do not. */
  guess: Usage;
  lasting: Usage;
  readonly flags: Set<string>;
}

const nothingSeen = (): Seen => ({
  firstByte: null,
  isSent: false,
  reported: null,
  isReported: false,
  isSurpassed: false,
  units: null,
  sides: [],
  answerer: null,
  anyDelivered: false,
  text: makeTextSample(),
  textAfter: null,
  counted: 0,
  guess: {},
  lasting: {},
  flags: new Set(),
});

/**
 * Counts a call by its outcome; `src/metering/settle.ts` decides what of that is charged. Returns a promise only if an estimate is
 * needed, which is rare.
 */
function countedOf(outcome: Outcome, seen: Seen, parts: TallyParts): Counted | Promise<Counted> {
  const { firstByte, reported, units, text, anyDelivered } = seen;
  if (outcome === 'failed') return nothingUsed;
  if (firstByte === null) return outcome === 'client_left' && seen.isSent ? estimate(text, parts) : nothingUsed;
  if (!anyDelivered && (outcome === 'upstream_cut' || outcome === 'timed_out')) return nothingUsed;
  const known = withSeen({ requests: 1, ...reported }, units);
  const inputMissing = reported === null || lacksInput(reported);
  const isWhole = !inputMissing || reported?.output_tokens === undefined;
  const unreported = { ...guessedBy(seen), ...(inputMissing && { input_tokens: 0 }) };
  const isFree = !parts.facts.measure && lacksPrices({ ...reported, ...units }, parts.rates, unreported);
  if (outcome === 'completed' && seen.isReported && !seen.isSurpassed && isWhole && !isFree)
    return { usage: known, usageSource: 'upstream' };
  return partlyEstimated(known, seen, parts);
}

const guessedBy = ({ guess, lasting }: Seen): Usage => addUsage(guess, lasting);

/** The reported usage, with an estimate of what is missing. */
async function partlyEstimated(known: Usage, seen: Seen, parts: TallyParts): Promise<Counted> {
  const { reported, text, textAfter } = seen;
  const inputMissing = reported === null || lacksInput(reported);
  const output = seen.counted + (await estimatedOutput(textAfter ?? text, parts));
  const usage = {
    ...known,
    input_tokens: inputMissing ? await estimatedInput(parts) : (known.input_tokens ?? 0),
    output_tokens: Math.max(known.output_tokens ?? 0, output),
  };
  return { usage: withGuess(usage, guessedBy(seen), parts), usageSource: reported === null ? 'estimate' : 'partial' };
}

/** What the hold is settled with. A count that cannot be charged is replaced by an estimate and marked as one. */
function endOf(end: TallyEnd, seen: Seen, parts: TallyParts): CallEnd | Promise<CallEnd> {
  const counted = countedOf(end.outcome, seen, parts);
  if (counted instanceof Promise) return counted.then((estimated) => endWith(estimated, end, { seen, parts }));
  return endWith(counted, end, { seen, parts });
}

/** Flags for options that cost more than the price of the model. Callers choose the values, so number and length are limited. */
const dearerFlags = ({ dearer = [] }: TallyParts['facts']): readonly string[] =>
  dearer.length === 0
    ? []
    : [...new Set(dearer.slice(0, 8).map(({ option }) => `dearer:${option.replaceAll(/[^\w=-]/g, '?').slice(0, 40)}`))];

const sideOf = (side: readonly SideWork[]): Pick<CallEnd, 'side'> => (side.length > 0 ? { side } : {});

function endWith(
  first: Counted,
  { outcome, status, error }: TallyEnd,
  { seen, parts }: { readonly seen: Seen; readonly parts: TallyParts },
): CallEnd | Promise<CallEnd> {
  const { reported, sides, flags, firstByte } = seen;
  const isAlone = first.usageSource === 'none' && sides.length > 0 && parts.sidesStand === true;
  const counted = isAlone ? onlySides : weighed(first, reported, parts);
  if (counted.isUnbelieved === true) flags.add(unbelievedFlag);
  const isUsed = counted.usageSource !== 'none' && sides.length > 0;
  const aside = isUsed ? asideOf(sides, parts.routeOf ?? (() => null)) : null;
  const whole = aside === null ? counted : { ...counted, usage: addUsage(counted.usage, aside.own) };
  const lost = parts.losses?.() ?? [];
  const dearer = counted.usageSource === 'none' ? [] : dearerFlags(parts.facts);
  const other = seen.answerer === null || counted.usageSource === 'none' ? null : parts.routeOf?.(seen.answerer);
  const ended = ({ usage, usageSource }: Counted): CallEnd => ({
    outcome: isAlone ? 'completed' : outcome,
    status,
    firstByteMilliseconds: firstByte,
    usage: other ? onlySides.usage : usage,
    usageSource,
    ...sideOf([...(other ? [{ route: other, usage }] : []), ...(aside?.others ?? [])]),
    flags: [...flags, ...dearer, ...(aside?.flags ?? []), ...(error === undefined ? [] : [`error:${error}`])],
    ...(lost.length > 0 && { losses: lossRecord(lost) }),
  });
  if (isBelievable(whole.usage, parts)) return ended(whole);
  flags.add('unbelieved:charge');
  return estimate(seen.text, parts).then((guess) => ended(weighed(guess, null, parts)));
}

function noteReport(seen: Seen, usage: Usage, { isForetold, isInterim, isUpdate }: ReportTiming = {}): void {
  seen.reported = overlaid(seen.reported, usage, isUpdate === true);
  seen.isReported ||= isForetold !== true;
  if (!lacksOutput(usage)) seen.isSurpassed = false;
  if (isForetold || isInterim || usage.output_tokens === undefined) return;
  seen.counted = usage.output_tokens;
  seen.textAfter = makeTextSample();
  seen.guess = seen.lasting = {};
}

function noteText(seen: Seen, text: string): void {
  seen.text.add(text);
  seen.textAfter?.add(text);
  seen.anyDelivered = true;
  seen.isSurpassed = true;
}

function noteUnits(seen: Seen, usage: Usage): void {
  seen.units = seen.units === null ? usage : addUsage(usage, seen.units);
  seen.guess = withoutKnown(seen.guess, usage);
  seen.anyDelivered = true;
}

/** Counts a call by what its answer reports and, if that is not enough, by what passes. */
export function makeTally(parts: TallyParts): Tally {
  const { hold, clock, startedMonotonic, rates } = parts;
  const seen = nothingSeen();
  let closing: Promise<Charge> | null = null;
  let letters = 0;
  let hasPieces = false;
  /** Records how far the call has come. */
  const progress = (): void => {
    const written = letters > 0 && !parts.facts.measure ? { output_tokens: outputOf(letters, parts.bound) } : null;
    const known = withSeen(withSeen(seen.reported ?? {}, seen.units), written);
    hold.progress(known, seen.reported === null ? 'estimate' : 'partial');
  };

  return {
    sent: () => {
      seen.isSent = true;
    },
    answered: () => {
      seen.isSent = false;
    },
    accepted: () => {
      seen.firstByte ??= Math.round(clock.monotonic() - startedMonotonic);
    },
    report: (usage, timing) => {
      noteReport(seen, usage, timing);
      progress();
      return !lacksOutput(usage) && isBelievable(seen.reported ?? usage, { rates });
    },
    side: (usages) => void (seen.sides = usages),
    answeredBy: (model) => void (seen.answerer = model),
    doubt: ({ isUnbelieved = false, isUnclear = false }) => {
      if (isUnbelieved) seen.flags.add(unbelievedFlag);
      if (isUnclear) seen.flags.add(unclearFlag);
    },
    add: (usage) => {
      noteUnits(seen, usage);
      progress();
    },
    output: (text, isWhole = false) => {
      hasPieces ||= !isWhole;
      if (isWhole && hasPieces) return;
      noteText(seen, text);
      letters += text.length;
      if (letters % 2_048 < text.length) progress();
    },
    guess: (usage, { lasting = false, once = false } = {}) => {
      if (lasting) seen.lasting = addUsage(seen.lasting, usage);
      else if (!once || Object.keys(seen.guess).length === 0) seen.guess = addUsage(seen.guess, usage);
      seen.isSurpassed ||= lacksOutput(seen.reported ?? {});
      seen.anyDelivered = true;
    },
    delivered: () => void (seen.anyDelivered = true),
    stalled: () => void Promise.all([seen.text.shrink(), seen.textAfter?.shrink()]),
    close: (end) => {
      if (closing !== null) return closing;
      const ended = endOf(end, seen, parts);
      return (closing = ended instanceof Promise ? ended.then(hold.settle) : hold.settle(ended));
    },
  };
}
