import { describe, expect, it, onTestFinished } from 'vitest';
import { wires } from '../../../src/wires/wires.ts';
import { deliverStream } from '../../../src/pipeline/deliver-stream.ts';
import type { Delivery } from '../../../src/pipeline/delivery.ts';
import { makeProvider } from '../../fakes/make-config.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';

const event = Buffer.from(`data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(300_000) } }] })}\n\n`);

const lastEvent = Buffer.from('data: [DONE]\n\n');
const nothing = (): void => undefined;

/** A stream on its way, which is the same for all but for `changes`. */
const deliveryWith = (changes: object): Delivery =>
  ({
    call: { reply: makeRecordingReply(), spec: 'a', requestId: 'req_1', operation: { billed: false } },
    facts: { usageChunk: true, referenced: [] },
    tally: {
      report: nothing,
      add: nothing,
      output: nothing,
      delivered: nothing,
      stalled: nothing,
      close: async () => ({}),
    },
    wire: wires['chat-completions'],
    meter: wires['chat-completions'].meter,
    hooks: [],
    earlier: [],
    route: { provider: makeProvider('up', 'a', 'http://127.0.0.1:1') },
    clock: makeHandClock(),
    keepalive: 15_000,
    ...changes,
  }) as unknown as Delivery;

/** An upstream that sends these chunks, and then ends its body. */
const answerOf = (chunks: readonly Buffer[], end = async (): Promise<null> => null) => {
  const left = [...chunks];
  return { status: 200, headers: {}, read: async () => left.shift() ?? end(), abort: nothing, secrets: () => [] };
};

/** How often the tally was told of a stall, where the client takes this many milliseconds for a piece. */
async function stallsAfter(milliseconds: number): Promise<number> {
  let stalls = 0;
  const clock = makeHandClock();
  const reply = { ...makeRecordingReply(), write: () => false, drained: async () => clock.move(milliseconds) };
  const call = { reply, spec: 'a', requestId: 'req_1', operation: { billed: false } };
  const { tally } = deliveryWith({});
  const watched = { ...tally, stalled: () => (stalls += 1) };
  const chunk = Buffer.from('data: {"choices":[{"delta":{"content":"x"}}]}\n\n');
  await deliverStream(deliveryWith({ call, clock, tally: watched, answer: answerOf([chunk, lastEvent]) }));
  return stalls;
}

/** A client that takes 20 s for every piece, and a note of what it was sent and when it was waited for. */
async function deliverTo(chunks: readonly Buffer[]): Promise<{ readonly sizes: number[]; readonly waits: number[] }> {
  const sizes: number[] = [];
  const waits: number[] = [];
  const clock = makeHandClock();
  const reply = {
    ...makeRecordingReply(),
    write: (bytes: Buffer) => sizes.push(bytes.length) === 0,
    drained: async () => {
      waits.push(sizes.length);
      clock.move(20_000);
    },
  };
  const call = { reply, spec: 'a', requestId: 'req_1', operation: { billed: false } };
  await deliverStream(deliveryWith({ call, clock, answer: answerOf(chunks) }));
  return { sizes, waits };
}

describe('a stream on its way to a client', () => {
  it('waits for a slow reader within a large event too, so that reading slowly does not look like not reading', async () => {
    const { sizes, waits } = await deliverTo([event, lastEvent]);
    // A sign of life among the pieces would be seen here too.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(event.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
    expect(waits).toEqual(sizes.map((_, index) => index + 1));
  });

  it('takes less memory once its reader has stalled for a second', async () => {
    expect(await stallsAfter(999)).toBe(0);
    expect(await stallsAfter(1_000)).toBe(1);
  });

  it('is given up within an event that has too much structure, long before the event is too long', async () => {
    const piece = Buffer.from('{},'.repeat(20_000));
    const reply = makeRecordingReply();
    const memory = { take: nothing, give: nothing, letGo: nothing };
    const call = { reply, memory, spec: 'a', requestId: 'req_1', operation: { billed: false } };
    let reads = 0;
    const endless = async (): Promise<Buffer> => {
      reads += 1;
      return reads === 1 ? Buffer.from('data: {"choices":[') : piece;
    };
    const delivered = deliverStream(deliveryWith({ call, answer: { ...answerOf([]), read: endless } }));
    await expect(delivered).rejects.toThrow('nests too deep');
    expect(reads * piece.length).toBeLessThan(3_000_000);
    expect(reply.started()).toBe(false);
  });

  it('is not ended when its charge cannot be written, and does not affect other calls, however late the upstream ends', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const reply = makeRecordingReply();
    const full = new Error('the disk is full');
    const delivery = deliveryWith({
      call: { reply, spec: 'a', requestId: 'req_1', operation: { billed: false } },
      tally: { ...deliveryWith({}).tally, close: () => Promise.reject(full) },
      answer: answerOf([event, lastEvent], () => new Promise((resolve) => void setTimeout(resolve, 20, null))),
    });
    await expect(deliverStream(delivery)).rejects.toBe(full);
    expect([unhandled, reply.ended()]).toEqual([[], null]);
  });
});
