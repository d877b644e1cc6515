import { describe, expect, it } from 'vitest';
import { type SealBinding, makeSeals, openProofs, sealProofs } from '../../../../src/wires/translation/proofs.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import { comparable, majors, rebuilt } from './rebuild.ts';
import { able, asBody, asEvents, lossLines, plainSeals, raw, readStream, translated, turnWires } from './turn-wires.ts';

type Body = Readonly<Record<string, unknown>>;
type Blocks = readonly Body[];

const question = { role: 'user', content: 'How much is 3 * 4?' };
const codeTool = { type: 'code_execution_20250825', name: 'code_execution' };
const interpreter = { type: 'code_interpreter', container: { type: 'auto' } };

const ranCode = (tool: string, input: object, content: object): readonly [object, object] => {
  const kind = `${tool}_tool_result`;
  return [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: tool, input },
    { type: kind, tool_use_id: 'srvtoolu_1', content },
  ];
};
const program = ranCode(
  'code_execution',
  { code: 'print(3 * 4)' },
  { type: 'code_execution_result', stdout: '12\n', stderr: '', return_code: 0, content: [] },
);
const command = ranCode(
  'bash_code_execution',
  { command: 'ls /none' },
  {
    type: 'bash_code_execution_result',
    stdout: 'total 0',
    stderr: 'ls: /none',
    return_code: 2,
    content: [{ type: 'bash_code_execution_output', file_id: 'file_1' }],
  },
);
const edit = ranCode(
  'text_editor_code_execution',
  { command: 'create', path: 'a.py', file_text: 'x' },
  { type: 'text_editor_code_execution_create_result', is_file_update: false },
);
const message = (...content: readonly object[]): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content,
  container: { id: 'container_1', expires_at: '2026-01-01T00:00:00Z' },
  stop_reason: 'end_turn',
  usage: { input_tokens: 3, output_tokens: 2 },
});
const said = { type: 'text', text: 'It is 12.' };

const item = {
  id: 'ci_1',
  type: 'code_interpreter_call',
  status: 'completed',
  code: 'print(3 * 4)',
  container_id: 'cntr_1',
  outputs: [{ type: 'logs', logs: '12\n' }],
};
const response = (...output: readonly object[]): object => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  output,
  usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
});
const saidItem = {
  id: 'msg_2',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'It is 12.', annotations: [] }],
};

const whole = (from: TurnWireId, to: TurnWireId, answer: object) =>
  asBody(to, plainSeals(turnWires[from].readAnswer(raw(answer))));

