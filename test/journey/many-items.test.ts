import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const model = 'test-model';
const many = (count: number) => Array.from({ length: count }, () => ({ role: 'user', content: 'x' }));
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

describe('a request of many items', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  const post = async (path: string, body: unknown) => {
    const response = await gateway.call(path, { body });
    return { status: response.status, body: (await response.json()) as { id: string; error?: object } };
  };

  it.each<[string, object, string]>([
    ['/v1/responses', { model, input: many(10_001) }, 'input'],
    ['/v1/responses', { model, input: many(10_001), store: false }, 'input'],
    ['/v1/responses/compact', { model, input: many(10_001) }, 'input'],
    ['/v1/responses/input_tokens', { model, input: many(10_001) }, 'input'],
    ['/v1/conversations', { items: many(21) }, 'items'],
    ['/v1/chat/completions', { model, messages: many(10_001), store: true }, 'messages'],
  ])('is refused when they are too many to be kept: %s', async (path, body, param) => {
    const before = gateway.upstream.requests.length;
    const { status, body: answer } = await post(path, body);
    expect([status, answer.error]).toEqual([
      400,
      expect.objectContaining({
        param,
        code: 'invalid_value',
        message: expect.stringMatching(/at most [\d,]+ /) as string,
      }),
    ]);
    expect(gateway.upstream.requests.length).toBe(before);
  });

  it('is kept whole up to there', async () => {
    gateway.upstream.next(json({ id: 'r', object: 'response', status: 'completed', output: [], usage }));
    const { status, body } = await post('/v1/responses', { model, input: many(10_000) });
    expect(status).toBe(200);
    const [call] = await gateway.services.store.objects
      .page({ spec: 'a', kind: 'response', workspaceId: 'acme', limit: 1, order: 'desc' })
      .then(({ data }) => data);
    expect(call?.id).toBe(body.id);
    expect(call && (await gateway.services.store.objects.allItems(call)).length).toBe(10_000);
  });

  it('is not refused where nothing of it is kept', async () => {
    const choice = { index: 0, message: { role: 'assistant', content: 'x', refusal: null }, finish_reason: 'stop' };
    const answer = { id: 'c', object: 'chat.completion', created: 1, model, choices: [{ ...choice, logprobs: null }] };
    gateway.upstream.next(json({ ...answer, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }));
    expect((await post('/v1/chat/completions', { model, messages: many(10_001) })).status).toBe(200);
  });
});
