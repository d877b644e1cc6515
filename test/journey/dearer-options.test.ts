import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel } from '../fakes/make-config.ts';
import { chatCall, messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { specB } from './batch-upstream.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

describe('an option that costs more than the price of the model', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [
        makeModel('test-model', ['up-a', 'up-b'], { dearerOptions: [] }),
        makeModel('open', ['up-a', 'up-b']),
        makeModel('allowed', ['up-a', 'up-b'], { dearerOptions: ['service_tier=priority', 'speed=fast'] }),
      ],
    });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const memory = (memory_limit: string) => ({
    input: 'x',
    tools: [{ type: 'code_interpreter', container: { type: 'auto', memory_limit } }],
  });
  const cases: readonly (readonly [path: string, body: object, param: string])[] = [
    [chatCall.path, { ...chatCall.request, service_tier: 'priority' }, 'service_tier'],
    [chatCall.path, { ...chatCall.request, service_tier: 'Fast' }, 'service_tier'],
    ['/v1/responses', { model: 'test-model', input: 'x', service_tier: 'priority' }, 'service_tier'],
    ['/v1/responses', { model: 'test-model', ...memory('64g') }, 'tools[0].container.memory_limit'],
    [messagesCall.path, { ...messagesCall.request, speed: 'fast' }, 'speed'],
    [messagesCall.path, { ...messagesCall.request, inference_geo: 'us' }, 'inference_geo'],
    [
      messagesCall.path,
      { ...messagesCall.request, fallbacks: [{ model: 'allowed', speed: 'fast' }] },
      'fallbacks[0].speed',
    ],
  ];

  it.each(cases)('is refused unless the model allows it: %s %j', async (path, body, param) => {
    const answer = await gateway.call(path, { body });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([400, expect.stringContaining(`${param}: `)]);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('is refused in a batch of messages', async () => {
    const params = { model: 'test-model', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
    const requests = [
      { custom_id: 'a', params },
      { custom_id: 'b', params: { ...params, speed: 'fast' } },
    ];
    const answer = await gateway.call('/v1/messages/batches', { body: { requests }, headers: specB });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('speed')]);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it.each([
    [chatCall.path, { ...chatCall.request, model: 'allowed', service_tier: 'priority' }, chatCall.answer],
    [chatCall.path, { ...chatCall.request, service_tier: 'flex' }, chatCall.answer],
    [messagesCall.path, { ...messagesCall.request, model: 'allowed', speed: 'fast' }, messagesCall.answer],
    [messagesCall.path, { ...messagesCall.request, speed: 'standard' }, messagesCall.answer],
  ])('passes where the model allows it, or where it costs no more: %s %j', async (path, body, answer) => {
    gateway.upstream.next(json(answer));
    expect((await gateway.call(path, { body })).status).toBe(200);
    const { body: sent } = await gateway.upstream.request(1);
    expect(JSON.parse(sent.toString())).toMatchObject(body);
  });

  it('is flagged where the model says nothing of it', async () => {
    gateway.upstream.next(json(chatCall.answer));
    const body = { ...chatCall.request, model: 'open', service_tier: 'priority' };
    expect((await gateway.call(chatCall.path, { body })).status).toBe(200);
    expect((await lastRecorded(gateway)).flags).toContain('dearer:service_tier=priority');
  });

  it('is flagged in few words, whatever the caller writes', async () => {
    const tools = Array.from({ length: 50 }, (_, index) => ({
      type: 'code_interpreter',
      container: { type: 'auto', memory_limit: `${index},${'x'.repeat(500)}` },
    }));
    gateway.upstream.next(json(chatCall.answer));
    const body = { ...chatCall.request, model: 'open', tools };
    expect((await gateway.call(chatCall.path, { body })).status).toBe(200);
    const { flags } = await lastRecorded(gateway);
    expect(flags).toContain('dearer:memory_limit=0?x');
    expect(flags.length).toBeLessThan(600);
  });
});