describe('a tool that runs code', () => {
  const request = { model: 'm', max_tokens: 99, messages: [question] };

  it.each(['code_execution_20250522', 'code_execution_20250825', 'code_execution_20260120'])(
    'of Messages is the interpreter of Responses, whose output is asked for: %s',
    (type) => {
      const tool = { type, name: 'code_execution' };
      const choice = { type: 'tool', name: 'code_execution' };
      const found = translated(
        { from: 'messages', to: 'responses' },
        { ...request, tools: [tool], tool_choice: choice },
      );
      expect(found.body).toMatchObject({ tools: [interpreter], tool_choice: { type: 'code_interpreter' } });
      expect(found.body['include']).toContain('code_interpreter_call.outputs');
      expect(found.losses).toEqual([]);
    },
  );

  it('of Responses is that of Messages', () => {
    const body = {
      model: 'm',
      input: 'Hi',
      tools: [interpreter],
      tool_choice: { type: 'code_interpreter' },
      include: ['code_interpreter_call.outputs'],
    };
    const found = translated({ from: 'responses', to: 'messages' }, body);
    expect(found.body).toMatchObject({ tools: [codeTool], tool_choice: { type: 'tool', name: 'code_execution' } });
    expect(found.losses).toEqual([]);
  });

  it.each([
    [{ container: 'cntr_1' }, ['tools[0].container: meaning']],
    [{ container: { type: 'auto', file_ids: ['file_1'] } }, ['tools[0].container.file_ids: meaning']],
    [{ container: { type: 'auto', memory_limit: '4g' } }, ['tools[0].container.memory_limit: advisory']],
    [
      { container: { type: 'auto', network_policy: { type: 'allowlist', allowed_domains: ['a.com'] } } },
      ['tools[0].container.network_policy: meaning'],
    ],
    [{ container: { type: 'auto', network_policy: { type: 'disabled' }, file_ids: [] } }, []],
  ])('loses what only the container of its vendor has: %j', (more, lines) => {
    const body = { model: 'm', input: 'Hi', tools: [{ type: 'code_interpreter', ...more }] };
    expect(lossLines(translated({ from: 'responses', to: 'messages' }, body).losses)).toEqual(lines);
  });

  const call = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false };
  const search = { type: 'web_search' };
  const among = (tools: readonly object[]): object => ({
    model: 'm',
    input: 'Hi',
    tools: [call, interpreter, search],
    tool_choice: { type: 'allowed_tools', mode: 'required', tools },
  });
  it.each([
    [{ type: 'function', name: 'f' }, 'f', [1, 2]],
    [{ type: 'code_interpreter' }, 'code_execution', [0, 2]],
    [{ type: 'web_search_preview' }, 'web_search', [0, 1]],
  ])('is offered to Messages only where it is allowed: %j', (allowed, name, omitted) => {
    const { body, losses } = translated({ from: 'responses', to: 'messages' }, among([allowed]));
    expect(body).toMatchObject({ tools: [{ name }], tool_choice: { type: 'any' } });
    expect(lossLines(losses)).toEqual(omitted.map((index) => `tools[${index}]: approximated`));
  });

  it('stays among the tools that are allowed, on Responses', () => {
    const allowed = [{ type: 'function', name: 'f' }, { type: 'code_interpreter' }, search];
    const to = (abilities: object) =>
      translated({ from: 'responses', to: 'responses' }, among(allowed), abilities).body['tool_choice'];
    expect(to({})).toEqual({ type: 'allowed_tools', mode: 'required', tools: allowed });
    expect(to({ code: false })).toMatchObject({ tools: [allowed[0], search] });
  });

  it('is refused with the container that it is to go on with', () => {
    const body = { ...request, tools: [codeTool], container: 'container_1' };
    const { losses } = translated({ from: 'messages', to: 'responses' }, body);
    expect(lossLines(losses)).toEqual(['container: meaning']);
  });

  it.each(['chat-completions', 'responses'] as const)('is refused where the model runs none: %s', (to) => {
    const { body, losses } = translated({ from: 'messages', to }, { ...request, tools: [codeTool] }, { code: false });
    expect([body['tools'], lossLines(losses)]).toEqual([undefined, ['tools[0]: meaning']]);
  });

  it('is not what a tool of the caller is that has its name', () => {
    const own = { name: 'code_execution', input_schema: { type: 'object', properties: {} } };
    const body = { ...request, tools: [own], tool_choice: { type: 'tool', name: 'code_execution' } };
    const found = translated({ from: 'messages', to: 'responses' }, body);
    expect(found.body).toMatchObject({ tool_choice: { type: 'function', name: 'code_execution' } });
  });
});

