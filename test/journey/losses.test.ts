import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unrestricted } from '../../src/identity/caller.ts';
import { issueKey } from '../../src/identity/issue-key.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { newId } from '../../src/shared/ids.ts';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall, messagesCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded, recordedCalls } from './recorded-calls.ts';
import { startConsole, type ConsoleGateway } from './start-console.ts';
import { startWith } from './start-gateway.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const listen = { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } };
const event = (data: { readonly type: string }): string => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

/** A stream that begins with a block that only Messages has. */
const odd = [
  event({
    type: 'message_start',
    message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 1 } },
  } as never),
  event({
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'mcp_tool_use', id: 'x', name: 'y' },
  } as never),
  event({ type: 'content_block_stop', index: 0 } as never),
  event({ type: 'message_delta', delta: { stop_reason: 'pause_turn' }, usage: { output_tokens: 2 } } as never),
  event({ type: 'message_stop' }),
];

/** A tool that the vendor of Responses runs, with what the format wants of it. */
const toolOfResponses = (type: string): object => ({
  type,
  ...(type === 'file_search' && { vector_store_ids: ['vs_1'] }),
  ...(type === 'mcp' && { server_label: 'docs', server_url: 'https://mcp.example.com/sse' }),
  ...(type === 'computer_use_preview' && { display_width: 9, display_height: 9, environment: 'browser' }),
});

