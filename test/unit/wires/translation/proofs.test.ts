import { describe, expect, it } from 'vitest';
import { isSeal } from '../../../../src/shared/secret.ts';
import { makeSeals, openProofs, sealProofs, withoutSeals } from '../../../../src/wires/translation/proofs.ts';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import { raw, turnWires } from './turn-wires.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const binding = { workspace: 'acme', vendor: 'anthropic', family: 'claude' };
const thinking = '{"type":"thinking","thinking":"Hm","signature":"Eq=="}';

describe('a seal', () => {
  it('gives back what is in it, byte for byte, and another one each time', () => {
    const seals = makeSeals([first]);
    const [one, other] = [seals.seal(thinking, binding), seals.seal(thinking, binding)];
    expect(one).not.toBe(other);
    expect([isSeal(one), seals.open(one, binding), seals.open(other, binding)]).toEqual([true, thinking, thinking]);
    expect(one).not.toContain('thinking');
  });

  it.each([
    ['another workspace', { ...binding, workspace: 'other' }],
    ['another vendor', { ...binding, vendor: 'openai' }],
    ['another family of models', { ...binding, family: 'gpt' }],
    ['names that only together are the same', { workspace: 'acme', vendor: 'anthropicc', family: 'laude' }],
  ])('does not open for %s', (_, other) => {
    const seals = makeSeals([first]);
    expect(seals.open(seals.seal(thinking, binding), other)).toBeNull();
  });

  it('does not open where one character of it has changed', () => {
    const seals = makeSeals([first]);
    const seal = seals.seal('abc', binding);
    for (let at = 0; at < seal.length - 1; at += 1) {
      const changed = `${seal.slice(0, at)}${seal[at] === 'A' ? 'B' : 'A'}${seal.slice(at + 1)}`;
      expect(seals.open(changed, binding), `at ${at}`).toBeNull();
    }
    for (const broken of ['', 'dg1.', 'dg1.x', 'dg1.00000000.', seal.slice(0, 20)])
      expect(seals.open(broken, binding)).toBeNull();
  });

  it('opens under a key that no longer seals, and not without it', () => {
    const old = makeSeals([first]).seal(thinking, binding);
    expect(makeSeals([second, first]).open(old, binding)).toBe(thinking);
    expect(makeSeals([second]).open(old, binding)).toBeNull();
  });

  it('needs a key of 32 bytes', () => {
    expect(() => makeSeals([])).toThrow(TypeError);
    expect(() => makeSeals([Buffer.alloc(31)])).toThrow(TypeError);
  });
});

describe('what the gateway wrote without a proof', () => {
  const seals = makeSeals([first]);
  const sealed = (...events: readonly TurnEvent[]): readonly string[] =>
    events.flatMap(sealProofs(seals, binding)).map((event) => (event.type === 'mark' ? event.mark.type : event.type));
  const open = (kind: 'reasoning' | 'search' | 'text'): TurnEvent => ({
    type: 'open',
    part: 0,
    head: kind === 'reasoning' ? { kind, form: 'full' } : kind === 'search' ? { kind, id: 's' } : { kind },
  });
  const delta = (text: string): TurnEvent => ({ type: 'delta', part: 0, text });
  const close: TurnEvent = { type: 'close', part: 0, whole: null };

  it('is sealed where a vendor could take it for its own', () => {
    expect(sealed(open('reasoning'), delta('Hm'), close)).toEqual(['open', 'delta', 'seal', 'close']);
    expect(sealed(open('search'), close)).toEqual(['open', 'seal', 'close']);
  });

  it('is not, where nothing is written, or only words', () => {
    expect(sealed(open('reasoning'), delta(''), close)).toEqual(['open', 'delta', 'close']);
    expect(sealed(open('text'), delta('Hm'), close)).toEqual(['open', 'delta', 'close']);
  });

  it('goes back to no vendor, and its own loses nothing by that', () => {
    const signature = seals.seal('', binding);
    const content = [{ type: 'thinking', thinking: 'Hm', signature }];
    const turn = turnWires.messages.readRequest(
      raw({ model: 'm', max_tokens: 9, messages: [{ role: 'assistant', content }] }),
    );
    const opened = openProofs(turn, seals, binding);
    expect([opened.turn.messages[0]?.parts, opened.losses]).toEqual([[], []]);
  });
});