describe('code that ran, in an answer', () => {
  it('is an item of Responses, with what it wrote', () => {
    const { body, losses } = whole('messages', 'responses', message(...program, said));
    expect(body['output']).toMatchObject([
      {
        type: 'code_interpreter_call',
        status: 'completed',
        code: 'print(3 * 4)',
        container_id: null,
        outputs: [{ type: 'logs', logs: '12\n' }],
        encrypted_content: expect.stringMatching(/^dg1\./) as string,
      },
      { type: 'message' },
    ]);
    expect(lossLines(losses)).toEqual(['answer[0].container: advisory']);
  });

  it('is blocks of Messages, with what it wrote', () => {
    const { body, losses } = whole('responses', 'messages', response(item, saidItem));
    expect(body['content']).toMatchObject([
      { type: 'server_tool_use', name: 'code_execution', input: { code: 'print(3 * 4)' } },
      { type: 'code_execution_tool_result', content: { type: 'code_execution_result', stdout: '12\n' } },
      said,
    ]);
    expect(lossLines(losses)).toEqual(['answer[0].container: advisory', 'answer[0].return_code: approximated']);
  });

  it('reports commands, edits, exit codes and files, which programs of Responses do not have', () => {
    const { body, losses } = whole('messages', 'responses', message(...command));
    expect(body['output']).toMatchObject([
      { status: 'completed', code: 'ls /none', outputs: [{ type: 'logs', logs: 'total 0\nls: /none' }] },
    ]);
    expect(lossLines(losses)).toEqual([
      'answer[0].container: advisory',
      'answer[0].outputs: meaning',
      'answer[0].code: approximated',
      'answer[0].return_code: advisory',
    ]);
    const edited = whole('messages', 'responses', message(...edit));
    expect(edited.body['output']).toMatchObject([
      { code: '{"command":"create","path":"a.py","file_text":"x"}', outputs: [] },
    ]);
    expect(lossLines(edited.losses)).toContain('answer[0].code: approximated');
  });

  it('reports images, which results of Messages do not have', () => {
    const drawn = { ...item, outputs: [...item.outputs, { type: 'image', url: 'https://a' }] };
    expect(lossLines(whole('responses', 'messages', response(drawn)).losses)).toContain('answer[0].outputs: meaning');
  });

  it('says where it could not run', () => {
    const failed = ranCode(
      'code_execution',
      { code: 'x' },
      { type: 'code_execution_tool_result_error', error_code: 'unavailable' },
    );
    expect(whole('messages', 'responses', message(...failed)).body['output']).toMatchObject([
      { status: 'failed', outputs: [{ logs: 'unavailable' }] },
    ]);
    const broken = { ...item, status: 'failed', outputs: null };
    expect(whole('responses', 'messages', response(broken)).body['content']).toMatchObject([
      {},
      { content: { type: 'code_execution_tool_result_error', error_code: 'unavailable' } },
    ]);
  });

  it.each(['incomplete', 'failed'])('shows what it wrote before it ended: %s', (status) => {
    const { body, losses } = whole('responses', 'messages', response({ ...item, status }));
    expect(body['content']).toMatchObject([
      {},
      { content: { type: 'code_execution_result', stdout: '12\n', return_code: 1 } },
    ]);
    expect(lossLines(losses)).toEqual(['answer[0].container: advisory', 'answer[0].return_code: approximated']);
  });

  it.each([
    ['messages', message(...program, said)],
    ['responses', response(item, saidItem)],
  ] as const)('is reported in a chat, and is no call of the caller: %s', (from, answer) => {
    const { body, losses } = whole(from, 'chat-completions', answer);
    expect(body).toMatchObject({ choices: [{ message: { content: 'It is 12.' }, finish_reason: 'stop' }] });
    expect([JSON.stringify(body).includes('tool_calls'), lossLines(losses)]).toEqual([false, ['answer[0]: meaning']]);
  });
});

/** A program and a few words, as the events of a stream. */
const streams: Readonly<Record<'messages' | 'responses', readonly object[]>> = {
  messages: [
    { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], usage: { input_tokens: 3 } } },
    { type: 'content_block_start', index: 0, content_block: { ...program[0], input: {} } },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"code": "print(' },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '3 * 4)"}' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: program[1] },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'It is 12.' } },
    { type: 'content_block_stop', index: 2 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', container: { id: 'container_1' } },
      usage: { output_tokens: 2 },
    },
    { type: 'message_stop' },
  ],
  responses: [
    { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, status: 'in_progress', code: '', outputs: null },
    },
    { type: 'response.code_interpreter_call.in_progress', output_index: 0, item_id: 'ci_1' },
    { type: 'response.code_interpreter_call_code.delta', output_index: 0, item_id: 'ci_1', delta: 'print(3 * 4)' },
    { type: 'response.code_interpreter_call_code.done', output_index: 0, item_id: 'ci_1', code: 'print(3 * 4)' },
    { type: 'response.code_interpreter_call.interpreting', output_index: 0, item_id: 'ci_1' },
    { type: 'response.code_interpreter_call.completed', output_index: 0, item_id: 'ci_1' },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.output_item.added', output_index: 1, item: { ...saidItem, content: [] } },
    {
      type: 'response.output_text.delta',
      output_index: 1,
      content_index: 0,
      item_id: 'msg_2',
      delta: 'It is 12.',
    },
    { type: 'response.output_item.done', output_index: 1, item: saidItem },
    { type: 'response.completed', response: response(item, saidItem) },
  ],
};
const answers = { messages: message(...program, said), responses: response(item, saidItem) };

