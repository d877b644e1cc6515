import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { recordedCalls, usageOf } from '../journey/recorded-calls.ts';
import { startWith } from '../journey/start-gateway.ts';
import { anthropicMajors, openaiMajors } from './sdk-clients.ts';

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { readonly type: string }): string => `event: ${value.type}\n${data(value)}`;

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const input = '{"city": "Rome", "id": 12345678901234567890}';

/** What an OpenAI-compatible upstream says. */
const chat = {
  whole: json({
    id: 'up-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: 'One moment.',
          tool_calls: [
            { id: 'functions.weather:0', type: 'function', function: { name: 'weather', arguments: input } },
          ],
        },
      },
    ],
    usage: {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 64 },
    },
  }),
  stream: sse([
    data({ id: 'up-1', choices: [{ index: 0, delta: { role: 'assistant', content: 'One ' } }] }),
    data({ id: 'up-1', choices: [{ index: 0, delta: { content: 'moment.' } }] }),
    data({
      id: 'up-1',
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              { index: 0, id: 'functions.weather:0', type: 'function', function: { name: 'weather', arguments: '' } },
            ],
          },
        },
      ],
    }),
    ...[input.slice(0, 7), input.slice(7)].map((text) =>
      data({
        id: 'up-1',
        choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: text } }] } }],
      }),
    ),
    data({ id: 'up-1', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
    data({
      id: 'up-1',
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 64 } },
    }),
    'data: [DONE]\n\n',
  ]),
};

const thinking = { type: 'thinking', thinking: 'Rome, then.', signature: 'EqQBCgIYAhIkSIGNED==' };
const usage = { input_tokens: 36, cache_read_input_tokens: 64, cache_creation_input_tokens: 0, output_tokens: 20 };
const use = { type: 'tool_use', id: 'toolu_1', name: 'weather' };

/** What an Anthropic-compatible upstream says. */
const message = {
  whole: json(
    JSON.stringify({
      id: 'msg_up',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [thinking, { type: 'text', text: 'One moment.' }, { ...use, input: 'INPUT' }],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage,
    }).replace('"INPUT"', input),
  ),
  stream: sse(
    [
      {
        type: 'message_start',
        message: {
          id: 'msg_up',
          type: 'message',
          role: 'assistant',
          model: 'claude',
          content: [],
          usage: { ...usage, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: thinking.thinking } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: thinking.signature } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'One moment.' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { ...use, input: {} } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: input } },
      { type: 'content_block_stop', index: 2 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 20 } },
      { type: 'message_stop' },
    ].map(named),
  ),
};

const charged = { input_tokens: 36, cached_input_tokens: 64, output_tokens: 20 };
const question = { role: 'user', content: 'How warm is Rome?' } as const;

let upstream: ScriptedUpstream;
let gateway: Awaited<ReturnType<typeof startWith>>;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const providers = [
    { ...makeProvider('openai', 'a', upstream.url), wires: ['chat-completions'] as const },
    makeProvider('anthropic', 'b', upstream.url),
  ];
  const models = [makeModel('gpt', ['openai']), makeModel('claude-sonnet-4-5', ['anthropic'])];
  gateway = await startWith(makeConfig({ providers, models }));
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});
beforeEach(() => upstream.forget());

const sent = (): Record<string, unknown> =>
  JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as Record<string, unknown>;
const counted = async (): Promise<unknown> => {
  // By its beginning: a broken stream is estimated after its end, and may be written down behind the call that follows.
  const calls = await recordedCalls(gateway);
  const latest = calls.reduce((last, call) => (call.startedAt >= last.startedAt ? call : last));
  const { cache_write_tokens: _, ...rest } = usageOf(latest) as Record<string, number>;
  return rest;
};

