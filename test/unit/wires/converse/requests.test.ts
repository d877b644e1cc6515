import { describe, expect, test } from 'vitest';
import type { ModelAbilities } from '../../../../src/catalog/abilities.ts';
import { writeRequest } from '../../../../src/wires/converse/write-request.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import { able, lossLines, raw, turnWires } from '../translation/turn-wires.ts';

function written(from: TurnWireId, body: object | string, abilities: Partial<ModelAbilities> = {}) {
  const turn = turnWires[from].readRequest(raw(body));
  const { body: bytes, losses } = writeRequest(turn, { model: 'm', abilities: { ...able, ...abilities } });
  const text = bytes.toString();
  return { text, body: JSON.parse(text) as Readonly<Record<string, unknown>>, losses: lossLines(losses) };
}

const hi = [{ role: 'user', content: 'Hi' }];

test('a request without a limit asks for no more thoughts than credit is held for', () => {
  const turn = turnWires['chat-completions'].readRequest(raw({ model: 'm', messages: hi, reasoning_effort: 'max' }));
  const abilities: ModelAbilities = { ...able, thinking: 'budget', maxOutputTokens: 64_000 };
  const budgetOf = (unstatedLimit?: number): unknown =>
    JSON.parse(
      writeRequest(turn, {
        model: 'm',
        abilities,
        ...(unstatedLimit !== undefined && { unstatedLimit }),
      }).body.toString(),
    );
  const asking = (budget_tokens: number) => ({ additionalModelRequestFields: { thinking: { budget_tokens } } });
  expect(budgetOf()).toMatchObject(asking(32_000));
  expect(budgetOf(32_768)).toMatchObject(asking(16_384));
});

const chat = (more: object, abilities: Partial<ModelAbilities> = {}) =>
  written('chat-completions', { model: 'm', messages: hi, ...more }, abilities);
const asked = (more: object, abilities: Partial<ModelAbilities> = {}) =>
  written('messages', { model: 'm', max_tokens: 9_000, messages: hi, ...more }, abilities);

const schema = { type: 'object', properties: { city: { type: 'string' } } };
const weather = { type: 'function', function: { name: 'weather', description: 'Now.', parameters: schema } };
const call = (id: string, args: string) => ({ id, type: 'function', function: { name: 'weather', arguments: args } });

