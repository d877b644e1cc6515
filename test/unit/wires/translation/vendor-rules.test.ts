import { describe, expect, it } from 'vitest';
import { abilitiesOf, type ModelAbilities } from '../../../../src/catalog/abilities.ts';
import { writeRequest } from '../../../../src/wires/converse/write-request.ts';
import { able, lossLines, raw, translated, turnWires } from './turn-wires.ts';

const chat = 'chat-completions';
const user = { role: 'user', content: 'Hi' };
const assistant = { role: 'assistant', content: 'Yes?' };
const system = { role: 'system', content: 'Be brief.' };

const toMessages = (messages: readonly object[], abilities: Partial<ModelAbilities> = {}) => {
  const { body, losses } = translated({ from: chat, to: 'messages' }, { model: 'm', messages }, abilities);
  return { messages: body['messages'] as readonly object[], lines: lossLines(losses) };
};

const toConverse = (messages: readonly object[]) => {
  const tools = [{ type: 'function', function: { name: 'f' } }];
  const turn = turnWires[chat].readRequest(raw({ model: 'm', messages, tools }));
  const { body, losses } = writeRequest(turn, { model: 'm', abilities: able });
  return { messages: (JSON.parse(body.toString()) as { messages: unknown }).messages, lines: lossLines(losses) };
};

describe('a system message in the middle, on Messages', () => {
  it.each([
    ['at the end, behind the user', [user, system]],
    ['between the user and the model', [user, system, assistant, user]],
  ])('keeps its role where the vendor takes it: %s', (_, messages) => {
    expect(toMessages(messages)).toEqual({ messages, lines: [] });
  });

  it('is one message with all that the operator said at that place', () => {
    const first = { ...system, name: 'a' };
    const second = { role: 'developer', content: 'Be kind.', name: 'b' };
    const parts = ['Be brief.', 'Be kind.'].map((text) => ({ type: 'text', text }));
    expect(toMessages([user, first, second])).toEqual({
      messages: [user, { role: 'system', content: parts }],
      lines: ['messages[1].name: advisory', 'messages[2].name: advisory'],
    });
  });

  it.each([
    ['behind the model', [user, assistant, system, user], 2],
    ['before the user', [user, system, user], 1],
    ['at the end, behind the model', [user, assistant, system], 2],
  ])('is marked text of the user where the vendor refuses it: %s', (_, messages, place) => {
    const marked = { role: 'user', content: '<system>\nBe brief.\n</system>' };
    const expected = messages.map((message) => (message === system ? marked : message));
    expect(toMessages(messages)).toEqual({ messages: expected, lines: [`messages[${place}]: approximated`] });
  });

  const blank = (role: string): object => ({ role, content: '  ' });
  const marked = { role: 'user', content: '<system>\nBe brief.\n</system>' };
  it.each([
    ['a user behind the model', [user, assistant, blank('user'), system], [user, assistant, marked]],
    ['a model before the user', [user, system, blank('assistant'), user], [user, marked, user]],
    ['a model between two', [user, system, blank('assistant'), system], 'one'],
    ['a model behind the user', [user, blank('assistant'), system, assistant], [user, system, assistant]],
    ['a user before the model', [user, system, blank('user'), assistant], [user, system, assistant]],
  ])('has the place that it has once messages of white space are left out: %s', (_, messages, expected) => {
    const text = { type: 'text', text: system.content };
    const one = [user, { role: 'system', content: [text, text] }];
    expect(toMessages(messages).messages).toEqual(expected === 'one' ? one : expected);
  });

  it.each([
    ['anthropic', true],
    ['bedrock', false],
    ['vertex', false],
  ] as const)('is not for the clouds: %s', (kind, expected) => {
    expect(abilitiesOf({}, 'claude-opus-4-8', { kind }).systemInMiddle).toBe(expected);
    expect(abilitiesOf({}, 'claude-opus-4-8', { kind }).code).toBe(expected);
    expect(abilitiesOf({ systemInMiddle: true }, 'claude-opus-4-8', { kind }).systemInMiddle).toBe(true);
  });
});

describe('text of white space', () => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: ' \n' },
        { type: 'text', text: 'Hi ' },
      ],
    },
    { role: 'assistant', content: '\n\n', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: ' ' },
  ];
  const lines = ['messages[0].content[0]: advisory', 'messages[1].content: advisory', 'messages[2].content: advisory'];

  it('is left out for Messages, which refuses it', () => {
    expect(toMessages(messages)).toEqual({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hi ' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
      ],
      lines,
    });
  });

  it('is left out for Converse, which refuses it', () => {
    expect(toConverse(messages)).toEqual({
      messages: [
        { role: 'user', content: [{ text: 'Hi ' }] },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'f', input: {} } }] },
        { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [] } }] },
      ],
      lines,
    });
  });

  it('leaves nothing of a message that has no other', () => {
    expect(toMessages([user, { role: 'user', content: ' ' }]).messages).toEqual([user]);
  });
});

