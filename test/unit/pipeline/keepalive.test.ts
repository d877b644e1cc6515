import { describe, expect, it } from 'vitest';
import { startKeepalive } from '../../../src/pipeline/deliver-stream.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeCall, makeDelivery } from '../../fakes/make-delivery.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';

function start(keepalive = 15_000) {
  const clock = makeHandClock();
  const reply = makeRecordingReply();
  const delivery = makeDelivery({ call: makeCall({ reply }), clock, keepalive });
  return { clock, reply, ...startKeepalive(delivery, () => reply.head(200, {})) };
}

describe('signs of life', () => {
  it('go out after every silence, and only then', () => {
    const { clock, reply } = start();
    clock.move(14_999);
    expect(reply.pieces()).toBe(0);
    clock.move(1);
    expect(reply.text()).toBe(': keepalive\n\n');
    clock.move(45_000);
    expect(reply.pieces()).toBe(4);
  });

  it('wait anew after everything that went out', () => {
    const { clock, reply, alive } = start();
    for (let turn = 0; turn < 10; turn += 1) {
      clock.move(14_000);
      alive();
    }
    expect(reply.pieces()).toBe(0);
    clock.move(14_999);
    expect(reply.pieces()).toBe(0);
    clock.move(1);
    expect(reply.pieces()).toBe(1);
  });

  it('stop for good', () => {
    const { clock, reply, stop } = start();
    clock.move(15_000);
    stop();
    clock.move(100_000);
    expect(reply.pieces()).toBe(1);
  });
});
