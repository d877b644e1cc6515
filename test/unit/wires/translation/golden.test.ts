import { describe, expect, it } from 'vitest';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import { lossLines, translated } from './turn-wires.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const png = 'iVBORw0KGgo=';
const pdf = 'JVBERi0xLjQ=';

/** One request in the words of each wire: each is what the two others become. */
const messages = {
  model: 'upstream',
  max_tokens: 500,
  stream: true,
  metadata: { user_id: 'u-1' },
  thinking: { type: 'adaptive' },
  output_config: { effort: 'high', format: { type: 'json_schema', schema } },
  tool_choice: { type: 'auto', disable_parallel_tool_use: true },
  tools: [{ name: 'weather', description: 'The weather.', input_schema: schema, strict: true }],
  system: [{ type: 'text', text: 'Be brief.' }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
        { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf }, title: 'a.pdf' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'One moment.' },
        { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Rome' } },
        { type: 'tool_use', id: 'call_2', name: 'weather', input: { city: 'Oslo' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_1', content: '31' },
        { type: 'tool_result', tool_use_id: 'call_2', content: '9' },
        { type: 'text', text: 'And?' },
      ],
    },
  ],
};

const call = (id: string, city: string): object => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: `{"city":"${city}"}` },
});

const chat = {
  model: 'upstream',
  max_completion_tokens: 500,
  stream: true,
  stream_options: { include_usage: true },
  reasoning_effort: 'high',
  response_format: { type: 'json_schema', json_schema: { name: 'output', strict: true, schema } },
  user: 'u-1',
  parallel_tool_calls: false,
  tool_choice: 'auto',
  tools: [
    { type: 'function', function: { name: 'weather', description: 'The weather.', parameters: schema, strict: true } },
  ],
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
        { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` } },
      ],
    },
    { role: 'assistant', content: 'One moment.', tool_calls: [call('call_1', 'Rome'), call('call_2', 'Oslo')] },
    { role: 'tool', tool_call_id: 'call_1', content: '31' },
    { role: 'tool', tool_call_id: 'call_2', content: '9' },
    { role: 'user', content: 'And?' },
  ],
};

const item = (id: string, city: string): object => ({
  type: 'function_call',
  call_id: id,
  name: 'weather',
  arguments: `{"city":"${city}"}`,
});

const responses = {
  model: 'upstream',
  max_output_tokens: 500,
  stream: true,
  store: false,
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'high' },
  text: { format: { type: 'json_schema', name: 'output', strict: true, schema } },
  user: 'u-1',
  parallel_tool_calls: false,
  tool_choice: 'auto',
  tools: [{ type: 'function', name: 'weather', description: 'The weather.', parameters: schema, strict: true }],
  instructions: 'Be brief.',
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Look' },
        { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'auto' },
        { type: 'input_image', image_url: 'https://a.example/b.png', detail: 'auto' },
        { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` },
      ],
    },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'One moment.', annotations: [] }],
    },
    item('call_1', 'Rome'),
    item('call_2', 'Oslo'),
    { type: 'function_call_output', call_id: 'call_1', output: '31' },
    { type: 'function_call_output', call_id: 'call_2', output: '9' },
    { role: 'user', content: 'And?' },
  ],
};

const golden: Readonly<Record<TurnWireId, object>> = { 'chat-completions': chat, responses, messages };

/** What differs by the wire that a request comes from, and why. */
const exceptions: Readonly<Record<string, object>> = {
  // Callers of Messages who ask for thoughts see them.
  'messages → responses': { reasoning: { effort: 'high', summary: 'auto' } },
  // Callers of Responses see thoughts where they ask for a summary.
  'responses → messages': { thinking: { type: 'adaptive', display: 'omitted' } },
};

describe('one request in the words of each wire', () => {
  it.each([
    ['chat-completions', 'messages'],
    ['chat-completions', 'responses'],
    ['responses', 'chat-completions'],
    ['responses', 'messages'],
    ['messages', 'chat-completions'],
    ['messages', 'responses'],
  ] as const)('%s → %s is exact, and loses nothing', (from, to) => {
    const { body, losses } = translated({ from, to }, golden[from]);
    expect(body).toEqual({ ...golden[to], ...exceptions[`${from} → ${to}`] });
    expect(lossLines(losses)).toEqual([]);
  });

  /** Each member, and each element of a list, of a body. */
  const places = (
    value: unknown,
    path: readonly (string | number)[] = [],
  ): readonly (readonly (string | number)[])[] => {
    if (typeof value !== 'object' || value === null) return [path];
    return Object.entries(value).flatMap(([name, each]) =>
      places(each, [...path, Array.isArray(value) ? Number(name) : name]),
    );
  };

  it.each(Object.entries(golden))('a value of %s that changes is seen in what it becomes', (from, body) => {
    const wire = from as TurnWireId;
    const others = (Object.keys(golden) as TurnWireId[]).filter((to) => to !== wire);
    const before = new Map(others.map((to) => [to, translated({ from: wire, to }, body).text]));
    const unseen = places(body).filter((path) => {
      const changed = structuredClone(body) as Record<string | number, unknown>;
      const last = path.at(-1) ?? '';
      const holder = path
        .slice(0, -1)
        .reduce<Record<string | number, unknown>>((at, step) => at[step] as typeof at, changed);
      const value = holder[last];
      if (typeof value === 'string') holder[last] = `${value}x`;
      else if (typeof value === 'number') holder[last] = value / 2;
      else holder[last] = value !== true;
      const isSeen = (to: TurnWireId): boolean => {
        try {
          const after = translated({ from: wire, to }, changed);
          return after.text !== before.get(to) || after.losses.length > 0;
        } catch {
          return true;
        }
      };
      return !others.every(isSeen);
    });
    // What each wire needs for itself, and says in no other.
    const formal =
      /^(?:model|stream_options\..*|store|include\..*|.*\.annotations.*|.*\.type|.*\.detail|.*\.strict|.*\.name|.*\.role)$/;
    expect(unseen.map((path) => path.join('.')).filter((path) => !formal.test(path))).toEqual([]);
  });
});