describe('what a translation loses', () => {
  let upstream: ScriptedUpstream;
  let gateway: ConsoleGateway;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [makeProvider('claude-host', 'b', upstream.url), makeProvider('gpt-host', 'a', upstream.url)];
    const models = [
      makeModel('claude', ['claude-host']),
      { ...makeModel('lenient', ['claude-host']), mayLose: true },
      makeModel('gpt', ['gpt-host']),
      makeModel('claude-or-gpt', ['claude-host'], { fallbacks: ['claude', 'gpt'] }),
      makeModel('gpt-or-claude', ['gpt-host'], { fallbacks: ['claude'] }),
    ];
    gateway = await startConsole({ providers, models });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  const chat = (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    gateway.call('/v1/chat/completions', { body: { messages, ...body }, headers });
  const answer = json(chatCall.answer);

  it('is in the books with the call: of the request, of the answer and of a stream', async () => {
    upstream.always(json(messagesCall.answer));
    await (await chat({ model: 'claude', seed: 1, reasoning_effort: 'minimal', max_tokens: 9 })).text();
    expect((await lastRecorded(gateway)).losses).toBe('approximated:reasoning_effort,dropped:seed');
    upstream.always(sse(odd));
    const text = await (await chat({ model: 'claude', seed: 1, stream: true })).text();
    expect(text).toMatch(
      /\n\n: x-diglot-dropped: answer\[0\]\n: x-diglot-approximated: stop_reason\n\ndata: \[DONE\]\n\n$/,
    );
    const { id, losses } = await lastRecorded(gateway);
    expect(losses).toBe('dropped:seed,dropped:answer[0],approximated:stop_reason');
    const { data } = await gateway.control.GET('/calls/{call_id}', { params: { path: { call_id: id } } });
    expect(data?.call.losses).toEqual([
      { kind: 'dropped', path: 'seed' },
      { kind: 'dropped', path: 'answer[0]' },
      { kind: 'approximated', path: 'stop_reason' },
    ]);
  });

  it.each([
    ['gpt', 'anthropic-beta.claude-code-20250219, anthropic-beta.context-1m-2025-08-07'],
    ['claude', null],
  ])('names the betas that an upstream of another format does not have: %s', async (model, dropped) => {
    const said = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
    };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const whole = { id: 'r', object: 'response', status: 'completed', output: [said], usage };
    upstream.always(json(model === 'gpt' ? whole : messagesCall.answer));
    const headers = { 'anthropic-beta': 'claude-code-20250219,context-1m-2025-08-07' };
    const response = await gateway.call('/v1/messages', { body: { model, messages, max_tokens: 9 }, headers });
    expect([response.status, response.headers.get('x-diglot-dropped')]).toEqual([200, dropped]);
    const sent = upstream.requests.at(-1)?.headers['anthropic-beta'];
    expect(sent).toBe(model === 'gpt' ? undefined : headers['anthropic-beta']);
  });

  it.each([
    ['n', { n: 2 }, /The model gpt(?:-or-claude)? takes it\.$/],
    ['messages[0].content[0]', { messages: [{ role: 'user', content: [listen] }] }, /takes it\.$/],
  ])('names a model that the key may call and that takes the request: %s', async (param, body, message) => {
    const refused = await chat({ model: 'claude', ...body });
    const { error } = (await refused.json()) as { error: { message: string; param: string } };
    expect([refused.status, error.param, error.message]).toEqual([400, param, expect.stringMatching(message)]);
  });

  const mcp = { type: 'url', name: 'docs', url: 'https://mcp.example.com/sse' };
  it.each([
    ['container', { container: { skills: [{ type: 'anthropic', skill_id: 'xlsx' }] } }],
    ['tools[0]', { tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] }],
    ['tools[0]', { mcp_servers: [mcp], tools: [{ type: 'mcp_toolset', mcp_server_name: 'docs' }] }],
    ['mcp_servers', { mcp_servers: [mcp] }],
  ])('names Claude for a tool that only Messages has: %s %j', async (param, body) => {
    const asked = { model: 'gpt', messages, max_tokens: 9, ...body };
    const refused = await gateway.call('/v1/messages', { body: asked });
    const { error } = (await refused.json()) as { error: { message: string } };
    expect([refused.status, error.message.startsWith(`${param} cannot be sent to this model`)]).toEqual([400, true]);
    expect(error.message).toMatch(/The model (?:claude|lenient)\S* takes it\.$/);
    expect([error.message.includes('mcp.example.com'), upstream.requests.length]).toEqual([false, 0]);
  });

  it.each(['file_search', 'image_generation', 'mcp', 'computer_use_preview', 'local_shell'])(
    'names another model for a tool that only Responses has: %s',
    async (type) => {
      const body = { model: 'claude', input: 'Hi', tools: [toolOfResponses(type)] };
      const refused = await gateway.call('/v1/responses', { body });
      const { error } = (await refused.json()) as { error: { message: string; param: string } };
      expect([refused.status, error.param, error.message]).toEqual([
        400,
        'tools[0]',
        expect.stringMatching(/The model gpt(?:-or-claude)? takes it\.$/),
      ]);
      expect([error.message.includes(type), upstream.requests.length]).toEqual([true, 0]);
    },
  );

  it('names no model that the key may not call, nor one that would lose as much', async () => {
    const draft = { workspaceId: 'acme', name: 'narrow', scope: { ...unrestricted, models: ['claude', 'lenient'] } };
    const { secret } = await issueKey(draft, { keys: gateway.services.store.keys, clock: systemClock, newId });
    const refused = await chat({ model: 'claude', n: 2 }, { authorization: `Bearer ${secret.reveal()}` });
    expect([refused.status, await refused.text()]).toEqual([400, expect.not.stringContaining('takes it')]);
  });

  it('is not what calls without results are refused for: no model takes them, and no other one is tried', async () => {
    const tool_calls = [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }];
    const open = [...messages, { role: 'assistant', content: null, tool_calls }, ...messages];
    const refused = await chat({ model: 'claude-or-gpt', messages: open });
    const { error } = (await refused.json()) as { error: { message: string; param: string } };
    expect([refused.status, error.param]).toEqual([400, 'messages[1].tool_calls[0]']);
    expect(error.message).toMatch(/The call "c1" has no result\.$/);
    expect([upstream.requests.length, (await lastRecorded(gateway)).model]).toEqual([0, 'claude-or-gpt']);
  });

  it('is cut short in the books where it is long, and says how much more there was', async () => {
    upstream.always(json(messagesCall.answer));
    const tools = Array.from({ length: 60 }, (_, index) => ({
      type: 'function',
      function: { name: `tool_${index}`, parameters: {}, only_here: true },
    }));
    await (await chat({ model: 'claude', tools })).text();
    const { id, losses } = await lastRecorded(gateway);
    expect(losses.length).toBeLessThan(420);
    const { data } = await gateway.control.GET('/calls/{call_id}', { params: { path: { call_id: id } } });
    expect((data?.call.losses.length ?? 0) + (data?.call.more_losses ?? 0)).toBe(60);
  });

  it('sends a call to the next model that the catalogue names, which every attempt shows', async () => {
    upstream.always(answer);
    const response = await chat({ model: 'claude-or-gpt', n: 2 });
    expect([response.status, response.headers.get('x-diglot-attempts')]).toEqual([
      200,
      'claude-host;400, claude-host;400, gpt-host;200',
    ]);
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
    const requestId = response.headers.get('x-request-id');
    const tried = (await recordedCalls(gateway)).filter((call) => call.requestId === requestId);
    expect(tried.map(({ model, status, charge }) => [model, status, charge > 0n])).toEqual([
      ['claude-or-gpt', 400, false],
      ['claude', 400, false],
      ['gpt', 200, true],
    ]);
  });

  it('is refused where no model is left; a failure that came before is what counts', async () => {
    const refused = await chat({ model: 'claude', n: 2 });
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param: 'n' } }]);
    upstream.always(json({ error: { message: 'Too many.' } }, { status: 429 }));
    const busy = await chat({ model: 'gpt-or-claude', n: 2 });
    expect([busy.status, upstream.requests.length]).toEqual([429, 1]);
  });

  it('is the same where it is refused, field by field, and where it is allowed', async () => {
    upstream.always(json(messagesCall.answer));
    const body = {
      n: 2,
      logit_bias: { 5: 1 },
      top_logprobs: 2,
      logprobs: true,
      presence_penalty: 1,
      seed: 1,
      user: 'u',
    };
    const allowed = await chat({ model: 'claude', ...body }, { 'x-diglot-on-loss': 'warn' });
    const dropped = (allowed.headers.get('x-diglot-dropped') ?? '').split(', ');
    let left: Record<string, unknown> = body;
    const refused: string[] = [];
    for (let tries = 0; tries <= dropped.length; tries += 1) {
      const reply = await chat({ model: 'claude', ...left });
      if (reply.status === 200) break;
      const { error } = (await reply.json()) as { readonly error: { readonly param: string } };
      refused.push(error.param);
      left = Object.fromEntries(Object.entries(left).filter(([name]) => name !== error.param));
    }
    const last = await chat({ model: 'claude', ...left });
    const advisory = (last.headers.get('x-diglot-dropped') ?? '').split(', ');
    expect([last.status, [...refused, ...advisory].toSorted()]).toEqual([200, dropped.toSorted()]);
  });

  it('may be allowed by a header, else by the key, else by the model', async () => {
    upstream.always(json(messagesCall.answer));
    const statusWith = async (onLoss: 'warn' | 'error' | null, model: string, header?: string): Promise<number> => {
      const scope = { models: ['claude', 'lenient'], on_loss: onLoss };
      const { data } = await gateway.control.POST('/keys', { body: { workspace_id: 'acme', name: 'k', scope } });
      expect(data?.key.scope.on_loss).toBe(onLoss);
      const headers = { authorization: `Bearer ${data?.secret ?? ''}`, ...(header && { 'x-diglot-on-loss': header }) };
      return (await chat({ model, n: 2 }, headers)).status;
    };
    expect(await statusWith(null, 'claude')).toBe(400);
    expect(await statusWith(null, 'lenient')).toBe(200);
    expect(await statusWith('warn', 'claude')).toBe(200);
    expect(await statusWith('error', 'lenient')).toBe(400);
    expect(await statusWith('warn', 'claude', 'error')).toBe(400);
    expect(await statusWith('error', 'claude', 'warn')).toBe(200);
  });

  it('names thoughts that are cut out of a call whose format needs no translation', async () => {
    upstream.always(json(messagesCall.answer));
    const thinking = { type: 'thinking', thinking: 'Hm', signature: 'dg1.0.abc' };
    const history = [...messages, { role: 'assistant', content: [thinking, { type: 'text', text: 'A' }] }, ...messages];
    const body = { model: 'claude', max_tokens: 9, messages: history };
    const response = await gateway.call('/v1/messages', { body });
    expect([response.status, response.headers.get('x-diglot-dropped')]).toEqual([200, 'messages[1].content[0]']);
    await response.text();
    expect((await lastRecorded(gateway)).losses).toBe('dropped:messages[1].content[0]');
  });
});

