import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profiles } from '../../src/catalog/profiles.ts';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { messagesCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith } from './start-gateway.ts';

type Body = Readonly<Record<string, unknown>>;

const question = { role: 'user', content: 'How warm is Rome?' };
const more = { role: 'user', content: 'And Paris?' };

const usage = { input_tokens: 11, output_tokens: 7, total_tokens: 18 };
const response = (...output: readonly object[]): object => ({
  id: 'resp_up',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'gpt-5',
  output,
  usage,
});
const message = (...content: readonly object[]): object => ({
  ...messagesCall.answer,
  content,
  stop_reason: 'tool_use',
});
const said = { type: 'text', text: 'Warm.' };
const thought = { type: 'thinking', thinking: 'Rome, then.', signature: 'Eq/+==' };
const gemini = {
  candidates: [
    { index: 0, content: { parts: [{ text: 'Hm', thought: true }, { text: 'Warm.' }] }, finishReason: 'STOP' },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
};
const completion = {
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Warm.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

let upstream: ScriptedUpstream;
let gateway: Awaited<ReturnType<typeof startWith>>;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const providers = [
    { ...makeProvider('openai', 'a', upstream.url), wires: ['responses'] as const },
    { ...makeProvider('host', 'a', upstream.url), wires: ['chat-completions'] as const },
    { ...makeProvider('wordy', 'a', upstream.url), wires: ['chat-completions'] as const, profile: profiles.deepseek },
    { ...makeProvider('google', 'a', upstream.url), kind: 'gemini' as const, wires: ['gemini'] as const },
    makeProvider('anthropic', 'b', upstream.url),
  ];
  const models = [
    makeModel('gpt-5', ['openai'], { fallbacks: ['claude-opus-4-1'] }),
    makeModel('some-model', ['host']),
    makeModel('wordy-model', ['wordy']),
    makeModel('gemini-2.5-flash', ['google']),
    makeModel('claude-opus-4-1', ['anthropic']),
    makeModel('claude-opus-5', ['anthropic']),
  ];
  gateway = await startWith(makeConfig({ providers, models }));
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});
beforeEach(() => upstream.forget());

const sent = (): Body => JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as Body;

/** What was left out of a request, and what was changed in it. */
const lossesOf = ({ headers }: Response): readonly (string | null)[] => [
  headers.get('x-diglot-dropped'),
  headers.get('x-diglot-approximated'),
];

/** Calls a model whose upstream answers so. */
function call(path: string, model: string, body: object, answer: object): Promise<Response> {
  upstream.next(json(answer));
  return gateway.call(path, { body: { model, ...body } });
}

/** The list of that name in the answer. */
async function answered(member: string, ...request: Parameters<typeof call>): Promise<readonly Body[]> {
  const body = (await (await call(...request)).json()) as Readonly<Record<string, readonly Body[]>>;
  return body[member] ?? [];
}

