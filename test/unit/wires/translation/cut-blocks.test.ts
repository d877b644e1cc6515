import { describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import { asBody, asEvents, lossLines, plainSeals, raw, readStream, translated, turnWires } from './turn-wires.ts';

type Body = Readonly<Record<string, unknown>>;

const usage = { input_tokens: 3, output_tokens: 2 };
const start = { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], usage } };
const limit = [
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
];

/** A message of one block that the output limit cuts. */
const cut = (block: object, delta: object): readonly TurnEvent[] =>
  readStream(
    'messages',
    [
      start,
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      ...limit,
    ].map((data) => ({ name: null, text: JSON.stringify(data), data: data as never })),
  );

const itemsOf = (events: readonly TurnEvent[]): readonly Body[] =>
  (asBody('responses', plainSeals(events)).body as { output: readonly Body[] }).output;

/** What goes back to the vendor with the items of an answer in the middle. */
const nextTurn = (items: readonly Body[]) => {
  const input = [{ role: 'user', content: 'Hi' }, ...items, { role: 'user', content: 'Go on' }];
  return translated({ from: 'responses', to: 'messages' }, { model: 'm', input, max_output_tokens: 9 });
};
const asked = [
  { role: 'user', content: 'Hi' },
  { role: 'user', content: 'Go on' },
];

describe('a block of Messages that the output limit cuts', () => {
  it.each([
    ['a program in the middle', 'code_execution', 'code_interpreter_call', '{"code": "print('],
    ['a program before its result', 'code_execution', 'code_interpreter_call', '{"code": "print(1)"}'],
    ['a search in the middle', 'web_search', 'web_search_call', '{"query": "wha'],
    ['a search before its result', 'web_search', 'web_search_call', '{"query": "whales"}'],
  ])('is an item that is incomplete, and does not go back: %s', (_, name, type, partial_json) => {
    const block = { type: 'server_tool_use', id: 'srvtoolu_1', name, input: {} };
    const events = cut(block, { type: 'input_json_delta', partial_json });
    const items = itemsOf(events);
    expect(items).toMatchObject([{ type, status: 'incomplete' }]);
    expect(items[0]?.['encrypted_content']).toBeUndefined();
    const steps = asEvents('responses', events).map(({ data }) => (JSON.parse(data ?? '') as { type: string }).type);
    expect(steps.filter((step) => step.endsWith('_call.completed'))).toEqual([]);
    const { body, losses } = nextTurn(items);
    expect([body['messages'], lossLines(losses)]).toEqual([asked, ['input[1]: advisory']]);
  });

  it.each([
    [{ type: 'thinking', thinking: '', signature: '' }, { type: 'thinking_delta', thinking: 'Hm' }, ['Hm']],
    [{ type: 'redacted_thinking', data: '' }, {}, []],
  ])('is a thought that is shown, and does not go back without its signature: %j', (block, delta, shown) => {
    const items = itemsOf(cut(block, delta));
    expect(items.map(({ summary, encrypted_content: seal }) => [summary, seal])).toEqual(
      shown.map((text) => [[{ type: 'summary_text', text }], null]),
    );
    expect(nextTurn(items).body['messages']).toEqual(asked);
  });

  it('is a thought that goes back where it has its signature', () => {
    const block = { type: 'thinking', thinking: '', signature: '' };
    const items = itemsOf(cut(block, { type: 'signature_delta', signature: 'c2ln' }));
    expect(items).toMatchObject([{ type: 'reasoning', encrypted_content: expect.stringMatching(/^dg1\./) as string }]);
  });

  it('is an item like any other where it has its result', () => {
    const content = [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: { code: 'print(1)' } },
      { type: 'code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: { stdout: '1' } },
    ];
    const answer = { id: 'msg_1', type: 'message', role: 'assistant', content, stop_reason: 'max_tokens', usage };
    expect(itemsOf(turnWires.messages.readAnswer(raw(answer)))).toMatchObject([
      {
        type: 'code_interpreter_call',
        status: 'completed',
        encrypted_content: expect.stringMatching(/^dg1\./) as string,
      },
    ]);
  });
});
