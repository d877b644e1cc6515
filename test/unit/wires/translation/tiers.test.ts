import { describe, expect, it } from 'vitest';
import { openReader, readAnswer } from '../../../../src/wires/converse/read-events.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import { abilitiesOf } from '../../../../src/catalog/abilities.ts';
import { asBody, asEvents, lossLines, raw, translated, turnWires } from './turn-wires.ts';

const chat = 'chat-completions';
const answers: Readonly<Record<TurnWireId, (tier: string) => object>> = {
  [chat]: (tier) => ({
    id: 'c',
    choices: [{ index: 0, message: { role: 'assistant', content: 'A' }, finish_reason: 'stop' }],
    service_tier: tier,
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  responses: (tier) => ({
    id: 'resp_1',
    status: 'completed',
    output: [],
    service_tier: tier,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  }),
  messages: (tier) => ({
    id: 'msg_1',
    content: [{ type: 'text', text: 'A' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1, service_tier: tier },
  }),
};
const tierOf = (to: TurnWireId, body: Readonly<Record<string, unknown>>): unknown =>
  (to === 'messages' ? (body['usage'] as Readonly<Record<string, unknown>>) : body)['service_tier'];

describe('the tier that served an answer', () => {
  it.each<[TurnWireId, string, TurnWireId, string | undefined]>([
    ['messages', 'standard', chat, 'default'],
    ['messages', 'priority', 'responses', 'priority'],
    ['messages', 'batch', chat, undefined],
    [chat, 'default', 'messages', 'standard'],
    [chat, 'flex', 'responses', 'flex'],
    [chat, 'on_demand', 'responses', undefined],
    ['responses', 'priority', 'messages', 'priority'],
    ['responses', 'scale', chat, 'scale'],
    ['responses', 'auto', chat, undefined],
  ])('of %s, %s, is on %s %s, whole and streamed', (from, tier, to, expected) => {
    const events = turnWires[from].readAnswer(raw(answers[from](tier)));
    const { body, losses } = asBody(to, events);
    expect([tierOf(to, body), lossLines(losses)]).toEqual([expected, []]);
    const texts = asEvents(to, events).map(({ data }) => data ?? '');
    const written = texts.flatMap((text) =>
      [...text.matchAll(/"service_tier":("\w+"|null)/g)].map(([, value]) => value),
    );
    const known = written.filter((value) => value !== 'null');
    expect([...new Set(known)]).toEqual(expected === undefined ? [] : [`"${expected}"`]);
  });

  it('is reported where Messages does not have it', () => {
    const events = turnWires.responses.readAnswer(raw(answers.responses('flex')));
    const { body, losses } = asBody('messages', events);
    expect([tierOf('messages', body), lossLines(losses)]).toEqual([null, ['service_tier: advisory']]);
  });

  it('is read of Converse, whole and streamed', () => {
    const serviceTier = { type: 'priority' };
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    const whole = { output: { message: { content: [{ text: 'A' }] } }, stopReason: 'end_turn', usage, serviceTier };
    const reader = openReader();
    const streamed = [
      { name: 'messageStop', text: '', data: { stopReason: 'end_turn' } },
      { name: 'metadata', text: '', data: { usage, serviceTier } },
    ].flatMap((event) => reader.push(event));
    for (const events of [readAnswer(raw(whole)), streamed])
      expect(events).toContainEqual({ type: 'tier', tier: 'priority' });
  });
});

describe('the phase of what a model of Responses said', () => {
  const call = { type: 'tool_use', id: 't1', name: 'f', input: {} };
  const text = (words: string): object => ({ type: 'text', text: words });
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [text('Let me look.'), call] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '31' }] },
    { role: 'assistant', content: [text('31 degrees.')] },
    { role: 'user', content: 'And now?' },
  ];
  const phasesOf = (model: string): readonly unknown[] => {
    const body = { model: 'm', max_tokens: 9, messages };
    const found = translated({ from: 'messages', to: 'responses' }, body, abilitiesOf({}, model)).body['input'];
    const items = found as readonly { readonly type?: string; readonly phase?: string }[];
    return items.flatMap((item) => (item.type === 'message' ? [item.phase] : []));
  };

  it.each(['gpt-5.3-codex', 'gpt-5.4', 'gpt-5.5-pro', 'openai/gpt-5.6-luna'])('goes back to it: %s', (model) => {
    expect(phasesOf(model)).toEqual(['commentary', 'final_answer']);
  });

  it.each(['gpt-5.2', 'gpt-4.1', 'llama-4'])('is not told to one that has none: %s', (model) => {
    expect(phasesOf(model)).toEqual([undefined, undefined]);
  });
});
