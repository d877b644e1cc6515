import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profiles } from '../../src/catalog/profiles.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

type Body = Readonly<Record<string, unknown>>;
type Bodies = readonly Body[];

const question = { role: 'user', content: 'How warm is Rome?' };
const weather = { name: 'weather', input_schema: { type: 'object', properties: {} } };

/** A chat completion with one message. */
const completion = (message: object, finish = 'stop') => ({
  ...chatCall.answer,
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }],
});

const called = (name: string, args: string) => [
  { id: 'call_0123', type: 'function', function: { name, arguments: args } },
];

/** The same message as a stream of deltas. */
const streamed = (deltas: readonly object[], finish: string) =>
  sse([
    ...deltas.map(
      (delta) => `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`,
    ),
    `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: finish }] })}\n\n`,
    'data: [DONE]\n\n',
  ]);

describe('hosts of Chat Completions', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const wires = ['chat-completions'] as const;
    gateway = await startGateway({
      providers: [
        { ...makeProvider('deepseek', 'a', upstream.url), wires, profile: profiles.deepseek },
        { ...makeProvider('mistral', 'a', upstream.url), wires, profile: profiles.mistral },
        { ...makeProvider('moonshot', 'a', upstream.url), wires, profile: profiles.moonshot },
        { ...makeProvider('openrouter', 'a', upstream.url), wires, profile: profiles.openrouter },
        { ...makeProvider('openai', 'a', upstream.url), wires },
      ],
      models: [
        makeModel('deepseek-v4-pro', ['deepseek']),
        makeModel('magistral-medium', ['mistral']),
        makeModel('kimi-k2.6', ['moonshot']),
        makeModel('openai/gpt-5', ['openrouter']),
        makeModel('gpt-5', ['openai']),
        makeModel('gpt-4.1', ['openai']),
        makeModel('own', ['openai'], { abilities: { developerRole: false } }),
      ],
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close()]);
  });

  const sent = (): Body => JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as Body;
  const sentMessages = (): Bodies => sent()['messages'] as Bodies;
  const ask = (path: string, body: object): Promise<Response> => gateway.call(path, { body });

  /** What Codex always sends. */
  const agent = {
    instructions: 'You are an agent.',
    input: [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'The sandbox is read-only.' }] },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
    ],
  };

  it.each([
    // A second system message is refused by the templates of many models.
    ['deepseek-v4-pro', ['system', 'user']],
    ['gpt-5', ['system', 'developer', 'user']],
  ])('get the roles that they know: %s', async (model, roles) => {
    upstream.always(json(chatCall.answer));
    const answer = await ask('/v1/responses', { model, ...agent });
    expect([answer.status, sentMessages().map(({ role }) => role)]).toEqual([200, roles]);
  });

  it.each([
    ['deepseek-v4-pro', 'system'],
    ['own', 'system'],
    ['gpt-5', 'developer'],
  ])('get them in their own format too: %s', async (model, role) => {
    upstream.always(json(chatCall.answer));
    const answer = await ask('/v1/chat/completions', { model, messages: [{ role: 'developer', content: 'Hi' }] });
    expect([answer.status, sentMessages()]).toEqual([200, [{ role, content: 'Hi' }]]);
  });

  it('get a tool that takes text as a function, whose caller sees it called with text', async () => {
    const patch = { type: 'custom', name: 'apply_patch', description: 'Edits files.' };
    const args = '{"input":"*** Begin"}';
    upstream.next(json(completion({ tool_calls: called('apply_patch', args) }, 'tool_calls')));
    const first = await ask('/v1/responses', { model: 'deepseek-v4-pro', input: 'Hi', tools: [patch] });
    expect(sent()['tools']).toMatchObject([{ type: 'function', function: { name: 'apply_patch' } }]);
    expect(first.headers.get('x-diglot-approximated')).toBe('tools[0]');
    const { output } = (await first.json()) as { output: Bodies };
    expect(output).toMatchObject([{ type: 'custom_tool_call', call_id: 'call_0123', input: '*** Begin' }]);

    upstream.next(json(chatCall.answer));
    const result = { type: 'custom_tool_call_output', call_id: 'call_0123', output: 'Done' };
    const input = [{ role: 'user', content: 'Hi' }, ...output, result];
    await ask('/v1/responses', { model: 'deepseek-v4-pro', input, tools: [patch] });
    expect(sentMessages().slice(1)).toMatchObject([
      { role: 'assistant', tool_calls: called('apply_patch', args) },
      { role: 'tool', tool_call_id: 'call_0123', content: 'Done' },
    ]);
  });

  it.each([
    ['/v1/messages', 'max_tokens'],
    ['/v1/chat/completions', 'max_completion_tokens'],
  ])('that want thoughts on every turn get empty ones where there were none: %s', async (path, limit) => {
    upstream.always(json(chatCall.answer));
    const said = { role: 'assistant', content: '31 degrees.' };
    await ask(path, { model: 'deepseek-v4-pro', [limit]: 9, messages: [question, said, question] });
    expect(sentMessages()).toEqual([question, { ...said, reasoning_content: '' }, question]);
    await ask(path, { model: 'gpt-5', [limit]: 9, messages: [question, said, question] });
    expect(sentMessages()).toEqual([question, said, question]);
  });

  it.each(['/v1/messages', '/v1/chat/completions'])('get calls with thoughts that are not empty: %s', async (path) => {
    upstream.always(json(chatCall.answer));
    const inChat = [
      { role: 'assistant', content: null, tool_calls: called('weather', '{}') },
      { role: 'tool', tool_call_id: 'call_0123', content: '31' },
    ];
    const inMessages = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_0123', name: 'weather', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_0123', content: '31' }] },
    ];
    const isChat = path.endsWith('completions');
    const tools = isChat ? { tools: [{ type: 'function', function: { name: 'weather' } }] } : { tools: [weather] };
    const messages = [question, ...(isChat ? inChat : inMessages)];
    const answer = await ask(path, { model: 'kimi-k2.6', max_tokens: 9, ...tools, messages });
    expect([answer.status, sentMessages()[1]?.['reasoning_content']]).toEqual([200, ' ']);
  });

  it.each([
    ['gpt-5', 'custom', 'allowed_tools', null],
    ['gpt-4.1', 'function', undefined, 'tools[1], tools[0]'],
    ['openai/gpt-5', 'function', undefined, 'tools[1], tools[0]'],
  ])(
    'get lists of allowed tools, and tools that take text, where both are known: %s',
    async (model, type, kind, lost) => {
      upstream.always(json(chatCall.answer));
      const tools = ['apply_patch', 'apply_diff'].map((name) => ({ type: 'custom', name }));
      const choice = { type: 'allowed_tools', mode: 'auto', tools: tools.slice(0, 1) };
      const answer = await ask('/v1/responses', { model, input: 'Hi', tools, tool_choice: choice });
      expect([answer.status, answer.headers.get('x-diglot-approximated')]).toEqual([200, lost]);
      const { tools: sentTools, tool_choice: sentChoice } = sent() as { tools: Bodies; tool_choice: Body };
      expect([sentTools[0]?.['type'], sentChoice['type']]).toEqual([type, kind]);
    },
  );

  const thought = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });
  it.each([
    ['whole', false],
    ['streamed', true],
  ])('that put thoughts among the content get them back there: %s', async (_, stream) => {
    const calls = called('weather', '{}');
    upstream.next(
      stream
        ? streamed(
            [
              { content: [thought('Rome, ')] },
              { content: [thought('then.')] },
              { content: 'I look.' },
              { tool_calls: calls },
            ],
            'tool_calls',
          )
        : json(completion({ content: [thought('Rome, then.'), { type: 'text', text: 'I look.' }], tool_calls: calls })),
    );
    const request = { model: 'magistral-medium', max_tokens: 99, tools: [weather] };
    const first = await ask('/v1/messages', { ...request, stream, messages: [question] });
    const text = await first.text();
    const signature = /"signature":"(dg1\.[^"]+)"/.exec(text)?.[1];
    upstream.next(json(chatCall.answer));
    const content = [
      { type: 'thinking', thinking: 'Rome, then.', signature },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'call_0123', name: 'weather', input: {} },
    ];
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_0123', content: '31' }] };
    await ask('/v1/messages', { ...request, messages: [question, { role: 'assistant', content }, result] });
    const [, message] = sentMessages();
    expect(message?.['content']).toEqual([thought('Rome, then.'), { type: 'text', text: 'I look.' }]);
    expect(Object.keys(message ?? {})).toEqual(['role', 'content', 'tool_calls']);
  });

  it('get no seal, also where the host wants the messages written anew', async () => {
    const seal = 'dg1.0.AAAA';
    upstream.next(json(chatCall.answer));
    const details = [{ type: 'reasoning.encrypted', data: seal }];
    const messages = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.', reasoning_details: details },
      { role: 'user', content: 'More' },
    ];
    const answer = await ask('/v1/chat/completions', { model: 'kimi-k2.6', messages });
    expect([answer.status, answer.headers.get('x-diglot-dropped')]).toEqual([200, 'messages[2].reasoning_details[0]']);
    expect(sentMessages()).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.', reasoning_content: ' ' },
      { role: 'user', content: 'More' },
    ]);
  });
});
