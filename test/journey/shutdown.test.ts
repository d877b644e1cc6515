import { describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../src/shared/time/clock.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { chunk, json, sseHead, stall } from '../fakes/script.ts';
import { makeBatch, playBatch } from './batch-upstream.ts';
import { startGateway } from './start-gateway.ts';

const prompt = { model: 'test-model', messages: [{ role: 'user', content: 'hi' }] };

/** The real clock, on which tasks that are repeated every minute are so every tenth of a second; its limits have names. */
const hastyClock: Clock = {
  ...systemClock,
  after: (milliseconds, action) =>
    systemClock.after(milliseconds === 60_000 && action.name === '' ? 100 : milliseconds, action),
};

describe('a gateway that is asked to stop', () => {
  it('says so while it still takes calls, then takes none', async () => {
    // The delay is over when the test says so.
    const delay = 12_345;
    const over = Promise.withResolvers<void>();
    const clock: Clock = {
      ...systemClock,
      after: (milliseconds, action) => {
        if (milliseconds !== delay) return systemClock.after(milliseconds, action);
        void over.promise.then(action);
        return () => undefined;
      },
    };
    const gateway = await startGateway({ shutdownDelay: delay, clock });
    gateway.upstream.always(() => json(chatCall.answer));
    const ready = await fetch(`${gateway.url}/readyz`);
    const closed = gateway.close();
    const refused = await fetch(`${gateway.url}/readyz`);
    const call = await gateway.call('/v1/chat/completions', { method: 'POST', body: prompt });
    expect([ready.status, refused.status, call.status]).toEqual([200, 503, 200]);
    over.resolve();
    await closed;
    await expect(fetch(`${gateway.url}/readyz`)).rejects.toThrow('fetch failed');
  });

  it('does not wait for providers that it was asking for itself', async () => {
    const gateway = await startGateway({ clock: hastyClock });
    for (let made = 0; made < 6; made += 1) {
      // A round that begins meanwhile has its answers, and does not wait for results.
      playBatch(gateway, [], 'in_progress');
      await makeBatch(gateway);
    }
    gateway.upstream.forget();
    gateway.upstream.always([stall]);
    await gateway.upstream.request(1);
    await gateway.close();
    // As many as are looked at at once; none of the others is begun.
    expect(gateway.upstream.requests.length).toBeLessThanOrEqual(4);
  });

  it('answers the calls that it cannot wait for any longer that they are ended, and may be sent again', async () => {
    const gateway = await startGateway();
    const chunkOf = (content: string) => ({ id: 'c', choices: [{ index: 0, delta: { content } }] });
    // The first estimate loads the tokenizer, for longer than a stop waits on a busy machine.
    gateway.upstream.next(json({ ...chatCall.answer, usage: null }));
    await gateway.call('/v1/chat/completions', { body: prompt });
    gateway.upstream.next([stall]);
    const waiting = gateway.call('/v1/chat/completions', { body: prompt });
    await gateway.upstream.request(2);
    gateway.upstream.next([sseHead(), chunk(`data: ${JSON.stringify(chunkOf('Hel'))}\n\n`), stall]);
    const stream = await gateway.call('/v1/chat/completions', { body: { ...prompt, stream: true } });
    const from = performance.now();
    const closed = gateway.app.close(200);
    const whole = await waiting;
    expect([whole.status, whole.headers.get('x-should-retry')]).toEqual([503, null]);
    expect(await whole.json()).toMatchObject({
      error: { code: 'overloaded', message: expect.stringContaining('shutting down') as string },
    });
    expect(await stream.text()).toMatch(/Hel.*\n\ndata: {"error":{"message":"This server is shutting down.*}}\n\n$/s);
    await closed;
    expect(performance.now() - from).toBeGreaterThan(190);
    await gateway.close();
  });
});
