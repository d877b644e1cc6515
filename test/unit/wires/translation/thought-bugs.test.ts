import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeSeals, openProofs, sealProofs } from '../../../../src/wires/translation/proofs.ts';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import { majors, rebuilt } from './rebuild.ts';
import { able, asBody, asEvents, raw, readStream, streamEvents, turnWires } from './turn-wires.ts';

const chat = 'chat-completions';
type Body = Readonly<Record<string, unknown>>;
type Bodies = readonly Body[];

const seals = makeSeals([Buffer.alloc(32, 7)]);
const binding = { workspace: 'acme', vendor: 'anthropic', family: 'claude' };
const question = { role: 'user', content: 'Rome?' };

/** An answer of an upstream, as a caller on another wire gets it: what it wants back is sealed. */
const answered = (from: TurnWireId, to: TurnWireId, answer: object): Body =>
  asBody(to, turnWires[from].readAnswer(raw(answer)).flatMap(sealProofs(seals, binding))).body;

/** The next request of that caller, as the same upstream gets it. */
function next(
  from: TurnWireId,
  to: TurnWireId,
  body: object,
): { readonly body: Body; readonly lost: readonly string[] } {
  const opened = openProofs(turnWires[from].readRequest(raw({ model: 'm', ...body })), seals, binding);
  const written = turnWires[to].writeRequest(opened.turn, { model: 'm', abilities: able });
  const losses = [...opened.losses, ...written.losses].filter(({ note }) => /made by/i.test(note));
  return { body: JSON.parse(written.body.toString()) as Body, lost: losses.map(({ path }) => path) };
}

/** What a caller says after an answer with a call `t1`: everything that it got, and the result. */
const turns: Readonly<Record<TurnWireId, (answer: Body) => object>> = {
  'chat-completions': ({ choices }) => {
    const [{ message }] = choices as readonly [{ message: object }];
    return { messages: [question, message, { role: 'tool', tool_call_id: 't1', content: '31' }] };
  },
  responses: ({ output }) => ({
    input: [question, ...(output as Bodies), { type: 'function_call_output', call_id: 't1', output: '31' }],
  }),
  messages: ({ content }) => ({
    max_tokens: 9,
    messages: [
      question,
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '31' }] },
    ],
  }),
};

const call = { type: 'tool_use', id: 't1', name: 'f', input: { city: 'Rome' } };
const message = (...thoughts: readonly object[]): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [...thoughts, call],
  stop_reason: 'tool_use',
  usage: { input_tokens: 3, output_tokens: 2 },
});
const history = (...thoughts: readonly object[]): object => [
  question,
  { role: 'assistant', content: [...thoughts, call] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '31' }] },
];

const signed = { type: 'thinking', thinking: 'Rome, "then"  \n.', signature: 'Eq/+==' };
const empty = { type: 'thinking', thinking: '', signature: 'Eq==' };
const redacted = { type: 'redacted_thinking', data: 'abc==' };