describe.each(anthropicMajors)('%s with a model that speaks chat completions', (_, Client) => {
  const client = (): Anthropic => new Client({ apiKey: gateway.key, baseURL: gateway.url, maxRetries: 0 });
  const tools = [{ name: 'weather', description: 'The weather.', input_schema: schema as Anthropic.Tool.InputSchema }];
  const params = { model: 'gpt', max_tokens: 500, messages: [question], tools, system: 'Be brief.' };

  it.each(['whole', 'stream'] as const)('calls a tool and gets its result: %s', async (form) => {
    upstream.always(chat[form]);
    const answer =
      form === 'whole' ? await client().messages.create(params) : await client().messages.stream(params).finalMessage();
    expect(answer).toMatchObject({
      type: 'message',
      stop_reason: 'tool_use',
      content: [
        { type: 'text', text: 'One moment.' },
        { type: 'tool_use', id: 'dgx_functions_2eweather_3a0', name: 'weather', input: { city: 'Rome' } },
      ],
      usage: { input_tokens: 36, cache_read_input_tokens: 64, output_tokens: 20 },
    });
    expect(await counted()).toEqual(charged);
    expect(sent()).toMatchObject({
      max_tokens: 500,
      messages: [{ role: 'system', content: 'Be brief.' }, question],
      tools: [{ type: 'function', function: { name: 'weather', parameters: schema } }],
    });
    const [, call] = answer.content;
    const result = {
      type: 'tool_result' as const,
      tool_use_id: call?.type === 'tool_use' ? call.id : '',
      content: '31',
    };
    const history = [
      question,
      { role: 'assistant' as const, content: answer.content },
      { role: 'user' as const, content: [result] },
    ];
    upstream.always(chat.whole);
    await client().messages.create({ ...params, messages: history });
    expect(sent()).toMatchObject({
      messages: [
        { role: 'system' },
        question,
        { role: 'assistant', content: 'One moment.', tool_calls: [{ id: 'functions.weather:0' }] },
        { role: 'tool', tool_call_id: 'functions.weather:0', content: '31' },
      ],
    });
  });

  it('gets the upstream’s refusal and its own kind of error', async () => {
    upstream.always(json({ error: { message: 'Too many.', type: 'rate_limit_error', code: null } }, { status: 429 }));
    const failure: unknown = await client()
      .messages.create(params)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      status: 429,
      error: { type: 'error', error: { type: 'rate_limit_error', message: 'Too many.' } },
    });
    upstream.always(
      sse([
        data({ id: 'x', choices: [{ index: 0, delta: { content: 'Hi' } }] }),
        data({ error: { message: 'Broken.' } }),
      ]),
    );
    const broken: unknown = await client()
      .messages.stream(params)
      .finalMessage()
      .catch((error: unknown) => error);
    expect(String(broken)).toContain('Broken.');
  });

  it('is refused what the model cannot do, naming its own field, before anything is sent', async () => {
    const failure: unknown = await client()
      .messages.create({ ...params, tools: [{ type: 'bash_20250124', name: 'bash' }] })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 400 });
    expect(String(failure)).toContain('tools[0]');
    expect(upstream.requests).toEqual([]);
  });
});

describe.each(openaiMajors)('%s with a model that speaks messages', (_, Client) => {
  const client = (): OpenAI => new Client({ apiKey: gateway.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: schema } }];
  const params = { model: 'claude-sonnet-4-5', messages: [question], tools, reasoning_effort: 'low' as const };

  it.each(['whole', 'stream'] as const)('calls a tool on chat completions: %s', async (form) => {
    upstream.always(message[form]);
    const answer =
      form === 'whole'
        ? await client().chat.completions.create(params)
        : await client()
            .chat.completions.stream({ ...params, stream_options: { include_usage: true } })
            .finalChatCompletion();
    expect(answer).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: 'One moment.',
            tool_calls: [{ id: 'toolu_1', function: { name: 'weather', arguments: input } }],
          },
        },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 64 } },
    });
    expect(await counted()).toEqual(charged);
    expect(sent()).toMatchObject({ max_tokens: 8_192, thinking: { type: 'enabled', budget_tokens: 2_048 } });
    const said = answer.choices[0]?.message as unknown as OpenAI.ChatCompletionMessageParam;
    const result = { role: 'tool' as const, tool_call_id: 'toolu_1', content: '31' };
    upstream.always(message.whole);
    await client().chat.completions.create({ ...params, messages: [question, said, result] });
    expect(sent()).toMatchObject({
      messages: [
        question,
        {
          role: 'assistant',
          content: [thinking, { type: 'text', text: 'One moment.' }, { type: 'tool_use', id: 'toolu_1' }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '31' }] },
      ],
    });
    expect(upstream.requests.at(-1)?.body.toString()).toContain(`"input":${input}`);
  });

  it.each(['whole', 'stream'] as const)('calls a tool on responses: %s', async (form) => {
    upstream.always(message[form]);
    const asked = {
      model: 'claude-sonnet-4-5',
      input: [question],
      tools: [{ type: 'function' as const, name: 'weather', parameters: schema, strict: false }],
      store: false,
      reasoning: { effort: 'low' as const, summary: 'auto' as const },
    };
    const answer =
      form === 'whole'
        ? await client().responses.create(asked)
        : await client().responses.stream(asked).finalResponse();
    expect(answer).toMatchObject({
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [{ text: thinking.thinking }] },
        { type: 'message', content: [{ type: 'output_text', text: 'One moment.' }] },
        { type: 'function_call', call_id: 'toolu_1', name: 'weather', arguments: input },
      ],
      usage: { input_tokens: 100, output_tokens: 20, input_tokens_details: { cached_tokens: 64 } },
    });
    const result = { type: 'function_call_output' as const, call_id: 'toolu_1', output: '31' };
    const history = [question, ...answer.output, result] as OpenAI.Responses.ResponseInput;
    upstream.always(message.whole);
    await client().responses.create({ ...asked, input: history });
    expect(sent()).toMatchObject({
      messages: [
        question,
        { role: 'assistant', content: [thinking, { type: 'text' }, { type: 'tool_use' }] },
        { role: 'user' },
      ],
    });
  });

  it('is given what was left out', async () => {
    upstream.always(message.whole);
    const { response } = await client()
      .chat.completions.create({ ...params, seed: 7, user: 'u', reasoning_effort: 'minimal', metadata: { a: 'b' } })
      .withResponse();
    expect(response.headers.get('x-diglot-dropped')).toBe('seed, metadata');
    expect(response.headers.get('x-diglot-approximated')).toBe('reasoning_effort');
    const failure: unknown = await client()
      .chat.completions.create({ ...params, n: 2 })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 400, param: 'n' });
  });
});