describe('a forced tool of the provider beside thoughts', () => {
  const body = (type: string): object => ({
    model: 'm',
    input: 'Hi',
    reasoning: { effort: 'high' },
    tools: [{ type }, { type: 'function', name: 'f', parameters: {}, strict: false }],
    tool_choice: { type },
  });
  const thoughts = (type: string, abilities: Partial<ModelAbilities> = {}): unknown =>
    translated({ from: 'responses', to: 'messages' }, body(type), abilities).body['thinking'];

  it.each(['code_interpreter', 'web_search'])('turns them off on Messages, which refuses both: %s', (type) => {
    const { losses } = translated({ from: 'responses', to: 'messages' }, body(type));
    expect([thoughts(type), lossLines(losses)]).toEqual([{ type: 'disabled' }, ['reasoning.effort: approximated']]);
  });

  it.each(['code_interpreter', 'web_search'])('leaves them where the tool does not go out: %s', (type) => {
    expect(thoughts(type, { code: false, search: false })).toMatchObject({ type: 'adaptive' });
    const { body: written } = writeRequest(turnWires.responses.readRequest(raw(body(type))), {
      model: 'm',
      abilities: able,
    });
    expect(JSON.parse(written.toString())).toMatchObject({
      additionalModelRequestFields: { thinking: { type: 'adaptive' } },
    });
  });
});

describe('a tool of the provider that does not go out', () => {
  const interpreter = { type: 'code_interpreter', container: { type: 'auto' } };
  const call = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false };
  const codeTool = { type: 'code_execution_20250825', name: 'code_execution' };
  const request = { model: 'm', max_tokens: 99, messages: [user] };

  it.each([
    ['responses', 'messages', { type: 'code_interpreter' }],
    ['responses', 'messages', 'required'],
    ['responses', 'chat-completions', 'required'],
    ['messages', 'responses', { type: 'any' }],
    ['messages', 'chat-completions', { type: 'tool', name: 'code_execution' }],
  ] as const)('takes the choice with it where no tool is left: %s to %s, %j', (from, to, choice) => {
    const bodies = {
      responses: { model: 'm', input: 'Hi', tools: [interpreter] },
      messages: { ...request, tools: [codeTool] },
    };
    const found = translated({ from, to }, { ...bodies[from], tool_choice: choice }, { code: false });
    expect([found.body['tools'], found.body['tool_choice']]).toEqual([undefined, undefined]);
    expect(lossLines(found.losses).toSorted()).toEqual(['tool_choice: meaning', 'tools[0]: meaning']);
  });

  it.each([
    ['responses', 'messages'],
    ['messages', 'responses'],
  ] as const)('takes a choice of itself with it: %s to %s', (from, to) => {
    const own = { name: 'f', input_schema: { type: 'object', properties: {} } };
    const bodies = {
      responses: { model: 'm', input: 'Hi', tools: [call, interpreter], tool_choice: { type: 'code_interpreter' } },
      messages: { ...request, tools: [own, codeTool], tool_choice: { type: 'tool', name: 'code_execution' } },
    };
    const { body, losses } = translated({ from, to }, bodies[from], { code: false });
    expect([body['tools'], body['tool_choice']]).toMatchObject([[{ name: 'f' }], undefined]);
    expect(lossLines(losses)).toEqual(['tools[1]: meaning', 'tool_choice: meaning']);
  });

  it.each(['auto', 'required'])('leaves no other to be called where it alone is allowed: %s', (mode) => {
    const choice = { type: 'allowed_tools', mode, tools: [{ type: 'code_interpreter' }] };
    const asked = { model: 'm', input: 'Hi', tools: [call, interpreter], tool_choice: choice };
    for (const to of ['chat-completions', 'responses'] as const) {
      const { body, losses } = translated({ from: 'responses', to }, asked, { code: false });
      expect([body['tool_choice'], lossLines(losses)]).toEqual(['none', ['tools[1]: meaning', 'tool_choice: meaning']]);
    }
  });
});

it('results stand in the order of their calls', () => {
  const calls = ['a', 'b', 'c'].map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } }));
  const results = ['c', 'a', 'b'].map((id) => ({ role: 'tool', tool_call_id: id, content: id }));
  const { messages } = toMessages([user, { role: 'assistant', tool_calls: calls }, ...results]);
  const { content } = messages[2] as { content: readonly { tool_use_id: string }[] };
  expect(content.map((block) => block.tool_use_id)).toEqual(['a', 'b', 'c']);
});

describe('a budget for an effort, on models that have budgets', () => {
  const writers = { messages: turnWires.messages.writeRequest, converse: writeRequest };
  const cases = [
    ['low', 8_000, 2_048],
    ['medium', 4_096, 2_048],
    ['low', 2_000, 1_024],
    ['high', 1_536, 1_024],
    ['high', 1_535, null],
    ['high', 1_100, null],
  ] as const;

  it.each((['messages', 'converse'] as const).flatMap((to) => cases.map((each) => [to, ...each] as const)))(
    'leaves room for the answer, on %s: %s of %d',
    (to, effort, limit, budget) => {
      const asked = { model: 'm', messages: [user], reasoning_effort: effort, max_completion_tokens: limit };
      const abilities = { ...able, thinking: 'budget' } as const;
      const { body, losses } = writers[to](turnWires[chat].readRequest(raw(asked)), { model: 'm', abilities });
      const [, tokens = null] = /"budget_tokens":(\d+)/.exec(body.toString()) ?? [];
      expect(tokens === null ? null : Number(tokens)).toBe(budget);
      expect(losses.map(({ key }) => key)).toEqual([budget === null ? 'thinking-limit' : 'effort-budget']);
    },
  );
});
