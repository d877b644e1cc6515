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

describe('hosts of Chat Completions that are called in another format', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const wires = ['chat-completions'] as const;
    gateway = await startGateway({
      providers: [
        { ...makeProvider('deepseek', 'a', upstream.url), wires, profile: profiles.deepseek },
        { ...makeProvider('mistral', 'a', upstream.url), wires, profile: profiles.mistral },
        { ...makeProvider('openai', 'a', upstream.url), wires },
      ],
      models: [
        makeModel('deepseek-v4-pro', ['deepseek']),
        makeModel('magistral-medium', ['mistral']),
        makeModel('gpt-5', ['openai']),
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
    ['deepseek-v4-pro', ['system', 'system', 'user']],
    ['gpt-5', ['system', 'developer', 'user']],
  ])('get the roles that they know: %s', async (model, roles) => {
    upstream.always(json(chatCall.answer));
    const answer = await ask('/v1/responses', { model, ...agent });
    expect([answer.status, sentMessages().map(({ role }) => role)]).toEqual([200, roles]);
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
});
