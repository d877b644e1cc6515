import { errorCodes } from '../errors/codes.ts';
import { anthropicTypeOf, GatewayError } from '../errors/gateway-error.ts';
import { credentialRefusal, holdsCredential } from '../providers/guard-answer.ts';
import { BrokenUpstream } from '../providers/upstream.ts';
import { splitEvents, withLineFeed } from '../shared/json/sse.ts';
import { longestUncounted, outsideBounds, watchStructure } from '../shared/json/structure.ts';
import { flow, pieceBytes } from '../shared/reply.ts';
import { makeDeadline } from '../shared/time/clock.ts';
import {
  type AnswerEvent,
  type AnswerHook,
  answerIdOf,
  type Delivery,
  deliveryHeaders,
  endHooks,
  hookHeaders,
  longestStored,
  makeGauge,
  settleBroken,
} from './delivery.ts';
import { lossComment } from './translation/caller-paths.ts';
import { beginProgress, readChunk, type Progress } from './read-events.ts';
import { reportFailure, tooMuchToHold } from './upstream-failure.ts';

/** Bytes of the largest event that is accepted: images and audio arrive as base64 within a single event. */
const largestEvent = 32 * 1_048_576;

/** Milliseconds that an upstream gets to end its body after its last event or a failure, before its connection is dropped. */
const drainLimit = 1_000;

/** Milliseconds after which a client that reads nothing counts as stalled. */
const stallLimit = 1_000;

/** How far a stream has been read, and what of it waits. */
interface Sending extends Progress {
  /** The bytes that end the stream for the caller, held back until the call is settled. */
  last: Buffer | null;
  /** Losses of a translation that the head names; later ones are named in a comment before the last event. */
  namedLosses: number;
}

/**
 * Delivers a stream of events. Each is sent with its own bytes as soon as it is complete, the last one after the charge is
 * durable. No part of an incomplete event is sent, and nothing after the last one. A broken stream ends with an error event in its
 * own format, never like a complete one; if the upstream reported the failure, it ends with that report. The head is sent with the
 * first event or keepalive. A stream that fails before it is an error with its own status.
 *
 * @throws {UpstreamError} for a failure that the upstream reports first
 * @throws {BrokenUpstream} if it breaks before its first event
 * @throws {GatewayError} `upstream_invalid` if its first event is too large to be held
 */
export async function deliverStream(delivery: Delivery): Promise<void> {
  const { call, answer, tally } = delivery;
  const progress: Sending = { ...beginProgress(delivery), last: null, namedLosses: 0 };
  try {
    await pump(delivery, progress);
    await endHooks(delivery);
  } catch (error) {
    if (!call.reply.started() && !call.reply.left() && isUnheard(progress)) {
      for (const hook of delivery.hooks) await hook.drop();
      throw error;
    }
    openHead(delivery, progress);
    const outcome = await settleBroken(delivery, error);
    if (outcome !== 'client_left') call.reply.end(progress.failure ? undefined : errorEvent(delivery, error, progress));
    return;
  }
  void drain(delivery);
  await tally.close({ outcome: 'completed', status: answer.status });
  openHead(delivery, progress);
  call.reply.end(progress.last ?? undefined);
}

const tooMuch = (what: string): GatewayError =>
  tooMuchToHold(`The stream ${what}, too much to be passed on. Ask for less.`);

/** Whether there was nothing but the failure itself: another model may be asked, and nothing is charged. */
const isUnheard = ({ events, signs, failure }: Progress): boolean => events === signs || Boolean(failure?.refusal);

