import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatCall } from '../fakes/sample-calls.ts';
import { json, until } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const large = 'x'.repeat(200_000);
const message = { type: 'message', role: 'user', content: large };

const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'test-model',
  output: [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: large }] }],
  usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
};
const completion = {
  ...chatCall.answer,
  choices: [{ index: 0, message: { role: 'assistant', content: large }, finish_reason: 'stop' }],
};

let gateway: TestGateway;
const paths = { conversation: '', item: '', response: '', completion: '' };

const idOf = async (answer: Promise<Response>): Promise<string> => {
  const made = await answer;
  const { id } = (await made.json()) as { readonly id: unknown };
  return String(id);
};

interface Read {
  readonly name: string;
  readonly path: () => string;
  readonly body?: () => object;
}

/** What reads a large object from the store, and what it sends. */
const reads: readonly Read[] = [
  { name: 'an item', path: () => `/v1/conversations/${paths.conversation}/items/${paths.item}` },
  { name: 'the items of a conversation', path: () => `/v1/conversations/${paths.conversation}/items` },
  { name: 'a response', path: () => `/v1/responses/${paths.response}` },
  { name: 'the input of a response', path: () => `/v1/responses/${paths.response}/input_items` },
  { name: 'a stored completion', path: () => `/v1/chat/completions/${paths.completion}` },
  { name: 'stored completions', path: () => '/v1/chat/completions' },
  { name: 'the messages of a stored completion', path: () => `/v1/chat/completions/${paths.completion}/messages` },
  {
    name: 'a conversation to go on with',
    path: () => '/v1/responses',
    body: () => ({ conversation: paths.conversation }),
  },
  {
    name: 'a response to go on with',
    path: () => '/v1/responses',
    body: () => ({ previous_response_id: paths.response }),
  },
  {
    name: 'an item that is referred to',
    path: () => '/v1/responses',
    body: () => ({ input: [{ type: 'item_reference', id: paths.item }] }),
  },
  {
    name: 'an item that is copied',
    path: () => '/v1/conversations',
    body: () => ({ items: [{ type: 'item_reference', id: paths.item }], model: undefined, input: undefined }),
  },
];

describe('the memory that stored objects take when they are read', () => {
  beforeEach(async () => {
    gateway = await startGateway({ limits: { bodyMemoryBytes: 4_000_000, keyBodyMemoryBytes: 900_000 } });
    gateway.upstream.always(({ path }) => json(path.endsWith('/responses') ? response : completion));
    const call = (path: string, body: object) => idOf(gateway.call(path, { body }));
    paths.conversation = await call('/v1/conversations', { items: [message] });
    const items = await gateway.call(`/v1/conversations/${paths.conversation}/items`);
    paths.item = ((await items.json()) as { readonly data: readonly { readonly id: string }[] }).data[0]?.id ?? '';
    paths.response = await call('/v1/responses', { model: 'test-model', input: [message] });
    const messages = [{ role: 'user', content: large }];
    paths.completion = await call(chatCall.path, { ...chatCall.request, messages, store: true });
  });
  afterEach(() => gateway.close());

  it.each(reads)('is refused to a key that has none left, and given back: $name', async ({ path, body }) => {
    const sent = body ? { body: { model: 'test-model', input: 'x', ...body() } } : {};
    const read = async (): Promise<unknown> => {
      const answer = await gateway.call(path(), sent);
      const text = await answer.text();
      return [answer.status, answer.status === 200 ? null : (JSON.parse(text) as { error: unknown }).error];
    };
    for (let turn = 0; turn < 3; turn += 1) expect(await read()).toEqual([200, null]);
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    gateway.upstream.forget();
    gateway.upstream.always(({ body: given }) => {
      if (!given.includes('a call that holds')) return json(response);
      reached.resolve();
      return [until(held.promise), ...json(chatCall.answer)];
    });
    const padding = 'y'.repeat(120_000);
    const messages = [{ role: 'user', content: `a call that holds${padding}` }];
    const holding = gateway.call(chatCall.path, { body: { ...chatCall.request, messages } });
    await reached.promise;
    expect(await read()).toEqual([503, expect.objectContaining({ code: 'overloaded' })]);
    held.resolve();
    await (await holding).text();
    await expect.poll(read).toEqual([200, null]);
  });

  it('is not taken by a request that goes on with more than a request may have', async () => {
    await gateway.close();
    gateway = await startGateway({
      limits: { jsonRequestBytes: 300_000, bodyMemoryBytes: 1_000, keyBodyMemoryBytes: 1_000 },
    });
    gateway.upstream.always(json(response));
    const conversation = await idOf(gateway.call('/v1/conversations', { body: { items: [message] } }));
    const more = { ...message, content: 'y'.repeat(200_000) };
    expect((await gateway.call(`/v1/conversations/${conversation}/items`, { body: { items: [more] } })).status).toBe(
      200,
    );
    const first = await idOf(gateway.call('/v1/responses', { body: { model: 'test-model', input: [message] } }));
    for (const [param, named] of [
      ['conversation', conversation],
      ['previous_response_id', first],
    ] as const) {
      const answer = await gateway.call('/v1/responses', { body: { model: 'test-model', input: 'x', [param]: named } });
      expect([answer.status, await answer.json()]).toEqual([
        413,
        { error: expect.objectContaining({ param }) as unknown },
      ]);
    }
  });
});
