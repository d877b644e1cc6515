import { describe, expect, it } from 'vitest';
import { wires } from '../../../../src/wires/wires.ts';
import { able, asBody, lossLines, raw, readStream, streamEvents, translated, turnWires } from './turn-wires.ts';

const chat = 'chat-completions';
const messages = [{ role: 'user', content: 'Hi' }];

describe('requests in forms that some hosts take', () => {
  it.each(['messages', 'responses'] as const)('a tool without its type is a function, on %s', (to) => {
    const tools = [{ function: { name: 'look', parameters: { type: 'object', properties: {} } } }];
    const { body, losses } = translated({ from: chat, to }, { model: 'm', messages, tools });
    expect(body['tools']).toMatchObject([{ name: 'look' }]);
    expect(losses).toEqual([]);
  });

  it('a tool of another type is still one of its vendor', () => {
    const { losses } = translated({ from: chat, to: 'messages' }, { model: 'm', messages, tools: [{ type: 'x' }, {}] });
    expect(lossLines(losses)).toEqual(['tools[0]: meaning', 'tools[1]: meaning']);
  });

  const url = 'https://a.example/a.pdf';
  const file = { type: 'file', file: { filename: 'a.pdf', file_data: url } };
  const body = { model: 'm', messages: [{ role: 'user', content: [file] }] };

  it('a file by its address in the place of its data is no data', () => {
    expect(translated({ from: chat, to: 'messages' }, body).body['messages']).toMatchObject([
      { content: [{ type: 'document', source: { type: 'url', url } }] },
    ]);
    expect(translated({ from: chat, to: 'responses' }, body).body['input']).toMatchObject([
      { content: [{ type: 'input_file', file_url: url }] },
    ]);
    const turn = turnWires[chat].readRequest(raw(body));
    for (const wire of ['gemini', 'converse'] as const) {
      const written = wires[wire].turn?.writeRequest?.(turn, { model: 'm', abilities: able });
      expect(written?.body.toString()).not.toContain(url);
      expect(lossLines(written?.losses ?? [])).toContain('messages[0].content[0]: meaning');
    }
  });
});

describe('a limit below what Responses takes', () => {
  it.each([
    [1, 16, ['max_tokens: approximated']],
    [15, 16, ['max_tokens: approximated']],
    [16, 16, []],
    [0, 16, ['max_tokens: meaning', 'max_tokens: approximated']],
  ])('%i becomes %i, which is reported', (limit, written, lines) => {
    const { body, losses } = translated(
      { from: 'messages', to: 'responses' },
      { model: 'm', messages, max_tokens: limit },
    );
    expect([body['max_output_tokens'], lossLines(losses)]).toEqual([written, lines]);
  });

  it('is left to other formats as it is', () => {
    const { body } = translated({ from: 'messages', to: chat }, { model: 'm', messages, max_tokens: 1 });
    expect(body['max_completion_tokens']).toBe(1);
  });
});

describe('thoughts that a caller of Messages asks to see, on Responses', () => {
  const thinking = { type: 'adaptive', display: 'summarized' };
  const to = (efforts: readonly string[]) =>
    translated({ from: 'messages', to: 'responses' }, { model: 'm', messages, max_tokens: 99, thinking }, { efforts });

  it('are asked for where the model thinks', () => {
    expect(to(['low', 'high']).body['reasoning']).toEqual({ summary: 'auto' });
  });

  it('are not asked for where it does not, which is reported', () => {
    expect(to([]).body).not.toHaveProperty('reasoning');
    expect(lossLines(to([]).losses)).toContain('thinking.display: advisory');
  });
});

