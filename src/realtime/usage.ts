import type { Price } from '../catalog/catalog.ts';
import { keepNewest } from '../shared/collections.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { charactersPerToken } from '../shared/tokens/text-tokens.ts';
import { unitKinds, type Usage } from '../shared/usage.ts';
import {
  countOf,
  countsOutput,
  doubtsOf,
  hasBadCount,
  hasCount,
  inOneMeasure,
  unbelievedFlag,
} from '../wires/read-usage.ts';
import type { EventMeaning, SideUsage } from '../wires/meter.ts';
import type { Transcriber } from './client-events.ts';

/** The details of a total: text and audio tokens, and how many of each were read from a cache. */
const audioOf = (details: Json | undefined): number => countOf(details, 'audio_tokens');

/**
 * Usage of one response in kinds that do not overlap. Its input contains audio and cached tokens, and the cached ones contain
 * audio again. If a host does not say what was cached, text counts first, since its cached price is the lower one.
 *
 * @returns null if there is no usage, or a count that may not be billed
 */
export function readRealtimeUsage(usage: Json | undefined): Usage | null {
  if (!isObject(usage) || !hasCount(usage, 'input_tokens') || hasBadCount(usage, 'output_tokens')) return null;
  if (!countsOutput(usage, 'output_tokens')) return null;
  const details = usage['input_token_details'];
  const input = countOf(usage, 'input_tokens');
  const audio = Math.min(input, audioOf(details));
  const text = input - audio;
  const cached = Math.min(input, countOf(details, 'cached_tokens'));
  const split = objectOf(details)['cached_tokens_details'];
  const cachedText = Math.min(text, isObject(split) ? cached - Math.min(cached, audioOf(split)) : cached);
  const cachedAudio = Math.min(audio, cached - cachedText);
  const output = Math.max(countOf(usage, 'output_tokens'), countOf(usage, 'total_tokens') - input);
  const audioOut = Math.min(output, audioOf(usage['output_token_details']));
  return {
    input_tokens: text - cachedText,
    output_tokens: output - audioOut,
    ...(cachedText > 0 && { cached_input_tokens: cachedText }),
    ...(audio > cachedAudio && { input_audio_tokens: audio - cachedAudio }),
    ...(cachedAudio > 0 && { cached_input_audio_tokens: cachedAudio }),
    ...(audioOut > 0 && { output_audio_tokens: audioOut }),
  };
}

/** Events with output text: words, a transcript of spoken words, tool arguments. The beta API has other names for some. */
const textEvents: ReadonlySet<string> = new Set([
  'response.output_text.delta',
  'response.text.delta',
  'response.output_audio_transcript.delta',
  'response.audio_transcript.delta',
  'response.function_call_arguments.delta',
  'response.mcp_call_arguments.delta',
]);

/** The output text of an event; null if it has none. */
export const textOf = (event: JsonObject): string | null =>
  textEvents.has(stringOf(event['type']) ?? '') ? (stringOf(event['delta']) ?? '') : null;

/** What the event that ends a response reports. */
export function readReport(event: JsonObject): Pick<EventMeaning, 'usage' | 'isUnbelieved' | 'isUnclear'> {
  const reported = objectOf(event['response'])['usage'];
  const usage = readRealtimeUsage(reported);
  return { ...(usage && { usage }), ...doubtsOf(reported) };
}

/** What an event of the upstream says about the caller's speech or its transcription. */
export interface TranscriptionEvent {
  /**
   * `started` and `stopped`: speech began, or ended. `cleared`: what the client had sent before its request is discarded. `committed`:
   * speech became an item. `segment`: everything that one speaker said, in addition to `delta` or instead of it.
   */
  readonly step: 'started' | 'stopped' | 'cleared' | 'committed' | 'delta' | 'segment' | 'completed' | 'failed';
  readonly itemId: string;
  /** The part of the item that is transcribed. */
  readonly part: number;
  readonly text: string;
  /** Where speech starts or stops, in milliseconds of all audio sent in the session; null: not given. */
  readonly at: number | null;
  /** Null: no billable usage was reported. */
  readonly usage: Usage | null;
  readonly isUnbelieved: boolean;
}

