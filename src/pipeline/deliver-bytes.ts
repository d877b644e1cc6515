import { headerOf } from '../providers/headers.ts';
import { BrokenUpstream, type UpstreamAnswer } from '../providers/upstream.ts';
import { PieceList } from '../shared/collections.ts';
import { isObject, parseJson } from '../shared/json/json.ts';
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

const newline = 0x0a;

/** Bytes of the longest last line that is read. */
const longestRead = 1_048_576;

/** JSON lines of an answer that has no mark for its end. */
interface LineWatch {
  readonly bytes: (chunk: Buffer) => void;
  /** Whether the bytes so far end in the middle of a line. */
  readonly isCut: () => boolean;
}

const isLines = (answer: UpstreamAnswer): boolean =>
  /\b(?:x-)?(?:jsonl|ndjson)\b/i.test(headerOf(answer, 'content-type') ?? '');

/**
 * Watches an answer whose end is only that of its connection: without length and chunks, one that was cut looks whole
 * (RFC 9112, section 6.3), but its last line does not. Null for any other answer.
 */
function watchLines(answer: UpstreamAnswer): LineWatch | null {
  const isFramed = ['content-length', 'transfer-encoding'].some((name) => headerOf(answer, name) !== undefined);
  if (isFramed || !isLines(answer)) return null;
  const line = new PieceList();
  let isLong = false;
  return {
    bytes: (chunk) => {
      const end = chunk.lastIndexOf(newline);
      if (end !== -1) {
        line.clear();
        isLong = false;
      }
      isLong ||= line.length + chunk.length - end - 1 > longestRead;
      if (isLong) line.clear();
      else line.add(chunk.subarray(end + 1));
    },
    isCut: () => {
      const rest = line.join().toString('utf8').trim();
      return isLong || (rest !== '' && !isObject(parseJson(rest)));
    },
  };
}
