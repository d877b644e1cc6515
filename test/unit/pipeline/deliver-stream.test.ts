import { describe, expect, it, onTestFinished } from 'vitest';
import { deliverStream } from '../../../src/pipeline/deliver-stream.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeCall, makeDelivery, makeTally, makeUpstreamAnswer } from '../../fakes/make-delivery.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';

const event = Buffer.from(`data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(300_000) } }] })}\n\n`);

const lastEvent = Buffer.from('data: [DONE]\n\n');
/** How often the tally was told of a stall, where the client takes this many milliseconds for a piece. */
async function stallsAfter(milliseconds: number): Promise<number> {
  let stalls = 0;
  const clock = makeHandClock();
  const reply = { ...makeRecordingReply(), write: () => false, drained: async () => clock.move(milliseconds) };
  const call = makeCall({ reply });
  const tally = makeTally({ stalled: () => void (stalls += 1) });
  const chunk = Buffer.from('data: {"choices":[{"delta":{"content":"x"}}]}\n\n');
  await deliverStream(makeDelivery({ call, clock, tally, answer: makeUpstreamAnswer([chunk, lastEvent]) }));
  return stalls;
}

/** A client that takes 20 s for every piece, and a note of what it was sent and when it was waited for. */
async function deliverTo(chunks: readonly Buffer[]): Promise<{ readonly sizes: number[]; readonly waits: number[] }> {
  const sizes: number[] = [];
  const waits: number[] = [];
  const clock = makeHandClock();
  const reply = {
    ...makeRecordingReply(),
    write: (bytes: Uint8Array) => sizes.push(bytes.length) === 0,
    drained: async () => {
      waits.push(sizes.length);
      clock.move(20_000);
    },
  };
  const call = makeCall({ reply });
  await deliverStream(makeDelivery({ call, clock, answer: makeUpstreamAnswer(chunks) }));
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
    const call = makeCall({ reply });
    let reads = 0;
    const endless = async (): Promise<Buffer> => {
      reads += 1;
      return reads === 1 ? Buffer.from('data: {"choices":[') : piece;
    };
    const delivered = deliverStream(makeDelivery({ call, answer: makeUpstreamAnswer([], { read: endless }) }));
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
    const left = [event, lastEvent];
    const delivery = makeDelivery({
      call: makeCall({ reply }),
      tally: makeTally({ close: () => Promise.reject(full) }),
      answer: makeUpstreamAnswer([], {
        read: async () => left.shift() ?? new Promise((resolve) => void setTimeout(resolve, 20, null)),
      }),
    });
    await expect(deliverStream(delivery)).rejects.toBe(full);
    expect([unhandled, reply.ended()]).toEqual([[], null]);
  });
});
