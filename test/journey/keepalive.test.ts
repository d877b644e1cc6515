import { afterEach, describe, expect, it } from 'vitest';
import { chatCall, chatStream, messagesCall, messageStream, responseStream } from '../fakes/sample-calls.ts';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { makeModel } from '../fakes/make-config.ts';
import { chunk, lastChunk, note, sseHead, stall, until } from '../fakes/script.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** A stream of each format, and the sign of life that fills its pauses. */
const streams = [
  { name: 'chat', path: chatCall.path, request: chatCall.request, events: chatStream, sign: /^:.*\n\n$/ },
  {
    name: 'responses',
    path: '/v1/responses',
    request: { model: 'test-model', input: 'Hi', store: false },
    events: responseStream,
    sign: /^:.*\n\n$/,
  },
  {
    name: 'messages',
    path: messagesCall.path,
    request: messagesCall.request,
    events: messageStream,
    sign: /^event: ping\ndata: \{"type": ?"ping"\}\n\n$/,
  },
] as const;

describe('a silent stream', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());

  it.each(streams)(
    'gets a sign of life between events, never inside of one: $name',
    async ({ path, request, events, sign }) => {
      const clock = makeHandClock();
      gateway = await startGateway({ clock, limits: { keepaliveSeconds: 1 } });
      const [first, ...others] = events;
      const half = Math.floor(first.length / 2);
      const begun = Promise.withResolvers<undefined>();
      const goOn = Promise.withResolvers<undefined>();
      const goOnAgain = Promise.withResolvers<undefined>();
      gateway.upstream.next([
        sseHead(),
        chunk(first.slice(0, half)),
        note(() => begun.resolve(undefined)),
        until(goOn.promise),
        chunk(first.slice(half)),
        until(goOnAgain.promise),
        ...others.map(chunk),
        lastChunk,
      ]);
      const body = {
        ...request,
        stream: true,
        ...(path === chatCall.path ? { stream_options: { include_usage: true } } : {}),
      };
      const called = gateway.call(path, { body });
      await begun.promise;
      // The head goes out with the first sign of life.
      clock.move(1_000);
      const reader = (await called).body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      const isSign = (part: string): boolean => sign.test(part) && !(events as readonly string[]).includes(part);
      const parts = (): readonly string[] => text.split(/(?<=\n\n)/);
      const readUntil = async (enough: () => boolean): Promise<void> => {
        for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
          text += next.value;
          if (enough()) return;
        }
      };
      const signed = (signs: number): Promise<void> => readUntil(() => parts().filter(isSign).length === signs);
      const silence = async (signs: number): Promise<void> => {
        clock.move(1_000);
        await signed(signs);
      };
      await signed(1);
      goOn.resolve(undefined);
      await readUntil(() => parts().includes(first));
      await silence(2);
      await silence(3);
      goOnAgain.resolve(undefined);
      await readUntil(() => false);
      expect(
        parts()
          .filter((part) => !isSign(part))
          .join(''),
      ).toBe(events.join(''));
      expect(parts().filter(isSign)).toHaveLength(3);
    },
  );

  it('is ended by our own limit with an error event, and is charged what was delivered', async () => {
    gateway = await startGateway({ limits: { streamIdleSeconds: 1 } });
    gateway.upstream.next([sseHead(), chunk(chatStream[0]), chunk(chatStream[1]), stall]);
    const response = await gateway.call(chatCall.path, { body: { ...chatCall.request, stream: true } });
    const text = await response.text();
    expect(text.startsWith(chatStream[0] + chatStream[1])).toBe(true);
    expect(text).toContain('timeout_error');
    expect(text).not.toContain('[DONE]');
    const { closed } = await gateway.upstream.request(1);
    await closed;
  });
});

describe('an upstream that says nothing at all', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());

  it.each([chatCall, messagesCall])('is 408 after our limit, once, and free: $name', async ({ path, request }) => {
    gateway = await startGateway({ limits: { firstByteSeconds: 1 } });
    gateway.upstream.always([stall]);
    const response = await gateway.call(path, { body: request });
    const { error } = (await response.json()) as { error: { message: string; type: string } };
    expect(response.status).toBe(408);
    expect(error.message).toContain('within 1 s');
    expect(error.type).toBe(path === messagesCall.path ? 'api_error' : 'timeout_error');
    expect(response.headers.get('x-diglot-error-source')).toBe('gateway');
    expect(response.headers.get('x-should-retry')).toBeNull();
    expect(gateway.upstream.requests).toHaveLength(1);
    const { closed } = await gateway.upstream.request(1);
    await closed;
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', status: 408, charge: 0n });
  });

  it('is 408 too when it stops inside of a JSON answer', async () => {
    gateway = await startGateway({ limits: { streamIdleSeconds: 1 } });
    gateway.upstream.next([sseHead(200, { 'content-type': 'application/json' }), chunk('{"id":'), stall]);
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([response.status, response.headers.get('x-should-retry')]).toEqual([408, 'false']);
  });

  it('is final where the answer of a fallback did not come either', async () => {
    gateway = await startGateway({
      limits: { streamIdleSeconds: 1, firstByteSeconds: 1 },
      models: [makeModel('test-model', ['up-a'], { fallbacks: ['other'] }), makeModel('other', ['up-a'])],
    });
    const opened = [sseHead(200, { 'content-type': 'application/json' }), chunk('{"id":'), stall];
    gateway.upstream.next(opened);
    gateway.upstream.next([stall]);
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([response.status, response.headers.get('x-should-retry')]).toEqual([408, 'false']);
    expect(gateway.upstream.requests).toHaveLength(2);
  });
});
