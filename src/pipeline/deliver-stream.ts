import { errorCodes } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { credentialRefusal, holdsCredential } from '../providers/guard-answer.ts';
import { BrokenUpstream } from '../providers/upstream.ts';
import { endEvent, splitEvents, withLineFeed, type EventSplitter } from '../shared/json/sse.ts';
import { parseJson } from '../shared/json/json.ts';
import { flow, pieceBytes } from '../shared/reply.ts';
import type { OutEvent } from '../wires/turn.ts';
import { answerIdOf, eventsIn, type AnswerEvent, type AnswerHook } from './answer-hook.ts';
import {
  credentialOf,
  deliveryHeaders,
  endHooks,
  hookHeaders,
  makeGauge,
  settleBroken,
  startKeepalive,
  type Delivery,
} from './delivery.ts';
import { outgoingEvent, readStreamEvent } from './stream-event.ts';
import { lossComment } from './translation.ts';
import { reportFailure } from './upstream-failure.ts';

/** The largest event that is believed to be one: images and audio come as base64 inside a single event. */
const largestEvent = 32 * 1_048_576;

/** Milliseconds that an upstream gets to end its body after its last event, before its connection is given up. */
const drainLimit = 1_000;

/** What a stream has come to. */
interface Progress {
  /** The event that ends it has come: nothing after it is read. */
  ended: boolean;
  /** What ends the stream for the caller, held back until the call is settled. */
  last: Buffer | null;
  /** Indexes of the answers that are complete: with all that were asked for, the stream may end without a last event. */
  readonly completed: Set<number>;
  /** Who reported to the client that the upstream failed: the upstream with its own event, or the gateway with one of its own. */
  reported: 'upstream' | 'gateway' | null;
  /** Why the events that came together cannot be read on. */
  broken: unknown;
  events: number;
  /** Losses of a translation that the head names; later ones are named in a comment before the last event. */
  readonly namedLosses: number;
  /** A translation has written what ends the stream. */
  translationEnded: boolean;
}

/**
 * A stream of events: each goes out with its own bytes as soon as it is whole, the last one after the charge is
 * durable. Nothing of an unfinished event goes out, and nothing after the last one. A stream that breaks ends with an error
 * event in its own format, never like a clean one; one whose upstream reported the failure ends with that report.
 */