describe('a request to Converse', () => {
  test('has settings, system, tools, calls and results of a chat completion', () => {
    const { body, losses } = chat({
      temperature: 0.5,
      top_p: 0.9,
      max_completion_tokens: 99,
      stop: 'END',
      service_tier: 'priority',
      tools: [weather],
      tool_choice: { type: 'function', function: { name: 'weather' } },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Let me look.', tool_calls: [call('c1', '{"city":"Oslo"}'), call('c:2', '')] },
        { role: 'tool', tool_call_id: 'c1', content: '3 degrees' },
        { role: 'tool', tool_call_id: 'c:2', content: 'unknown' },
        { role: 'user', content: 'And?' },
      ],
    });
    expect(body).toEqual({
      inferenceConfig: { maxTokens: 99, temperature: 0.5, topP: 0.9, stopSequences: ['END'] },
      additionalModelResponseFieldPaths: ['/stop_sequence'],
      serviceTier: { type: 'priority' },
      toolConfig: {
        tools: [{ toolSpec: { name: 'weather', description: 'Now.', inputSchema: { json: schema } } }],
        toolChoice: { tool: { name: 'weather' } },
      },
      system: [{ text: 'Be brief.' }],
      messages: [
        { role: 'user', content: [{ text: 'Hi' }] },
        {
          role: 'assistant',
          content: [
            { text: 'Let me look.' },
            { toolUse: { toolUseId: 'c1', name: 'weather', input: { city: 'Oslo' } } },
            { toolUse: { toolUseId: 'dgx_c_3a2', name: 'weather', input: {} } },
          ],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'c1', content: [{ text: '3 degrees' }] } },
            { toolResult: { toolUseId: 'dgx_c_3a2', content: [{ text: 'unknown' }] } },
            { text: 'And?' },
          ],
        },
      ],
    });
    expect(losses).toEqual([]);
  });

  test('has images, documents, failed results and marks of Messages where they stand', () => {
    const control = { type: 'ephemeral' };
    const { body, losses } = asked({
      system: [{ type: 'text', text: 'Long.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      tools: [{ name: 'look', input_schema: schema, strict: true, cache_control: control }],
      tool_choice: { type: 'any' },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
            {
              type: 'document',
              title: 'a.b  report.pdf',
              source: { type: 'base64', media_type: 'application/pdf', data: 'UERG' },
            },
            { type: 'document', title: 'note', source: { type: 'text', media_type: 'text/plain', data: 'abc' } },
            { type: 'document', title: 'note', source: { type: 'text', media_type: 'text/plain', data: 'abc' } },
            { type: 'text', text: 'See.', cache_control: control },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 't1',
              is_error: true,
              content: [
                { type: 'text', text: 'Broken', cache_control: control },
                { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'QUJD' } },
              ],
            },
          ],
        },
      ],
      cache_control: control,
    });
    const cachePoint = { type: 'default' };
    expect(body).toEqual({
      inferenceConfig: { maxTokens: 9_000 },
      toolConfig: {
        tools: [{ toolSpec: { name: 'look', inputSchema: { json: schema } } }, { cachePoint }],
        toolChoice: { any: {} },
      },
      system: [{ text: 'Long.' }, { cachePoint: { type: 'default', ttl: '1h' } }],
      messages: [
        {
          role: 'user',
          content: [
            { image: { format: 'png', source: { bytes: 'QUJD' } } },
            { document: { format: 'pdf', name: 'a-b report-pdf', source: { bytes: 'UERG' } } },
            { document: { format: 'txt', name: 'note', source: { bytes: 'YWJj' } } },
            { document: { format: 'txt', name: 'note (2)', source: { bytes: 'YWJj' } } },
            { text: 'See.' },
            { cachePoint },
          ],
        },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'look', input: {} } }] },
        {
          role: 'user',
          content: [
            {
              toolResult: {
                toolUseId: 't1',
                content: [{ text: 'Broken' }, { image: { format: 'jpeg', source: { bytes: 'QUJD' } } }],
                status: 'error',
              },
            },
            { cachePoint },
          ],
        },
      ],
    });
    expect(losses).toEqual([
      'tools[0].strict: approximated',
      'messages[0].content[1]: approximated',
      'messages[0].content[3]: approximated',
    ]);
  });

  test('has long numbers in arguments and schemas as they were written', () => {
    const { text } = written(
      'chat-completions',
      `{"model":"m","tools":[{"type":"function","function":{"name":"f","parameters":{"maximum":12345678901234567890}}}],
      "messages":[{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"n\\":1.0}"}}]},
      {"role":"tool","tool_call_id":"c","content":"y"}]}`,
    );
    expect(text).toContain('12345678901234567890');
    expect(text).toContain('{"n":1.0}');
  });

  test('has a schema as the text that it is, strict tools, and no member for what was not asked', () => {
    const strict = { ...schema, required: ['city'], additionalProperties: false };
    const format = { type: 'json_schema', json_schema: { name: 'place', description: 'A place.', schema: strict } };
    const tool = { ...weather, function: { ...weather.function, parameters: strict, strict: true } };
    expect(chat({ response_format: format, tools: [tool], stop: [] }).body).toEqual({
      outputConfig: {
        textFormat: {
          type: 'json_schema',
          structure: { jsonSchema: { schema: JSON.stringify(strict), name: 'place', description: 'A place.' } },
        },
      },
      toolConfig: {
        tools: [{ toolSpec: { name: 'weather', description: 'Now.', inputSchema: { json: strict }, strict: true } }],
      },
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
    });
  });

  test.each<[string, Partial<ModelAbilities>, object]>([
    [
      'Claude by effort',
      { converseReasoning: 'thinking', thinking: 'adaptive' },
      { additionalModelRequestFields: { thinking: { type: 'adaptive' } }, outputConfig: { effort: 'low' } },
    ],
    [
      'Claude by a budget',
      { converseReasoning: 'thinking', thinking: 'budget' },
      { additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2_048 } } },
    ],
    [
      'Nova 2',
      { converseReasoning: 'reasoningConfig' },
      { additionalModelRequestFields: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } } },
    ],
    [
      'gpt-oss',
      { converseReasoning: 'reasoning_effort' },
      { additionalModelRequestFields: { reasoning_effort: 'low' } },
    ],
    ['GPT', { converseReasoning: 'reasoning' }, { additionalModelRequestFields: { reasoning: { effort: 'low' } } }],
    ['others not at all', { converseReasoning: 'none' }, {}],
  ])('asks for thoughts as the model takes it: %s', (_, abilities, members) => {
    const { messages: __, ...settings } = chat({ reasoning_effort: 'low' }, abilities).body;
    expect(settings).toEqual(members);
  });

  test('thoughts go back as the block that they were in; those of others are left out', () => {
    const block = '{"reasoningContent":{"reasoningText":{"text":"So.","signature":"c2ln"}}}';
    const turn = turnWires.messages.readRequest(raw({ model: 'm', max_tokens: 9, messages: hi }));
    const thought = (proof: { wire: 'converse' | 'messages'; raw: string }) =>
      ({ type: 'reasoning', path: 'p', texts: [], form: 'summary', proof, seal: null }) as const;
    const parts = [thought({ wire: 'converse', raw: block }), { type: 'text', path: 'q', text: 'Yes' } as const];
    const said = { path: 'messages[1]', role: 'assistant', parts, isString: false } as const;
    const write = (more: readonly ReturnType<typeof thought>[]) =>
      writeRequest(
        { ...turn, messages: [...turn.messages, { ...said, parts: [...more, ...parts] }, ...turn.messages] },
        { model: 'm', abilities: able },
      );
    expect(JSON.parse(write([]).body.toString())).toMatchObject({
      messages: [{}, { role: 'assistant', content: [JSON.parse(block), { text: 'Yes' }] }, {}],
    });
    expect(lossLines(write([thought({ wire: 'messages', raw: '{}' })]).losses)).toEqual(['p: advisory']);
  });

  test('top_k is Claude’s; beside thoughts it takes no sampling', () => {
    expect(asked({ top_k: 5, temperature: 0.5 }).body).toMatchObject({
      inferenceConfig: { maxTokens: 9_000, temperature: 0.5 },
      additionalModelRequestFields: { top_k: 5 },
    });
    const { body, losses } = asked({ top_k: 5, temperature: 0.5, thinking: { type: 'adaptive' } });
    expect(body).toMatchObject({ inferenceConfig: { maxTokens: 9_000 } });
    expect(losses).toEqual(['temperature: advisory', 'top_k: advisory']);
    expect(asked({ top_k: 5 }, { converseReasoning: 'none' }).losses).toEqual(['top_k: advisory']);
  });

  test('messages of one speaker become one', () => {
    const messages = [...hi, { role: 'user', content: 'There' }, { role: 'assistant', content: 'A' }];
    const more = [...messages, { role: 'assistant', content: 'B' }, { role: 'user', content: '' }];
    expect(chat({ messages: [...more, { role: 'system', content: 'C' }] }).body['messages']).toEqual([
      { role: 'user', content: [{ text: 'Hi' }, { text: 'There' }] },
      { role: 'assistant', content: [{ text: 'A' }, { text: 'B' }] },
      { role: 'user', content: [{ text: '<system>\nC\n</system>' }] },
    ]);
  });

  test('no tool is offered where none may be called', () => {
    const none = { tools: [weather], tool_choice: 'none' };
    expect(chat(none)).toMatchObject({ losses: [] });
    expect(chat(none).body).not.toHaveProperty('toolConfig');
    const messages = [
      ...hi,
      { role: 'assistant', content: null, tool_calls: [call('c', '{}')] },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ];
    expect(chat({ ...none, messages }).body).not.toHaveProperty('toolConfig');
    const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [] } };
    expect(chat({ tools: [weather], tool_choice: allowed }).losses).toEqual([
      'tools[0]: approximated',
      'tool_choice: meaning',
    ]);
  });

  test.each<[string, object, Partial<ModelAbilities>, string]>([
    ['one call at a time', { parallel_tool_calls: false, tools: [weather] }, {}, 'parallel_tool_calls: meaning'],
    ['a forced tool', { tool_choice: 'required', tools: [weather] }, { forcedTools: false }, 'tool_choice: meaning'],
    ['logit_bias', { logit_bias: { 5: 1 } }, {}, 'logit_bias: meaning'],
    ['seed', { seed: 1 }, {}, 'seed: advisory'],
    ['user', { user: 'u' }, {}, 'user: advisory'],
    ['metadata', { metadata: { a: 'b' } }, {}, 'metadata: advisory'],
    ['verbosity', { verbosity: 'low' }, {}, 'verbosity: advisory'],
    ['an unknown tier', { service_tier: 'scale' }, {}, 'service_tier: advisory'],
    ['a hot temperature', { temperature: 1.5 }, {}, 'temperature: approximated'],
    ['any JSON', { response_format: { type: 'json_object' } }, {}, 'response_format: meaning'],
    ['an effort', { reasoning_effort: 'low' }, { converseReasoning: 'none' }, 'reasoning_effort: approximated'],
  ])('%s is reported as lost', (_, more, abilities, loss) => {
    expect(chat(more, abilities).losses).toEqual([loss]);
  });

  test.each<[string, object, Partial<ModelAbilities>]>([
    ['an address', { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }, {}],
    ['a type', { type: 'image', source: { type: 'base64', media_type: 'image/tiff', data: 'AA' } }, {}],
    ['no eyes', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } }, { images: false }],
    ['an id', { type: 'document', source: { type: 'file', file_id: 'file_1' } }, {}],
    [
      'no documents',
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AA' } },
      { documents: false },
    ],
  ])('what a model cannot see is refused: %s', (_, block, abilities) => {
    const messages = [{ role: 'user', content: [block] }];
    expect(asked({ messages }, abilities).losses).toEqual(['messages[0].content[0]: meaning']);
  });

  test('a mark of the whole conversation stands at its end, once', () => {
    const cache_control = { type: 'ephemeral' };
    const marked = { role: 'user', content: [{ type: 'text', text: 'x', cache_control }] };
    const once = [{ role: 'user', content: [{ text: 'x' }, { cachePoint: { type: 'default' } }] }];
    expect(asked({ cache_control, messages: [{ role: 'user', content: 'x' }] }).body['messages']).toEqual(once);
    expect(asked({ cache_control, messages: [marked] }).body['messages']).toEqual(once);
  });

  test('a tool that takes free text becomes one that takes an object', () => {
    const custom = { type: 'custom', custom: { name: 'run', description: 'Runs it.' } };
    expect(chat({ tools: [custom] })).toMatchObject({
      body: {
        toolConfig: {
          tools: [
            {
              toolSpec: {
                name: 'run',
                description: 'Runs it.',
                inputSchema: { json: { type: 'object', required: ['input'] } },
              },
            },
          ],
        },
      },
      losses: ['tools[0]: approximated'],
    });
  });

  test('marks go where the model takes them, and are dropped elsewhere', () => {
    const cache_control = { type: 'ephemeral' };
    const marked = {
      tools: [{ name: 'f', input_schema: {}, cache_control }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'x', cache_control }] }],
    };
    expect(asked(marked, { cachePoints: 'content' })).toMatchObject({
      body: { messages: [{ content: [{ text: 'x' }, { cachePoint: { type: 'default' } }] }] },
      losses: ['tools[0].cache_control: advisory'],
    });
    expect(asked(marked, { cachePoints: 'none' }).losses).toEqual([
      'tools[0].cache_control: advisory',
      'messages[0].content[0].cache_control: advisory',
    ]);
  });

  test('holds all of the turn before, but for the end of its last message', () => {
    const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: '3 degrees' });
    const turns: readonly object[] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Let me look.', tool_calls: [call('c1', '{}'), call('c2', '{}')] },
      ...[result('c1'), result('c2')],
      { role: 'user', content: 'And tomorrow?' },
      { role: 'assistant', content: 'I do not know.' },
      { role: 'user', content: 'Thanks.' },
    ];
    const until = (end: number): string => chat({ tools: [weather], messages: turns.slice(0, end) }).text;
    for (const end of [2, 5, 6]) expect(until(8).startsWith(until(end).slice(0, -']}]}'.length))).toBe(true);
    // The user goes on behind the results: speakers have to alternate, so it is the same message.
    expect(until(8).startsWith(until(5).slice(0, -2))).toBe(false);
    expect(until(8).startsWith(until(6).slice(0, -2))).toBe(true);
    // The mark of what is to be cached so far stands at the end, wherever that is.
    const marked = (messages: readonly object[]) => asked({ messages, cache_control: { type: 'ephemeral' } }).text;
    const point = ',{"cachePoint":{"type":"default"}}]}]}';
    const begun = marked(hi);
    expect(begun.endsWith(point)).toBe(true);
    const next = marked([...hi, { role: 'assistant', content: 'Hello.' }, { role: 'user', content: 'Bye' }]);
    expect(next.startsWith(begun.slice(0, -point.length))).toBe(true);
  });
});