/** An item of speech. */
interface Item {
  /** The model that transcribes it: the one in force when it became an item. */
  readonly model: string;
  /** Tokens of audio. */
  readonly audio: number;
  /** The part of it that was transcribed first. */
  readonly part: number;
  /** The text of deltas, and of segments, which may repeat it. */
  readonly letters: Record<'delta' | 'segment', number>;
}

/** A stretch of speech, in tokens of all audio sent in the session. */
interface Speech {
  readonly start: number;
  readonly end: number | null;
}

/**
 * Many more items than a session ever transcribes at the same time. The oldest beyond is let go: the text that was delivered of it is
 * charged as an estimate, and its report no longer; without text, its report is charged, but no audio if that has no usage.
 */
const mostItems = 1_024;
const audioTokensPerSecond = 10;
const millisecondsPerToken = 1_000 / audioTokensPerSecond;

interface Parts {
  readonly transcriber: Pick<Transcriber, 'model'>;
  /** The prices for a model for transcriptions. */
  readonly ratesOf: (model: string) => Price['rates'];
}

/** An estimate, in units that have a price. */
function usageOf(audio: number, letters: number, rates: Price['rates']): Usage {
  const read = Math.ceil(audio);
  const written = { output_tokens: Math.ceil(letters / charactersPerToken) };
  if (rates.input_audio_tokens !== undefined) return { input_audio_tokens: read, ...written };
  if (rates.audio_seconds !== undefined) return { audio_seconds: Math.ceil(audio / audioTokensPerSecond) };
  const areTokensPriced = rates.input_tokens !== undefined || rates.output_tokens !== undefined;
  if (rates.characters !== undefined && !areTokensPriced) return { characters: letters };
  return { input_tokens: read, ...written };
}

/** The first kind that a report counts, if none of its kinds has a price; null if it can be charged. */
function unpricedKind(usage: Usage, rates: Price['rates']): string | null {
  const counted = unitKinds.filter((kind) => (usage[kind] ?? 0) > 0);
  const isFree = Object.keys(rates).length === 0;
  return isFree || counted.some((kind) => rates[kind] !== undefined) ? null : (counted[0] ?? null);
}

/** Steps in which a transcription is made. */
const ofText: ReadonlySet<TranscriptionEvent['step']> = new Set(['delta', 'segment', 'completed']);

const lettersOf = ({ letters }: Item): number => Math.max(letters.delta, letters.segment);

/** Divides the audio of a session among its items. */
function makeSound() {
  const speeches = new Map<string, Speech>();
  /** The client's position at each request to clear that has not been confirmed. */
  const clearings: number[] = [];
  let sent = 0;
  /** The position up to which audio belongs to an item, or is discarded. */
  let taken = 0;

  return {
    sent: (audio: number): void => {
      sent += audio;
    },
    clearing: (): void => {
      clearings.push(sent);
      if (clearings.length > mostItems) clearings.shift();
    },
    cleared: (): void => {
      taken = Math.max(taken, clearings.shift() ?? taken);
    },
    started: (id: string, at: number | null): void => {
      speeches.set(id, { start: at === null ? sent : at / millisecondsPerToken, end: null });
      keepNewest(speeches, mostItems);
    },
    stopped: (id: string, at: number | null): void => {
      const speech = speeches.get(id);
      if (speech && at !== null) speeches.set(id, { ...speech, end: at / millisecondsPerToken });
    },
    /** The tokens of audio of a new item. */
    take: (id: string): number => {
      const speech = speeches.get(id);
      speeches.delete(id);
      const { start = taken, end = null } = speech ?? {};
      const from = taken;
      taken = end === null || end > sent ? sent : Math.max(taken, end);
      // The upstream's own measure counts, because audio at other rates has another number of bytes.
      return Math.max(0, end === null ? sent - (start > sent ? from : Math.max(start, from)) : end - start);
    },
  };
}

