import type { UpstreamError } from '../errors/gateway-error.ts';
import { holdsCredential } from '../providers/guard-answer.ts';
import { isTidy } from '../providers/tidy-message.ts';
import { BrokenUpstream } from '../providers/upstream.ts';
import { makeSkimmer, type EventSkimmer } from '../shared/json/event-template.ts';
import { isObject, objectOf, parseJson, stringOf, type JsonObject } from '../shared/json/json.ts';
import { endEvent, readEventFields, withoutHidden, withoutLines, type EventSplitter } from '../shared/json/sse.ts';
import type { Secrets } from '../shared/secret.ts';
import type { OutEvent } from '../wires/turn.ts';
import type { EventMeaning } from '../wires/meter.ts';
import { type AnswerEvent, type Delivery, eventsIn, noteAnswerer, type ReadEvent } from './delivery.ts';
import { failureToSend, refusalIn, type SentEvent } from './upstream-failure.ts';

/** A failure that an event reports to the client: after it only usage counts. */
interface ReportedFailure {
  /** Whose event reports it: the upstream's own, or one of the gateway's. */
  readonly by: 'upstream' | 'gateway';
  /** The error to answer with if nothing has gone out yet; null: something came before the failure. */
  readonly refusal: UpstreamError | null;
}

/** How far a stream has been read. */
export interface Progress {
  /** Whose event has ended the stream, if one has: nothing after it is read. A translation may end before its upstream. */
  ended: 'upstream' | 'translation' | null;
  failure: ReportedFailure | null;
  /** Why the events of this chunk cannot be read, or sent, to the end; null: they can. */
  broken: unknown;
  /** Indexes of the complete answers. Once all requested answers are complete, the stream may end without a last event. */
  readonly completed: Set<number>;
  events: number;
  /** How many of them only show that the upstream is alive. */
  signs: number;
  /** Number of events that a translation wrote. */
  written: number;
  /** Null if every event must be read, because hooks see all of them. */
  readonly skimmer: EventSkimmer | null;
}

export const beginProgress = (delivery: Delivery): Progress => ({
  ended: null,
  failure: null,
  broken: null,
  completed: new Set(),
  events: 0,
  signs: 0,
  written: 0,
  skimmer:
    delivery.hooks.length === 0 || delivery.translation
      ? makeSkimmer({
          isProof: (event, text) => isText(delivery, event, text),
          isParsed: Boolean(delivery.translation),
        })
      : null,
});

/** Reads a chunk, or with null the end of the body; returns the events, or runs of events, for the caller. */
export function readChunk(
  delivery: Delivery,
  { chunk, splitter }: { readonly chunk: Buffer | null; readonly splitter: EventSplitter },
  progress: Progress,
): readonly AnswerEvent[] {
  const { skimmer } = progress;
  if (chunk !== null && skimmer?.isAble() === true) return skimChunk(delivery, { chunk, splitter, skimmer }, progress);
  if (chunk !== null) return readEvents(delivery, splitter.push(chunk), progress);
  const read = readEvents(delivery, lastEvents(delivery, splitter, progress), progress);
  endTranslation(delivery, { progress, passing: read });
  return read;
}

/** Passes over the usual events together, and reads all others one by one. */
function skimChunk(
  delivery: Delivery,
  { chunk, splitter, skimmer }: { chunk: Buffer; splitter: EventSplitter; skimmer: EventSkimmer },
  progress: Progress,
): readonly AnswerEvent[] {
  const stream = chunk.toString('latin1');
  const passing: AnswerEvent[] = [];
  const out = { progress, passing };
  for (let at = 0; at < chunk.length && progress.ended === null && progress.broken === null;) {
    const isUsual = splitter.isBetween() && progress.failure === null;
    const { end, events, text } = isUsual
      ? skimmer.skim({ bytes: chunk, stream }, at)
      : { end: 0, events: 0, text: '' };
    const { translation } = delivery;
    const run = chunk.subarray(at, end);
    // The output of a translation is searched for the credential as a whole.
    if (events > 0 && (translation || !holdsCredential(run, delivery.answer.secrets()))) {
      progress.events += events;
      if (text !== '') delivery.tally.output(text);
      if (translation) addTranslated(delivery, out, () => translation.event(skimmer.parsed(text)));
      else passing.push({ bytes: run, data: undefined, last: false, hidden: false });
      at = end;
      continue;
    }
    const next = events > 0 ? chunk.length : skimmer.next(stream, at);
    for (const event of readEvents(delivery, splitter.push(chunk.subarray(at, next)), progress)) passing.push(event);
    at = next;
  }
  return passing;
}

/** Whether an event means this text, and nothing else. */
const meansText = ({ meaning, isPlain, isStray }: ReadEvent, text: string): boolean =>
  isPlain && !isStray && (meaning.output ?? '') === text && Object.keys(meaning).every((name) => name === 'output');