describe('an empty call of the old form, which some hosts put beside every answer', () => {
  const empty = { name: '', arguments: '' };
  const answer = (message: object) => ({
    id: 'x',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello', ...message }, finish_reason: '' }],
  });
  const content = (message: object) =>
    asBody('messages', turnWires[chat].readAnswer(raw(answer(message)))).body['content'];

  it('is no call', () => {
    expect(content({ function_call: empty })).toEqual([{ type: 'text', text: 'Hello', citations: null }]);
    expect(content({ function_call: { name: 'f', arguments: '' } })).toMatchObject([
      {},
      { type: 'tool_use', name: 'f' },
    ]);
  });

  it('is no call in a stream', () => {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    const text =
      chunk({ content: 'Hello', function_call: empty }) + chunk({ function_call: empty }, 'stop') + 'data: [DONE]\n\n';
    const events = readStream(chat, streamEvents(text));
    expect(events.filter((event) => event.type === 'open').map(({ head }) => head.kind)).toEqual(['text']);
    expect(events).toContainEqual(expect.objectContaining({ type: 'stop', reason: 'end' }));
  });
});

describe.each(['responses', chat] as const)('tools that take text, on %s', (to) => {
  const id = 'call_1';
  const custom = { type: 'custom', custom: { name: 'patch', description: 'Edits.' } };
  const said = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'custom', custom: { name: 'patch', input: 'a "b"' } }],
  };
  const result = { role: 'tool', tool_call_id: id, content: 'Done' };
  const request = {
    model: 'm',
    messages: [...messages, said, result],
    tools: [custom],
    tool_choice: { type: 'custom', custom: { name: 'patch' } },
  };
  const write = (customTools: boolean) => translated({ from: chat, to }, request, { customTools });

  it('go out as such, and so do the results of their calls', () => {
    const { text, losses } = write(true);
    expect(text).not.toContain('function');
    if (to === 'responses') expect(text).toContain('"type":"custom_tool_call_output"');
    expect(losses).toEqual([]);
  });

  it('are functions where the target takes no others, and so are their calls, results and choices', () => {
    const { text, losses } = write(false);
    expect(text).not.toContain('custom');
    expect(text).toContain(JSON.stringify(JSON.stringify({ input: 'a "b"' })));
    if (to === 'responses') expect(text).toContain('"type":"function_call_output"');
    expect(lossLines(losses)).toEqual(['tools[0]: approximated']);
  });
});

it.each(['responses', chat] as const)('a developer is the system where the target knows none, on %s', (to) => {
  const input = [
    { role: 'user', content: 'Hi' },
    { role: 'developer', content: 'Be brief.' },
  ];
  const from = to === chat ? 'responses' : chat;
  const body = { model: 'm', ...(from === chat ? { messages: input } : { input }) };
  const rolesOf = (developerRole: boolean): unknown => {
    const written = translated({ from, to }, body, { developerRole }).body;
    return ((written['messages'] ?? written['input']) as readonly { role: string }[]).map(({ role }) => role);
  };
  expect([rolesOf(true), rolesOf(false)]).toEqual([
    ['user', 'developer'],
    ['user', 'system'],
  ]);
});

describe('a whole message that a host puts in the place of a delta', () => {
  it('is the answer', () => {
    const choice = { index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' };
    const events = turnWires[chat].readAnswer(raw({ id: 'x', choices: [choice] }));
    expect(asBody('messages', events).body['content']).toEqual([{ type: 'text', text: 'Hello', citations: null }]);
  });

  it('has its calls', () => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
    const choice = { index: 0, message: null, delta: { tool_calls: [call, { ...call, id: 'b' }] } };
    const events = turnWires[chat].readAnswer(raw({ id: 'x', choices: [choice] }));
    expect(asBody('messages', events).body['content']).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  });
});

it('thoughts among the content of a message are no loss of meaning to another vendor', () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
    { type: 'text', text: 'Yes.' },
  ];
  const said = [...messages, { role: 'assistant', content }, ...messages];
  for (const to of ['messages', 'responses'] as const) {
    const { text, losses } = translated({ from: chat, to }, { model: 'm', messages: said });
    expect(text).not.toContain('Hm');
    expect(lossLines(losses)).toEqual(['messages[1].content[0]: advisory']);
  }
});
