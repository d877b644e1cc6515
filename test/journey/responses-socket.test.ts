import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKey } from '../fakes/make-config.ts';
import { responseStream } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { connectRealtime, refusedRealtime, type ConnectOptions, type RealtimeClient } from './realtime-client.ts';
import { recordedCalls } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const path = '/v1/responses';
const responseRequest = { model: 'test-model', input: 'Hello' };

describe('responses over a WebSocket', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const connect = (options: ConnectOptions = {}): Promise<RealtimeClient> =>
    connectRealtime(gateway.url, { path, ...options });
  const request = { type: 'response.create', ...responseRequest };

  it('are calls of POST /responses: the same events, the same request upstream, the same charge', async () => {
    const client = await connect();
    gateway.upstream.next(sse(responseStream));
    const answer = await gateway.call(path, { body: { ...responseRequest, stream: true } });
    const events = (await answer.text())
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => line.slice(6));
    const before = await recordedCalls(gateway);
    gateway.upstream.next(sse(responseStream));
    client.send(request);
    await client.event('response.completed');
    const idOf = (text: string): string => text.replaceAll(/resp_[0-9A-Za-z]+/g, 'resp');
    expect(client.texts.map(idOf)).toEqual(events.map(idOf));
    const [plain, own] = gateway.upstream.requests;
    expect(own?.body.toString()).toContain('"stream":true');
    expect(own?.body.toString()).not.toContain('response.create');
    expect(JSON.parse(own?.body.toString() ?? '')).toEqual(JSON.parse(plain?.body.toString() ?? ''));
    const calls = await recordedCalls(gateway);
    expect(calls).toHaveLength(before.length + 1);
    expect(calls.at(-1)).toMatchObject({
      operation: 'createResponse',
      outcome: 'completed',
      charge: before.at(-1)?.charge,
    });
    client.socket.close();
  });

  it('are refused with a stream_id that is too long to be held', async () => {
    const client = await connect();
    client.send({ ...request, stream_id: 'x'.repeat(513) });
    expect(await client.event('error')).toMatchObject({ status: 400, error: { param: 'stream_id' } });
    expect(client.texts.join('').length).toBeLessThan(1_000);
    expect(gateway.upstream.requests).toEqual([]);
    client.socket.close();
  });

  it('run one after another, and go on after an error', async () => {
    const client = await connect();
    gateway.upstream.next(json({ error: { message: 'Too many.', type: 'requests' } }, { status: 429 }));
    gateway.upstream.next(sse(responseStream));
    client.send(request);
    client.send(request);
    await client.event('response.completed');
    expect(await client.event('error')).toMatchObject({ status: 429, error: { message: 'Too many.' } });
    expect(client.texts[0]).toContain('"error"');
    client.socket.close();
  });

  it('have the stream_id of their request, which stays here', async () => {
    const client = await connect();
    gateway.upstream.always(sse(responseStream));
    client.send({ ...request, stream_id: 'one' });
    client.send({ ...request, stream_id: 'two' });
    await client.event('response.completed', 2);
    const lanes = client.texts.map((text) => (JSON.parse(text) as { stream_id?: string }).stream_id);
    expect(new Set(lanes)).toEqual(new Set(['one', 'two']));
    expect(lanes.filter((lane) => lane === 'one')).toHaveLength(responseStream.length);
    for (const { body } of gateway.upstream.requests) expect(body.toString()).not.toContain('stream_id');
    client.socket.close();
  });

  it.each<[what: string, event: object | string, status: number, code: string]>([
    ['another type', { type: 'response.steer', input: [] }, 400, 'invalid_value'],
    ['a preparation', { ...request, generate: false }, 400, 'invalid_value'],
    ['no JSON', 'hello', 400, 'invalid_json'],
    ['a member twice', '{"type":"response.create","model":"a","model":"b"}', 400, 'invalid_json'],
    ['a wrong value', { ...request, temperature: 'hot' }, 400, 'invalid_value'],
    ['an unknown model', { ...request, model: 'absent' }, 404, 'model_not_found'],
    [
      'an unknown response before it',
      { ...request, previous_response_id: 'resp_absent' },
      404,
      'previous_response_not_found',
    ],
    ['another host', { ...request, api_base: 'https://elsewhere.example' }, 400, 'invalid_value'],
  ])('are refused with an event for %s', async (_, event, status, code) => {
    const client = await connect();
    client.send(event);
    expect(await client.event('error')).toMatchObject({ status, error: { code } });
    expect(gateway.upstream.requests).toEqual([]);
    client.socket.close();
  });

  it('end at the upstream when the client leaves', async () => {
    const client = await connect();
    gateway.upstream.next([...sse(responseStream.slice(0, 2)).slice(0, -1), { kind: 'stall' }]);
    client.send(request);
    await client.event('response.created');
    client.socket.terminate();
    await (
      await gateway.upstream.request(1)
    ).closed;
    await expect.poll(async () => (await recordedCalls(gateway)).at(-1)?.outcome).toBe('client_left');
  });

  it.each([
    ['before the answer has begun', 1],
    ['while so many wait that no further message is read', 16],
  ])('end at the upstream when the client leaves %s, and no other one begins', async (_, count) => {
    const client = await connect();
    gateway.upstream.always([{ kind: 'stall' }]);
    for (let sent = 0; sent < count; sent += 1) client.send(request);
    const { closed } = await gateway.upstream.request(1);
    client.socket.close();
    await closed;
    await expect.poll(async () => (await recordedCalls(gateway)).at(-1)?.outcome).toBe('client_left');
    expect(gateway.upstream.requests).toHaveLength(1);
  });

  it.each([17, 40])(
    'end at the upstream when the client closes while it has sent %i that may all run',
    async (count) => {
      const client = await connect();
      gateway.upstream.always([{ kind: 'stall' }]);
      const before = (await recordedCalls(gateway)).length;
      for (let sent = 0; sent < count; sent += 1) client.send({ ...request, stream_id: `lane ${sent}` });
      await gateway.upstream.request(16);
      client.socket.close();
      await expect.poll(async () => (await recordedCalls(gateway)).length - before).toBe(16);
      expect(gateway.upstream.requests).toHaveLength(16);
    },
  );

  it('are not read any further when those that wait have 16 MiB', async () => {
    const client = await connect();
    gateway.upstream.always([{ kind: 'stall' }]);
    const large = { ...request, input: 'x'.repeat(9_000_000) };
    client.send(large);
    client.send(large);
    await gateway.upstream.request(1);
    client.send({ type: 'unknown' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(client.texts).toEqual([]);
    client.socket.terminate();
  });

  it('need a key, and a WebSocket', async () => {
    expect(await refusedRealtime(gateway.url, { path, key: 'sk-of-nobody' })).toMatchObject({ status: 401 });
    expect(await refusedRealtime(gateway.url, { path, key: null })).toMatchObject({ status: 401 });
    const plain = await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${testKey}` } });
    expect(plain.status).toBe(426);
  });
});
