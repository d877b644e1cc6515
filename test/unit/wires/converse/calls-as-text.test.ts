import { describe, expect, test } from 'vitest';
import type { ModelAbilities } from '../../../../src/catalog/abilities.ts';
import { writeRequest } from '../../../../src/wires/converse/write-request.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import { able, lossLines, raw, turnWires } from '../translation/turn-wires.ts';

function written(from: TurnWireId, body: object, abilities: Partial<ModelAbilities> = {}) {
  const turn = turnWires[from].readRequest(raw(body));
  const { body: bytes, losses } = writeRequest(turn, { model: 'm', abilities: { ...able, ...abilities } });
  return { body: JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>, losses: lossLines(losses) };
}

const hi = [{ role: 'user', content: 'Hi' }];
const chat = (more: object, abilities: Partial<ModelAbilities> = {}) =>
  written('chat-completions', { model: 'm', messages: hi, ...more }, abilities);
const asked = (more: object, abilities: Partial<ModelAbilities> = {}) =>
  written('messages', { model: 'm', max_tokens: 9_000, messages: hi, ...more }, abilities);

const weather = { type: 'function', function: { name: 'weather' } };
const call = (id: string, args: string) => ({ id, type: 'function', function: { name: 'weather', arguments: args } });

describe('calls in a request that offers no tool, which Bedrock refuses', () => {
  const calls = [call('c1', '{"city":"Oslo"}'), call('c:2', 'no JSON')];
  const history = [
    ...hi,
    { role: 'assistant', content: 'Let me look.', tool_calls: calls },
    { role: 'tool', tool_call_id: 'c1', content: '3 degrees' },
    { role: 'tool', tool_call_id: 'c:2', content: '' },
    { role: 'user', content: 'Sum up.' },
  ];
  const asText = [
    { role: 'user', content: [{ text: 'Hi' }] },
    {
      role: 'assistant',
      content: [
        { text: 'Let me look.' },
        { text: '<tool_call id="c1" name="weather">\n{"city":"Oslo"}\n</tool_call>' },
        { text: '<tool_call id="c:2" name="weather">\nno JSON\n</tool_call>' },
      ],
    },
    {
      role: 'user',
      content: [
        ...[{ text: '<tool_result id="c1">\n' }, { text: '3 degrees' }, { text: '\n</tool_result>' }],
        ...[{ text: '<tool_result id="c:2">\n' }, { text: '\n</tool_result>' }],
        { text: 'Sum up.' },
      ],
    },
  ];
  const lines = [
    ...['messages[1].tool_calls[0]', 'messages[1].tool_calls[1]', 'messages[2]', 'messages[3]'].map(
      (path) => `${path}: approximated`,
    ),
  ];
  const nothingAllowed = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } };

  test.each<[string, object, readonly string[]]>([
    ['without tools', {}, []],
    ['where none may be called', { tools: [weather], tool_choice: 'none' }, []],
    ['where none is allowed', { tools: [weather], tool_choice: nothingAllowed }, ['tools[0]: approximated']],
    ['where none goes out', { web_search_options: {}, tool_choice: 'none' }, []],
  ])('are text, and no tool is made up that could be called: %s', (_, more, first) => {
    const { body, losses } = chat({ ...more, messages: history });
    expect(body).toEqual({ messages: asText });
    expect(losses.filter((line) => !line.startsWith('web_search_options'))).toEqual([...first, ...lines]);
  });

  test('stay as they are where a tool goes out, also another one', () => {
    const { body, losses } = chat({ tools: [{ ...weather, function: { name: 'other' } }], messages: history });
    expect(losses).toEqual(['messages[1].tool_calls[1]: approximated']);
    expect(JSON.stringify(body)).not.toContain('<tool_call');
  });

  test('keep pictures, failures and marks of what to cache', () => {
    const cache_control = { type: 'ephemeral' };
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } };
    const result = { type: 'tool_result', tool_use_id: 't1', is_error: true, content: [picture], cache_control };
    const messages = [
      ...hi,
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
      { role: 'user', content: [result] },
    ];
    expect((asked({ messages }).body['messages'] as readonly object[])[2]).toEqual({
      role: 'user',
      content: [
        { text: '<tool_result id="t1" status="error">\n' },
        { image: { format: 'png', source: { bytes: 'QUJD' } } },
        { text: '\n</tool_result>' },
        { cachePoint: { type: 'default' } },
      ],
    });
  });

  test('do not turn thoughts off: there is no call that would need them back', () => {
    const ask = { reasoning_effort: 'high', max_completion_tokens: 9_000, messages: history.slice(0, -1) };
    const { body, losses } = chat(ask, { thinking: 'budget' });
    expect(body['additionalModelRequestFields']).toMatchObject({ thinking: { type: 'enabled' } });
    expect(losses.filter((line) => line.startsWith('reasoning_effort'))).toEqual(['reasoning_effort: approximated']);
  });
});
