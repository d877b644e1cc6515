import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { messagesCall, messageStream } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';

describe('a text completion of a model that has none', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [
      makeProvider('anthropic', 'b', upstream.url),
      {
        ...makeProvider('chats', 'a', upstream.url),
        operations: ['chat'] as const,
        wires: ['chat-completions'] as const,
      },
    ];
    const models = [makeModel('claude', ['anthropic']), makeModel('chat-model', ['chats'])];
    gateway = await startWith(makeConfig({ providers, models }));
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  const complete = (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    gateway.call('/v1/completions', { body: { model: 'claude', prompt: 'Once', ...body }, headers });
  const sent = (): unknown => JSON.parse(upstream.requests.at(-1)?.body.toString() ?? 'null');

  it('is a message of the user there, and a completion here, charged by what the upstream counts', async () => {
    upstream.always(json(messagesCall.answer));
    const answer = await complete({ prompt: ['Once'], echo: true, stop: 'x', user: 'u', n: 1, logprobs: null });
    const [text] = (messagesCall.answer as { content: readonly { text: string }[] }).content;
    expect(await answer.json()).toMatchObject({
      id: expect.stringMatching(/^cmpl_\w{24}$/),
      object: 'text_completion',
      model: 'claude',
      choices: [{ index: 0, text: `Once${text?.text ?? ''}`, logprobs: null, finish_reason: 'stop' }],
    });
    expect(upstream.requests[0]?.path).toBe('/v1/messages');
    expect(answer.headers.get('x-diglot-approximated')).toBe('prompt');
    expect(usageOf(await lastRecorded(gateway))).toEqual(messagesCall.usage);
  });

  it('has the limit of its format where it names none', async () => {
    upstream.always(json(messagesCall.answer));
    await (await complete({})).text();
    expect(sent()).toEqual({ model: 'claude', max_tokens: 16, messages: [{ role: 'user', content: 'Once' }] });
  });

  it('streams, with the prompt first where it is asked for, and its usage', async () => {
    upstream.always(sse(messageStream));
    const answer = await complete({ stream: true, echo: true, stream_options: { include_usage: true } });
    const text = await answer.text();
    const pieces = [...text.matchAll(/"text":"([^"]*)"/g)].map(([, piece = '']) => piece);
    expect(pieces[0]).toBe('Once');
    expect(pieces.join('')).toMatch(/^Once.+/);
    expect(text).toMatch(
      /"finish_reason":"stop"[\s\S]*"choices":\[\],"usage":\{"prompt_tokens":[\s\S]*data: \[DONE\]\n\n$/,
    );
    expect((await lastRecorded(gateway)).outcome).toBe('completed');
  });

  it('is a failure in the caller’s format where its upstream fails in the middle', async () => {
    upstream.always(sse(messageStream.slice(0, 3)));
    const text = await (await complete({ stream: true })).text();
    expect(text).toContain('data: {"error":');
    expect(text).not.toContain('[DONE]');
    upstream.always(
      json(
        { type: 'error', error: { type: 'invalid_request_error', message: 'max_tokens: too many' } },
        { status: 400 },
      ),
    );
    const refused = await complete({ max_tokens: 9 });
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: 'max_tokens' } }]);
  });

  it.each([
    ['prompt', { prompt: ['a', 'b'] }],
    ['prompt', { prompt: [1, 2] }],
    ['prompt', { prompt: [[1, 2]] }],
    ['n', { n: 2 }],
    ['best_of', { best_of: 3 }],
    ['logprobs', { logprobs: 1 }],
    ['suffix', { suffix: 'end' }],
    ['logit_bias', { logit_bias: { 5: 1 } }],
    ['max_tokens', { max_tokens: 0 }],
  ])('is refused, unsent and free, for %s: %j', async (param, body) => {
    const answer = await complete(body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param } }]);
    expect(upstream.requests).toEqual([]);
    expect(usageOf(await lastRecorded(gateway))).toEqual({});
  });

  it('keeps what a chat has too', async () => {
    upstream.always(
      json({
        choices: [{ message: { role: 'assistant', content: 'there' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 2 },
      }),
    );
    const answer = await complete({ model: 'chat-model', seed: 7, logit_bias: { 5: 1 }, presence_penalty: 1 });
    expect(await answer.json()).toMatchObject({ choices: [{ text: 'there' }], usage: { total_tokens: 3 } });
    expect(sent()).toMatchObject({ seed: 7, logit_bias: { 5: 1 }, presence_penalty: 1, max_tokens: 16 });
  });
});