describe('the thoughts of a model, given back by a caller on another wire', () => {
  it('19: are the blocks that they were, before their calls, on Responses', () => {
    const { body, lost } = next(
      'responses',
      'messages',
      turns.responses(answered('messages', 'responses', message(signed))),
    );
    expect(body['messages']).toEqual(history(signed));
    expect(lost).toEqual([]);
  });

  it('20: are the blocks that they were, before their calls, on Chat Completions', () => {
    const { body, lost } = next(chat, 'messages', turns[chat](answered('messages', chat, message(signed, redacted))));
    expect(body['messages']).toEqual(history(signed, redacted));
    expect(lost).toEqual([]);
  });

  it.each(['reasoning_content', 'reasoning'])(
    '20: go back to a host that sends them as %s, within its calls',
    (member) => {
      const said = {
        role: 'assistant',
        content: null,
        [member]: 'Rome, then.',
        tool_calls: [{ id: 't1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      };
      const answer = { id: 'c', choices: [{ index: 0, message: said, finish_reason: 'tool_calls' }] };
      for (const from of ['messages', 'responses'] as const) {
        const { body } = next(from, chat, turns[from](answered(chat, from, answer)));
        expect((body['messages'] as Bodies)[1], from).toMatchObject({ role: 'assistant', [member]: 'Rome, then.' });
      }
    },
  );

  it.each(['responses', chat] as const)('21: survive without a word, by their signature alone, on %s', (to) => {
    const { body, lost } = next(to, 'messages', turns[to](answered('messages', to, message(empty))));
    expect(body['messages']).toEqual(history(empty));
    expect(lost).toEqual([]);
  });

  it.each([
    ['messages', 'responses'],
    [chat, 'responses'],
  ] as const)('21: survive as encrypted items, on %s', (caller, upstream) => {
    const items = [
      { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAA==' },
      { id: 'fc_1', type: 'function_call', call_id: 't1', name: 'f', arguments: '{"big":12345678901234567890}' },
    ];
    const answer = { id: 'resp_1', object: 'response', status: 'completed', output: items };
    const { body } = next(caller, upstream, turns[caller](answered(upstream, caller, answer)));
    expect((body['input'] as Bodies)[1]).toEqual(items[0]);
    expect((body['input'] as Bodies)[2]).toMatchObject({ type: 'function_call', call_id: 't1' });
  });

  it('are left out and reported where another workspace sealed them', () => {
    const answer = answered('messages', 'responses', message(signed));
    const turn = turnWires.responses.readRequest(raw({ model: 'm', ...turns.responses(answer) }));
    const { losses } = openProofs(turn, seals, { ...binding, workspace: 'other' });
    expect(losses.map(({ path, kind }) => `${path}: ${kind}`)).toEqual(['input[1]: advisory']);
  });
});

describe('several thoughts of one turn', () => {
  const tool_calls = [{ id: 't1', type: 'function', function: { name: 'f', arguments: '{}' } }];
  const chunk = (delta: object) => `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta }] })}\n\n`;
  /** What a host gets back of a stream that words have interrupted. */
  const returned = (from: TurnWireId, ...deltas: readonly object[]): Body => {
    const text = [...deltas, { tool_calls }].map(chunk).join('') + 'data: [DONE]\n\n';
    const events = readStream(chat, streamEvents(text)).flatMap(sealProofs(seals, binding));
    return (next(from, chat, turns[from](asBody(from, events).body)).body['messages'] as Bodies)[1] ?? {};
  };
  const readable = { type: 'reasoning.text', text: 'Rome', signature: 'Eq==', index: 0 };
  const encrypted = { type: 'reasoning.encrypted', data: 'abc==', id: 't1', index: 1 };

  it.each(['messages', 'responses'] as const)('all go back to a host, on %s', (from) => {
    expect(
      returned(from, { reasoning_details: [readable] }, { content: 'So.' }, { reasoning_details: [encrypted] }),
    ).toMatchObject({ reasoning_details: [readable, encrypted] });
    expect(
      returned(from, { reasoning_content: 'Rome' }, { content: 'So.' }, { reasoning_content: ', then.' }),
    ).toMatchObject({ reasoning_content: 'Rome, then.' });
  });

  it('come before the first words of a chat that is streamed, so that those who stop there have them', () => {
    const thinking = { type: 'thinking', thinking: 'One', signature: 'E1==' };
    const events = turnWires.messages.readAnswer(raw(message(thinking))).flatMap(sealProofs(seals, binding));
    const deltas = asEvents(chat, events).map((each) => JSON.stringify(each));
    const place = (name: string): number => deltas.findIndex((each) => each.includes(name));
    expect(place('reasoning_details')).toBeGreaterThan(place('reasoning_content'));
    expect(place('reasoning_details')).toBeLessThan(
      place('tool_calls') === -1 ? place('"content') : place('tool_calls'),
    );
    expect(deltas.filter((each) => each.includes('reasoning_details'))).toHaveLength(1);
  });

  it('are read once from clients that join the lists of a streamed chat', () => {
    const thoughts = ['E1==', 'E2=='].map((signature) => ({ type: 'thinking', thinking: signature, signature }));
    const events = turnWires.messages.readAnswer(raw(message(...thoughts))).flatMap(sealProofs(seals, binding));
    const answer = structuredClone(asBody(chat, events).body) as unknown as {
      readonly choices: readonly { readonly message: { readonly reasoning_details: object[] } }[];
    };
    const details = answer.choices[0]?.message.reasoning_details;
    details?.unshift(...details.slice(0, 1));
    const { body } = next(chat, 'messages', turns[chat](answer));
    expect((body['messages'] as Bodies)[1]).toEqual((history(...thoughts) as Bodies)[1]);
  });

  it.each(majors)('are whole in what an SDK keeps of a chat that was streamed: %s', async (major) => {
    const thoughts = [
      { type: 'thinking', thinking: 'One', signature: 'E1==' },
      { type: 'thinking', thinking: 'Two', signature: 'E2==' },
      { type: 'redacted_thinking', data: 'E3==' },
    ];
    const events = turnWires.messages.readAnswer(raw(message(...thoughts))).flatMap(sealProofs(seals, binding));
    const { body } = next(chat, 'messages', turns[chat]((await rebuilt(chat, asEvents(chat, events), major)) as Body));
    expect((body['messages'] as Bodies)[1]).toEqual((history(...thoughts) as Bodies)[1]);
  });

  it('go back among the content where they came from', () => {
    const thinking = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });
    const reference = { type: 'thinking', thinking: [{ type: 'reference', reference_ids: [1] }], closed: true };
    const listed = returned(
      'responses',
      { content: [thinking('Ro')] },
      { content: [thinking('me')] },
      { content: [reference] },
    );
    expect(listed['content']).toEqual([
      {
        type: 'thinking',
        thinking: [
          { type: 'text', text: 'Rome' },
          { type: 'reference', reference_ids: [1] },
        ],
        closed: true,
      },
    ]);
    const plain = returned('responses', { content: [{ type: 'thinking', thinking: 'Rome' }] });
    expect(plain['content']).toEqual([{ type: 'thinking', thinking: 'Rome' }]);
  });
});

describe('a reasoning item that its vendor does not keep', () => {
  const calling = { id: 'fc_1', type: 'function_call', call_id: 't1', name: 'f', arguments: '{}' };
  const back = (item: object): unknown => {
    const answer = { id: 'resp_1', object: 'response', status: 'completed', output: [item, calling] };
    const { body } = next('messages', 'responses', turns.messages(answered('responses', 'messages', answer)));
    return (body['input'] as Bodies)[1]?.['type'];
  };
  const item = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Rome' }] };

  it.each([{}, { encrypted_content: null }, { encrypted_content: '' }, { content: [] }])(
    'does not go back by its id alone: %j',
    (more) => {
      expect(back({ ...item, ...more })).toBe('function_call');
    },
  );

  it.each([{ encrypted_content: 'gAAA==' }, { content: [{ type: 'reasoning_text', text: 'Rome' }] }])(
    'goes back with what it says: %j',
    (more) => {
      expect(back({ ...item, ...more })).toBe('reasoning');
    },
  );
});

describe('a whole answer that is a failure', () => {
  it.each([
    ['messages', { type: 'error', error: { type: 'overloaded_error', message: 'Too tired.' } }],
    [chat, { error: { message: 'Too tired.', type: 'server_error' } }],
    [chat, { id: 'c', choices: [{ index: 0, error: { message: 'Too tired.' }, message: {}, finish_reason: 'error' }] }],
    [
      'responses',
      { id: 'resp_1', status: 'failed', error: { code: 'server_error', message: 'Too tired.' }, output: [] },
    ],
    ['responses', { error: { message: 'Too tired.' } }],
  ] as const)('is one on every wire: %s %j', (from, answer) => {
    const events = turnWires[from].readAnswer(raw(answer));
    expect(events.at(-1)).toMatchObject({ type: 'fault', message: 'Too tired.' });
  });

  it.each(['queued', 'in_progress', 'cancelled', 'never_heard_of'])('is one where a response is %s', (status) => {
    const events = turnWires.responses.readAnswer(raw({ id: 'resp_1', object: 'response', status, output: [] }));
    expect(events.at(-1)?.type).toBe('fault');
  });
});

it('has a test by its number for each of the thirty bugs', () => {
  const folder = new URL('.', import.meta.url);
  const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const named = new Set(texts.flatMap((text) => [...text.matchAll(/'(\d+): /g)].map(([, number]) => Number(number))));
  expect([...named].toSorted((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});