describe('a thought', () => {
  const seals = makeSeals([first]);
  const proof: TurnEvent = {
    type: 'mark',
    part: 0,
    mark: { type: 'proof', proof: { wire: 'messages', raw: thinking } },
  };
  const [sealed] = sealProofs(seals, binding)(proof);
  const seal = sealed?.type === 'mark' && sealed.mark.type === 'seal' ? sealed.mark.seal : '';
  const user = { role: 'user', content: 'Hi' };
  const turn = turnWires.responses.readRequest(
    raw({
      model: 'm',
      input: [
        user,
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: seal },
        { ...user, role: 'assistant' },
      ],
    }),
  );

  it('goes back to the model that had it as the block that it was', () => {
    const opened = openProofs(turn, seals, binding);
    expect(opened.losses).toEqual([]);
    expect(opened.turn.messages[1]?.parts[0]).toMatchObject({ proof: { wire: 'messages', raw: thinking }, seal: null });
  });

  it('is left out, and reported, for any other model', () => {
    const opened = openProofs(turn, seals, { ...binding, family: 'gpt' });
    expect(opened.losses).toMatchObject([{ key: 'thought-sealed', path: 'input[1]', kind: 'advisory' }]);
    expect(opened.turn.messages[1]?.parts.map(({ type }) => type)).toEqual(['text']);
  });
});

const seal = makeSeals([Buffer.alloc(32)]).seal('x', { workspace: 'w', vendor: 'v', family: 'f' });
const opened = (text: string, wantsWords = false) => withoutSeals(Buffer.from(text), { mustThink: false, wantsWords });
const found = (text: string, wantsWords = false): object => opened(text, wantsWords).edits;
const cut = (text: string, wantsWords = false): readonly string[] =>
  opened(text, wantsWords).losses.map(({ path }) => path);

