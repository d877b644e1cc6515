import { errorCodes } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { flow, pieceBytes } from '../shared/reply.ts';
import { splitEvents } from '../shared/sse-frame.ts';
import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import { deliveryHeaders, makeGauge, settleBroken, type Delivery } from './delivery.ts';
import { tellFailure } from './failure-words.ts';
import { joinViews } from './join-views.ts';
import { startKeepalive } from './keepalive.ts';
import { readStreamEvent } from './read-stream-event.ts';

/** The largest event that is believed to be one: images and audio come as base64 inside a single event. */
const largestEvent = 32 * 1_048_576;

/** Milliseconds that an upstream gets to end its body after its last event, before the client is served without. */
const trailingGrace = 50;

/** Milliseconds after which a connection is given up that still has not ended. */
const drainLimit = 1_000;

/** What a stream has come to. */
interface Progress {
  /** The bytes that end it, held back until the call is settled. */
  last: Buffer[] | null;
  /** The answer is whole, although no event said that it is the last. */
  answered: boolean;
  /** The upstream itself told the client that it failed. */
  toldFailure: boolean;
  events: number;
}

/**
 * A stream of events: each goes out with its own bytes as soon as it is whole, the last one after the charge is
 * durable. A stream that breaks ends with an error event in its own format, never like a clean one; one whose upstream told
 * the failure itself ends as the upstream ended it.
 */
export async function deliverStream(delivery: Delivery): Promise<void> {
  const { call, answer, tally } = delivery;
  const progress: Progress = { last: null, answered: false, toldFailure: false, events: 0 };
  call.reply.head(answer.status, {
    ...deliveryHeaders(delivery),
    ...delivery.keeping?.headers?.(),
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  try {
    await pump(delivery, progress);
    await delivery.keeping?.end();
  } catch (error) {
    const outcome = await settleBroken(delivery, error);
    if (outcome !== 'client_left')
      call.reply.end(progress.toldFailure ? Buffer.concat(progress.last ?? []) : errorEvent(delivery, error, progress));
    return;
  }
  const settled = tally.close({ outcome: 'completed', status: answer.status });
  // Together: a charge that cannot be written is heard of at once, not when the upstream has ended too.
  const [trailing] = await Promise.all([readTrailing(delivery), settled]);
  call.reply.end(Buffer.concat([...(progress.last ?? []), ...trailing]));
}

/** Moves events until the last one, or the end of the body. */
async function pump(delivery: Delivery, progress: Progress): Promise<void> {
  const { answer, call } = delivery;
  const splitter = splitEvents();
  const countOpen = makeGauge(call.memory);
  let keepalive = startKeepalive(delivery);
  try {
    for (;;) {
      const chunk = await answer.read();
      const rest = chunk === null ? splitter.rest() : null;
      const events = chunk === null ? (rest ? [rest] : []) : splitter.push(chunk);
      await delivery.keeping?.beforeEvents?.(events);
      const passing = readEvents(delivery, events, progress);
      if (passing.length > 0) keepalive.alive();
      for (const bytes of joinViews(passing)) {
        // No sign of life may stand in the middle of an event.
        if (bytes.length > pieceBytes) keepalive.stop();
        await flow(call.reply, bytes);
        if (bytes.length > pieceBytes) keepalive = startKeepalive(delivery);
      }
      if (progress.last !== null) {
        const begun = splitter.rest();
        if (begun !== null) progress.last.push(begun);
        // An upstream that said that it failed has not ended well, whatever it sends after that.
        if (progress.toldFailure) break;
        return;
      }
      if (chunk === null) break;
      countOpen(splitter.pending());
      if (splitter.pending() > largestEvent) throw new BrokenUpstream('upstream_cut', 'an event without an end');
    }
  } finally {
    keepalive.stop();
  }
  if (progress.toldFailure) await delivery.keeping?.end();
  if (!progress.answered || progress.toldFailure)
    throw new BrokenUpstream('upstream_cut', 'the stream stopped before its end');
}

/** Takes what the events mean; gives back those that go out now. */
function readEvents(delivery: Delivery, events: readonly Buffer[], progress: Progress): Buffer[] {
  const { asked, tally } = delivery;
  const passing: Buffer[] = [];
  for (const bytes of events) {
    if (progress.last !== null) {
      progress.last.push(bytes);
      continue;
    }
    const meaning = readStreamEvent(delivery, bytes);
    progress.events += 1;
    if (meaning.usage) tally.report(meaning.usage, meaning.isForetold);
    if (meaning.isUnbelieved) tally.doubt();
    if (meaning.adds) tally.add(meaning.adds);
    if (meaning.output) tally.output(meaning.output);
    if (meaning.end === 'answered') progress.answered = true;
    if (meaning.end === 'failed') progress.toldFailure = true;
    const own = meaning.instead ?? bytes;
    if (meaning.end === 'last') progress.last = [own];
    else if (meaning.onlyUsage !== true || asked.usageChunk) passing.push(own);
  }
  return passing;
}

/** What the upstream still sends after its last event, for a moment; the rest is thrown away so that the connection can serve again. */
async function readTrailing({ answer, clock }: Delivery): Promise<Buffer[]> {
  const trailing: Buffer[] = [];
  let open = true;
  const drained = (async () => {
    const giveUp = clock.after(drainLimit, answer.abort);
    for (;;) {
      const chunk = await answer.read().catch(() => null);
      if (chunk === null) break;
      if (open) trailing.push(chunk);
    }
    giveUp();
  })();
  await Promise.race([drained, new Promise<void>((resolve) => void clock.after(trailingGrace, resolve))]);
  open = false;
  return trailing;
}

function errorEvent({ call, dialect, keeping }: Delivery, error: unknown, { events }: Progress): Buffer {
  const told = tellFailure(error);
  const code = told instanceof GatewayError ? told.code : 'internal';
  const message = told instanceof GatewayError ? told.message : 'Internal error.';
  const type = errorCodes[code][call.spec === 'a' ? 'openai' : 'anthropic'];
  const answerId = keeping?.id ?? null;
  return dialect.errorEvent({ message, type, code, requestId: call.requestId, answerId, sequence: events });
}
