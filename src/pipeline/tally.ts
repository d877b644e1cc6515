import type { Price } from '../catalog/catalog.ts';
import type { CallEnd, Hold, Outcome } from '../metering/hold.ts';
import { isBelievable, isEnough, lacksPrices } from '../metering/settle.ts';
import type { Route } from '../routing/route.ts';
import { makeTextSample, type TextSample } from '../shared/tokens/text-tokens.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Clock } from '../shared/time/clock.ts';
import { addUsage, lacksInput, lacksOutput, overlaid, withoutKnown, withSeen, type Usage } from '../shared/usage.ts';
import type { RequestFacts } from '../wires/wire.ts';
import { inOneMeasure, unbelievedFlag, unclearFlag } from '../wires/read-usage.ts';
import type { Loss } from '../wires/translation/parts.ts';
import type { EventMeaning, SideUsage } from '../wires/meter.ts';
import {
  asideOf,
  dearerFlags,
  estimate,
  estimatedInput,
  estimatedOutput,
  nothingUsed,
  onlySides,
  unpricedModel,
  weighed,
  withGuess,
  type Aside,
  type Counted,
} from './counted-usage.ts';
import { outputOf } from './hold-estimate.ts';
import { lossRecord } from './translation/caller-paths.ts';

/** What is known of a call at its end, and the code of the error with which it failed. */
export interface TallyEnd extends Pick<CallEnd, 'outcome' | 'status'> {
  readonly error?: string;
}

/** When a report was made (before any output, while more follows, or after all output so far), and whether it is an update. */
type ReportTiming = Pick<EventMeaning, 'isForetold' | 'isInterim' | 'isUpdate'>;

/** `lasting`: units do not replace the guess. `once`: it counts only if no other is left. */
interface GuessKind {
  readonly lasting?: boolean;
  readonly once?: boolean;
}

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
   * @returns false if they cannot be charged as reported, have no price, or lack the output; then an estimate needs it
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
  /** Other output than text, for an estimate; may be fractional. */
  readonly guess: (usage: Usage, kind?: GuessKind) => void;
  /** Output was delivered without a report or text: bytes of audio, or a part of a long answer. */
  readonly delivered: () => void;
  /** The client does not read: from now on the text so far is held as numbers. */
  readonly stalled: () => void;
  /** Closes the hold; the charge is durable when the promise resolves. Further calls return the charge of the first. */
  readonly close: (end: TallyEnd) => Promise<NanoCredits>;
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

/** What is known of a call so far. */
class Seen {
  readonly parts: TallyParts;
  /** Milliseconds from the start until the upstream accepted the call; null: it did not. */
  firstByte: number | null = null;
  /** The whole request was sent, and it is not known whether the upstream refuses it. */
  isSent = false;
  reported: Usage | null = null;
  /** A report has arrived that was not made before any output. */
  isReported = false;
  /** Output has arrived after the last report. */
  isSurpassed = false;
  /** Units seen in events. */
  units: Usage | null = null;
  sides: readonly SideUsage[] = [];
  answerer: string | null = null;
  anyDelivered = false;
  /** All text of the output; null: none has come. */
  text: TextSample | null = null;
  /** Output tokens of the last report that counted everything before it; null: there was no such report. */
  counted: number | null = null;
  /** The text after that report; null: none has come. */
  textAfter: TextSample | null = null;
  /** Output other than text after that report: what units replace as they are added, and what they do not. */
  guess: Usage = {};
  lasting: Usage = {};
  readonly flags = new Set<string>();

  constructor(parts: TallyParts) {
    this.parts = parts;
  }

  noteReport(usage: Usage, { isForetold, isInterim, isUpdate }: ReportTiming): void {
    this.reported = overlaid(this.reported, usage, isUpdate === true);
    this.isReported ||= isForetold !== true;
    if (!lacksOutput(usage)) this.isSurpassed = false;
    if (isForetold || isInterim || usage.output_tokens === undefined) return;
    this.counted = usage.output_tokens;
    this.textAfter = null;
    this.guess = this.lasting = {};
  }