describe('a request that goes out as it came', () => {
  it.each([
    ['without anything sealed', `{"messages":[{"role":"assistant","content":[${thinking}]}]}`],
    [
      'with a text that only looks like it',
      '{"messages":[{"role":"user","content":"\\"dg1.x"},{"content":[{"type":"text","text":"dg1.x"}]}]}',
    ],
  ])('stays %s', (_, text) => {
    expect(found(text)).toEqual({});
  });

  it('loses the sealed blocks of a message, and a message that has no others', () => {
    const sealed = `{"type":"thinking","thinking":"","signature":"${seal}"}`;
    const redacted = `{"type":"redacted_thinking","data":"${seal}"}`;
    const text = `{"messages":[{"role":"user","content": "Hi" },{"role":"assistant","content":[${sealed},${thinking},{"n":1.0}]},{"role":"assistant","content":[${redacted}]}]}`;
    expect(found(text)).toEqual({
      messages: `[{"role":"user","content": "Hi" },{"role":"assistant","content":[${thinking},{"n":1.0}]}]`,
    });
    expect(cut(text)).toEqual(['messages[1].content[0]', 'messages[2].content[0]']);
  });

  it('loses sealed items of a response', () => {
    const item = `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"${seal}"}`;
    expect(found(`{"input":[{"role":"user","content":"Hi"},${item}]}`)).toEqual({
      input: '[{"role":"user","content":"Hi"}]',
    });
  });

  it('loses sealed details of a chat, and keeps its words', () => {
    const text = `{"messages":[{"role":"assistant","content":"A","reasoning_details":[{"type":"reasoning.encrypted","data":"${seal}"}]}]}`;
    expect(found(text)).toEqual({ messages: '[{"role":"assistant","content":"A"}]' });
  });

  it('keeps the words of thoughts where the host wants them, but no message that says nothing else', () => {
    const sealed = `{"type":"reasoning.encrypted","data":"${seal}"}`;
    const own = '{"type":"reasoning.text","text":"Hm"}';
    const message = (details: string, content: string): string =>
      `{"role":"assistant","reasoning_content":"Hm","content":${content}${details && `,"reasoning_details":[${details}]`}}`;
    const text = (...said: readonly string[]): string => `{"messages":[${said.join(',')}]}`;
    const both = text(message(sealed, '"A"'), message(sealed, 'null'));
    expect(found(both, true)).toEqual({ messages: `[${message('', '"A"')}]` });
    const details = [0, 1].map((index) => `messages[${index}].reasoning_details[0]`);
    expect(cut(both, true)).toEqual([...details, 'messages[1].reasoning_content']);
    expect(found(both)).toEqual({ messages: '[{"role":"assistant","content":"A"}]' });
    expect(cut(both).toSorted()).toEqual(
      [...details, 'messages[0].reasoning_content', 'messages[1].reasoning_content'].toSorted(),
    );
    expect(found(text(message(`${own},${sealed}`, '"A"')))).toEqual({ messages: `[${message(own, '"A"')}]` });
    expect(found(text(message(own, '"A"')))).toEqual({});
  });

  it('loses a text in which there is nothing but citations of the gateway', () => {
    const citation = `{"type":"web_search_result_location","encrypted_index":"${seal}"}`;
    const block = (words: string): string => `{"type":"text","text":"${words}","citations":[${citation}]}`;
    const text = `{"messages":[{"role":"assistant","content":[${block('')},${block('A')}]}]}`;
    expect(found(text)).toEqual({ messages: '[{"role":"assistant","content":[{"type":"text","text":"A"}]}]' });
    expect(cut(text)).toEqual(['messages[0].content[0].citations', 'messages[0].content[1].citations']);
    expect(found(`{"messages":[{"role":"assistant","content":[${block(' ')}]}]}`)).toEqual({ messages: '[]' });
  });

  it.each(['"tool_calls":[{"id":"a"}]', '"function_call":{"name":"f"}'])(
    'keeps the thoughts of a chat before calls for hosts that refuse calls without: %s',
    (call) => {
      const details = `"reasoning_details":[{"type":"reasoning.encrypted","data":"${seal}"}]`;
      const message = `{"role":"assistant","content":null,"reasoning_content":"Hm",${call}}`;
      const text = `{"messages":[${message.replace(/}$/, `,${details}}`)}]}`;
      expect(found(text, true)).toEqual({ messages: `[${message}]` });
      expect(cut(text, true)).toEqual(['messages[0].reasoning_details[0]']);
    },
  );

  it.each([
    ['a search', `{"type":"web_search_tool_result","tool_use_id":"s1","content":[{"encrypted_content":"${seal}"}]}`],
    ['code', `{"type":"code_execution_tool_result","tool_use_id":"s1","content":{"encrypted_stdout":"${seal}"}}`],
  ])('loses %s whole: no vendor takes a call of its own tool without the result', (_, result) => {
    const call = '{"type":"server_tool_use","id":"s1","name":"x","input":{}}';
    const words = '{"type":"text","text":"A"}';
    const text = `{"messages":[{"role":"assistant","content":[${call},${result},${words}]}]}`;
    expect(found(text)).toEqual({ messages: `[{"role":"assistant","content":[${words}]}]` });
    expect(cut(text)).toEqual(['messages[0].content[0]', 'messages[0].content[1]']);
  });

  it.each(['"tool_calls":[{"id":"a"}]', '"function_call":{"name":"f"}', '"refusal":"No."'])(
    'keeps a message that says %s next to what is sealed',
    (more) => {
      const sealed = `{"type":"thinking","thinking":"","signature":"${seal}"}`;
      const message = (content: string): string => `{"role":"assistant","content":${content},${more}}`;
      expect(found(`{"messages":[${message(`[${sealed}]`)}]}`)).toEqual({ messages: `[${message('null')}]` });
    },
  );

  it('keeps the content of a message that was empty before', () => {
    const details = `"reasoning_details":[{"type":"reasoning.encrypted","data":"${seal}"}]`;
    const message = '{"role":"assistant","content":[],"tool_calls":[{"id":"a"}]}';
    expect(found(`{"messages":[${message.replace('}]}', `}],${details}}`)}]}`)).toEqual({ messages: `[${message}]` });
  });
});
