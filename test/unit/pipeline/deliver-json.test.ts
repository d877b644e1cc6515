import { expect, it } from 'vitest';
import { wires } from '../../../src/wires/wires.ts';
import { deliverJson } from '../../../src/pipeline/deliver-json.ts';
import type { Delivery } from '../../../src/pipeline/delivery.ts';
import { makeProvider } from '../../fakes/make-config.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';

const nothing = (): void => undefined;

it('a long answer waits for a slow reader within a large chunk too', async () => {
  const chunks = [Buffer.from('{"data":[],"x":"'), Buffer.alloc(3 * 1_048_576, 'y'), Buffer.from('"}')];
  const whole = Buffer.concat(chunks).toString();
  const largest: number[] = [];
  const reply = makeRecordingReply();
  const counting = {
    ...reply,
    write: (bytes: Uint8Array) => {
      largest.push(bytes.length);
      return reply.write(bytes);
    },
  };
  await deliverJson({
    call: { reply: counting, operation: { billed: false } },
    answer: { status: 200, headers: {}, read: async () => chunks.shift() ?? null, abort: nothing, secrets: () => [] },
    tally: { report: nothing, output: nothing, delivered: nothing, doubt: nothing, close: async () => ({}) },
    facts: { referenced: [] },
    wire: wires['embeddings'],
    meter: wires['embeddings'].meter,
    translation: null,
    losses: () => [],
    hooks: [],
    earlier: [],
    route: { provider: makeProvider('up', 'a', 'http://127.0.0.1:1') },
  } as unknown as Delivery);
  expect([reply.text() === whole, reply.ended()]).toEqual([true, 'cleanly']);
  expect(Math.max(...largest)).toBeLessThanOrEqual(65_536);
});