  noteText(text: string): void {
    (this.text ??= makeTextSample()).add(text);
    if (this.counted !== null) (this.textAfter ??= makeTextSample()).add(text);
    this.anyDelivered = true;
    this.isSurpassed = true;
  }

  noteUnits(usage: Usage): void {
    this.units = this.units === null ? usage : addUsage(usage, this.units);
    this.guess = withoutKnown(this.guess, usage);
    this.anyDelivered = true;
  }

  noteGuess(usage: Usage, { lasting, once }: GuessKind): void {
    if (lasting) this.lasting = addUsage(this.lasting, usage);
    else if (!once || Object.keys(this.guess).length === 0) this.guess = addUsage(this.guess, usage);
    this.isSurpassed ||= lacksOutput(this.reported ?? {});
    this.anyDelivered = true;
  }

  lacksInput(): boolean {
    return this.reported === null || lacksInput(this.reported);
  }

  guessed(): Usage {
    return addUsage(this.guess, this.lasting);
  }

  /** Output tokens so far: those that a report counted, and an estimate of the text after it. */
  async outputSoFar(): Promise<number> {
    const { text, textAfter, counted, parts } = this;
    return (counted ?? 0) + (await estimatedOutput(counted === null ? text : textAfter, parts));
  }
}

/**
 * Counts a call by its outcome; `src/metering/settle.ts` decides what of that is charged. Returns a promise only if an estimate is
 * needed, which is rare.
 */
function countedOf(outcome: Outcome, seen: Seen): Counted | Promise<Counted> {
  const { firstByte, reported, units, anyDelivered, parts } = seen;
  if (outcome === 'failed') return nothingUsed;
  if (firstByte === null) return outcome === 'client_left' && seen.isSent ? estimate(seen.text, parts) : nothingUsed;
  if (!anyDelivered && (outcome === 'upstream_cut' || outcome === 'timed_out')) return nothingUsed;
  const known = withSeen({ requests: 1, ...reported }, units);
  const inputMissing = seen.lacksInput();
  const isWhole = !inputMissing || reported?.output_tokens === undefined;
  const unreported = { ...seen.guessed(), ...(inputMissing && { input_tokens: 0 }) };
  const isFree = lacksPrices({ ...reported, ...units }, parts.rates, unreported);
  if (outcome === 'completed' && seen.isReported && !seen.isSurpassed && isWhole && !isFree)
    return { usage: known, usageSource: 'upstream' };
  return partlyEstimated(known, seen);
}

/** The reported usage, with an estimate of what is missing. */
async function partlyEstimated(known: Usage, seen: Seen): Promise<Counted> {
  const { reported, parts } = seen;
  const output = await seen.outputSoFar();
  const usage = {
    ...known,
    input_tokens: seen.lacksInput() ? await estimatedInput(parts) : (known.input_tokens ?? 0),
    output_tokens: Math.max(known.output_tokens ?? 0, output),
  };
  return { usage: withGuess(usage, seen.guessed(), parts), usageSource: reported === null ? 'estimate' : 'partial' };
}

/** What the call itself used. */
function ownCount(counted: Counted, { reported, sides, flags, parts }: Seen): Counted {
  if (counted.usageSource === 'none' && sides.length > 0 && parts.sidesStand === true) return onlySides;
  if (!parts.facts.measure) return counted;
  const own = weighed(counted, reported, parts);
  if (own.isUnbelieved === true) flags.add(unbelievedFlag);
  return own;
}

/** What other models did within the call; null: nothing that is charged. */
const sideWork = ({ usageSource }: Counted, { sides, parts }: Seen): Aside | null =>
  usageSource === 'none' || sides.length === 0 ? null : asideOf(sides, parts.routeOf ?? (() => null));

