import { describe, expect, it } from 'vitest';
import { makeSeals, withoutSeals } from '../../../src/wires/translation/proofs.ts';

const seal = makeSeals([Buffer.alloc(32)]).seal('x', { workspace: 'w', vendor: 'v', family: 'f' });
const own = '{"type":"thinking","thinking":"Hm","signature":"Eq=="}';
const found = (text: string): object => withoutSeals(Buffer.from(text)).edits;
const cut = (text: string): readonly string[] => withoutSeals(Buffer.from(text)).losses.map(({ path }) => path);

describe('a request that goes out as it came', () => {
  it.each([
    ['without anything sealed', `{"messages":[{"role":"assistant","content":[${own}]}]}`],
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
    const text = `{"messages":[{"role":"user","content": "Hi" },{"role":"assistant","content":[${sealed},${own},{"n":1.0}]},{"role":"assistant","content":[${redacted}]}]}`;
    expect(found(text)).toEqual({
      messages: `[{"role":"user","content": "Hi" },{"role":"assistant","content":[${own},{"n":1.0}]}]`,
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
