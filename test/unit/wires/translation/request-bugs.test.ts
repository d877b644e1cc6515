import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../../src/errors/gateway-error.ts';
import type { ModelAbilities } from '../../../../src/catalog/abilities.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import { lossLines, translated } from './turn-wires.ts';

const chat = 'chat-completions';
const user = { role: 'user', content: 'Hi' };
const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false };
const fn = (name: string, more: object = {}): object => ({
  type: 'function',
  function: { name, parameters: schema, ...more },
});
const call = (id: string, args = '{"a":1}'): object => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: args },
});
const to = (from: TurnWireId, wire: TurnWireId, body: object, abilities: Partial<ModelAbilities> = {}) =>
  translated({ from, to: wire }, { model: 'm', ...body }, abilities);
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
const used = (id: string): object => ({ type: 'tool_use', id, name: 'f', input: { a: 1 } });
const result = (id: string, content: unknown, more: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});

/** Bugs that other gateways have shipped, in the translation of requests. The numbers are those of our list of them. */
describe('a translated request', () => {
  it('8: has the model’s own limit where the caller names none, and never 0', () => {
    expect(to(chat, 'messages', { messages: [user] }).body['max_tokens']).toBe(64_000);
    expect(to(chat, 'messages', { messages: [user] }, { maxOutputTokens: null }).body['max_tokens']).toBe(4_096);
    const zero = to(chat, 'messages', { messages: [user], max_tokens: 0 });
    expect([zero.body['max_tokens'], lossLines(zero.losses)]).toEqual([1, ['max_tokens: meaning']]);
  });

  it('9: keeps that calls come one at a time, both ways', () => {
    const there = to(chat, 'messages', { messages: [user], tools: [fn('f')], parallel_tool_calls: false });
    expect(there.body['tool_choice']).toEqual({ type: 'auto', disable_parallel_tool_use: true });
    expect(to('messages', chat, there.body).body['parallel_tool_calls']).toBe(false);
    expect(to('messages', 'responses', there.body).body['parallel_tool_calls']).toBe(false);
  });

  it('10: puts all results of a turn into one message, before the text', () => {
    const messages = [
      user,
      { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
      { role: 'user', content: 'Go on' },
    ];
    expect(to(chat, 'messages', { messages }).body['messages']).toEqual([
      user,
      { role: 'assistant', content: [used('a'), used('b')] },
      { role: 'user', content: [result('a', '1'), result('b', '2'), { type: 'text', text: 'Go on' }] },
    ]);
  });

  it('18: leaves out thoughts that another vendor signed, reports it, and never makes text of them', () => {
    const thinking = { type: 'thinking', thinking: 'Secret', signature: 'Eq==' };
    const body = { messages: [user, { role: 'assistant', content: [thinking, { type: 'text', text: 'Yes' }] }, user] };
    for (const wire of [chat, 'responses'] as const) {
      const { text, losses } = to('messages', wire, { max_tokens: 99, ...body });
      expect(text).not.toContain('Secret');
      expect(lossLines(losses)).toEqual(['messages[1].content[0]: advisory']);
    }
  });

  it.each([
    [
      'responses',
      {
        input: [
          user,
          { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Secret' }] },
          { ...user, role: 'assistant' },
          user,
        ],
      },
      'input[1]',
    ],
    [
      chat,
      { messages: [user, { role: 'assistant', content: 'Yes', reasoning_content: 'Secret' }, user] },
      'messages[1].reasoning_content',
    ],
  ] as const)('18: does so from %s too', (from, body, path) => {
    const { text, losses } = to(from, 'messages', body);
    expect(text).not.toContain('Secret');
    expect(lossLines(losses)).toEqual([`${path}: advisory`]);
  });

  it('22: reports marks of what to cache, or carries them where the model takes them', () => {
    const cache_control = { type: 'ephemeral' };
    const body = {
      max_tokens: 99,
      tools: [{ name: 'f', input_schema: schema, cache_control }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', cache_control }] }],
    };
    const without = to('messages', chat, body, { cacheMarks: false });
    expect(lossLines(without.losses)).toEqual([
      'tools[0].cache_control: advisory',
      'messages[0].content[0].cache_control: advisory',
    ]);
    const content = [{ type: 'text', text: 'Hi', prompt_cache_breakpoint: { mode: 'explicit' } }];
    expect(to('messages', chat, body).body['messages']).toEqual([{ role: 'user', content }]);
    const back = to(chat, 'messages', { messages: [{ role: 'user', content }] });
    expect(back.body['messages']).toEqual(body.messages);
  });

  it('23: keeps a tool’s schema and promise, and reports what only its vendor has', () => {
    const tool = { name: 'f', input_schema: schema, strict: true, input_examples: [{ a: 1 }], defer_loading: true };
    const body = { max_tokens: 99, messages: [user], tools: [tool] };
    const before = structuredClone(body);
    const { body: sent, losses } = to('messages', chat, body);
    expect(sent['tools']).toEqual([fn('f', { strict: true })]);
    expect(lossLines(losses)).toEqual(['tools[0].input_examples: advisory', 'tools[0].defer_loading: advisory']);
    const usual = {
      defer_loading: false,
      eager_input_streaming: false,
      allowed_callers: ['direct'],
      input_examples: [],
    };
    expect(to('messages', chat, { ...body, tools: [{ ...tool, ...usual }] }).losses).toEqual([]);
    expect(body).toEqual(before);
  });

  it('24: keeps a tool of the caller that is called web_search, also beside the provider’s', () => {
    const own = { name: 'web_search', input_schema: schema };
    const hosted = { type: 'web_search_20250305', name: 'web_search' };
    const { body } = to('messages', 'responses', { max_tokens: 99, messages: [user], tools: [own, hosted] });
    expect(body['tools']).toEqual([
      { type: 'function', name: 'web_search', parameters: schema, strict: false },
      { type: 'web_search' },
    ]);
  });

  it('24: asks for the provider’s search in each wire’s words, and reports what it cannot say', () => {
    const user_location = { type: 'approximate', city: 'Rome', country: 'IT' };
    const tools = [
      { type: 'web_search_20250305', name: 'web_search', max_uses: 2, allowed_domains: ['a.example'], user_location },
    ];
    const body = { max_tokens: 99, messages: [user], tools };
    const exact = to('messages', 'responses', body);
    expect(exact.body['tools']).toEqual([
      { type: 'web_search', filters: { allowed_domains: ['a.example'] }, user_location },
    ]);
    expect(lossLines(exact.losses)).toEqual(['tools[0].max_uses: advisory']);
    expect(to('responses', 'messages', exact.body).body['tools']).toEqual([{ ...tools[0], max_uses: undefined }]);
    const open = to('messages', chat, body);
    expect(open.body['web_search_options']).toEqual({
      user_location: { type: 'approximate', approximate: { city: 'Rome', country: 'IT' } },
    });
    expect(lossLines(open.losses)).toEqual(['tools[0].max_uses: advisory', 'tools[0].allowed_domains: meaning']);
    expect(lossLines(to('messages', chat, body, { search: false }).losses)).toEqual(['tools[0]: meaning']);
  });

  it('25: gives each call one result, and loses no document', () => {
    const document = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Long' }, title: 'T' };
    const content = [result('a', []), { type: 'tool_result', tool_use_id: 'b' }, result('c', [document])];
    const assistant = { role: 'assistant', content: [used('a'), used('b'), used('c')] };
    const { body } = to('messages', chat, { max_tokens: 99, messages: [user, assistant, { role: 'user', content }] });
    const [, , ...results] = body['messages'] as readonly object[];
    expect(results).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '' },
      { role: 'tool', tool_call_id: 'b', content: '' },
      {
        role: 'tool',
        tool_call_id: 'c',
        content: [
          { type: 'text', text: '[T]' },
          { type: 'text', text: 'Long' },
        ],
      },
    ]);
  });

  it('26: marks a result that is an error, and makes no error of one that looks like it', () => {
    const assistant = { role: 'assistant', content: [used('a'), used('b')] };
    const content = [result('a', 'No', { is_error: true }), result('b', '{"error":null}')];
    const { body, losses } = to('messages', chat, {
      max_tokens: 99,
      messages: [user, assistant, { role: 'user', content }],
    });
    expect(body['messages']).toMatchObject([{}, {}, { content: 'Error: No' }, { content: '{"error":null}' }]);
    expect(lossLines(losses)).toEqual(['messages[2].content[0]: approximated']);
  });

  it('27: puts a picture that a tool gave behind the results, or into them where the wire can', () => {
    const assistant = { role: 'assistant', content: [used('a'), used('b')] };
    const content = [result('a', [{ type: 'text', text: 'See' }, image]), result('b', '2')];
    const body = { max_tokens: 99, messages: [user, assistant, { role: 'user', content }] };
    const there = to('messages', chat, body);
    expect((there.body['messages'] as readonly { role: string }[]).map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'tool', 'user'],
    ]);
    expect(lossLines(there.losses)).toEqual(['messages[2].content[0].content[1]: approximated']);
    const exact = to('messages', 'responses', body);
    expect(exact.losses).toEqual([]);
    expect(exact.body['input']).toMatchObject([
      {},
      {},
      {},
      { output: [{ type: 'input_text' }, { type: 'input_image' }] },
      {},
    ]);
    expect(to('responses', 'messages', exact.body).body['messages']).toEqual(body.messages);
  });

  it('28: promises a schema only where every property is required, and changes none', () => {
    const open = { type: 'object', properties: { a: {}, b: {} }, required: ['a'], additionalProperties: false };
    const format = (given: object): object => ({ output_config: { format: { type: 'json_schema', schema: given } } });
    for (const [given, strict] of [
      [open, false],
      [schema, true],
    ] as const) {
      const { body } = to('messages', chat, { max_tokens: 99, messages: [user], ...format(given) });
      expect(body['response_format']).toEqual({
        type: 'json_schema',
        json_schema: { name: 'output', strict, schema: given },
      });
    }
  });

  it.each([
    [chat, { messages: [user, { role: 'tool', tool_call_id: 'x', content: '1' }] }, 'messages[1]'],
    ['responses', { input: [user, { type: 'function_call_output', call_id: 'x', output: '1' }] }, 'input[1]'],
    [
      'messages',
      { max_tokens: 99, messages: [{ role: 'user', content: [result('x', '1')] }] },
      'messages[0].content[0]',
    ],
    [
      chat,
      { messages: [user, { role: 'assistant', content: null, tool_calls: [call('x')] }, user] },
      'messages[1].tool_calls[0]',
    ],
  ] as const)(
    '29: is refused at the field, on %s, where calls and results do not belong together',
    (from, body, param) => {
      for (const wire of [chat, 'responses', 'messages'] as const) {
        const refused = (): unknown => to(from, wire, body);
        expect(refused).toThrow(GatewayError);
        expect(refused).toThrow(
          expect.objectContaining({ param, message: expect.stringContaining('"x"') as string }) as Error,
        );
      }
    },
  );

  it('keeps ids that a wire cannot bear, so that they agree and can be restored', () => {
    const long = `call_${'x'.repeat(50)}`;
    const messages = (id: string): readonly object[] => [
      user,
      { role: 'assistant', content: null, tool_calls: [call(id)] },
      { role: 'tool', tool_call_id: id, content: '1' },
    ];
    const there = to(chat, 'messages', { messages: messages('functions.add:0') });
    expect(there.text.match(/dgx_functions_2eadd_3a0/g)).toHaveLength(2);
    expect(to('messages', chat, there.body).body['messages']).toEqual(messages('functions.add:0'));
    const short = to('messages', chat, to(chat, 'messages', { messages: messages(long) }).body);
    expect(short.text.match(/"(?:id|tool_call_id)":"call_[0-9a-f]{24}"/g)).toHaveLength(2);
  });

  it('shortens the name of a tool in the tools, the choice and the history alike', () => {
    const name = 'n'.repeat(100);
    const { text } = to('messages', chat, {
      max_tokens: 99,
      tools: [{ name, input_schema: schema }],
      tool_choice: { type: 'tool', name },
      messages: [
        user,
        { role: 'assistant', content: [{ ...used('a'), name }] },
        { role: 'user', content: [result('a', '1')] },
      ],
    });
    expect(new Set(text.match(/n{39}_[0-9a-f]{24}/g)).size).toBe(1);
    expect(text.match(/n{39}_[0-9a-f]{24}/g)).toHaveLength(3);
  });

  it('keeps long numbers and decimals as they were written', () => {
    const args = '{"id": 12345678901234567890, "x": 1.0}';
    const text = JSON.stringify({
      messages: [
        user,
        { role: 'assistant', content: null, tool_calls: [call('a', args)] },
        { role: 'tool', tool_call_id: 'a', content: '' },
      ],
    });
    const there = translated({ from: chat, to: 'messages' }, text);
    expect(there.text).toContain(`"input":${args}`);
    expect(translated({ from: 'messages', to: 'responses' }, there.text).text).toContain(JSON.stringify(args));
  });

  it('turns thoughts off where a tool is forced, and reports it', () => {
    const { body, losses } = to(chat, 'messages', {
      messages: [user],
      tools: [fn('f')],
      tool_choice: 'required',
      reasoning_effort: 'high',
    });
    expect(body).toMatchObject({ thinking: { type: 'disabled' }, tool_choice: { type: 'any' } });
    expect(lossLines(losses)).toEqual(['reasoning_effort: approximated']);
  });

  it.each([
    ['never', { output_config: { effort: 'low' } }],
    ['between_tools', { thinking: { type: 'between_tools' } }],
  ] as const)('thinks as little as a model can that cannot leave it: %s', (thinkingOff, expected) => {
    const { body, losses } = to(
      chat,
      'messages',
      { messages: [user], reasoning_effort: 'none' },
      {
        thinkingOff,
        efforts: ['low', 'high'],
      },
    );
    expect(body).toMatchObject(expected);
    expect(JSON.stringify(body)).not.toContain('disabled');
    expect(lossLines(losses)).toEqual(['reasoning_effort: approximated']);
  });

  it('forces no tool on a model that takes no force', () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: schema } }];
    const body = { messages: [user], tools, tool_choice: 'required', reasoning_effort: 'low' };
    const found = to(chat, 'messages', body, { forcedTools: false });
    expect(found.body).toMatchObject({ tool_choice: { type: 'auto' }, thinking: { type: 'adaptive' } });
    expect(lossLines(found.losses)).toEqual(['tool_choice: meaning']);
  });

  it('leaves out a temperature beside thoughts', () => {
    const { body, losses } = to(chat, 'messages', { messages: [user], temperature: 0, reasoning_effort: 'low' });
    expect(body['temperature']).toBeUndefined();
    expect(lossLines(losses)).toEqual(['temperature: advisory']);
  });

  it('leaves thinking out where it was not asked for', () => {
    expect(to(chat, 'messages', { messages: [user] }).text).not.toContain('thinking');
    expect(to('messages', chat, { max_tokens: 99, messages: [user] }).text).not.toContain('reasoning');
    expect(to('messages', 'responses', { max_tokens: 99, messages: [user] }).body['reasoning']).toBeUndefined();
  });

  it('keeps a system message in its place, or marks it where the model takes none there', () => {
    const reply = { role: 'assistant', content: 'Yes' };
    const messages = [{ role: 'system', content: 'A' }, user, { role: 'system', content: 'B' }, reply, user];
    const kept = to(chat, 'messages', { messages });
    expect(kept.body).toMatchObject({
      system: [{ text: 'A' }],
      messages: [user, { role: 'system', content: 'B' }, reply, user],
    });
    expect(kept.losses).toEqual([]);
    const marked = to(chat, 'messages', { messages }, { systemInMiddle: false });
    expect(marked.body['messages']).toEqual([user, { role: 'user', content: '<system>\nB\n</system>' }, reply, user]);
    expect(lossLines(marked.losses)).toEqual(['messages[2]: approximated']);
  });

  it('leaves out a temperature that the model refuses, and reports it', () => {
    const { body, losses } = to(chat, 'messages', { messages: [user], temperature: 0 }, { sampling: 'refused' });
    expect([body['temperature'], lossLines(losses)]).toEqual([undefined, ['temperature: advisory']]);
    expect(to(chat, 'messages', { messages: [user], temperature: 1 }, { sampling: 'refused' }).losses).toEqual([]);
  });

  it('forwards the key of a prompt cache', () => {
    expect(to('responses', chat, { input: 'Hi', prompt_cache_key: 'k' }).body['prompt_cache_key']).toBe('k');
  });

  const [between, video] = [{ type: 'between_tools' }, { type: 'video_url', video_url: {} }];
  it.each([
    ['messages', { max_tokens: 99, messages: [user], thinking: between }, 'thinking.type: approximated'],
    [chat, { messages: [user], response_format: { type: 'grammar', grammar: 'x' } }, 'response_format: meaning'],
    ['responses', { input: 'Hi', text: { format: { type: 'grammar' } } }, 'text.format: meaning'],
    ['responses', { input: 'Hi', text: { tone: 'x' } }, 'text.tone: meaning'],
    [chat, { messages: [user], a_member_of_tomorrow: 1 }, 'a_member_of_tomorrow: meaning'],
    [chat, { messages: [{ role: 'user', content: [video] }] }, 'messages[0].content[0]: meaning'],
  ] as const)('reports what it does not know, on %s: %j', (from, body, line) => {
    for (const wire of [chat, 'responses', 'messages'] as const)
      if (wire !== from) expect(lossLines(to(from, wire, body).losses)).toContain(line);
  });

  it('takes the deprecated functions', () => {
    const { body } = to(chat, 'messages', {
      functions: [{ name: 'f', parameters: schema }],
      function_call: { name: 'f' },
      messages: [
        user,
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
        { role: 'function', name: 'f', content: '2' },
      ],
    });
    expect(body).toMatchObject({
      tools: [{ name: 'f', input_schema: schema }],
      tool_choice: { type: 'tool', name: 'f' },
      messages: [user, { content: [used('function_call_1')] }, { content: [result('function_call_1', '2')] }],
    });
  });
});
