import { describe, expect, it } from 'vitest';
import { abilitiesOf } from '../../../../src/catalog/abilities.ts';
import { asBody, asEvents, lossLines, raw, readStream, streamEvents, translated, turnWires } from './turn-wires.ts';

const schema = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] };
const ephemeral = { type: 'ephemeral' };

/** What Claude Code sends on its default settings. */
const claudeCode = {
  model: 'gpt-5',
  max_tokens: 128_000,
  stream: true,
  metadata: { user_id: JSON.stringify({ device_id: 'd'.repeat(64), account_uuid: '', session_id: 's'.repeat(36) }) },
  thinking: { type: 'adaptive', display: 'omitted' },
  output_config: { effort: 'medium' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  system: [
    { type: 'text', text: 'x-anthropic-billing-header: cc_version=2' },
    { type: 'text', text: 'You are an agent.', cache_control: ephemeral },
  ],
  tools: [
    {
      name: 'Bash',
      description: 'Runs a command.',
      input_schema: { $schema: 'x', ...schema },
      eager_input_streaming: true,
    },
    { name: 'WebSearch', description: 'Searches.', input_schema: schema, defer_loading: true },
  ],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>' },
        { type: 'text', text: 'Hi', cache_control: ephemeral },
      ],
    },
    { role: 'system', content: 'The date has changed.', output_config: { effort: 'low' } },
  ],
};

/** What Codex sends on its default settings. */
const codex = {
  model: 'claude-opus-5',
  stream: true,
  store: false,
  instructions: 'You are Codex.',
  input: [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: '<permissions>' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }], id: 'msg_1' },
  ],
  tools: [
    { type: 'function', name: 'exec_command', description: 'Runs.', strict: false, parameters: schema },
    {
      type: 'custom',
      name: 'apply_patch',
      description: 'Edits files.',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch"' },
    },
    { type: 'web_search', external_web_access: false },
  ],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  reasoning: { effort: 'medium', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: 'k',
  text: { verbosity: 'low' },
  client_metadata: { a: 'b' },
};

describe('agents on their default settings', () => {
  it.each(['chat-completions', 'responses'] as const)('Claude Code reaches a model on %s', (to) => {
    const { body, losses } = translated({ from: 'messages', to }, claudeCode, abilitiesOf({}, 'gpt-5'));
    expect(lossLines(losses).filter((line) => line.endsWith('meaning'))).toEqual([]);
    expect(lossLines(losses)).toEqual(
      expect.arrayContaining([
        'metadata.user_id: approximated',
        'context_management: advisory',
        'tools[0].eager_input_streaming: advisory',
      ]),
    );
    expect(JSON.stringify(body)).toContain('The date has changed.');
    expect(body['temperature']).toBeUndefined();
    expect(JSON.stringify(body)).toContain('"medium"');
  });

  it('Codex reaches a model on messages, and its patches come back as text', () => {
    const { body, losses } = translated({ from: 'responses', to: 'messages' }, codex, abilitiesOf({}, 'claude-opus-5'));
    expect(lossLines(losses).filter((line) => line.endsWith('meaning'))).toEqual([]);
    expect(body).toMatchObject({
      max_tokens: 128_000,
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'medium' },
      system: [{ text: 'You are Codex.' }, { text: '<permissions>' }],
      tools: [{ name: 'exec_command' }, { name: 'apply_patch' }, { type: 'web_search_20250305' }],
    });
    const patch = '*** Begin Patch\n*** End Patch';
    const answer = turnWires.messages.readAnswer(
      raw({
        id: 'msg_1',
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'apply_patch', input: { input: patch } }],
        stop_reason: 'tool_use',
      }),
    );
    const { body: written } = asBody('responses', answer, codex);
    expect(written['output']).toMatchObject([{ type: 'custom_tool_call', name: 'apply_patch', input: patch }]);
    const [call] = written['output'] as readonly [object];
    const output = { type: 'custom_tool_call_output', call_id: 'toolu_1', output: 'Done' };
    const next = translated({ from: 'responses', to: 'messages' }, { ...codex, input: [...codex.input, call, output] });
    expect(next.body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', input: { input: patch } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Done' }] },
    ]);
  });

  it('Codex’s namespaces are tools with the names of both, and calls of them come back in their namespace', () => {
    const inner = { type: 'function', name: 'wait', description: 'Waits.', strict: false, parameters: schema };
    const namespace = { type: 'namespace', name: 'agents', description: 'Sub-agents.', tools: [inner] };
    const request = { ...codex, tools: [...codex.tools, namespace] };
    const id = 'toolu_1';
    const call = { type: 'tool_use', id, name: 'agents__wait', input: {} };
    const events = turnWires.messages.readAnswer(raw({ id: 'msg_1', content: [call], stop_reason: 'tool_use' }));
    const { body } = asBody('responses', events, request);
    expect(body['output']).toMatchObject([{ type: 'function_call', name: 'wait', namespace: 'agents' }]);
    const [item] = body['output'] as readonly [object];
    const input = [...codex.input, item, { type: 'function_call_output', call_id: id, output: 'Done' }];
    const next = translated({ from: 'responses', to: 'messages' }, { ...request, input });
    expect(next.body['tools']).toMatchObject([{}, {}, {}, { name: 'agents__wait', description: 'Waits.' }]);
    expect(next.body['messages']).toMatchObject([{}, { content: [call] }, {}]);
    expect(lossLines(next.losses)).toContain('tools[3]: approximated');
  });
});

describe('what a tool that takes text gets of arguments that were cut off', () => {
  const cut = String.raw`{"input":"*** Begin Pa\nt`;
  const shown = (text: string): unknown => {
    const block = { type: 'tool_use', id: 'toolu_1', name: 'patch', input: {} };
    const events = [
      { type: 'message_start', message: { id: 'x' } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: text } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' } },
      { type: 'message_stop' },
    ];
    const read = readStream(
      'messages',
      streamEvents(events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')),
    );
    const request = { model: 'm', input: 'Hi', tools: [{ type: 'custom', name: 'patch' }] };
    const [item] = asBody('responses', read, request).body['output'] as readonly { input: string }[];
    const streamed = asEvents('responses', read, request)
      .map(({ bytes }) => bytes.toString())
      .join('');
    expect(streamed).toContain(`"input":${JSON.stringify(item?.input)}`);
    return item?.input;
  };

  it.each([
    [cut, '*** Begin Pa\nt'],
    [`${cut}\\`, '*** Begin Pa\nt'],
    ['{"inp', ''],
    ['{"input":"a\nb"}', 'a\nb'],
    ['{"other":1}', '{"other":1}'],
    ['*** Begin', '*** Begin'],
    ['{*** Begin', '{*** Begin'],
  ])('%j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});
