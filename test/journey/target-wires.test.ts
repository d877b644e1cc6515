import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TextWire } from '../../src/catalog/catalog.ts';
import { makeModel } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const at = (provider: string, wires?: readonly TextWire[]) => ({
  targets: [{ provider, model: null, region: 'global', weight: 1, ...(wires && { wires }) }],
});
const response = { id: 'resp_1', object: 'response', created_at: 1, status: 'completed', output: [], error: null };
const messages = [{ role: 'user', content: 'Hi' }];

describe('a target that names its wire formats', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [
        makeModel('whole', [], at('up-a')),
        makeModel('chat-only', [], at('up-a', ['chat-completions'])),
        makeModel('chat-first', [], at('up-a', ['chat-completions', 'responses'])),
        makeModel('uncounted', [], at('up-b', ['messages'])),
      ],
    });
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(({ path }) => json(path.startsWith('/v1/responses') ? response : chatCall.answer));
  });
  afterAll(() => gateway.close());

  it.each([
    ['passes what its provider has', 'whole', '/v1/responses', { input: 'Hi' }, '/v1/responses'],
    ['is called in what it has', 'chat-only', '/v1/responses', { input: 'Hi' }, '/v1/chat/completions'],
    ['passes that as it is', 'chat-only', '/v1/chat/completions', { messages }, '/v1/chat/completions'],
    ['is called in the first of its provider', 'whole', '/v1/messages', { messages, max_tokens: 9 }, '/v1/responses'],
    [
      'is called in the first of its own',
      'chat-first',
      '/v1/messages',
      { messages, max_tokens: 9 },
      '/v1/chat/completions',
    ],
    ['still passes the others', 'chat-first', '/v1/responses', { input: 'Hi' }, '/v1/responses'],
  ])('%s: %s at %s', async (_, model, path, body, upstream) => {
    const answer = await gateway.call(path, { body: { model, ...body } });
    expect([answer.status, gateway.upstream.requests.map((request) => request.path)]).toEqual([200, [upstream]]);
  });

  it('estimates a count where it lacks the counter', async () => {
    const answer = await gateway.call('/v1/messages/count_tokens', { body: { model: 'uncounted', messages } });
    expect(answer.status).toBe(200);
    expect(gateway.upstream.requests).toEqual([]);
  });
});
