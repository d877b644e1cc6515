import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomBase62 } from '../../src/shared/ids.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const limit = 300_000;
const model = 'test-model';
const long = (id: string) => ({
  id,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'x'.repeat(100_000), annotations: [] }],
});

describe('a request that refers to much', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ limits: { jsonRequestBytes: limit } });
  });
  afterAll(() => gateway.close());
  beforeEach(() => gateway.upstream.forget());

  const post = async (path: string, body: unknown) => {
    const response = await gateway.call(path, { body });
    return { status: response.status, body: (await response.json()) as { id: string; error?: { param: string } } };
  };
  /** Stores a response that puts one long item out. */
  const store = async (itemId: string, more: object = {}) => {
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    gateway.upstream.next(json({ id: 'r', object: 'response', status: 'completed', output: [long(itemId)], usage }));
    return post('/v1/responses', { model, input: 'Hi', ...more });
  };
  const many = <Each>(count: number, each: () => Each): Each[] => Array.from({ length: count }, each);

  it.each([
    [
      'files',
      'find',
      '/v1/chat/completions',
      () => ({
        messages: [{ role: 'user', content: 'x' }],
        x: many(3_000, () => ({ file_id: `file_${randomBase62(24)}` })),
      }),
      'x[0].file_id',
    ],
    [
      'items',
      'itemOfWorkspace',
      '/v1/responses',
      () => ({ input: many(3_000, () => ({ type: 'item_reference', id: `msg_${randomBase62(24)}` })) }),
      'input[0].id',
    ],
  ] as const)(
    'names the first that is not there, and does not wait for the others: %s',
    async (_, lookup, path, make, param) => {
      const looking = vi.spyOn(gateway.services.store.objects, lookup);
      const { status, body: refused } = await post(path, { model, ...make() });
      expect([status, refused.error?.param]).toEqual([404, param]);
      expect(looking.mock.calls).toHaveLength(1);
    },
  );

  it('may refer to as much as it may say itself, however often it says so', async () => {
    await store('msg_long');
    const referring = (times: number) => ({
      model,
      input: many(times, () => ({ type: 'item_reference', id: 'msg_long' })),
    });
    gateway.upstream.always(json({ object: 'response.input_tokens', input_tokens: 1 }));
    expect((await post('/v1/responses/input_tokens', referring(2))).status).toBe(200);
    expect(await post('/v1/responses/input_tokens', referring(3))).toMatchObject({
      status: 413,
      body: { error: { param: 'input', code: 'request_too_large' } },
    });
    const items = many(3, () => ({ type: 'item_reference', id: 'msg_long' }));
    expect(await post('/v1/conversations', { items })).toMatchObject({
      status: 413,
      body: { error: { param: 'items' } },
    });
  });

  it('may stand at the end of a history that is as long', async () => {
    let last = (await store('msg_1')).body.id;
    for (const id of ['msg_2', 'msg_3']) last = (await store(id, { previous_response_id: last })).body.id;
    expect(await store('msg_4', { previous_response_id: last })).toMatchObject({
      status: 413,
      body: { error: { param: 'previous_response_id', code: 'request_too_large' } },
    });
    gateway.upstream.forget();
    const conversation = (await post('/v1/conversations', {})).body.id;
    for (const id of ['msg_5', 'msg_6', 'msg_7']) await store(id, { conversation });
    expect(await store('msg_8', { conversation })).toMatchObject({
      status: 413,
      body: { error: { param: 'conversation' } },
    });
  });
});
