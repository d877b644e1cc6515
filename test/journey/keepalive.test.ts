import { afterEach, describe, expect, it } from 'vitest';
import { chatCall, chatStream, messagesCall, messageStream, responseStream } from '../fakes/sample-calls.ts';
import { chunk, lastChunk, pause, sseHead } from '../fakes/script.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** A stream of each format that pauses after its first event, and what fills the pause. */
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
      gateway = await startGateway({ limits: { keepaliveSeconds: 1 } });
      const [first, ...others] = events;
      const half = Math.floor(first.length / 2);
      gateway.upstream.next([
        sseHead(),
        chunk(first.slice(0, half)),
        pause(1_300),
        chunk(first.slice(half)),
        pause(2_300),
        ...others.map(chunk),
        lastChunk,
      ]);
      const body = {
        ...request,
        stream: true,
        ...(path === chatCall.path ? { stream_options: { include_usage: true } } : {}),
      };
      const text = await (await gateway.call(path, { body })).text();
      const parts = text.split(/(?<=\n\n)/);
      const signs = parts.filter((part) => sign.test(part) && !(events as readonly string[]).includes(part));
      expect(signs.length).toBeGreaterThanOrEqual(3);
      expect(parts.filter((part) => !signs.includes(part)).join('')).toBe(events.join(''));
    },
  );

  it('is ended by our own limit with an error event, and is charged what was delivered', async () => {
    gateway = await startGateway({ limits: { streamIdleSeconds: 1 } });
    gateway.upstream.next([sseHead(), chunk(chatStream[0]), chunk(chatStream[1]), { kind: 'stall' }]);
    const response = await gateway.call(chatCall.path, { body: { ...chatCall.request, stream: true } });
    const text = await response.text();
    expect(text.startsWith(chatStream[0] + chatStream[1])).toBe(true);
    expect(text).toContain('timeout_error');
    expect(text).not.toContain('[DONE]');
    expect(await (await gateway.upstream.request(1)).closed).toBeLessThan(3_000);
  });
});

describe('an upstream that says nothing at all', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());

  it.each([chatCall, messagesCall])('is 408 after our limit, once, and free: $name', async ({ path, request }) => {
    gateway = await startGateway({ limits: { firstByteSeconds: 1 } });
    gateway.upstream.always([{ kind: 'stall' }]);
    const from = performance.now();
    const response = await gateway.call(path, { body: request });
    const { error } = (await response.json()) as { error: { message: string; type: string } };
    expect(response.status).toBe(408);
    expect(performance.now() - from).toBeLessThan(2_500);
    expect(error.message).toContain('within 1 s');
    expect(error.type).toBe(path === messagesCall.path ? 'api_error' : 'timeout_error');
    expect(response.headers.get('x-diglot-error-source')).toBe('gateway');
    expect(gateway.upstream.requests).toHaveLength(1);
    expect(await (await gateway.upstream.request(1)).closed).toBeLessThan(2_500);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', status: 408, charge: 0n });
  });

  it('is 408 too when it stops inside of a JSON answer', async () => {
    gateway = await startGateway({ limits: { streamIdleSeconds: 1 } });
    gateway.upstream.next([sseHead(200, { 'content-type': 'application/json' }), chunk('{"id":'), { kind: 'stall' }]);
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect(response.status).toBe(408);
  });
});