describe('a call of a tool that takes text', () => {
  const tools = [{ type: 'custom', name: 'apply_patch' }];
  const called = { type: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: { input: '*** Begin' } };
  const result = { type: 'custom_tool_call_output', call_id: 'toolu_1', output: 'ok' };

  it('goes on to the vendor of the format with an id that it takes', async () => {
    const output = await answered('output', '/v1/responses', 'claude-opus-5', { input: 'Hi', tools }, message(called));
    expect(output).toMatchObject([{ type: 'custom_tool_call', id: expect.stringMatching(/^ctc_/) as string }]);
    await call('/v1/responses', 'gpt-5', { store: false, tools, input: [question, ...output, result] }, response());
    expect((sent()['input'] as readonly Body[])[1]).toEqual(output[0]);
  });

  it('gets such an id where an earlier answer gave it another one', async () => {
    const item = { type: 'custom_tool_call', call_id: 'toolu_1', name: 'apply_patch', input: '*** Begin' };
    const place = `_${'0aZ'.repeat(8)}_0`;
    for (const [id, expected] of [
      [`fc${place}`, `ctc${place}`],
      ['fc_68c1f0', 'fc_68c1f0'],
    ]) {
      const input = [question, { ...item, id }, result];
      await call('/v1/responses', 'gpt-5', { store: false, tools, input }, response());
      expect(sent()['input']).toEqual([question, { ...item, id: expected }, result]);
    }
  });

  it('has the same id in every event of a stream', async () => {
    const events = [
      { type: 'message_start', message: { ...messagesCall.answer, content: [] } },
      { type: 'content_block_start', index: 0, content_block: { ...called, input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"input":"x"}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ];
    upstream.next(sse(events.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`)));
    const body = { model: 'claude-opus-5', input: 'Hi', tools, stream: true };
    const text = await (await gateway.call('/v1/responses', { body })).text();
    const ids = [...text.matchAll(/"(?:id|item_id)":"(\w+_0)"/g)].map(([, id]) => id);
    expect([ids.length > 3, new Set(ids).size, ids[0]]).toEqual([true, 1, expect.stringMatching(/^ctc_/)]);
  });
});

describe('thoughts that their vendor wants nothing back of', () => {
  const thinking = { type: 'enabled', budget_tokens: 1024 };

  it('do not go to Claude as a block without a signature', async () => {
    const body = { max_tokens: 3000, thinking, messages: [question] };
    const content = await answered('content', '/v1/messages', 'gemini-2.5-flash', body, gemini);
    expect(content).toMatchObject([{ type: 'thinking', thinking: 'Hm' }, said]);
    const messages = [question, { role: 'assistant', content }, more];
    const next = await call('/v1/messages', 'claude-opus-4-1', { ...body, messages }, messagesCall.answer);
    expect(sent()).toMatchObject({ thinking, messages: [question, { content: [said] }, more] });
    expect(lossesOf(next)).toEqual(['messages[1].content[0]', null]);
  });

  it('do not go to OpenAI as an item that it does not keep', async () => {
    const body = { store: false, reasoning: { effort: 'low', summary: 'auto' } };
    const output = await answered('output', '/v1/responses', 'gemini-2.5-flash', { ...body, input: 'Hi' }, gemini);
    expect(output).toMatchObject([{ type: 'reasoning', summary: [{ text: 'Hm' }] }, { type: 'message' }]);
    const next = await call('/v1/responses', 'gpt-5', { ...body, input: [question, ...output, more] }, response());
    expect(sent()['input']).toEqual([question, output[1], more]);
    expect(lossesOf(next)).toEqual(['input[1]', null]);
  });

  it('do not go there either where an earlier answer had no seal on them, and those of OpenAI do', async () => {
    const item = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }], encrypted_content: null };
    const [own, other] = [`rs_${'0aZ'.repeat(8)}_0`, 'rs_68c1f0'].map((id) => ({ ...item, id }));
    await call('/v1/responses', 'gpt-5', { store: false, input: [question, own, other, more] }, response());
    expect(sent()['input']).toEqual([question, other, more]);
  });

  it('go to another host on Chat Completions only as words, and only if it wants some with each message', async () => {
    for (const [model, answer] of [
      ['gemini-2.5-flash', gemini],
      ['claude-opus-5', message(thought, said)],
    ] as const) {
      const choices = await answered('choices', '/v1/chat/completions', model, { messages: [question] }, answer);
      const own = choices[0]?.['message'] as Body;
      const { reasoning_details: details, reasoning_content: words, ...rest } = own;
      expect(details).toHaveLength(1);
      expect(words).toEqual(expect.any(String));
      const body = { messages: [question, own, more] };
      const plain = await call('/v1/chat/completions', 'some-model', body, completion);
      expect(sent()['messages']).toEqual([question, rest, more]);
      expect(lossesOf(plain)).toEqual(['messages[1].reasoning_details[0], messages[1].reasoning_content', null]);
      const wordy = await call('/v1/chat/completions', 'wordy-model', body, completion);
      expect(sent()['messages']).toEqual([question, { ...rest, reasoning_content: words }, more]);
      expect(lossesOf(wordy)).toEqual(['messages[1].reasoning_details[0]', null]);
    }
  });

  it.each([
    ['/v1/messages', 'claude-opus-5', { role: 'assistant', content: [{ ...thought, signature: '' }, said] }],
    ['/v1/chat/completions', 'some-model', { role: 'assistant', content: 'Warm.', reasoning_content: 'Hm' }],
  ])('stay where a host may have made them itself: %s', async (path, model, own) => {
    const answer = path === '/v1/messages' ? messagesCall.answer : completion;
    const next = await call(path, model, { max_tokens: 9, messages: [question, own, more] }, answer);
    expect(sent()['messages']).toEqual([question, own, more]);
    expect(lossesOf(next)).toEqual([null, null]);
  });
});

describe('a loop of calls that another model began', () => {
  const thinking = { type: 'enabled', budget_tokens: 2000 };
  const off = { type: 'disabled' };
  const tools = [{ name: 'weather', input_schema: { type: 'object' } }];
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: '31' }] };
  const base = { max_tokens: 9000, thinking, tools };
  let messages: readonly object[];
  beforeAll(async () => {
    const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAA==' };
    const calling = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' };
    const body = { ...base, messages: [question] };
    const content = await answered('content', '/v1/messages', 'gpt-5', body, response(reasoning, calling));
    messages = [question, { role: 'assistant', content }, result];
  });
  const left = (): object => [
    question,
    { role: 'assistant', content: [(messages as readonly Body[])[1]?.['content']].flat().slice(1) },
    result,
  ];

  it('goes on without thinking, which Claude refuses without the thoughts before its calls', async () => {
    const next = await call('/v1/messages', 'claude-opus-4-1', { ...base, messages }, messagesCall.answer);
    expect(sent()).toEqual({ model: 'claude-opus-4-1', ...base, thinking: off, messages: left() });
    expect(lossesOf(next)).toEqual(['messages[1].content[0]', 'thinking']);
  });

  it('goes on so where the thoughts and the call stand in messages of their own, which Claude joins', async () => {
    const { content = [] } = messages[1] as { readonly content?: readonly object[] };
    const apart = content.map((block) => ({ role: 'assistant', content: [block] }));
    const body = { ...base, messages: [question, ...apart, result] };
    const next = await call('/v1/messages', 'claude-opus-4-1', body, messagesCall.answer);
    expect(sent()).toMatchObject({ thinking: off, messages: left() });
    expect(lossesOf(next)).toEqual(['messages[1].content[0]', 'thinking']);
    const own = [question, { role: 'assistant', content: [thought] }, ...apart.slice(1), result];
    await call('/v1/messages', 'claude-opus-4-1', { ...base, messages: own }, messagesCall.answer);
    expect(sent()).toEqual({ model: 'claude-opus-4-1', ...base, messages: own });
    const before = [question, apart[0], { role: 'assistant', content: [thought] }, ...apart.slice(1), result];
    await call('/v1/messages', 'claude-opus-4-1', { ...base, messages: before }, messagesCall.answer);
    expect(sent()['thinking']).toEqual(thinking);
  });

  it('goes on so at a fallback', async () => {
    upstream.next(json({ error: { message: 'down', type: 'server_error' } }, { status: 503 }));
    const next = await call('/v1/messages', 'gpt-5', { ...base, messages }, messagesCall.answer);
    expect([next.status, sent()['thinking']]).toEqual([200, off]);
    expect(lossesOf(next)).toEqual(['messages[1].content[0]', 'thinking']);
  });

  it('goes on without the edits of its context that only thinking has', async () => {
    const [clear, other] = [{ type: 'clear_thinking_20251015', keep: 'all' }, { type: 'clear_tool_uses_20250919' }];
    const ask = (edits: readonly object[]) =>
      call(
        '/v1/messages',
        'claude-opus-4-1',
        { ...base, messages, context_management: { edits } },
        messagesCall.answer,
      );
    const next = await ask([clear, other]);
    expect(sent()['context_management']).toEqual({ edits: [other] });
    expect(lossesOf(next)).toEqual(['messages[1].content[0]', 'thinking, context_management.edits[0]']);
    await ask([clear]);
    expect(sent()).not.toHaveProperty('context_management');
  });

  it.each([
    [
      'the model began it itself',
      [
        question,
        { role: 'assistant', content: [thought, { type: 'tool_use', id: 'call_1', name: 'weather', input: {} }] },
        result,
      ],
    ],
    [
      'the caller left the thoughts out',
      [
        question,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'weather', input: {} }] },
        result,
      ],
    ],
  ])('keeps thinking where %s', async (_, own) => {
    const next = await call('/v1/messages', 'claude-opus-4-1', { ...base, messages: own }, messagesCall.answer);
    expect(sent()).toEqual({ model: 'claude-opus-4-1', ...base, messages: own });
    expect(lossesOf(next)).toEqual([null, null]);
  });

  it('keeps thinking without a budget, which needs no thoughts before calls', async () => {
    const adaptive = { type: 'adaptive' };
    const body = { ...base, thinking: adaptive, messages };
    const next = await call('/v1/messages', 'claude-opus-5', body, messagesCall.answer);
    expect(sent()).toMatchObject({ thinking: adaptive, messages: left() });
    expect(lossesOf(next)).toEqual(['messages[1].content[0]', null]);
  });

  it('keeps thinking where it is over', async () => {
    const body = { ...base, messages: [...messages, { role: 'assistant', content: [said] }, more] };
    await call('/v1/messages', 'claude-opus-4-1', body, messagesCall.answer);
    expect(sent()['thinking']).toEqual(thinking);
  });
});

describe('searches of another model', () => {
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  const base = { max_tokens: 900, tools };
  const encrypted = (id: string): object => ({ type: 'reasoning', id, summary: [], encrypted_content: `ENC ${id}` });
  const search = (id: string, action: object, status = 'completed'): object => ({
    type: 'web_search_call',
    id,
    status,
    action,
  });
  const [url, source] = ['https://a.example/b', { type: 'url', url: 'https://a.example' }];
  const cited = { type: 'url_citation', url, title: 'A', start_index: 0, end_index: 5 };
  const output = [
    encrypted('rs_1'),
    search('ws_1', { type: 'search', query: 'Rome', sources: [source] }),
    encrypted('rs_2'),
    search('ws_2', { type: 'open_page', url }),
    encrypted('rs_3'),
    search('ws_3', { type: 'search', query: 'Rome' }),
    encrypted('rs_4'),
    search('ws_4', { type: 'search', query: 'Rome' }, 'failed'),
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Warm.', annotations: [cited] }] },
  ];
  let content: readonly Body[];
  beforeAll(async () => {
    content = await answered(
      'content',
      '/v1/messages',
      'gpt-5',
      { ...base, messages: [question] },
      response(...output),
    );
  });
  const messages = (): readonly object[] => [question, { role: 'assistant', content }, more];

  it('show the page that was opened, and no result where there is none', () => {
    const results = content.filter(({ type }) => type === 'web_search_tool_result').map(({ content: found }) => found);
    expect(results).toMatchObject([
      [{ url: source.url }],
      [{ url }],
      [],
      { type: 'web_search_tool_result_error', error_code: 'unavailable' },
    ]);
    expect((results[2] as readonly unknown[]).length).toBe(0);
  });

  it('go back to it with the thoughts before them, whatever they found', async () => {
    const next = await call('/v1/messages', 'gpt-5', { ...base, messages: messages() }, response());
    expect((sent()['input'] as readonly object[]).slice(1, 9)).toEqual(output.slice(0, 8));
    expect(lossesOf(next)[0]).not.toContain('content[0]');
  });

  it('do not go to Claude as its own, and neither do their citations', async () => {
    const next = await call('/v1/messages', 'claude-opus-4-1', { ...base, messages: messages() }, messagesCall.answer);
    expect(sent()['messages']).toEqual([question, { role: 'assistant', content: [said] }, more]);
    const [dropped] = lossesOf(next);
    expect(dropped).toContain('messages[1].content[11], messages[1].content[12].citations');
  });

  it('leave citations that Claude made, byte for byte', async () => {
    const own = { type: 'web_search_result_location', url, title: 'A', cited_text: 'x', encrypted_index: 'Eo8=' };
    const mixed = content.map((block) =>
      block['type'] === 'text' ? { ...block, citations: [own, ...(block['citations'] as readonly object[])] } : block,
    );
    const history = [question, { role: 'assistant', content: mixed }, more];
    await call('/v1/messages', 'claude-opus-4-1', { ...base, messages: history }, messagesCall.answer);
    expect(sent()['messages']).toEqual([
      question,
      { role: 'assistant', content: [{ ...said, citations: [own] }] },
      more,
    ]);
  });
});
