import { headerOf } from '../providers/headers.ts';
import { watchLines } from '../providers/line-watch.ts';
import { BrokenUpstream } from '../providers/upstream.ts';
import { flow } from '../shared/reply.ts';
import { deliveryHeaders, endHooks, hookHeaders, settleBroken, type Delivery } from './delivery.ts';

/**
 * Delivers an answer of bytes (audio, text, JSON lines). Each chunk goes out as it arrives, apart from its last byte, which waits
 * for the next chunk or for the charge to be durable. If the answer breaks, the connection is cut.
 */
export async function deliverBytes(delivery: Delivery): Promise<void> {
  const { call, answer, tally, facts, hooks, download } = delivery;
  const { reply } = call;
  const isText = /^text\/|^application\/x-subrip\b/i.test(headerOf(answer, 'content-type') ?? '');
  // If nothing is measured, the call is charged as one request.
  if (!facts.measure) tally.report({});
  reply.head(answer.status, { ...deliveryHeaders(delivery), ...hookHeaders(delivery) });
  if (call.isHead) return endHead(delivery);
  const lines = watchLines(answer);
  let last: Buffer = Buffer.alloc(0);
  try {
    for (;;) {
      const chunk = await answer.read();
      if (chunk === null) break;
      if (chunk.length === 0) continue;
      for (const hook of hooks) await hook.bytes?.(chunk);
      lines?.bytes(chunk);
      if (isText && facts.measure) tally.output(chunk.toString('utf8'));
      const passing = last.length === 0 ? chunk.subarray(0, -1) : Buffer.concat([last, chunk.subarray(0, -1)]);
      last = chunk.subarray(-1);
      if (passing.length > 0) tally.delivered();
      await flow(reply, passing);
    }
    if (last.length === 0 && !isText && !download)
      throw new BrokenUpstream('upstream_cut', 'the upstream sent no bytes');
    if (lines?.isCut() === true) throw new BrokenUpstream('upstream_cut', 'the last line is incomplete');
    await endHooks(delivery);
  } catch (error) {
    await settleBroken(delivery, error);
    return reply.cut();
  }
  await tally.close({ outcome: 'completed', status: answer.status });
  reply.end(last);
}

/** Ends the answer to a HEAD request. The upstream got a GET, since it may not support HEAD; its body is not read. */
async function endHead({ call, answer, tally }: Delivery): Promise<void> {
  answer.abort();
  await tally.close({ outcome: 'completed', status: answer.status });
  call.reply.end();
}
