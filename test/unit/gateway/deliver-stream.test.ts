import { describe, expect, it } from 'vitest';
import { dialects } from '../../../src/dialects/dialects.ts';
import { deliverStream } from '../../../src/gateway/deliver-stream.ts';
import type { Delivery } from '../../../src/gateway/delivery.ts';
import { makeProvider } from '../../fakes/make-config.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

const event = Buffer.from(`data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(300_000) } }] })}\n\n`);

/** A client that takes 20 s for every piece, and a note of what it was sent and when it was waited for. */
async function deliverTo(chunks: readonly Buffer[]): Promise<{ readonly sizes: number[]; readonly waits: number[] }> {
  const sizes: number[] = [];
  const waits: number[] = [];
  const left = [...chunks];
  const clock = makeHandClock();
  const reply = {
    head: () => undefined,
    write: (bytes: Buffer) => sizes.push(bytes.length) === 0,
    drained: async () => {
      waits.push(sizes.length);
      clock.move(20_000);
    },
    end: () => undefined,
    left: () => false,
  };
  const nothing = (): void => undefined;
  const delivery = {
    call: { reply, spec: 'a', requestId: 'req_1', operation: { billed: false } },
    asked: { usageChunk: true },
    answer: { status: 200, headers: {}, read: async () => left.shift() ?? null, abort: nothing },
    tally: { report: nothing, add: nothing, output: nothing, delivered: nothing, close: async () => ({}) },
    dialect: dialects['openai-chat'],
    keeping: null,
    earlier: [],
    route: { provider: makeProvider('up', 'a', 'http://127.0.0.1:1') },
    clock,
    keepalive: 15_000,
  } as unknown as Delivery;
  await deliverStream(delivery);
  return { sizes, waits };
}

describe('a stream on its way to a client', () => {
  it('waits for a slow reader within a large event too, so that reading slowly does not look like not reading', async () => {
    const { sizes, waits } = await deliverTo([event, Buffer.from('data: [DONE]\n\n')]);
    // A sign of life among the pieces would be seen here too.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(event.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
    expect(waits).toEqual(sizes.map((_, index) => index + 1));
  });
});