describe('a refusal of an upstream that takes another format', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [
      makeProvider('claude-host', 'b', upstream.url),
      { ...makeProvider('gpt-host', 'a', upstream.url), wires: ['responses'] as const },
    ];
    gateway = await startWith(
      makeConfig({ providers, models: [makeModel('claude', ['claude-host']), makeModel('gpt-5', ['gpt-host'])] }),
    );
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  it.each([
    ['gpt-5', 'max_output_tokens', 'max_completion_tokens'],
    ['gpt-5', 'input[0].content', 'messages'],
    ['gpt-5', 'text.format.schema', 'response_format'],
    ['gpt-5', 'reasoning.effort', 'reasoning_effort'],
    ['gpt-5', 'include', null],
    ['gpt-5', 'temperature', null],
  ])('names the field of the caller’s own body: %s %s', async (model, param, expected) => {
    upstream.always(json({ error: { message: 'No.', type: 'invalid_request_error', param } }, { status: 400 }));
    const response_format = { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } };
    const body = { model, messages, max_completion_tokens: 9, reasoning_effort: 'low', response_format };
    const response = await gateway.call('/v1/chat/completions', { body });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param: expected } }]);
  });

  it('names it where the upstream only begins its message with it', async () => {
    const error = { type: 'invalid_request_error', message: 'max_tokens: 99 is too many' };
    upstream.always(json({ type: 'error', error }, { status: 400 }));
    const response = await gateway.call('/v1/responses', {
      body: { model: 'claude', input: 'Hi', store: false, max_output_tokens: 99 },
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param: 'max_output_tokens' } }]);
  });
});