export async function deliverStream(delivery: Delivery): Promise<void> {
  const { call, answer, tally } = delivery;
  const progress: Progress = {
    ended: false,
    last: null,
    completed: new Set(),
    reported: null,
    broken: null,
    events: 0,
    translationEnded: false,
    namedLosses: delivery.translation?.losses().length ?? 0,
  };
  call.reply.head(answer.status, {
    ...deliveryHeaders(delivery),
    ...hookHeaders(delivery),
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  try {
    await pump(delivery, progress);
    await endHooks(delivery);
  } catch (error) {
    const outcome = await settleBroken(delivery, error);
    if (outcome !== 'client_left')
      call.reply.end(progress.reported ? undefined : errorEvent(delivery, error, progress));
    return;
  }
  void drain(delivery);
  await tally.close({ outcome: 'completed', status: answer.status });
  call.reply.end(progress.last ?? undefined);
}

/** Moves events until the last one, or the end of the body. */
async function pump(delivery: Delivery, progress: Progress): Promise<void> {
  const { answer, call, facts, hooks } = delivery;
  const splitter = splitEvents();
  const countOpen = makeGauge(call.memory);
  let keepalive = startKeepalive(delivery);
  try {
    for (;;) {
      const chunk = await answer.read();
      const events = chunk === null ? lastEvents(delivery, splitter, progress) : splitter.push(chunk);
      const read = readEvents(delivery, events, progress);
      if (chunk === null) endTranslation(delivery, progress, read);
      const hooked = hooks.length === 0 ? read : await runHooks(read, hooks);
      const passing = guarded(withoutLast(hooked, delivery, progress), delivery, progress);
      if (passing.length > 0) keepalive.alive();
      for (const bytes of passing) {
        // No sign of life may stand in the middle of an event.
        if (bytes.length > pieceBytes) keepalive.stop();
        await flow(call.reply, bytes);
        if (bytes.length > pieceBytes) keepalive = startKeepalive(delivery);
      }
      if (progress.broken !== null) throw progress.broken;
      if (progress.ended && progress.reported === null) return;
      // An upstream that said that it failed has not ended well, whatever it sends after that.
      if (progress.ended || chunk === null) break;
      countOpen(splitter.pending());
      if (splitter.pending() > largestEvent) throw new BrokenUpstream('upstream_cut', 'an event without an end');
    }
  } finally {
    keepalive.stop();
  }
  if (progress.reported !== null) await endHooks(delivery);
  if (progress.completed.size < facts.bound.answers || progress.reported !== null)
    throw new BrokenUpstream('upstream_cut', 'the stream stopped before its end');
}

/**
 * What an upstream left behind that ended its body: some forget the blank line after their last event. Anything else is not
 * whole, and nobody knows what was to follow.
 *
 * @throws {BrokenUpstream} when the body ended in the middle of an event
 */
function lastEvents(delivery: Delivery, splitter: EventSplitter, { reported }: Progress): readonly Buffer[] {
  const rest = splitter.rest();
  const event = rest === null || reported !== null ? null : endEvent(rest);
  if (event === null) return [];
  if (readStreamEvent(delivery, event).meaning.end !== undefined) return [event];
  throw new BrokenUpstream('upstream_cut', 'the stream stopped in the middle of an event');
}

/** Counts what the events mean, up to the last one or to one that cannot be read; returns what the caller gets of them. */
function readEvents(delivery: Delivery, events: readonly Buffer[], progress: Progress): AnswerEvent[] {
  const passing: AnswerEvent[] = [];
  try {
    for (const bytes of events) {
      readEvent({ delivery, bytes, progress }, passing);
      if (progress.ended) break;
    }
  } catch (error) {
    // What came before it is whole, and goes out first.
    progress.broken = error;
  }
  return passing;
}

/** Events after each hook in its order. */
async function runHooks(events: readonly AnswerEvent[], hooks: readonly AnswerHook[]): Promise<readonly AnswerEvent[]> {
  let passing = events;
  for (const hook of hooks) passing = await hook.events(passing);
  return passing;
}

/** The bytes of the events that go out now: the last one waits, and what only the gateway asked for stays here. */
function withoutLast(events: readonly AnswerEvent[], { translation }: Delivery, progress: Progress): readonly Buffer[] {
  const passing: Buffer[] = [];
  for (const { bytes, last, hidden } of events) {
    if (last) progress.last = withLineFeed(bytes);
    else if (!hidden) passing.push(bytes);
  }
  const comment = translation && progress.last ? lossComment(translation.losses().slice(progress.namedLosses)) : null;
  return comment === null ? passing : [...passing, comment];
}

/**
 * The events that go out, joined where they are neighbours: looking for the credential once in a piece costs less than once in
 * each event. What comes from the first event on that holds it does not go out.
 */
function guarded(passing: readonly Buffer[], delivery: Delivery, progress: Progress): readonly Buffer[] {
  const credential = credentialOf(delivery);
  const holds = (bytes: Buffer): boolean => holdsCredential(bytes, credential);
  const pieces = joinViews(passing);
  if (pieces.some(holds)) {
    progress.broken = credentialRefusal();
    return joinViews(passing.slice(0, Math.max(0, passing.findIndex(holds))));
  }
  if (progress.last !== null && holds(progress.last)) progress.broken = credentialRefusal();
  return pieces;
}

/** One event as it came, with what is known of its stream. */
interface Incoming {
  readonly delivery: Delivery;
  readonly bytes: Buffer;
  readonly progress: Progress;
}

/** Counts what an event means, and adds what goes out for it. */
function readEvent({ delivery, bytes, progress }: Incoming, passing: AnswerEvent[]): void {
  const { facts, tally } = delivery;
  const read = readStreamEvent(delivery, bytes);
  const { meaning } = read;
  const { usage, adds, output, completes, end } = meaning;
  progress.events += 1;
  // After a failure nothing may look like an answer any more; a format that ends with a second event of it may do so.
  const isOver = progress.reported !== null && (progress.reported === 'gateway' || end !== 'failed');
  if (output && !isOver) tally.output(output);
  if (usage) tally.report(usage, meaning);
  if (meaning.side) tally.side(meaning.side);
  if (meaning.isUnbelieved || meaning.isUnclear) tally.doubt(meaning);
  if (adds && !isOver) tally.add(adds);
  for (const index of completes ?? []) progress.completed.add(index ?? progress.completed.size);
  const last = end === 'last';
  if (last) progress.ended = true;
  if (isOver || read.isStray) return;
  if (delivery.translation && end !== 'failed') {
    if (read.text !== '') passing.push(...translated(delivery, delivery.translation.event(read), progress));
    if (last) endTranslation(delivery, progress, passing);
    return;
  }
  const out = outgoingEvent(delivery, bytes, read);
  if (end === 'failed') progress.reported ??= out.isOwn ? 'gateway' : 'upstream';
  // Hooks get the gateway's own events one by one, as they get the upstream's.
  if (out.isOwn && delivery.hooks.length > 0) passing.push(...eventsIn(out.bytes));
  else
    passing.push({ bytes: out.bytes, data: out.data, last, hidden: meaning.onlyUsage === true && !facts.usageChunk });
}

/** Events of a translation as hooks get them. The one that ends the stream may come before the upstream's own. */
function translated({ hooks }: Delivery, events: readonly OutEvent[], progress: Progress): readonly AnswerEvent[] {
  return events.map(({ bytes, data, last }) => {
    if (last) progress.translationEnded = progress.ended = true;
    return { bytes, data: hooks.length > 0 && data !== null ? parseJson(data) : undefined, last, hidden: false };
  });
}

/** Adds what is left of a translation whose upstream has ended; without an end of its own it is broken. */
function endTranslation(delivery: Delivery, progress: Progress, passing: AnswerEvent[]): void {
  const { translation } = delivery;
  if (!translation || progress.translationEnded || progress.reported !== null || progress.broken !== null) return;
  try {
    passing.push(...translated(delivery, translation.end(), progress));
  } catch (error) {
    progress.broken = error;
  }
}

/** Reads what the upstream still sends after its last event, and throws it away, so that the connection can serve again. */
async function drain({ answer, clock }: Delivery): Promise<void> {
  const giveUp = clock.after(drainLimit, answer.abort);
  try {
    while ((await answer.read()) !== null);
  } catch {
    // The answer is whole; only its connection is lost.
    answer.abort();
  } finally {
    giveUp();
  }
}

function errorEvent({ call, wire, hooks }: Delivery, error: unknown, { events }: Progress): Buffer {
  const reported = reportFailure(error);
  const code = reported instanceof GatewayError ? reported.code : 'internal';
  const message = reported instanceof GatewayError ? reported.message : 'Internal error.';
  const type = errorCodes[code][call.spec === 'a' ? 'openai' : 'anthropic'];
  const answerId = answerIdOf(hooks);
  return wire.writeFault({ message, type, code, requestId: call.requestId, answerId, sequence: events });
}

/** Joins neighbours that are views of one piece of memory, without copying: one write instead of several. */
export function joinViews(views: readonly Buffer[]): readonly Buffer[] {
  const joined: Buffer[] = [];
  for (const view of views) {
    const before = joined.at(-1);
    if (before?.buffer === view.buffer && before.byteOffset + before.length === view.byteOffset) {
      joined[joined.length - 1] = Buffer.from(view.buffer, before.byteOffset, before.length + view.length);
    } else {
      joined.push(view);
    }
  }
  return joined;
}
