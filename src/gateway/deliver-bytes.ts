import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import { deliveryHeaders, outcomeOf, type Delivery } from './delivery.ts';

/**
 * An answer of bytes (audio, text, JSON lines): each chunk goes out as it comes, the last one after the charge is
 * durable. What breaks can only be cut.
 *
 * @param onChunk sees every chunk in passing, for whoever keeps or counts them
 */
export async function deliverBytes(delivery: Delivery, onChunk?: (chunk: Buffer) => void): Promise<void> {
  const { call, answer, tally } = delivery;
  const { reply } = call;
  tally.report({});
  reply.head(answer.status, deliveryHeaders(delivery));
  let held: Buffer | null = null;
  try {
    for (;;) {
      const chunk = await answer.read();
      if (chunk === null) break;
      onChunk?.(chunk);
      if (held !== null && !reply.write(held)) await reply.drained();
      held = chunk;
    }
    if (held === null) throw new BrokenUpstream('upstream_cut', 'the upstream sent no bytes');
  } catch (error) {
    await tally.close({ outcome: outcomeOf(error), status: answer.status });
    reply.cut();
    return;
  }
  await tally.close({ outcome: 'completed', status: answer.status });
  reply.end(held);
}
