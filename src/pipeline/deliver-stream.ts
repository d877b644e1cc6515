import { errorCodes } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { credentialRefusal, holdsCredential, refuseCredential } from '../providers/guard-answer.ts';
import { BrokenUpstream } from '../providers/upstream.ts';
import { makeSkimmer, type EventSkimmer } from '../shared/json/event-template.ts';
import { endEvent, splitEvents, withLineFeed, type EventSplitter } from '../shared/json/sse.ts';
import { flow, pieceBytes } from '../shared/reply.ts';
import { makeDeadline } from '../shared/time/deadline.ts';
import { credentialOf, deliveryHeaders, makeGauge, settleBroken, type Delivery } from './delivery.ts';
import { outgoingEvent, readStreamEvent, type ReadEvent } from './stream-event.ts';
import { reportFailure } from './upstream-failure.ts';

/** The largest event that is believed to be one: images and audio come as base64 inside a single event. */
const largestEvent = 32 * 1_048_576;

/** Milliseconds that an upstream gets to end its body after its last event, before its connection is given up. */
const drainLimit = 1_000;

/** What a stream has come to. */
interface Progress {
  /** The event that ends it, held back until the call is settled. */
  last: Buffer | null;
  /** Indexes of the answers that are complete: with all that were asked for, the stream may end without a last event. */
  readonly completed: Set<number>;
  /** Who reported to the client that the upstream failed: the upstream with its own event, or the gateway with one of its own. */
  reported: 'upstream' | 'gateway' | null;
  /** Why the events that came together cannot be read on. */
  broken: unknown;
  events: number;
  /** Null where each event is to be read: what is kept of an answer is read out of all of them. */
  readonly skimmer: EventSkimmer | null;
}

/**
 * A stream of events: each goes out with its own bytes as soon as it is whole, the last one after the charge is
 * durable. Nothing of an unfinished event goes out, and nothing after the last one. A stream that breaks ends with an error
 * event in its own format, never like a clean one; one whose upstream reported the failure ends with that report.
 */