const read = (from: 'messages' | 'responses', events: readonly object[]): readonly TurnEvent[] =>
  readStream(
    from,
    events.map((data) => ({ name: null, text: JSON.stringify(data), data: data as never })),
  );

describe.each([
  ['messages', 'responses'],
  ['responses', 'messages'],
] as const)('a stream with code, from %s to %s', (from, to) => {
  it.each(majors)('is rebuilt by the %s SDK as the answer without a stream', async (major) => {
    const streamed = plainSeals(read(from, streams[from]));
    const found = comparable(to, await rebuilt(to, asEvents(to, streamed), major));
    expect(found).toEqual(comparable(to, asBody(to, streamed).body));
    expect(JSON.stringify(asBody(to, streamed).body).replace(/dg1\.\d+/, '')).toBe(
      JSON.stringify(whole(from, to, answers[from]).body).replace(/dg1\.\d+/, ''),
    );
  });

  it('is a failure wherever it is cut, and shows a program once it has run', () => {
    for (const [count] of streams[from].entries()) {
      const cut = read(from, streams[from].slice(0, count));
      expect(cut.at(-1)?.type).toBe('fault');
      const data = asEvents(to, plainSeals(cut)).map((event) => event.data ?? '');
      expect(data.some((text) => /message_stop|response\.completed/.test(text))).toBe(false);
      const hasRun = cut.some((event) => event.type === 'close');
      expect(data.some((text) => text.includes('12\\n'))).toBe(hasRun);
    }
  });
});

const seals = makeSeals([Buffer.alloc(32, 7)]);

describe.each([
  ['messages', 'responses', answers.messages, [...program, said]],
  ['responses', 'messages', answers.responses, [item, { type: 'message', role: 'assistant' }]],
] as const)('the next turn after code of %s, by a caller of %s', (upstream, caller, answer, expected) => {
  const binding: SealBinding = { workspace: 'acme', vendor: 'v', family: 'f' };
  const shown = asBody(caller, turnWires[upstream].readAnswer(raw(answer)).flatMap(sealProofs(seals, binding))).body;
  const history = {
    messages: { max_tokens: 99, messages: [question, { role: 'assistant', content: shown['content'] }, question] },
    responses: { input: [question, ...((shown['output'] ?? []) as Blocks), question] },
  }[caller];
  const next = (to: TurnWireId, as: SealBinding = binding) => {
    const opened = openProofs(turnWires[caller].readRequest(raw({ model: 'm', ...history })), seals, as);
    const written = turnWires[to].writeRequest(opened.turn, { model: 'm', abilities: able });
    const body = JSON.parse(written.body.toString()) as Readonly<Record<string, Blocks>>;
    return { body, lines: lossLines([...opened.losses, ...written.losses]) };
  };

  it('gives it back as it was', () => {
    const { body, lines } = next(upstream);
    const sent = upstream === 'messages' ? body['messages']?.[1]?.['content'] : body['input']?.slice(1, 3);
    expect(sent).toMatchObject(expected);
    // A container goes on for the vendor whose items name it; the other one begins anew.
    expect(lines).toEqual(upstream === 'messages' ? ['input[1]: approximated'] : []);
  });

  it('leaves it out, with a word, for another model, another workspace and another wire', () => {
    const at = caller === 'messages' ? 'messages[1].content[0]' : 'input[1]';
    expect(next(upstream, { ...binding, workspace: 'other' }).lines).toEqual([`${at}: advisory`]);
    expect(next('chat-completions').lines).toEqual([`${at}: advisory`]);
    expect(JSON.stringify(next('chat-completions').body)).not.toContain('print(3');
  });
});

it('leaves runs of the own vendor out, with a word, for another one', () => {
  const body = {
    model: 'm',
    max_tokens: 99,
    messages: [question, { role: 'assistant', content: [...command, said] }, question],
  };
  const { losses, text } = translated({ from: 'messages', to: 'responses' }, body);
  expect([lossLines(losses), text.includes('ls /none')]).toEqual([['messages[1].content[0]: advisory'], false]);
});