const missing = 'usage_missing';

/** The transcriptions of a session, and their charges. */
export class Transcriptions {
  readonly #transcriber: Parts['transcriber'];
  readonly #ratesOf: Parts['ratesOf'];
  readonly #sound = makeSound();
  /** Those that are being transcribed. */
  readonly #items = new Map<string, Item>();
  /** The last transcriptions that were charged: what is repeated charges nothing. */
  readonly #done = new Set<string>();
  /** The client sent audio, in tokens. */
  readonly sent = this.#sound.sent;
  /** The client asked to discard audio that has not become an item. */
  readonly clearing = this.#sound.clearing;

  constructor({ transcriber, ratesOf }: Parts) {
    this.#transcriber = transcriber;
    this.#ratesOf = ratesOf;
  }

  /** @returns what is charged now; null: nothing */
  read(event: TranscriptionEvent): SideUsage | null {
    const { step, itemId, part, text, at } = event;
    if (this.#done.has(`${part} ${itemId}`) && ofText.has(step)) return null;
    const known = this.#items.get(itemId);
    // Text that was delivered is charged, whatever follows it.
    if (step === 'completed' || (step === 'failed' && known && lettersOf(known) > 0)) {
      this.#noteDone(itemId, part);
      return this.#complete(event);
    }
    if (step === 'started' || step === 'stopped') this.#sound[step](itemId, at);
    else if (step === 'cleared') this.#sound.cleared();
    else if (step === 'failed') this.#items.delete(itemId);
    else {
      const item = this.#itemOf(itemId, part);
      if (step !== 'committed') item.letters[step] += text.length;
    }
    return this.#letGo();
  }

  /** Whether an unfinished transcription has produced text. */
  isBusy(): boolean {
    return this.#items.values().some((item) => lettersOf(item) > 0);
  }

  /** Ends the unfinished transcriptions. @returns their charges, as an estimate */
  end(): readonly SideUsage[] {
    const left = [...this.#items.values()].filter((item) => lettersOf(item) > 0);
    this.#items.clear();
    return left.map((item) => this.#estimate(item, lettersOf(item), missing));
  }

  #itemOf(id: string, part: number): Item {
    const known = this.#items.get(id);
    if (known) return known;
    const begun = {
      model: this.#transcriber.model(),
      audio: this.#sound.take(id),
      part,
      letters: { delta: 0, segment: 0 },
    };
    this.#items.set(id, begun);
    return begun;
  }

  #estimate({ model, audio }: Item, letters: number, flag: string): SideUsage {
    return { model, usage: usageOf(audio, letters, this.#ratesOf(model)), flag };
  }

  #complete({ itemId, part, text, usage, isUnbelieved }: TranscriptionEvent): SideUsage {
    const item = this.#itemOf(itemId, part);
    this.#items.delete(itemId);
    const { model } = item;
    const rates = this.#ratesOf(model);
    const reported = usage && inOneMeasure(usage, rates.audio_seconds !== undefined);
    const unpriced = reported && unpricedKind(reported, rates);
    if (reported !== null && unpriced === null) return { model, usage: reported };
    const flag = unpriced === null ? (isUnbelieved ? unbelievedFlag : missing) : `unpriced:${unpriced}`;
    return this.#estimate(item, Math.max(lettersOf(item), text.length), flag);
  }

  #noteDone(id: string, part: number): void {
    // An event without an id may belong to any item.
    if (id !== '') this.#done.add(`${part} ${id}`);
    keepNewest(this.#done, mostItems);
  }

  /** The charge for the text of the oldest item if there is one too many; what may follow is not charged. */
  #letGo(): SideUsage | null {
    const [oldest] = this.#items;
    if (oldest === undefined || this.#items.size <= mostItems) return null;
    const [id, item] = oldest;
    this.#items.delete(id);
    if (lettersOf(item) === 0) return null;
    this.#noteDone(id, item.part);
    return this.#estimate(item, lettersOf(item), missing);
  }
}
