import { flow } from '../shared/reply.ts';
import { headerOf } from '../upstream/answer-headers.ts';
import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import { deliveryHeaders, settleBroken, type Delivery } from './delivery.ts';

/**
 * An answer of bytes (audio, text, JSON lines): each chunk goes out as it comes, apart from its last byte, which waits
 * for the next chunk or for the charge to be durable. What breaks can only be cut.
 */
export async function deliverBytes(delivery: Delivery): Promise<void> {
  const { call, answer, tally, asked, keeping, download } = delivery;
  const { reply } = call;
  const isText = /^text\//i.test(headerOf(answer, 'content-type') ?? '');
  // Where nothing was measured the call counts as one request, and that is all there is to know.
  if (!asked.measure) tally.report({});
  reply.head(answer.status, { ...deliveryHeaders(delivery), ...keeping?.headers?.() });
  let last: Buffer = Buffer.alloc(0);
  try {
    for (;;) {
      const chunk = await answer.read();
      if (chunk === null) break;
      if (chunk.length === 0) continue;
      await keeping?.bytes?.(chunk);
      if (isText && asked.measure) tally.output(chunk.toString('utf8'));
      const passing = last.length === 0 ? chunk.subarray(0, -1) : Buffer.concat([last, chunk.subarray(0, -1)]);
      last = chunk.subarray(-1);
      if (passing.length > 0) tally.delivered();
      await flow(reply, passing);
    }
    if (last.length === 0 && !isText && !download)
      throw new BrokenUpstream('upstream_cut', 'the upstream sent no bytes');
    await keeping?.end();
  } catch (error) {
    await settleBroken(delivery, error);
    return reply.cut();
  }
  await tally.close({ outcome: 'completed', status: answer.status });
  reply.end(last);
}
