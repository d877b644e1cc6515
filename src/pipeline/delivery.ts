import type { Wire } from '../wires/format.ts';
import type { AnswerMeter } from '../wires/wire.ts';
import type { Outcome } from '../metering/hold.ts';
import type { Route } from '../routing/route.ts';
import { makeDeadline, type Clock } from '../shared/time/clock.ts';
import { pickAnswerHeaders, pickDownloadHeaders, pickRateLimits, upstreamRequestId } from '../providers/headers.ts';
import { BrokenUpstream, type UpstreamAnswer } from '../providers/upstream.ts';
import type { Call, HeldMemory } from './call.ts';
import type { AnswerHook } from './answer-hook.ts';
import type { RequestFacts } from '../wires/facts.ts';
import type { ReplyHeaders } from '../shared/reply.ts';
import type { Secret } from '../shared/secret.ts';
import type { Tally } from './tally.ts';
import { lossHeaders, type AnswerTranslation } from './translation.ts';

/** Everything that stands on the way back of one call. */
export interface Delivery {
  readonly call: Call;
  readonly facts: RequestFacts;
  readonly route: Route;
  /** What the answer means for the bill: of the wire format that the upstream speaks. */
  readonly meter: AnswerMeter;
  /** The wire format that the caller speaks. */
  readonly wire: Wire;
  /** From the one to the other; absent, or null: they are the same. */
  readonly translation?: AnswerTranslation | null;
  readonly answer: UpstreamAnswer;
  readonly tally: Tally;
  /** Side effects of the answer, in order. */
  readonly hooks: readonly AnswerHook[];
  /** The answer is bytes that somebody kept: of any media type, in ranges. */
  readonly download: boolean;
  readonly clock: Clock;
  /** Milliseconds of silence after which a stream gets a sign of life. */
  readonly keepalive: number;
  /** What came of the attempts before this one, where a fallback is used: `openai;503`. */
  readonly earlier: readonly string[];
}

/** What the gateway shows the upstream of this answer to be let in; null: nothing. */
export const credentialOf = ({ route }: Pick<Delivery, 'route'>): Secret | null =>
  route.provider.credential?.value ?? null;

/** Bytes of an answer that are held without being counted: nearly all answers are shorter, or flow. */
const heldUncounted = 1_048_576;

/** Counts what is held of an answer, where that is much. Told the bytes of this moment. */
export function makeGauge(memory: HeldMemory): (bytes: number) => void {
  let counted = 0;
  return (bytes) => {
    const held = bytes > heldUncounted ? bytes : 0;
    if (held > counted) memory.take(held - counted);
    if (held < counted) memory.give(counted - held);
    counted = held;
  };
}

/** The head of every answer that came from an upstream, without what is only known at its end. */
export function deliveryHeaders({ call, answer, route, earlier, download, translation }: Delivery): ReplyHeaders {
  const id = upstreamRequestId(answer);
  return {
    ...pickAnswerHeaders(answer),
    ...(route.provider.forwardRateLimits && pickRateLimits(answer)),
    ...(download && pickDownloadHeaders(answer)),
    ...(call.operation.billed && { 'x-diglot-product-sku': route.product.sku }),
    'x-diglot-provider': route.provider.id,
    ...(id !== null && { 'x-diglot-upstream-request-id': id }),
    ...(translation && lossHeaders(translation.losses())),
    ...(earlier.length > 0 && {
      'x-diglot-attempts': [...earlier, `${route.provider.id};${answer.status}`].join(', '),
    }),
  };
}

/** What the hooks say of the answer in its head. */
export const hookHeaders = ({ hooks }: Pick<Delivery, 'hooks'>): ReplyHeaders =>
  Object.assign({}, ...hooks.map((hook) => hook.headers?.()));

/** Everything that hooks store is durable when it resolves. */
export async function endHooks({ hooks }: Pick<Delivery, 'hooks'>): Promise<void> {
  for (const hook of hooks) await hook.end();
}

/**
 * Ends a call whose answer broke after its head had gone out: what came of it is charged, and what was begun to be kept is
 * given up.
 *
 * @returns how it ended; anything unforeseen counts as the upstream's
 */
export async function settleBroken({ answer, tally, hooks }: Delivery, error: unknown): Promise<Outcome> {
  const outcome = error instanceof BrokenUpstream && error.reason !== 'unreachable' ? error.reason : 'upstream_cut';
  answer.abort();
  try {
    await tally.close({ outcome, status: answer.status });
  } finally {
    for (const hook of hooks) await hook.drop();
  }
  return outcome;
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