/** Whether an event that has not been read means this text, and nothing else. */
function isText(delivery: Delivery, event: Buffer, text: string): boolean {
  try {
    return meansText(readStreamEvent(delivery, event), text);
  } catch (error) {
    // Bytes that only look like an event prove nothing. Any other failure is not about this event.
    if (error instanceof BrokenUpstream) return false;
    throw error;
  }
}

/**
 * Returns the rest of a body that has ended, if it is an event: some upstreams omit the blank line after their last one. Any
 * other rest is incomplete.
 *
 * @throws {BrokenUpstream} if the body ended in the middle of an event
 */
function lastEvents(delivery: Delivery, splitter: EventSplitter, { failure }: Progress): readonly Buffer[] {
  const rest = splitter.rest();
  const event = rest === null || failure !== null ? null : endEvent(rest);
  if (event === null) return [];
  if (readStreamEvent(delivery, event).meaning.end !== undefined) return [event];
  throw new BrokenUpstream('upstream_cut', 'the stream stopped in the middle of an event');
}

/** Counts what the events mean, up to the last one or one that cannot be read. Returns what the caller gets of them. */
function readEvents(delivery: Delivery, events: readonly Buffer[], progress: Progress): AnswerEvent[] {
  const passing: AnswerEvent[] = [];
  const out = { progress, passing };
  try {
    for (const bytes of events) {
      readEvent(delivery, bytes, out);
      if (progress.ended !== null) break;
    }
  } catch (error) {
    // Events before the broken one are complete, and are sent first.
    progress.broken = error;
  }
  return passing;
}

/** Events to be sent, with the progress of their stream. */
interface Passing {
  readonly progress: Progress;
  readonly passing: AnswerEvent[];
}

/** The model that answers, as named in an event. */
const modelIn = ({ model, message, response }: JsonObject): string | null =>
  stringOf(model) ?? stringOf(objectOf(message)['model']) ?? stringOf(objectOf(response)['model']);

/** Counts what an event means, and adds what goes out for it. */
function readEvent(delivery: Delivery, bytes: Buffer, out: Passing): void {
  const read = readStreamEvent(delivery, bytes);
  const { translation } = delivery;
  if (!countEvent(delivery, read, out.progress)) return;
  if (!translation || read.meaning.end === 'failed') return passEvent(delivery, read, out);
  learn(read, out.progress);
  if (read.text !== '') addTranslations(delivery, out, translation.event(read));
  if (read.meaning.end === 'last') endTranslation(delivery, out);
}

/** Whether an event has nothing of an answer: a sign of life, a stray marker, or an end with nothing before it. */
const isSign = (
  { meaning: { end, usage }, text, name, data, isStray }: ReadEvent,
  { events, signs }: Progress,
): boolean =>
  end === undefined
    ? text === '' || name === 'ping' || isStray
    : end === 'last' && !usage && events === signs + 1 && Object.keys(objectOf(data)).every((key) => key === 'type');

/**
 * Counts what an event means. @returns whether anything goes out for it
 *
 * @throws {BrokenUpstream} if the stream ends with it and has had nothing else
 */
function countEvent(delivery: Delivery, read: ReadEvent, progress: Progress): boolean {
  const { facts, tally } = delivery;
  const { meaning } = read;
  const { usage, adds, output, completes, end } = meaning;
  progress.events += 1;
  if (isSign(read, progress)) progress.signs += 1;
  if (end === 'last' && progress.events === progress.signs)
    throw new BrokenUpstream('upstream_cut', 'the stream has nothing but its end');
  // After a failure nothing may look like an answer, except a second failure event, with which some formats end.
  const isOver = progress.failure !== null && (progress.failure.by === 'gateway' || end !== 'failed');
  if (output && !isOver) tally.output(output, meaning.isWholeOutput);
  if (usage) tally.report(usage, meaning);
  if (facts.referenced.length > 0) noteAnswerer(modelIn(objectOf(read.data)), delivery);
  if (meaning.side) tally.side(meaning.side);
  if (meaning.isUnbelieved || meaning.isUnclear) tally.doubt(meaning);
  if (adds && !isOver) tally.add(adds);
  if (meaning.guess && !isOver) tally.guess(meaning.guess, { once: meaning.isRepeatedGuess === true });
  if (meaning.lastingGuess && !isOver) tally.guess(meaning.lastingGuess, { lasting: true });
  // Answers beyond those requested must not take memory.
  for (const index of completes ?? [])
    if (progress.completed.size < facts.bound.answers) progress.completed.add(index ?? progress.completed.size);
  if (end === 'last' || meaning.isFinal) progress.ended = 'upstream';
  return !isOver && !read.isStray;
}

