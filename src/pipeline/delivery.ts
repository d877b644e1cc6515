import type { Outcome } from '../metering/hold.ts';
import { pickAnswerHeaders, pickDownloadHeaders, pickRateLimits, upstreamRequestId } from '../providers/headers.ts';
import { BrokenUpstream, type UpstreamAnswer } from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import type { ReplyHeaders } from '../shared/reply.ts';
import type { Secrets } from '../shared/secret.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { RequestFacts } from '../wires/facts.ts';
import type { Wire } from '../wires/format.ts';
import type { Loss } from '../wires/translation/parts.ts';
import type { AnswerMeter } from '../wires/wire.ts';
import type { AnswerHook } from './answer-hook.ts';
import type { Call, HeldMemory } from './call.ts';
import type { Tally } from './tally.ts';
import { lossHeaders } from './translation/losses.ts';
import type { AnswerTranslation } from './translation/translation.ts';

/** What the delivery of one answer needs. */
export interface Delivery {
  readonly call: Call;
  readonly facts: RequestFacts;
  readonly route: Route;
  /** Reads usage from the answer, in the wire format of the upstream. */
  readonly meter: AnswerMeter;
  /** The wire format of the caller. */
  readonly wire: Wire;
  /** Translates between the two; absent or null: they are the same. */
  readonly translation?: AnswerTranslation | null;
  /** What call and answer lost so far. Absent: nothing. */
  readonly losses?: () => readonly Loss[];
  readonly answer: UpstreamAnswer;
  readonly tally: Tally;
  /** Side effects of the answer, in order. */
  readonly hooks: readonly AnswerHook[];
  /** True for a download of stored bytes: of any media type, in ranges. */
  readonly download: boolean;
  readonly clock: Clock;
  /** Milliseconds of silence after which a stream gets a keepalive. */
  readonly keepalive: number;
  /** Providers and statuses of the attempts before this one: `openai;503`. */
  readonly earlier: readonly string[];
}

/** What no client may see of the credential that the upstream of this answer got. */
export const secretsOf = ({ answer }: Pick<Delivery, 'answer'>): Secrets => answer.secrets();

/** Bytes of the longest answer that can be stored or translated: it is held in memory as a whole. */
export const longestStored = 64 * 1_048_576;

/** Bytes of an answer that may be held without being counted: nearly all answers are shorter, or streamed. */
const heldUncounted = 1_048_576;

/** Counts the memory that a long answer takes. The returned function gets the bytes held at the moment. */
export function makeGauge(memory: HeldMemory): (bytes: number) => void {
  let counted = 0;
  return (bytes) => {
    const held = bytes > heldUncounted ? bytes : 0;
    if (held > counted) memory.take(held - counted);
    if (held < counted) memory.give(counted - held);
    counted = held;
  };
}

/** The head of an answer from an upstream, without headers that are only known at its end. */
export function deliveryHeaders({ call, answer, route, earlier, download, losses }: Delivery): ReplyHeaders {
  const id = upstreamRequestId(answer);
  const lost = losses?.() ?? [];
  return {
    ...pickAnswerHeaders(answer),
    ...(route.provider.forwardRateLimits && pickRateLimits(answer)),
    ...(download && pickDownloadHeaders(answer)),
    ...(call.operation.billed && { 'x-diglot-product-sku': route.product.sku }),
    'x-diglot-provider': route.provider.id,
    ...(id !== null && { 'x-diglot-upstream-request-id': id }),
    ...(lost.length > 0 && lossHeaders(lost)),
    ...(earlier.length > 0 && {
      'x-diglot-attempts': [...earlier, `${route.provider.id};${answer.status}`].join(', '),
    }),
  };
}

/** Headers that the hooks add to the answer. */
export const hookHeaders = ({ hooks }: Pick<Delivery, 'hooks'>): ReplyHeaders =>
  Object.assign({}, ...hooks.map((hook) => hook.headers?.()));

/** Everything that hooks store is durable when it resolves. */
export async function endHooks({ hooks }: Pick<Delivery, 'hooks'>): Promise<void> {
  for (const hook of hooks) await hook.end();
}

/**
 * Settles a call whose answer broke after its head had gone out: the output so far is charged, and objects that hooks began to
 * store are dropped.
 *
 * @returns how it ended; an unexpected error counts as `upstream_cut`
 */
export async function settleBroken({ answer, tally, hooks }: Delivery, error: unknown): Promise<Outcome> {
  const reason = error instanceof BrokenUpstream ? error.reason : 'upstream_cut';
  const outcome = reason === 'client_left' || reason === 'timed_out' ? reason : 'upstream_cut';
  answer.abort();
  try {
    await tally.close({ outcome, status: answer.status });
  } finally {
    for (const hook of hooks) await hook.drop();
  }
  return outcome;
}

/** Why an answer is none of its operation. */
export function unusable(status: number, encoding: string, mediaType: string): string {
  if (status >= 600) return `The upstream answered ${status}, which is not an HTTP status.`;
  if (status >= 300) return `The upstream answered ${status}, a redirect; redirects are not followed.`;
  if (encoding !== 'identity') return 'The upstream answered in an encoding that was not requested.';
  if (status !== 200) return `The upstream answered ${status} where 200 was expected.`;
  if (/^text\/event-stream\b/i.test(mediaType)) return 'The upstream answered with a stream that was not requested.';
  return `The upstream answered with ${mediaType === '' ? 'no media type' : 'a media type that this operation does not have'}.`;
}
