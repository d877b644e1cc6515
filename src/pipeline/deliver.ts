import { GatewayError } from '../errors/gateway-error.ts';
import { guardAnswer, guardHeaders } from '../providers/guard-answer.ts';
import { headerOf } from '../providers/headers.ts';
import { kinds } from '../providers/kinds/kinds.ts';
import { BrokenUpstream } from '../providers/upstream.ts';
import { flow } from '../shared/reply.ts';
import { deliverJson } from './deliver-json.ts';
import { deliverStream } from './deliver-stream.ts';
import { credentialOf, deliveryHeaders, endHooks, hookHeaders, settleBroken, type Delivery } from './delivery.ts';

type Deliver = (delivery: Delivery) => Promise<void>;

const eventStream = /^text\/event-stream\b/i;

/** How an answer goes back, by its media type. */
const byMediaType: readonly (readonly [RegExp, Deliver])[] = [
  [eventStream, deliverStream],
  [/^application\/json\b|\+json\b/i, deliverJson],
  [
    /^(?:audio|video|image)\/|^application\/(?:octet-stream|x-jsonl|binary|x-subrip)|^text\/(?:plain|vtt|srt)\b/i,
    deliverBytes,
  ],
];

/**
 * Brings an upstream's answer to the client and settles the call.
 *
 * @throws {UpstreamError} for a 4xx or 5xx
 * @throws {GatewayError} `upstream_invalid` for what is no answer: a redirect, a page, an unasked-for encoding; and for one
 *   that holds the provider's credential, before anything went out
 * @throws {BrokenUpstream} when it broke before the head went out
 */
export async function deliver(delivery: Delivery): Promise<void> {
  const { answer, route, facts } = delivery;
  const { provider } = route;
  if (answer.status >= 400 && answer.status < 600)
    throw await kinds[provider.kind].readFault(answer, { provider, sent: facts.body });
  const encoding = headerOf(answer, 'content-encoding') ?? 'identity';
  const mediaType = headerOf(answer, 'content-type') ?? '';
  const { download } = delivery;
  const deliverAs = download ? deliverBytes : byMediaType.find(([pattern]) => pattern.test(mediaType))?.[1];
  const isWhole = answer.status === 200 || (download && answer.status === 206);
  // Who did not ask for events takes them for the answer itself, and reads nonsense.
  const isUnasked = deliverAs === deliverStream && !delivery.facts.stream;
  const isStrange = deliverAs === deliverBytes && !download && delivery.meter.hasBytes !== true;
  if (!isWhole || encoding !== 'identity' || deliverAs === undefined || isUnasked || isStrange) {
    answer.abort();
    throw new GatewayError('upstream_invalid', `${unusable(answer.status, encoding, mediaType)} Nothing was charged.`);
  }
  delivery.tally.accepted();
  const credential = credentialOf(delivery);
  const guarded = guardHeaders(answer, credential);
  // Events and JSON are guarded as they go out, when what an upstream tells of its failure has been tidied.
  await deliverAs({ ...delivery, answer: deliverAs === deliverBytes ? guardAnswer(guarded, credential) : guarded });
}

function unusable(status: number, encoding: string, mediaType: string): string {
  if (status >= 600) return `The upstream answered ${status}, which is no status of HTTP.`;
  if (status >= 300) return `The upstream answered ${status}, a redirect; redirects are not followed.`;
  if (encoding !== 'identity') return 'The upstream answered in an encoding that was not asked for.';
  if (status !== 200) return `The upstream answered ${status} where 200 was expected.`;
  if (eventStream.test(mediaType)) return 'The upstream answered with a stream that was not asked for.';
  return `The upstream answered with ${mediaType === '' ? 'no media type' : 'a media type that this operation does not have'}.`;
}

/**
 * An answer of bytes (audio, text, JSON lines): each chunk goes out as it comes, apart from its last byte, which waits
 * for the next chunk or for the charge to be durable. What breaks can only be cut.
 */
async function deliverBytes(delivery: Delivery): Promise<void> {
  const { call, answer, tally, facts, hooks, download } = delivery;
  const { reply } = call;
  const isText = /^text\//i.test(headerOf(answer, 'content-type') ?? '');
  // Where nothing was measured the call counts as one request, and that is all there is to know.
  if (!facts.measure) tally.report({});
  reply.head(answer.status, { ...deliveryHeaders(delivery), ...hookHeaders(delivery) });
  let last: Buffer = Buffer.alloc(0);
  try {
    for (;;) {
      const chunk = await answer.read();
      if (chunk === null) break;
      if (chunk.length === 0) continue;
      for (const hook of hooks) await hook.bytes?.(chunk);
      if (isText && facts.measure) tally.output(chunk.toString('utf8'));
      const passing = last.length === 0 ? chunk.subarray(0, -1) : Buffer.concat([last, chunk.subarray(0, -1)]);
      last = chunk.subarray(-1);
      if (passing.length > 0) tally.delivered();
      await flow(reply, passing);
    }
    if (last.length === 0 && !isText && !download)
      throw new BrokenUpstream('upstream_cut', 'the upstream sent no bytes');
    await endHooks(delivery);
  } catch (error) {
    await settleBroken(delivery, error);
    return reply.cut();
  }
  await tally.close({ outcome: 'completed', status: answer.status });
  reply.end(last);
}
