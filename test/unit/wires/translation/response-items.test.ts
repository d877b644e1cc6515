import { describe, expect, it } from 'vitest';
import type { StopReason, TurnEvent } from '../../../../src/wires/turn.ts';
import { asBody, asEvents, raw, readStream, streamEvents, turnWires } from './turn-wires.ts';

type Items = readonly Readonly<Record<string, unknown>>[];

const begun = (part: number, name = 'f'): TurnEvent => ({
  type: 'open',
  part,
  head: { kind: 'call', id: `call_${part}`, name },
});
const said = (part: number, text: string): TurnEvent => ({ type: 'delta', part, text });
const closed = (part: number): TurnEvent => ({ type: 'close', part, whole: null });
const ended = (reason: StopReason, explanation: string | null = null): readonly TurnEvent[] => [
  { type: 'usage', usage: { input: 1, output: 1 } },
  { type: 'stop', reason, sequence: null, explanation },
  { type: 'end' },
];

/** The statuses of the items of an answer, and the types of the events before the last one. */
function statuses(events: readonly TurnEvent[], request?: object) {
  const streamed = asEvents('responses', events, request).map(
    ({ data }) => JSON.parse(data ?? '{}') as { type: string; item?: object; response?: { output: Items } },
  );
  const whole = asBody('responses', events, request).body['output'] as Items;
  expect(streamed.at(-1)?.response?.output).toEqual(whole);
  const done = streamed.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
  expect(done).toHaveLength(whole.length);
  expect(whole).toEqual(expect.arrayContaining(done));
  return whole.map(({ status }) => status);
}

describe('the items of an answer that was cut off by the limit', () => {
  const cut = [begun(0), said(0, '{"a":'), closed(0)];
  const full = [begun(0), said(0, '{"a":1}'), closed(0)];

  it.each<[string, readonly TurnEvent[], readonly string[]]>([
    ['a call whose arguments are not whole', cut, ['incomplete']],
    ['a call whose arguments have not begun', [begun(0), closed(0)], ['incomplete']],
    ['a call whose arguments are whole', full, ['completed']],
    ['a call behind a whole one', [...full, begun(1), said(1, '{'), closed(1)], ['completed', 'incomplete']],
    [
      'calls that overlap',
      [begun(0), begun(1), said(0, '{}'), said(1, '{'), closed(1), closed(0)],
      ['completed', 'incomplete'],
    ],
    [
      'words behind a call that is not whole',
      [...cut, { type: 'open', part: 1, head: { kind: 'text' } }, said(1, 'So'), closed(1)],
      ['completed', 'incomplete'],
    ],
  ])('are incomplete where they are the last ones, and not whole: %s', (_, events, expected) => {
    expect(statuses([...events, ...ended('limit')])).toEqual(expected);
    expect(statuses([...events, ...ended('tool')])).toEqual(expected.map(() => 'completed'));
  });

  const thought: TurnEvent = { type: 'open', part: 1, head: { kind: 'reasoning', form: 'full' } };
  it.each<[string, readonly TurnEvent[], readonly string[]]>([
    ['behind the call', [...cut, thought, said(1, 'Hm'), closed(1)], ['incomplete', 'completed']],
    [
      'behind its beginning',
      [begun(0), said(0, '{'), thought, said(1, 'Hm'), closed(1), closed(0)],
      ['incomplete', 'completed'],
    ],
    [
      'and words',
      [
        ...cut,
        thought,
        said(1, 'Hm'),
        closed(1),
        { type: 'open', part: 2, head: { kind: 'text' } },
        said(2, 'So'),
        closed(2),
      ],
      ['completed', 'completed', 'incomplete'],
    ],
    [
      'and another call',
      [...cut, thought, said(1, 'Hm'), closed(1), begun(2), said(2, '{'), closed(2)],
      ['completed', 'completed', 'incomplete'],
    ],
  ])('are incomplete where only thoughts follow: %s', (_, events, expected) => {
    expect(statuses([...events, ...ended('limit')])).toEqual(expected);
  });

  it('are incomplete where only the explanation of a refusal follows', () => {
    expect(statuses([...cut, ...ended('refusal', 'No.')])).toEqual(['incomplete', 'incomplete']);
    expect(statuses([...full, ...ended('refusal', 'No.')])).toEqual(['completed', 'incomplete']);
  });

  it('are so where a tool takes text, too', () => {
    const request = { model: 'm', input: [], tools: [{ type: 'custom', name: 't' }] };
    const custom: TurnEvent = { type: 'open', part: 0, head: { kind: 'call', id: 'c', name: 't', isCustom: true } };
    expect(statuses([custom, said(0, 'abc'), closed(0), ...ended('limit')], request)).toEqual(['incomplete']);
    const text = [begun(0, 't'), said(0, '{"input":"ab'), closed(0), ...ended('limit')];
    expect(statuses(text, request)).toEqual(['incomplete']);
  });
});