/** Adds an event of the upstream as it goes out, or the failure that it reports. */
function passEvent(delivery: Delivery, read: ReadEvent, { progress, passing }: Passing): void {
  const { bytes, meaning } = read;
  const isFailure = meaning.end === 'failed';
  const sequence = delivery.translation ? progress.written : progress.events - 1;
  const sent = eventToSend(delivery, isFailure ? { ...read, sequence } : read);
  if (isFailure)
    progress.failure ??= { by: sent.isOwn ? 'gateway' : 'upstream', refusal: aloneIn(delivery, read, progress) };
  if (sent.bytes === bytes) learn(read, progress);
  const hidden = meaning.onlyUsage === true && !delivery.facts.usageChunk;
  // Hooks get the gateway's own events one by one, like those of the upstream.
  if (sent.isOwn && delivery.hooks.length > 0) for (const event of eventsIn(sent.bytes)) passing.push(event);
  else passing.push({ bytes: sent.bytes, data: sent.data, last: meaning.end === 'last', hidden });
}

/** The error for a failure before which nothing came; null: something did. A failed response is an answer, which may be stored. */
const aloneIn = (delivery: Delivery, read: ReadEvent, { events, signs }: Progress): UpstreamError | null =>
  events === signs + 1 && !isObject(objectOf(read.data)['response']) ? refusalIn(delivery, read) : null;

/** Teaches the skimmer an event that means its text, and nothing else. */
function learn(read: ReadEvent, { skimmer }: Progress): void {
  const { output } = read.meaning;
  if (output && skimmer && meansText(read, output)) skimmer.learn(read.bytes, output);
}

/** Adds events of a translation in the form that hooks get. The one that ends the stream may come before the upstream's own. */
function addTranslations({ hooks }: Delivery, { progress, passing }: Passing, events: readonly OutEvent[]): void {
  for (const { bytes, data, last, hidden = false } of events) {
    if (last) progress.ended = 'translation';
    progress.written += 1;
    passing.push({ bytes, data: hooks.length > 0 && data !== null ? parseJson(data) : undefined, last, hidden });
  }
}

/** Adds what a translation writes. If it fails, the stream is broken. */
function addTranslated(delivery: Delivery, passing: Passing, write: () => readonly OutEvent[]): void {
  try {
    addTranslations(delivery, passing, write());
  } catch (error) {
    passing.progress.broken = error;
  }
}

/** Adds the rest of a translation whose upstream has ended. If it does not write an end itself, it is broken. */
function endTranslation(delivery: Delivery, out: Passing): void {
  const { translation } = delivery;
  const { events, signs, ended, failure, broken } = out.progress;
  if (!translation || events === signs || ended === 'translation' || failure !== null || broken !== null) return;
  addTranslated(delivery, out, translation.end);
}

/** Event names that cannot reveal anything: one word, or one of a known family. Others are checked like other lines. */
const eventName = /^(?:[A-Za-z_]{0,64}|(?:response|speech|transcript|image_(?:generation|edit))\.[a-z_.]{1,64})$/;

/** Lines other than data that cannot reveal anything: a name, a few words of comment, a number. */
const plainLine = /^(?:event: ?[\w.-]{0,64}|:[ A-Za-z]{0,64}|(?:id|retry): ?\d{0,10})$/;

/**
 * Reads one event of the upstream.
 *
 * @throws {BrokenUpstream} if its data is neither JSON nor a marker: no client could read further
 */
export function readStreamEvent({ meter, route }: Pick<Delivery, 'meter' | 'route'>, bytes: Buffer): ReadEvent {
  const { name, data, hasMore, error } = readEventFields(bytes);
  const isPlain = !hasMore && (name === null || eventName.test(name));
  if (data === null || data === '') {
    const meaning: EventMeaning = name === 'error' || error !== undefined ? { end: 'failed' } : {};
    const reported = error === undefined ? undefined : { error: parseJson(error) ?? error };
    return { bytes, meaning, name, text: '', data: reported, isPlain, isStray: false };
  }
  const parsed = parseJson(data);
  // Clients end at data that begins with the marker, whatever follows it.
  const text = parsed === undefined && data.trimEnd() === '[DONE]' ? '[DONE]' : data;
  if (parsed === undefined && text !== '[DONE]') {
    throw new BrokenUpstream('upstream_cut', 'an event of the stream is no JSON');
  }
  const meaning = meter.readEvent({ name, text, data: parsed }, route.provider.reasoningInOutput ?? null);
  const isStray = parsed === undefined && meaning.end !== 'last';
  return { bytes, meaning, name, text, data: parsed, isPlain, isStray };
}

/** Returns what is sent for an event: its own bytes, without lines that may reveal something about the upstream, and hidden errors. */
export function eventToSend(delivery: Delivery, read: ReadEvent): SentEvent {
  const { bytes, meaning, text, data, isPlain } = read;
  const plain = isPlain ? bytes : withoutLines(bytes, (line) => mayPass(line, delivery.answer.secrets()));
  if (meaning.end === 'failed') return failureToSend(delivery, plain, read);
  return { bytes: withoutHidden(plain, text, data), data, isOwn: false };
}

const mayPass = (line: string, secrets: Secrets): boolean => plainLine.test(line) && isTidy(line, secrets);