export async function deliverStream(delivery: Delivery): Promise<void> {
  const { call, answer, tally } = delivery;
  const skimmer = delivery.hook === null ? makeSkimmer((event, text) => isText(delivery, event, text)) : null;
  const progress: Progress = { last: null, completed: new Set(), reported: null, broken: null, events: 0, skimmer };
  call.reply.head(answer.status, {
    ...deliveryHeaders(delivery),
    ...delivery.hook?.headers?.(),
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  try {
    await pump(delivery, progress);
    await delivery.hook?.end();
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
  const { answer, call, facts } = delivery;
  const splitter = splitEvents();
  const countOpen = makeGauge(call.memory);
  let keepalive = startKeepalive(delivery);
  try {
    for (;;) {
      const chunk = await answer.read();
      const passing = guarded(await readChunk(delivery, { chunk, splitter }, progress), delivery, progress);
      if (passing.length > 0) keepalive.alive();
      for (const bytes of passing) {
        // No sign of life may stand in the middle of an event.
        if (bytes.length > pieceBytes) keepalive.stop();
        await flow(call.reply, bytes);
        if (bytes.length > pieceBytes) keepalive = startKeepalive(delivery);
      }
      if (progress.broken !== null) throw progress.broken;
      if (progress.last !== null && progress.reported === null) return;
      // An upstream that said that it failed has not ended well, whatever it sends after that.
      if (progress.last !== null || chunk === null) break;
      countOpen(splitter.pending());
      if (splitter.pending() > largestEvent) throw new BrokenUpstream('upstream_cut', 'an event without an end');
    }
  } finally {
    keepalive.stop();
  }
  if (progress.reported !== null) await delivery.hook?.end();
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

interface Arrived {
  /** Null at the end of the body. */
  readonly chunk: Buffer | null;
  readonly splitter: EventSplitter;
}

/** Takes what has come; returns the events, or runs of them, that go out now. */
function readChunk(delivery: Delivery, arrived: Arrived, progress: Progress): Buffer[] | Promise<Buffer[]> {
  const { chunk, splitter } = arrived;
  const { hook } = delivery;
  if (chunk !== null && progress.skimmer !== null && progress.skimmer.isAble())
    return skimChunk(delivery, { chunk, splitter, skimmer: progress.skimmer }, progress);
  const events = chunk === null ? lastEvents(delivery, splitter, progress) : splitter.push(chunk);
  const prepared = hook?.beforeEvents?.(events);
  return prepared
    ? prepared.then(() => readEvents(delivery, events, progress))
    : readEvents(delivery, events, progress);
}

/** Passes over the usual events together, and reads all others one by one. */
function skimChunk(
  delivery: Delivery,
  { chunk, splitter, skimmer }: { chunk: Buffer; splitter: EventSplitter; skimmer: EventSkimmer },
  progress: Progress,
): Buffer[] {
  const stream = chunk.toString('latin1');
  const passing: Buffer[] = [];
  for (let at = 0; at < chunk.length && progress.last === null && progress.broken === null;) {
    const isUsual = splitter.isBetween() && progress.reported === null;
    const { end, events, text } = isUsual ? skimmer.skim({ bytes: chunk, stream }, at) : noRun;
    const run = chunk.subarray(at, end);
    if (events > 0 && !holdsCredential(run, credentialOf(delivery))) {
      progress.events += events;
      if (text !== '') delivery.tally.output(text);
      passing.push(run);
      at = end;
      continue;
    }
    const next = events > 0 ? chunk.length : skimmer.next(stream, at);
    passing.push(...readEvents(delivery, splitter.push(chunk.subarray(at, next)), progress));
    at = next;
  }
  return passing;
}

const noRun = { end: 0, events: 0, text: '' } as const;

/** Whether an event means this text, and nothing else. */
const meansText = ({ meaning, isPlain, isStray }: ReadEvent, text: string): boolean =>
  isPlain && !isStray && (meaning.output ?? '') === text && Object.keys(meaning).every((name) => name === 'output');

/** The same of an event that nobody has read. */
function isText(delivery: Delivery, event: Buffer, text: string): boolean {
  try {
    return meansText(readStreamEvent(delivery, event), text);
  } catch {
    return false;
  }
}

/** Takes what the events mean, up to the last one or to one that cannot be read; returns those that go out now. */
function readEvents(delivery: Delivery, events: readonly Buffer[], progress: Progress): Buffer[] {
  const passing: Buffer[] = [];
  try {
    for (const bytes of events) {
      const own = readEvent(delivery, bytes, progress);
      if (own !== null) passing.push(own);
      if (progress.last !== null) break;
    }
  } catch (error) {
    // What came before it is whole, and goes out first.
    progress.broken = error;
  }
  return passing;
}

/**
 * The events that go out, joined where they are neighbours: looking for the credential once in a piece costs less than once in
 * each event. What comes from the first event on that holds it does not go out.
 */
function guarded(passing: readonly Buffer[], delivery: Delivery, progress: Progress): readonly Buffer[] {
  const credential = credentialOf(delivery);
  const holds = (bytes: Buffer): boolean => holdsCredential(bytes, credential);
  const pieces = joinViews(passing);
  if (!pieces.some(holds)) return pieces;
  progress.broken = credentialRefusal();
  return joinViews(passing.slice(0, Math.max(0, passing.findIndex(holds))));
}

/** Counts what an event means; returns the bytes that go out for it now, or null where none do. */
function readEvent(delivery: Delivery, bytes: Buffer, progress: Progress): Buffer | null {
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
  const out = isOver || read.isStray ? null : outgoingEvent(delivery, bytes, read);
  if (end === 'failed') progress.reported ??= out?.isOwn === true ? 'gateway' : 'upstream';
  if (end === 'last' && out !== null) refuseCredential(out.bytes, credentialOf(delivery));
  if (end === 'last') progress.last = withLineFeed(out?.bytes ?? Buffer.alloc(0));
  if (output && progress.skimmer && out?.bytes === bytes && meansText(read, output))
    progress.skimmer.learn(bytes, output);
  const isUnasked = meaning.onlyUsage === true && !facts.usageChunk;
  return out === null || end === 'last' || isUnasked ? null : out.bytes;
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

function errorEvent({ call, wire, hook }: Delivery, error: unknown, { events }: Progress): Buffer {
  const reported = reportFailure(error);
  const code = reported instanceof GatewayError ? reported.code : 'internal';
  const message = reported instanceof GatewayError ? reported.message : 'Internal error.';
  const type = errorCodes[code][call.spec === 'a' ? 'openai' : 'anthropic'];
  const answerId = hook?.id ?? null;
  return wire.errorEvent({ message, type, code, requestId: call.requestId, answerId, sequence: events });
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

/** Signs of life for a stream whose upstream is silent. */
interface Keepalive {
  /** Something has gone out: the silence begins anew. */
  readonly alive: () => void;
  readonly stop: () => void;
}

/** Sends the wire format's sign of life after every silence of `keepalive`. Only whole events go out, so it never splits one. */
export function startKeepalive({ call, wire, clock, keepalive }: Delivery): Keepalive {
  const silence = makeDeadline({
    clock,
    shortest: keepalive,
    met: () => {
      call.reply.write(wire.keepalive);
      silence.set(keepalive);
    },
  });
  silence.set(keepalive);
  return { alive: () => silence.set(keepalive), stop: silence.stop };
}
