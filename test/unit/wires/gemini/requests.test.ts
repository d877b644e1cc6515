import { describe, expect, test } from 'vitest';
import { abilitiesOf, type ModelAbilities } from '../../../../src/catalog/abilities.ts';
import { writeRequest } from '../../../../src/wires/gemini/write-request.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import { able, lossLines, raw, turnWires } from '../translation/turn-wires.ts';

function written(from: TurnWireId, body: object | string, abilities: Partial<ModelAbilities> = {}) {
  const turn = turnWires[from].readRequest(raw(body));
  const { body: bytes, losses } = writeRequest(turn, { model: 'g', abilities: { ...able, ...abilities } });
  const text = bytes.toString();
  return { text, body: JSON.parse(text) as Readonly<Record<string, unknown>>, losses: lossLines(losses) };
}

const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'Now.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
};
const call = (id: string, args: string) => ({ id, type: 'function', function: { name: 'weather', arguments: args } });

describe('a chat completion as a request to Gemini', () => {
  test('settings, system, tools, calls and results', () => {
    const { body, losses } = written(
      'chat-completions',
      {
        model: 'm',
        temperature: 0.5,
        max_completion_tokens: 99,
        stop: 'END',
        seed: 7,
        frequency_penalty: 0.5,
        tools: [weather],
        tool_choice: { type: 'function', function: { name: 'weather' } },
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Let me look.', tool_calls: [call('c1', '{"city":"Oslo"}'), call('c2', '{}')] },
          { role: 'tool', tool_call_id: 'c1', content: '{"degrees": 3.0}' },
          { role: 'tool', tool_call_id: 'c2', content: 'unknown' },
        ],
      },
      { thinking: 'budget' },
    );
    expect(body).toEqual({
      generationConfig: {
        maxOutputTokens: 99,
        temperature: 0.5,
        stopSequences: ['END'],
        seed: 7,
        frequencyPenalty: 0.5,
      },
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
      tools: [
        {
          functionDeclarations: [
            {
              name: 'weather',
              description: 'Now.',
              parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } } },
            },
          ],
        },
      ],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        {
          role: 'model',
          parts: [
            { text: 'Let me look.' },
            { functionCall: { id: 'c1', name: 'weather', args: { city: 'Oslo' } } },
            { functionCall: { id: 'c2', name: 'weather', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'c1', name: 'weather', response: { degrees: 3 } } },
            { functionResponse: { id: 'c2', name: 'weather', response: { output: 'unknown' } } },
          ],
        },
      ],
    });
    expect(losses).toEqual([]);
  });

  test('long numbers in arguments, schemas and results stay as they were written', () => {
    const { text } = written(
      'chat-completions',
      `{"model":"m","tools":[{"type":"function","function":{"name":"f","parameters":{"maximum":12345678901234567890}}}],
      "messages":[{"role":"user","content":"x"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\\"n\\":1.0}"}}]},
      {"role":"tool","tool_call_id":"c","content":"{\\"n\\":98765432109876543210}"}]}`,
    );
    for (const part of ['12345678901234567890', '{"n":1.0}', '98765432109876543210']) expect(text).toContain(part);
  });

  test.each([
    ['parallel_tool_calls', { parallel_tool_calls: false, tools: [weather] }, 'parallel_tool_calls: meaning'],
    ['logit_bias', { logit_bias: { 5: 1 } }, 'logit_bias: meaning'],
    ['user', { user: 'u' }, 'user: advisory'],
    ['five sequences', { stop: ['1', '2', '3', '4', '5', '6'] }, 'stop: meaning'],
  ])('%s is reported as lost', (_, more, loss) => {
    expect(
      written('chat-completions', { model: 'm', messages: [{ role: 'user', content: 'x' }], ...more }).losses,
    ).toEqual([loss]);
  });

  test('pictures are written out; an address is refused', () => {
    const ask = (url: string) => ({
      model: 'm',
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    });
    expect(written('chat-completions', ask('data:image/png;base64,AAAA')).body['contents']).toEqual([
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
    ]);
    expect(written('chat-completions', ask('https://example.com/a.png')).losses).toEqual([
      'messages[0].content[0]: meaning',
    ]);
  });
});

