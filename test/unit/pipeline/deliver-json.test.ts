import { expect, it } from 'vitest';
import { wires } from '../../../src/wires/wires.ts';
import { deliverJson } from '../../../src/pipeline/deliver-json.ts';
import { makeCall, makeDelivery, makeUpstreamAnswer } from '../../fakes/make-delivery.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';

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
  const { meter } = wires['embeddings'];
  const answer = makeUpstreamAnswer(chunks);
  await deliverJson(makeDelivery({ call: makeCall({ reply: counting }), answer, wire: wires['embeddings'], meter }));
  expect([reply.text() === whole, reply.ended()]).toEqual([true, 'cleanly']);
  expect(Math.max(...largest)).toBeLessThanOrEqual(65_536);
});