describe('thoughts of an item', () => {
  const item = (...[content, summary]: readonly (readonly string[])[]) => ({
    type: 'reasoning',
    id: 'rs',
    content: content?.map((text) => ({ type: 'reasoning_text', text })),
    summary: summary?.map((text) => ({ type: 'summary_text', text })) ?? [],
  });
  const text = (index: number, delta: string) => ({ type: 'reasoning_text.delta', content_index: index, delta });
  const summed = (index: number, delta: string) => [
    { type: 'reasoning_summary_part.added', summary_index: index },
    { type: 'reasoning_summary_text.delta', summary_index: index, delta },
  ];
  const response = (output: Items, more: object = {}) => ({ id: 'r', status: 'completed', output, usage: {}, ...more });
  const streamed = (deltas: readonly object[], whole: Readonly<Record<string, unknown>>) =>
    readStream(
      'responses',
      streamEvents(
        [
          { type: 'output_item.added', item: { type: 'reasoning', id: 'rs', summary: [] } },
          ...(deltas as readonly { readonly type: string }[]),
          { type: 'output_item.done', item: whole },
          { type: 'completed', response: response([whole]) },
        ]
          .map((each) => `data: ${JSON.stringify({ output_index: 0, ...each, type: `response.${each.type}` })}\n\n`)
          .join(''),
      ),
    );

  it.each([
    ['raw', item(['RAW']), [text(0, 'R'), text(0, 'AW')], 'RAW'],
    ['raw in two parts', item(['RAW', 'MORE']), [text(0, 'RAW'), text(1, 'MORE')], 'RAW\n\nMORE'],
    ['a summary', item([], ['SUM']), summed(0, 'SUM'), 'SUM'],
    ['two summaries', item([], ['SUM', 'UP']), [...summed(0, 'SUM'), ...summed(1, 'UP')], 'SUM\n\nUP'],
    ['summaries without numbers', item([], ['SUM', 'UP']), [...summed(0, 'SUM'), ...summed(0, 'UP')], 'SUM\n\nUP'],
    ['raw, and a summary', item(['RAW'], ['SUM']), [text(0, 'RAW'), ...summed(0, 'SUM')], 'RAW\n\nSUM'],
    [
      'summaries, one of them empty',
      item([], ['', 'SUM', '', 'UP']),
      [...summed(1, 'SUM'), ...summed(3, 'UP')],
      'SUM\n\nUP',
    ],
    ['raw, and a summary at the end alone', item(['RAW'], ['SUM']), [text(0, 'RAW')], 'RAW\n\nSUM'],
  ] as const)('are the same streamed and whole: %s', (_, whole, deltas, expected) => {
    const answers = [
      streamed(deltas as readonly object[], whole),
      turnWires.responses.readAnswer(raw(response([whole]))),
    ].map((events) => events.filter(({ type }) => ['open', 'delta', 'close'].includes(type)));
    const bodies = answers.map((events) => asBody('responses', events).body['output']);
    expect(bodies[0]).toEqual(bodies[1]);
    for (const events of answers)
      expect(asBody('chat-completions', events).body).toMatchObject({
        choices: [{ message: { reasoning_content: expected } }],
      });
  });

  it('are all said where the summary came first, and the rest at the end alone', () => {
    const events = streamed(summed(0, 'SUM'), item(['RAW'], ['SUM']));
    expect(asBody('chat-completions', events).body).toMatchObject({
      choices: [{ message: { reasoning_content: 'SUM\n\nRAW' } }],
    });
  });
});
