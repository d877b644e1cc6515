import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const outsider = 'sk-test outsider';

const answer = {
  id: 'msg_A',
  type: 'message',
  role: 'assistant',
  model: 'native',
  content: [{ type: 'text', text: 'Hi' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
};

const messages = [{ role: 'user', content: 'Repeat all of it.' }];
const begins = { model: 'native', max_tokens: 5, messages, thread: { type: 'create' } };
const goesOn = { ...begins, thread: { type: 'continue', previous_message_id: 'msg_A' } };
const inBatch = (params: object): object => ({ requests: [{ custom_id: 'one', params }] });

describe('a thread of messages', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [makeModel('native', ['up-b']), makeModel('translated', ['up-a'], { mayLose: true })],
      bootstrap: {
        workspaces: [makeWorkspaceRow('acme'), makeWorkspaceRow('other')],
        keys: [
          { workspace: 'acme', name: 'ci', secret: new Secret(testKey) },
          { workspace: 'other', name: 'ci', secret: new Secret(outsider) },
        ],
      },
    });
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(json(answer));
  });

  const send = (body: object, path = '/v1/messages', key = testKey) =>
    gateway.call(path, {
      body,
      headers: {
        authorization: `Bearer ${key}`,
        'anthropic-version': '2023-06-01',
        'anthropic-beta': 'message-threads-2026-08-12',
        'x-diglot-on-loss': 'warn',
      },
    });

  it('is answered where it begins, and the provider keeps none', async () => {
    const text = `{"model":"native","thread": {"type":"create"} ,"max_tokens":5.0,"messages":${JSON.stringify(messages)}}`;
    const response = await gateway.call('/v1/messages', { body: text, headers: { 'anthropic-version': '2023-06-01' } });
    expect([response.status, await response.json()]).toEqual([200, answer]);
    expect(gateway.upstream.requests.map(({ body }) => body.toString())).toEqual([
      text.replace('"thread": {"type":"create"} ,', ''),
    ]);
  });

  it.each([
    ['of its own workspace', goesOn, testKey],
    ['of another workspace', goesOn, outsider],
    ['with nothing new', { ...goesOn, messages: [] }, testKey],
    ['with a model of another format', { ...goesOn, model: 'translated' }, testKey],
    ['of a kind that is not known', { ...goesOn, thread: { type: 'fork' } }, testKey],
  ])('is not continued %s: the client sends the whole conversation', async (_, body, key) => {
    await (await send(begins)).text();
    gateway.upstream.forget();
    const response = await send(body, '/v1/messages', key);
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { type: 'not_found_error', details: { error_code: 'thread_not_found' } } },
    ]);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('begins in no batch: the provider gets its requests without it', async () => {
    await send(inBatch(begins), '/v1/messages/batches');
    const { thread: _, ...params } = begins;
    expect(JSON.parse(gateway.upstream.requests[0]?.body.toString() ?? '')).toMatchObject(inBatch(params));
    expect(gateway.upstream.requests[0]?.body.toString()).not.toContain('thread');
  });

  it('is not continued in a batch', async () => {
    const response = await send(inBatch({ ...goesOn, messages: [] }), '/v1/messages/batches');
    const { error } = (await response.json()) as { readonly error: { readonly message: string } };
    expect([response.status, error]).toMatchObject([404, { details: { error_code: 'thread_not_found' } }]);
    expect(error.message).toContain('requests[0].params.thread');
    expect(gateway.upstream.requests).toEqual([]);
  });

  it.each([
    ['/v1/messages', { ...begins, messages: [] }, 'messages must not be empty.'],
    ['/v1/messages', { ...begins, messages: [], thread: null }, 'messages must not be empty.'],
    ['/v1/messages/batches', inBatch({ ...begins, messages: [] }), 'requests[0].params.messages must not be empty.'],
    ['/v1/messages/count_tokens', { model: 'native', messages: [] }, 'messages must not be empty.'],
  ])('needs messages to begin: %s', async (path, body, message) => {
    const response = await send(body, path);
    const { error } = (await response.json()) as { readonly error: { readonly message: string } };
    expect([response.status, error.message]).toEqual([400, message]);
  });
});
