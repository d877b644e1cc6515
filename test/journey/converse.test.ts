import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { converseAnswers, converseFrames } from '../fakes/converse-answers.ts';
import { exceptionFrame, frame } from '../fakes/event-frames.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chunk, head, json, lastChunk, slices, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { verifyAwsSignature } from '../fakes/verify-aws-signature.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const key = { id: 'AKIACANARY0000000000', secret: 'CANARY-secret-access-key' };
const scope = { region: 'us-east-1', service: 'bedrock' };
const nova = 'us.amazon.nova-pro-v1:0';

const framed = (pieces: readonly Uint8Array[]): Script => [
  head(200, { 'content-type': 'application/vnd.amazon.eventstream', 'transfer-encoding': 'chunked' }),
  ...pieces.map(chunk),
  lastChunk,
];

const delta = { ':message-type': 'event', ':event-type': 'contentBlockDelta' };
const { text, thoughtAndCalls, cached, guarded } = converseAnswers;
const messages = [{ role: 'user', content: 'Hi' }];
const tools = [{ name: 'weather', input_schema: { type: 'object', properties: {} } }];
const usage = { input_tokens: 11, output_tokens: 7 };

describe('a model that Bedrock has by Converse', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const keys = { accessKeyId: new Secret(key.id), secretAccessKey: new Secret(key.secret), sessionToken: null };
    const at = (provider: string) => [{ provider, model: nova, region: 'global', weight: 1 }];
    gateway = await startGateway({
      providers: [
        {
          ...makeProvider('bedrock', 'b', upstream.url),
          kind: 'bedrock',
          wires: ['converse'],
          operations: [],
          credential: { type: 'aws-keys', ...keys, ...scope },
        },
        makeProvider('other', 'b', upstream.url),
      ],
      models: [
        makeModel('nova', [], { targets: at('bedrock') }),
        makeModel('with-fallback', [], { targets: at('bedrock'), fallbacks: ['elsewhere'] }),
        makeModel('elsewhere', ['other']),
      ],
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close()]);
  });

  const ask = (path: string, body: object): Promise<Response> =>
    gateway.call(path, { body: { model: 'nova', ...body } });
  const sent = (): Record<string, unknown> =>
    JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as Record<string, unknown>;
  const stream = async (script: Script, path = '/v1/messages', body: object = { messages, max_tokens: 50 }) => {
    upstream.next(script);
    return (await ask(path, { ...body, stream: true })).text();
  };

  it.each([
    ['/v1/chat/completions', { messages }, { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }],
    ['/v1/responses', { input: 'Hi' }, { output: [{ content: [{ text: 'Hello' }] }], status: 'completed' }],
    [
      '/v1/messages',
      { messages, max_tokens: 50 },
      { content: [{ type: 'text', text: 'Hello' }], stop_reason: 'end_turn' },
    ],
  ])('answers %s and is charged as it counts', async (path, body, expected) => {
    upstream.next(json(text.whole));
    const answer = await ask(path, body);
    expect([answer.status, await answer.json()]).toMatchObject([200, expected]);
    const [request] = upstream.requests;
    expect(request?.path).toBe('/model/us.amazon.nova-pro-v1%3A0/converse');
    expect(sent()['messages']).toEqual([{ role: 'user', content: [{ text: 'Hi' }] }]);
    expect(
      request && verifyAwsSignature({ ...request, url: request.path }, request.body, { ...key, ...scope }),
    ).toBeNull();
    expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
  });

  it('streams, cut at every byte, and is charged alike', async () => {
    const frames = Buffer.concat(converseFrames(thoughtAndCalls));
    const whole = await stream(framed([frames]), '/v1/chat/completions', { messages });
    expect(whole).toMatch(/"content":"Let me look\."[\s\S]*"finish_reason":"tool_calls"[\s\S]*data: \[DONE\]\n\n$/);
    expect(upstream.requests[0]?.path).toBe('/model/us.amazon.nova-pro-v1%3A0/converse-stream');
    const plain = (sse: string): string =>
      sse.replace(/"(?:id|encrypted|data|signature)":"[^"]*"/g, '').replace(/"created":\d+/g, '');
    for (const size of [1, 2, 3, 5, 11, 12, 13, 64]) {
      const again = await stream(framed(slices(frames, size)), '/v1/chat/completions', { messages });
      expect(plain(again), `in pieces of ${size}`).toBe(plain(whole));
      expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
    }
  });

  it('trap 3: callers get events of their own format, and none of the frames', async () => {
    upstream.next(
      framed([...converseFrames(text).slice(0, 3), exceptionFrame('internalServerException', 'It broke.')]),
    );
    const headers = { accept: 'application/vnd.amazon.eventstream' };
    const body = { model: 'nova', messages, max_tokens: 9, stream: true };
    const response = await gateway.call('/v1/messages', { body, headers });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await response.text()).toMatch(/^event: message_start\n[\s\S]*event: error\ndata: [^\n]*\n\n$/);
  });

  it('gets its thoughts back as the blocks that they were in', async () => {
    upstream.next(json(thoughtAndCalls.whole));
    const first = await ask('/v1/messages', { messages, max_tokens: 50, tools });
    const { content } = (await first.json()) as { readonly content: readonly { readonly id?: string }[] };
    expect(content).toMatchObject([
      { type: 'thinking', thinking: 'Rome, then.', signature: expect.stringMatching(/^dg1\./) as string },
      { type: expect.stringMatching(/thinking$/) as string },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 'tooluse_1', name: 'weather', input: { city: 'Rome', n: 1 } },
      { type: 'tool_use', id: 'tooluse_2', name: 'weather', input: {} },
    ]);
    const results = content.flatMap(({ id }) => (id ? [{ type: 'tool_result', tool_use_id: id, content: '31' }] : []));
    const history = [...messages, { role: 'assistant', content }, { role: 'user', content: results }];
    upstream.next(json(text.whole));
    const second = await ask('/v1/messages', { messages: history, max_tokens: 50, tools });
    expect([second.status, second.headers.get('x-diglot-dropped')]).toEqual([200, null]);
    const { output } = thoughtAndCalls.whole as { output: { message: object } };
    expect((sent()['messages'] as readonly object[])[1]).toEqual(output.message);
  });

  it('trap 5: what the cache gave and took is charged and reported apart from the input', async () => {
    const counted = {
      input_tokens: 11,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 30,
      output_tokens: 7,
    };
    upstream.next(json(cached.whole));
    expect(await (await ask('/v1/messages', { messages, max_tokens: 9 })).json()).toMatchObject({ usage: counted });
    const charged = usageOf(await lastRecorded(gateway));
    expect(charged).toMatchObject({
      ...usage,
      cached_input_tokens: 20,
      cache_write_tokens: 18,
      cache_write_1h_tokens: 12,
    });
    await stream(framed(converseFrames(cached)));
    expect(usageOf(await lastRecorded(gateway))).toEqual(charged);
    upstream.next(json(cached.whole));
    expect(await (await ask('/v1/chat/completions', { messages })).json()).toMatchObject({
      usage: {
        prompt_tokens: 61,
        completion_tokens: 7,
        total_tokens: 68,
        prompt_tokens_details: { cached_tokens: 20 },
      },
    });
  });

  it('is a refusal where a guardrail stepped in', async () => {
    upstream.next(json(guarded.whole));
    expect(await (await ask('/v1/messages', { messages, max_tokens: 9 })).json()).toMatchObject({
      content: [{ text: 'Hello' }],
      stop_reason: 'refusal',
    });
    expect(await stream(framed(converseFrames(guarded)), '/v1/chat/completions', { messages })).toContain(
      '"finish_reason":"content_filter"',
    );
  });

  it('trap 1: an exception after half an answer is an error in the caller’s shape, and no end', async () => {
    const half = [
      ...converseFrames(text).slice(0, 3),
      exceptionFrame('modelStreamErrorException', 'It broke at 10.0.0.9:80'),
    ];
    const messagesText = await stream(framed(half));
    expect(messagesText).toMatch(/event: error\ndata: .*"type":"error".*It broke at \[redacted\]/);
    expect(messagesText).not.toContain('message_stop');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
    const chatText = await stream(framed(half), '/v1/chat/completions', { messages });
    expect(chatText).toMatch(/data: \{"error":\{.*It broke at \[redacted\]/);
    expect(chatText).not.toContain('[DONE]');
  });

  it('trap 2: throttling as the first frame goes on to the next provider', async () => {
    upstream.next(framed([exceptionFrame('throttlingException', 'Slow down.')]));
    const answer = {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'x',
      content: [],
      stop_reason: 'end_turn',
      usage,
    };
    upstream.next(json(answer));
    const response = await ask('/v1/messages', { model: 'with-fallback', messages, max_tokens: 9 });
    expect([response.status, response.headers.get('x-diglot-attempts')]).toEqual([200, 'bedrock;429, other;200']);
  });

  it.each<[string, (frames: readonly Buffer[]) => readonly Buffer[]]>([
    ['without the end of its message', (frames) => frames.slice(0, -2)],
    ['within a frame', (frames) => [Buffer.concat([...frames.slice(0, -1)]).subarray(0, -5)]],
    [
      'with a frame that is no event',
      (frames) => [...frames.slice(0, 2), frame(delta, '{"delta":'), ...frames.slice(2)],
    ],
    ['with a wrong checksum', (frames) => [...frames.slice(0, 3), Buffer.alloc(64, 7)]],
  ])('a stream %s is cut', async (_, change) => {
    const whole = await stream(framed(change(converseFrames(text))));
    expect(whole).toMatch(/event: error\n/);
    expect(whole).not.toContain('message_stop');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
  });

  it('a stream whose usage does not come is whole, and charged by its text', async () => {
    expect(await stream(framed(converseFrames(text).slice(0, -1)))).toContain('message_stop');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'completed', usageSource: 'estimate' });
  });

  it('an error has the caller’s shape, its own status, and nothing of the credential', async () => {
    const message = `No access to arn:aws:bedrock:us-east-1::foundation-model/x for ${key.id}.`;
    upstream.next(
      json({ message }, { status: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException:http://x' } }),
    );
    const response = await ask('/v1/chat/completions', { messages });
    const body = await response.text();
    expect([response.status, body.includes('CANARY')]).toEqual([403, false]);
    expect(JSON.parse(body)).toMatchObject({ error: { type: expect.any(String) as string } });
  });

  it('trap 9: what only the caller’s format has never reaches it', async () => {
    upstream.next(json(text.whole));
    const foreign = { prompt_cache_key: 'k', safety_identifier: 's', seed: 1, store: false };
    const response = await ask('/v1/chat/completions', { messages, ...foreign });
    expect(response.headers.get('x-diglot-dropped')).toBe('prompt_cache_key, seed, safety_identifier');
    expect(Object.keys(sent())).toEqual(['messages']);
    const refused = await ask('/v1/messages', {
      messages,
      max_tokens: 9,
      mcp_servers: [{ type: 'url', url: 'https://x.example', name: 'x' }],
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { message: expect.stringContaining('mcp_servers') as string } },
    ]);
  });

  it('is 502 and free where the model failed', async () => {
    upstream.next(json({ ...text.whole, stopReason: 'malformed_tool_use' }));
    expect((await ask('/v1/messages', { messages, max_tokens: 9 })).status).toBe(502);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', charge: 0n });
  });

  it.each(['malformed_tool_use', 'malformed_model_output'])(
    'is an error event where the model failed in a stream, and charged as far as it came: %s',
    async (stopReason) => {
      const events = text.events.map(
        ([name, payload]) => [name, name === 'messageStop' ? { stopReason } : payload] as const,
      );
      const whole = await stream(framed(converseFrames({ ...text, events })));
      expect(whole).toMatch(/"text":"Hel"[\s\S]*event: error\ndata: [^\n]*\n\n$/);
      expect(whole).not.toContain('message_stop');
      const call = await lastRecorded(gateway);
      expect([call.outcome, usageOf(call), call.charge > 0n]).toEqual(['upstream_cut', usage, true]);
    },
  );
});