describe('how much to think', () => {
  const ask = { model: 'm', messages: [{ role: 'user', content: 'x' }] };
  const config = (more: object, abilities: Partial<ModelAbilities>) => {
    const { body, losses } = written('chat-completions', { ...ask, ...more }, abilities);
    return { thinking: (body['generationConfig'] as { thinkingConfig?: unknown } | undefined)?.thinkingConfig, losses };
  };

  test('a level, the nearest that the model has', () => {
    const abilities = { thinking: 'adaptive', efforts: ['low', 'high'] } as const;
    expect(config({ reasoning_effort: 'high' }, abilities).thinking).toEqual({
      thinkingLevel: 'HIGH',
      includeThoughts: true,
    });
    expect(config({ reasoning_effort: 'medium' }, abilities)).toEqual({
      thinking: { thinkingLevel: 'LOW', includeThoughts: true },
      losses: ['reasoning_effort: approximated'],
    });
  });

  test('a budget for the models before', () => {
    expect(config({ reasoning_effort: 'low' }, { thinking: 'budget' }).thinking).toEqual({
      thinkingBudget: 2_048,
      includeThoughts: true,
    });
    expect(config({ reasoning_effort: 'none' }, { thinking: 'budget' }).thinking).toEqual({ thinkingBudget: 0 });
    const { body } = written(
      'messages',
      { ...ask, max_tokens: 9_000, thinking: { type: 'enabled', budget_tokens: 5_000 } },
      { thinking: 'budget' },
    );
    expect(body['generationConfig']).toMatchObject({
      thinkingConfig: { thinkingBudget: 5_000, includeThoughts: true },
    });
  });

  test.each([
    ['gemini-2.5-pro', 'max', 32_768],
    ['gemini-2.5-flash', 'max', 24_576],
    ['gemini-2.5-flash-lite', 'xhigh', 24_576],
    ['gemini-2.5-pro', 'none', 128],
    ['gemini-2.5-flash', 'none', 0],
  ])('%s takes a budget within its bounds for %s', (model, effort, thinkingBudget) => {
    const { thinking } = config({ reasoning_effort: effort }, abilitiesOf({}, model));
    expect(thinking).toMatchObject({ thinkingBudget });
  });

  test('a budget for an effort takes at most half the limit of the output', () => {
    const flash = abilitiesOf({}, 'gemini-2.5-flash');
    const budget = (limit: number) =>
      config({ reasoning_effort: 'high', max_completion_tokens: limit }, flash).thinking as object;
    expect([2_000, 8_000, 1_000].map(budget)).toMatchObject([
      { thinkingBudget: 1_024 },
      { thinkingBudget: 4_000 },
      { thinkingBudget: 512 },
    ]);
  });

  test('a budget outside the bounds of the model is reported', () => {
    const thinking = { type: 'enabled', budget_tokens: 31_999 };
    const { body, losses } = written(
      'messages',
      { ...ask, max_tokens: 64_000, thinking },
      abilitiesOf({}, 'gemini-2.5-flash'),
    );
    expect(body['generationConfig']).toMatchObject({ thinkingConfig: { thinkingBudget: 24_576 } });
    expect(losses).toEqual(['thinking: approximated']);
  });
});

describe('signatures of thoughts', () => {
  const answered = { type: 'function_call_output', call_id: 'c1', output: 'ok' };
  const ask = {
    model: 'm',
    input: [
      { role: 'user', content: 'x' },
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
      answered,
    ],
  };

  test("a call of another vendor's model gets the stand-in where the model insists on one", () => {
    const { text, losses } = written('responses', ask);
    expect(text).toContain('"thoughtSignature":"skip_thought_signature_validator"');
    expect(losses).toEqual(['input[1]: approximated']);
    expect(written('responses', ask, { thinking: 'budget' }).text).not.toContain('thoughtSignature');
  });

  test('only the first of parallel calls bears one, and the thoughts before it give it', () => {
    const turn = turnWires['chat-completions'].readRequest(
      raw({
        model: 'm',
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: null, tool_calls: [call('c1', '{}'), call('c2', '{}')] },
          { role: 'tool', tool_call_id: 'c1', content: 'a' },
          { role: 'tool', tool_call_id: 'c2', content: 'b' },
        ],
      }),
    );
    const proof = { wire: 'gemini', raw: '{"on":"call","thoughtSignature":"U2ln"}' } as const;
    const thought = { type: 'reasoning', path: 'p', texts: [], form: 'summary', proof, seal: null } as const;
    const messages = turn.messages.map((message) =>
      message.role === 'assistant' ? { ...message, parts: [thought, ...message.parts] } : message,
    );
    const { body, losses } = writeRequest({ ...turn, messages }, { model: 'g', abilities: able });
    const { contents } = JSON.parse(body.toString()) as { contents: readonly { parts: readonly object[] }[] };
    expect(contents[1]?.parts).toEqual([
      { functionCall: { id: 'c1', name: 'weather', args: {} }, thoughtSignature: 'U2ln' },
      { functionCall: { id: 'c2', name: 'weather', args: {} } },
    ]);
    expect(losses).toEqual([]);
  });
});

test('what the conversation grows by stands last', () => {
  const messages = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
    { role: 'user', content: 'three' },
  ];
  const texts = [1, 3].map(
    (length) =>
      written('messages', { model: 'm', max_tokens: 9, system: 's', messages: messages.slice(0, length) }).text,
  );
  expect(texts[1]?.startsWith(texts[0]?.slice(0, -2) ?? 'none')).toBe(true);
});

test('images of several results say whose they are', () => {
  const image = (data: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
  const asked = (...contents: readonly (readonly object[])[]) => {
    const ids = contents.map((_, index) => `c${index}`);
    const body = {
      model: 'm',
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'Look' },
        { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'look', input: {} })) },
        {
          role: 'user',
          content: ids.map((tool_use_id, index) => ({ type: 'tool_result', tool_use_id, content: contents[index] })),
        },
      ],
    };
    const turn = turnWires.messages.readRequest(raw(body));
    const { contents: turns } = JSON.parse(writeRequest(turn, { model: 'm', abilities: able }).body.toString()) as {
      readonly contents: readonly { readonly parts: readonly object[] }[];
    };
    return turns.slice(3).flatMap(({ parts }) => parts);
  };
  const inline = (data: string) => ({ inlineData: { mimeType: 'image/png', data } });
  expect(asked([image('AA')], [{ type: 'text', text: 'none' }], [image('BB'), image('CC')])).toEqual([
    { text: 'Result 1, of look:' },
    inline('AA'),
    { text: 'Result 3, of look:' },
    inline('BB'),
    inline('CC'),
  ]);
  expect(asked([image('AA')])).toEqual([inline('AA')]);
});