/** What the hold is settled with. A count that cannot be charged is replaced by an estimate and marked as one. */
function endWith(first: Counted, { outcome, status, error }: TallyEnd, seen: Seen): CallEnd | Promise<CallEnd> {
  const { flags, answerer, firstByte, parts } = seen;
  const own = ownCount(first, seen);
  const isCharged = own.usageSource !== 'none';
  const aside = sideWork(own, seen);
  const other = isCharged && answerer !== null ? (parts.routeOf?.(answerer) ?? null) : null;
  if (isCharged && answerer !== null && other === null) flags.add(unpricedModel);
  const dearer = isCharged && parts.facts.dearer?.length ? dearerFlags(parts.facts.dearer) : [];
  const lost = parts.losses?.() ?? [];
  const ended = ({ usage, usageSource }: Counted): CallEnd => {
    const side = [...(other ? [{ route: other, usage }] : []), ...(aside?.others ?? [])];
    return {
      outcome: own === onlySides ? 'completed' : outcome,
      status,
      firstByteMilliseconds: firstByte,
      usage: other ? onlySides.usage : usage,
      usageSource,
      ...(side.length > 0 && { side }),
      flags: [...flags, ...dearer, ...(aside?.flags ?? []), ...(error === undefined ? [] : [`error:${error}`])],
      ...(lost.length > 0 && { losses: lossRecord(lost) }),
    };
  };
  const whole = aside === null ? own : { ...own, usage: addUsage(own.usage, aside.own) };
  if (isBelievable(whole.usage, parts)) return ended(whole);
  flags.add('unbelieved:charge');
  return estimate(seen.text, parts).then((guess) => ended(weighed(guess, null, parts)));
}

/** Counts a call by what its answer reports and, if that is not enough, by what passes. */
export function makeTally({ bound, ...rest }: TallyParts): Tally {
  // A host may ignore a limit of 0, which is kept for the hold alone: what it puts out counts.
  const parts = { ...rest, bound: bound.output === 0 ? { ...bound, output: null } : bound };
  const { hold, clock, startedMonotonic, rates } = parts;
  const seen = new Seen(parts);
  let closing: Promise<NanoCredits> | null = null;
  let letters = 0;
  let hasPieces = false;
  /** Records how far the call has come. */
  const progress = (): void => {
    const written = letters > 0 && !parts.facts.measure ? { output_tokens: outputOf(letters, parts.bound) } : null;
    const known = withSeen(withSeen(seen.reported ?? {}, seen.units), written);
    hold.progress(known, seen.reported === null ? 'estimate' : 'partial');
  };

  return {
    sent: () => void (seen.isSent = true),
    answered: () => void (seen.isSent = false),
    accepted: () => void (seen.firstByte ??= Math.round(clock.monotonic() - startedMonotonic)),
    report: (all, timing = {}) => {
      const usage = inOneMeasure(all, rates.audio_seconds !== undefined);
      seen.noteReport(usage, timing);
      progress();
      return isEnough(usage, rates) && isBelievable(seen.reported ?? usage, { rates });
    },
    side: (usages) => void (seen.sides = usages),
    answeredBy: (model) => void (seen.answerer = model),
    doubt: ({ isUnbelieved = false, isUnclear = false }) => {
      if (isUnbelieved) seen.flags.add(unbelievedFlag);
      if (isUnclear) seen.flags.add(unclearFlag);
    },
    add: (usage) => {
      seen.noteUnits(usage);
      progress();
    },
    output: (text, isWhole = false) => {
      hasPieces ||= !isWhole;
      if (isWhole && hasPieces) return;
      seen.noteText(text);
      letters += text.length;
      if (letters % 2_048 < text.length) progress();
    },
    guess: (usage, kind = {}) => seen.noteGuess(usage, kind),
    delivered: () => void (seen.anyDelivered = true),
    stalled: () => void Promise.all([seen.text?.shrink(), seen.textAfter?.shrink()]),
    close: (end) => {
      if (closing !== null) return closing;
      const counted = countedOf(end.outcome, seen);
      const ended =
        counted instanceof Promise ? counted.then((each) => endWith(each, end, seen)) : endWith(counted, end, seen);
      return (closing = ended instanceof Promise ? ended.then(hold.settle) : hold.settle(ended));
    },
  };
}
