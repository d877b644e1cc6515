import { describe, expect, it } from 'vitest';
import { abilitiesOf } from '../../../../src/catalog/abilities.ts';
import type { Part, ReasoningPart, TurnWireId, UpstreamWireId } from '../../../../src/wires/translation/parts.ts';
import { wires } from '../../../../src/wires/wires.ts';
import { raw, turnWires } from './turn-wires.ts';

const chat = 'chat-completions';
const user = { role: 'user', content: 'Hi' };
const begun = { role: 'assistant', content: 'Let me look' };
/** Thoughts as the gateway has opened them. */
const thought = (path: string, wire: UpstreamWireId, block: object): ReasoningPart => ({
  type: 'reasoning',
  path,
  texts: [],
  form: 'summary',
  proof: { wire, raw: JSON.stringify(block) },
  seal: null,
});

const blocks: Readonly<Record<UpstreamWireId, object>> = {
  [chat]: { reasoning_content: 'So.' },
  responses: { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAA==' },
  messages: { type: 'thinking', thinking: 'So.', signature: 'Eq==' },
  gemini: { on: 'text', thoughtSignature: 'U2ln' },
  converse: { reasoningContent: { reasoningText: { text: 'So.', signature: 'c2ln' } } },
};

interface Asked {
  readonly from?: TurnWireId;
  readonly to: UpstreamWireId;
  readonly model?: string;
  readonly more?: object;
  /** Parts of each message of the model, in their order, instead of those that it has. */
  readonly parts?: readonly (readonly Part[])[];
}

/** What goes to a model of a conversation, and what was lost. */
function sent(messages: readonly object[], { from = chat, to, model = 'claude-opus-5', more, parts = [] }: Asked) {
  const list = from === 'responses' ? { input: messages } : { messages };
  const limit = from === 'messages' ? { max_tokens: 9_000 } : {};
  const turn = turnWires[from].readRequest(raw({ model: 'm', ...limit, ...list, ...more }));
  const left = [...parts];
  const asked = turn.messages.map((message) =>
    message.role === 'assistant' ? { ...message, parts: left.shift() ?? message.parts } : message,
  );
  const written = wires[to].turn?.writeRequest?.(
    { ...turn, messages: asked },
    { model, abilities: abilitiesOf({}, model) },
  );
  const body = JSON.parse(written?.body.toString() ?? '{}') as Readonly<Record<string, unknown>>;
  return {
    body,
    said: (body['messages'] ?? body['input'] ?? body['contents']) as readonly object[],
    lost: written?.losses.map(({ key, path, kind }) => `${path} ${key ?? ''} ${kind}`) ?? [],
  };
}

const text = (path: string, words: string): Part => ({ type: 'text', path, text: words });

describe('a conversation that ends with the model', () => {
  it.each([
    [chat, 'messages', 'claude-opus-5', user, begun, { role: 'user', content: 'Continue.' }],
    ['responses', 'messages', 'claude-opus-4-6', user, begun, { role: 'user', content: 'Continue.' }],
    [
      chat,
      'converse',
      'anthropic.claude-opus-5',
      ...[user, begun, { role: 'user', content: 'Continue.' }].map(inConverse),
    ],
    ['responses', 'gemini', 'gemini-3-pro', ...[user, begun, { role: 'user', content: 'Continue.' }].map(inGemini)],
  ] as const)(
    'goes on with a word of the user where the vendor refuses it: %s to %s',
    (from, to, model, ...expected) => {
      const { said, lost } = sent([user, begun], { from, to, model });
      const content = JSON.stringify(said).replaceAll('[{"type":"text","text":"Let me look"}]', '"Let me look"');
      expect(JSON.parse(content)).toEqual(expected);
      const path = from === chat ? 'messages[1]' : 'input[1]';
      expect(lost).toEqual([`${path} prefill-added approximated`]);
    },
  );

  it.each([
    [chat, 'responses'],
    ['responses', chat],
  ] as const)('is history between the formats of OpenAI: %s to %s', (from, to) => {
    const { said, lost } = sent([user, begun], { from, to, model: 'gpt-5.6' });
    expect(said).toHaveLength(2);
    expect(lost).toEqual([]);
  });

  it.each([
    [chat, 'gpt-5.6', []],
    ['responses', 'gpt-5.6', []],
    ['messages', 'claude-opus-5', ['messages[1] prefill-added approximated']],
    ['converse', 'claude-opus-5', ['messages[1] prefill-added approximated']],
    ['gemini', 'gemini-3-pro', ['messages[1] prefill-added approximated']],
  ] as const)(
    'is a prefill of callers of Messages, and is answered if they go on without it: to %s',
    (to, model, more) => {
      const { said, lost } = sent([user, begun], { from: 'messages', to, model });
      expect(lost).toEqual(['messages[1] prefill-none meaning', ...more]);
      expect(said).toHaveLength(2 + more.length);
    },
  );

  it('is continued by models that can, without thinking, which they refuse together', () => {
    const asked = { model: 'claude-sonnet-4-5', more: { reasoning_effort: 'low' } };
    for (const to of ['messages', 'converse'] as const) {
      const { body, said, lost } = sent([user, begun], { to, ...asked });
      expect(said).toHaveLength(2);
      expect(JSON.stringify(body)).toContain('"thinking":{"type":"disabled"}');
      expect(lost).toEqual(['reasoning_effort thinking-prefill approximated']);
      expect(JSON.stringify(sent([user, begun, user], { to, ...asked }).body)).toContain('"budget_tokens"');
    }
  });

  it('does not end with the model where a blank message of the user follows, in formats that keep it', () => {
    const blank = { role: 'user', content: ' ' };
    for (const to of [chat, 'gemini'] as const) {
      const { said, lost } = sent([user, begun, blank], { from: 'messages', to, model: 'gemini-3-pro' });
      expect([said.length, lost]).toEqual([3, []]);
    }
  });

  it('has only paused where it ends with a run of the vendor’s own tool: it keeps its thoughts and goes on thinking', () => {
    const run: Part = {
      type: 'code',
      path: 'messages[1].content',
      proof: {
        wire: 'messages',
        raw: JSON.stringify({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'x', input: {} }),
      },
      seal: null,
    } as unknown as Part;
    const parts = [[thought('messages[1].reasoning', 'messages', blocks.messages), run]];
    for (const model of ['claude-sonnet-4-5', 'claude-opus-5']) {
      const asked = { to: 'messages', model, more: { reasoning_effort: 'low' }, parts } as const;
      const { body, said, lost } = sent([user, begun], asked);
      expect(said).toHaveLength(2);
      expect(JSON.stringify(said)).toContain('"signature":"Eq=="');
      expect(JSON.stringify(body)).not.toContain('"disabled"');
      expect(lost.filter((each) => /prefill|thought/.test(each))).toEqual([]);
    }
  });

  it('has nothing to be continued where the message is empty', () => {
    for (const [to, model] of [
      ['messages', 'claude-opus-5'],
      ['gemini', 'gemini-3-pro'],
    ] as const) {
      const { said, lost } = sent([user, { role: 'assistant', content: '' }], { to, model });
      expect(said).toHaveLength(1);
      expect(lost).toEqual([]);
    }
  });
});

describe('thoughts at the end of a conversation', () => {
  const models: Readonly<Record<UpstreamWireId, string>> = {
    [chat]: 'deepseek-reasoner',
    responses: 'gpt-5.6',
    messages: 'claude-opus-5',
    gemini: 'gemini-3-pro',
    converse: 'claude-opus-5',
  };

  it.each(Object.entries(models) as [UpstreamWireId, string][])(
    'are left out, and the user is answered: %s',
    (to, model) => {
      const { said, lost } = sent([user, begun], { to, model, parts: [[thought('t', to, blocks[to])]] });
      expect(said).toHaveLength(1);
      expect(lost).toEqual(['t thought-last advisory']);
    },
  );

  it.each(Object.entries(models) as [UpstreamWireId, string][])(
    'are no prefill if another vendor made them: %s',
    (to, model) => {
      const foreign = to === 'messages' ? 'responses' : 'messages';
      for (const from of [chat, 'messages'] as const) {
        const { said, lost } = sent([user, begun], {
          from,
          to,
          model,
          parts: [[thought('t', foreign, blocks[foreign])]],
        });
        expect(said).toHaveLength(1);
        expect(lost).toEqual(['t thought-foreign advisory']);
      }
    },
  );

  it.each(['messages', 'converse'] as const)('are in no message that the model continues, on %s', (to) => {
    const own = (path: string) => thought(path, to, blocks[to]);
    const parts = [[own('a'), text('b', 'Let me look'), own('c')]];
    const { said, lost } = sent([user, begun], { to, model: 'claude-sonnet-4-5', parts });
    expect(JSON.stringify(said)).not.toMatch(/thinking|reasoning/);
    expect(said).toHaveLength(2);
    expect(lost).toEqual(['a thought-last advisory', 'c thought-last advisory']);
    const alone = sent([user, begun], { to, model: 'claude-sonnet-4-5', parts: [[own('a')]] });
    expect(alone.said).toHaveLength(1);
  });
});

describe('thoughts that nothing follows in their turn', () => {
  const rs = (path: string) => thought(path, 'responses', blocks.responses);
  const types = (said: readonly object[]) => said.map((item) => ('type' in item ? item.type : 'user'));

  it('are not sent to Responses, which wants what came after them', () => {
    const { said, lost } = sent([user, begun, user], {
      to: 'responses',
      model: 'gpt-5.6',
      parts: [[rs('a'), rs('b')]],
    });
    expect(types(said)).toEqual(['user', 'user']);
    expect(lost.toSorted()).toEqual(['a thought-last advisory', 'b thought-last advisory']);
    const cut = [[rs('a'), text('b', 'Let me look'), rs('c')]];
    const behind = sent([user, begun, user], { to: 'responses', model: 'gpt-5.6', parts: cut });
    expect(types(behind.said)).toEqual(['user', 'reasoning', 'message', 'user']);
    expect(behind.lost).toEqual(['c thought-last advisory']);
  });

  it('stay where the next message is of the same turn', () => {
    const parts = [[rs('a')], [text('b', 'Let me look')]];
    const { said, lost } = sent([user, begun, begun, user], {
      from: 'messages',
      to: 'responses',
      model: 'gpt-5.6',
      parts,
    });
    expect(types(said)).toEqual(['user', 'reasoning', 'message', 'user']);
    expect(lost).toEqual([]);
  });

  it('are reported where a chat has no message for them', () => {
    const parts = [[thought('t', chat, blocks[chat])]];
    const { said, lost } = sent([user, begun, user], { from: 'messages', to: chat, model: 'deepseek-reasoner', parts });
    expect(said).toEqual([user, user]);
    expect(lost).toEqual(['t thought-last advisory']);
  });
});

function inConverse({ role, content }: { readonly role: string; readonly content: string }): object {
  return { role, content: [{ text: content }] };
}

function inGemini({ role, content }: { readonly role: string; readonly content: string }): object {
  return { role: role === 'user' ? 'user' : 'model', parts: [{ text: content }] };
}
