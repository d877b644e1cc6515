import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';

const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 5, thoughtsTokenCount: 2, totalTokenCount: 18 };
const usage = { input_tokens: 11, output_tokens: 7 };

const answerOf = (parts: readonly object[], more: object = { finishReason: 'STOP' }): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
  usageMetadata,
  modelVersion: 'gemini-3-pro',
  responseId: 'up',
});

const streamOf = (...chunks: readonly object[]): string[] =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`);

const messages = [{ role: 'user', content: 'Hi' }];
const tools = [{ name: 'weather', input_schema: { type: 'object', properties: {} } }];

describe('a model behind Gemini’s own API', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const provider = {
      ...makeProvider('google', 'a', upstream.url),
      kind: 'gemini',
      baseUrl: `${upstream.url}/v1beta`,
      operations: ['models'],
      wires: ['gemini'],
    } as const;
    gateway = await startWith(
      makeConfig({
        providers: [provider],
        models: [makeModel('gemini-3-pro', ['google']), makeModel('gemini-2*', ['google'])],
      }),
    );
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  const ask = (path: string, body: object): Promise<Response> =>
    gateway.call(path, { body: { model: 'gemini-3-pro', ...body } });
  const sent = (): Record<string, unknown> =>
    JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as Record<string, unknown>;

  it.each([
    ['/v1/chat/completions', { messages }, { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }],
    ['/v1/responses', { input: 'Hi' }, { output: [{ content: [{ text: 'Hello' }] }], status: 'completed' }],
    [
      '/v1/messages',
      { messages, max_tokens: 50 },
      { content: [{ type: 'text', text: 'Hello' }], stop_reason: 'end_turn' },
    ],
  ])('answers %s and is charged as it counts', async (path, body, expected) => {
    upstream.always(json(answerOf([{ text: 'Hello' }])));
    const answer = await ask(path, body);
    expect([answer.status, await answer.json()]).toMatchObject([200, expected]);
    expect(upstream.requests[0]?.path).toBe('/v1beta/models/gemini-3-pro:generateContent');
    expect(sent()['contents']).toEqual([{ role: 'user', parts: [{ text: 'Hi' }] }]);
    expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
  });

  it('streams, and the stream ends when it says why it stopped', async () => {
    upstream.always(sse(streamOf(answerOf([{ text: 'Hel' }], {}), answerOf([{ text: 'lo' }]))));
    const stream = await (await ask('/v1/chat/completions', { messages, stream: true })).text();
    expect(stream).toMatch(
      /"content":"Hel"[\s\S]*"content":"lo"[\s\S]*"finish_reason":"stop"[\s\S]*data: \[DONE\]\n\n$/,
    );
    expect(upstream.requests[0]?.path).toBe('/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse');
    expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
  });

  it('cannot look whole when it is cut', async () => {
    upstream.always(sse(streamOf(answerOf([{ text: 'Hel' }], {}))));
    const stream = await (await ask('/v1/messages', { messages, max_tokens: 9, stream: true })).text();
    expect(stream).toMatch(/event: error\n[^\n]*\n\n$/);
    expect(stream).not.toContain('message_stop');
  });

  it('gets the signature of its thoughts back on the call that bore it', async () => {
    const thought = { text: 'Rome, then.', thought: true };
    const call = { functionCall: { id: 'f1', name: 'weather', args: { city: 'Rome' } }, thoughtSignature: 'U2lnbmVk' };
    upstream.always(json(answerOf([thought, call])));
    const first = await ask('/v1/messages', { messages, max_tokens: 50, tools, thinking: { type: 'adaptive' } });
    const { content } = (await first.json()) as { readonly content: readonly object[] };
    expect(content).toMatchObject([
      { type: 'thinking', thinking: 'Rome, then.', signature: expect.stringMatching(/^dg1\./) as string },
      { type: 'tool_use', id: 'f1', name: 'weather', input: { city: 'Rome' } },
    ]);
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'f1', content: '31' }] };
    const history = [...messages, { role: 'assistant', content }, result];
    const second = await ask('/v1/messages', { messages: history, max_tokens: 50, tools });
    expect([
      second.status,
      second.headers.get('x-diglot-dropped'),
      second.headers.get('x-diglot-approximated'),
    ]).toEqual([200, null, null]);
    expect(sent()['contents']).toMatchObject([
      {},
      { role: 'model', parts: [call] },
      { role: 'user', parts: [{ functionResponse: { id: 'f1', name: 'weather', response: { output: '31' } } }] },
    ]);
  });

  it.each([
    ['alone', { error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } }],
    ['in a list', [{ error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } }]],
  ])('has its refusal passed on in the caller’s shape, %s', async (_, error) => {
    upstream.always(json(error, { status: 429 }));
    const answer = await ask('/v1/chat/completions', { messages });
    expect([answer.status, await answer.json()]).toMatchObject([
      429,
      { error: { code: 'rate_limit_exceeded', message: expect.stringContaining('Slow down.') as string } },
    ]);
  });

  it('is 502 and free where it answers with an error and status 200', async () => {
    upstream.always(json({ error: { code: 500, message: 'Broken.', status: 'INTERNAL' } }));
    const answer = await ask('/v1/messages', { messages, max_tokens: 9 });
    expect([answer.status, await answer.json()]).toMatchObject([502, { type: 'error' }]);
    expect((await lastRecorded(gateway)).charge).toBe(0n);
  });

  it('is a refusal where the prompt was blocked', async () => {
    upstream.always(json({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 11 } }));
    expect(await (await ask('/v1/messages', { messages, max_tokens: 9 })).json()).toMatchObject({
      content: [],
      stop_reason: 'refusal',
    });
  });

  it('is listed with those that the vendor lists', async () => {
    const listed = [
      { name: 'models/gemini-2.5-flash', displayName: 'Gemini 2.5 Flash', inputTokenLimit: 9, outputTokenLimit: 7 },
      { name: 'models/imagen-4', displayName: 'Imagen' },
    ];
    upstream.always(json({ models: listed }));
    const headers = { 'anthropic-version': '2023-06-01' };
    const { data } = (await (await gateway.call('/v1/models', { headers })).json()) as {
      readonly data: readonly object[];
    };
    expect(upstream.requests[0]?.path).toBe('/v1beta/models?pageSize=1000');
    expect(data).toContainEqual(expect.objectContaining({ id: 'gemini-2.5-flash', display_name: 'Gemini 2.5 Flash' }));
    expect(data).toHaveLength(2);
  });

  it('serves no other operation', async () => {
    const answer = await ask('/v1/embeddings', { input: 'x' });
    expect([answer.status, upstream.requests.length]).toEqual([404, 0]);
  });
});