describe('the model that a refusal names', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } };
  const asks = {
    stop: { model: 'gpt-5.6', messages, stop: ['END'] },
    'messages[0].content[0]': { model: 'deepseek-v4', messages: [{ role: 'user', content: [image] }] },
  };

  it.each([
    ['stop', 'gpt-5.1', 'some-model'],
    ['messages[0].content[0]', 'deepseek-v3', 'some-model'],
    ['stop', 'gpt-5.1', null],
    ['messages[0].content[0]', 'deepseek-v3', null],
  ] as const)('takes `%s`: not %s, whose host takes the format, but %s', async (param, id, named) => {
    const providers = [
      { ...makeProvider('responses-host', 'a', 'http://127.0.0.1:9'), wires: ['responses'] as const },
      makeProvider('chat-host', 'a', 'http://127.0.0.1:9'),
    ];
    const others = [id, ...(named === null ? [] : [named])].map((other) => makeModel(other, ['chat-host']));
    const models = [makeModel(asks[param].model, ['responses-host']), ...others];
    const gateway = await startWith(makeConfig({ providers, models }));
    const refused = await gateway.call('/v1/chat/completions', { body: asks[param] });
    await gateway.close();
    const { error } = (await refused.json()) as { error: { message: string; param: string } };
    const found = / The model (\S+) takes it\.$/.exec(error.message)?.[1] ?? null;
    expect([refused.status, error.param, found]).toEqual([400, param, named]);
  });
});