/** Sends the head, once. */
function openHead(delivery: Delivery, progress: Sending): void {
  const { call, answer, losses } = delivery;
  if (call.reply.started()) return;
  progress.namedLosses = losses().length;
  call.reply.head(answer.status, {
    ...deliveryHeaders(delivery),
    ...hookHeaders(delivery),
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

/** Moves events until the last one, or the end of the body. */
async function pump(delivery: Delivery, progress: Sending): Promise<void> {
  const { answer, call, clock, facts, hooks } = delivery;
  const isHeld = Boolean(delivery.translation) || hooks.some(({ holds }) => holds === true);
  let held = 0;
  const splitter = splitEvents();
  const countOpen = makeGauge(call.memory);
  let watch: ReturnType<typeof watchStructure> | null = null;
  const open = (): void => openHead(delivery, progress);
  const reader = { write: call.reply.write, drained: () => drained(delivery) };
  let keepalive = startKeepalive(delivery, open);
  let giveUp: (() => void) | null = null;
  try {
    for (;;) {
      if (progress.failure !== null) giveUp ??= clock.after(drainLimit, answer.abort);
      const chunk = await (giveUp === null ? answer.read() : readRest(delivery));
      const read = readChunk(delivery, { chunk, splitter }, progress);
      if (progress.failure?.refusal && !call.reply.started()) throw progress.failure.refusal;
      const hooked = hooks.length === 0 ? read : await runHooks(read, hooks);
      const passing = guarded(withoutLast(hooked, delivery, progress), delivery, progress);
      if (passing.length > 0) {
        open();
        keepalive.alive();
      }
      for (const bytes of passing) {
        if (bytes.length <= pieceBytes) {
          if (!reader.write(bytes)) await reader.drained();
          continue;
        }
        // A keepalive must not split an event.
        keepalive.stop();
        await flow(reader, bytes);
        keepalive = startKeepalive(delivery, open);
      }
      if (progress.broken !== null) throw progress.broken;
      if (progress.ended !== null && progress.failure === null) return;
      // An upstream that reported a failure has failed, whatever it sends after that.
      if (progress.ended !== null || chunk === null) break;
      if (isHeld) held += chunk.length;
      countOpen(held + splitter.open.length);
      if (held > longestStored) throw tooMuch(`is longer than ${longestStored / 1_048_576} MiB`);
      if (splitter.open.length > largestEvent)
        throw tooMuch(`has an event that is longer than ${largestEvent / 1_048_576} MiB`);
      watch = splitter.open.length > longestUncounted ? (watch ?? watchStructure(outsideBounds)) : null;
      if (watch?.(splitter.open) === true)
        throw tooMuch(`has an event of more than ${outsideBounds.tokens} elements, or one that nests too deep`);
    }
  } finally {
    keepalive.stop();
    giveUp?.();
  }
  if (progress.failure !== null) await endHooks(delivery);
  if (progress.completed.size < facts.bound.answers || progress.failure !== null)
    throw new BrokenUpstream('upstream_cut', 'the stream stopped before its end');
}

/** Reads what follows a failure that was reported: usage, or the same failure once more. It ends there, however its body ends. */
async function readRest({ answer, call }: Delivery): Promise<Buffer | null> {
  try {
    return await answer.read();
  } catch (error) {
    if (call.reply.left()) throw error;
    return null;
  }
}

/** Waits for the client. A stalled one takes less memory: readers may stall by the thousand. */
async function drained({ call, clock, tally }: Delivery): Promise<void> {
  const cancel = clock.after(stallLimit, tally.stalled);
  await call.reply.drained();
  cancel();
}

/** Runs the hooks in order, each on the events that the one before it returned. */
async function runHooks(events: readonly AnswerEvent[], hooks: readonly AnswerHook[]): Promise<readonly AnswerEvent[]> {
  let passing = events;
  for (const hook of hooks) passing = await hook.events(passing);
  return passing;
}

/** The bytes of the events to send now: the last one waits, and usage that only the gateway requested is omitted. */
function withoutLast(events: readonly AnswerEvent[], { losses }: Delivery, progress: Sending): readonly Buffer[] {
  const passing: Buffer[] = [];
  for (const { bytes, last, hidden } of events) {
    if (last) progress.last = withLineFeed(bytes);
    else if (!hidden) passing.push(bytes);
  }
  const found = progress.last ? losses().slice(progress.namedLosses) : [];
  return found.length === 0 ? passing : [...passing, lossComment(found)];
}

/**
 * The events to send, with neighbours joined: searching a joined piece for the credential costs less than searching each event.
 * From the first event that contains it, nothing is sent.
 */
function guarded(passing: readonly Buffer[], delivery: Delivery, progress: Sending): readonly Buffer[] {
  const secrets = delivery.answer.secrets();
  const holds = (bytes: Buffer): boolean => holdsCredential(bytes, secrets);
  // Events that a translation wrote are not adjacent in memory: copying them all costs less than one write for each.
  const pieces = delivery.translation && passing.length > 1 ? [Buffer.concat(passing)] : joinViews(passing);
  if (pieces.some(holds)) {
    progress.broken = credentialRefusal();
    return joinViews(passing.slice(0, Math.max(0, passing.findIndex(holds))));
  }
  if (progress.last !== null && holds(progress.last)) progress.broken = credentialRefusal();
  return pieces;
}

/** Reads and discards what the upstream sends after its last event, so that the connection can be used again. */
async function drain({ answer, clock }: Delivery): Promise<void> {
  const giveUp = clock.after(drainLimit, answer.abort);
  try {
    while ((await answer.read()) !== null);
  } catch {
    // The answer is complete; only its connection is lost.
    answer.abort();
  } finally {
    giveUp();
  }
}

function errorEvent(delivery: Delivery, error: unknown, { events, written }: Progress): Buffer {
  const { call, wire, hooks, translation } = delivery;
  const reported = reportFailure(error);
  const code = reported instanceof GatewayError ? reported.code : 'internal';
  const message = reported instanceof GatewayError ? reported.message : 'Internal error.';
  const { openai, status } = errorCodes[code];
  const type = call.spec === 'a' ? openai : anthropicTypeOf(status);
  const answerId = answerIdOf(hooks);
  return wire.writeFault({
    message,
    type,
    code,
    requestId: call.requestId,
    answerId,
    sequence: translation ? written : events,
  });
}

/** Joins views that are adjacent in memory, without copying: one write instead of several. */
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

/**
 * Sends the wire format's keepalive after every `keepalive` milliseconds of silence. It never splits an event, because events are
 * sent whole.
 *
 * @param open sends the head, unless it was sent already
 */
export function startKeepalive({ call, wire, clock, keepalive }: Delivery, open: () => void) {
  const silence = makeDeadline({
    clock,
    shortest: keepalive,
    met: () => {
      open();
      call.reply.write(wire.keepalive);
      silence.set(keepalive);
    },
  });
  silence.set(keepalive);
  return {
    /** Restarts the period of silence after something was sent. */
    alive: (): void => silence.set(keepalive),
    stop: (): void => silence.stop(),
  };
}
