import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';

/**
 * A short answer's whole body, for answers that the gateway itself reads.
 *
 * @throws {BrokenUpstream} when it breaks, or is longer than `limit` bytes
 */
export async function readWhole(answer: UpstreamAnswer, limit = 8 * 1_048_576): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = await answer.read();
    if (chunk === null) return Buffer.concat(chunks, size);
    chunks.push(chunk);
    size += chunk.length;
    if (size <= limit) continue;
    answer.abort();
    throw new BrokenUpstream('upstream_cut', 'the answer is too long to be read whole');
  }
}
