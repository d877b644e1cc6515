import { describe, expect, it } from 'vitest';
import { makeSeals, openProofs, sealProofs } from '../../../../src/wires/translation/proofs.ts';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import {
  able,
  asBody,
  asEvents,
  lossLines,
  raw,
  readStream,
  streamEvents,
  translated,
  turnWires,
} from './turn-wires.ts';

const chat = 'chat-completions';
type Bodies = readonly Readonly<Record<string, unknown>>[];

const chunk = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;
const end = `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`;
const chunks = (...all: readonly string[]) =>
  readStream(chat, streamEvents([...all, end, 'data: [DONE]\n\n'].join('')));
const streamed = (...deltas: readonly object[]) => chunks(...deltas.map((delta) => chunk(delta)));
const whole = (message: object, more: object = {}) =>
  turnWires[chat].readAnswer(
    raw({
      id: 'x',
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
      ...more,
    }),
  );
const call = (name: string | undefined, given: string | undefined, more: object = {}) => ({
  type: 'function',
  function: { name, arguments: given },
  ...more,
});
const calls = (...list: readonly object[]) => ({ tool_calls: list });

/** The calls of an answer, as `name input`, and why it stopped. */
function called(events: readonly TurnEvent[]): readonly unknown[] {
  const { content, stop_reason: stop } = asBody('messages', events).body as { content: Bodies; stop_reason: string };
  const found = content.filter(({ type }) => type === 'tool_use');
  return [...found.map(({ name, input }) => `${name as string} ${JSON.stringify(input)}`), stop];
}

describe('calls of a stream without an index', () => {
  const two = ['a {"x":1}', 'b {"y":2}', 'tool_use'];

  it.each([
    ['an empty id', { id: '' }],
    ['no id', {}],
    ['ids that are null', { id: null }],
  ])('are as many as they are, with %s', (_, id) => {
    const [one, other] = [call('a', '{"x":1}', id), call('b', '{"y":2}', id)];
    expect(called(streamed(calls(one, other)))).toEqual(two);
    expect(called(streamed(calls(one), calls(other)))).toEqual(two);
    expect(called(streamed(calls(one), { content: 'So.' }, calls(other)))).toEqual(two);
    expect(called(whole(calls(one, other)))).toEqual(two);
  });

  it('may have the same name, and no arguments', () => {
    const none = call('a', '');
    expect(called(streamed(calls(none), calls(none)))).toEqual(['a {}', 'a {}', 'tool_use']);
    expect(called(streamed(calls(none, none)))).toEqual(['a {}', 'a {}', 'tool_use']);
  });

  it.each([undefined, 'a'])('have arguments that come in pieces, with the name %j', (name) => {
    const pieces = [call('a', '{"x"'), call(name, ':1}'), call('b', '{"y"'), call(undefined, ':2}')];
    expect(called(streamed(...pieces.map((piece) => calls(piece))))).toEqual(two);
  });

  it('may repeat the name behind a first piece without arguments', () => {
    const pieces = [call('a', ''), call('a', '{"x"'), call('a', ':1}'), call('b', ''), call('b', '{"y":2}')];
    expect(called(streamed(...pieces.map((piece) => calls(piece))))).toEqual(two);
  });

  it.each([
    ['no ids', {}, {}],
    ['ids', { id: 'c1' }, { id: 'c2' }],
  ])('have arguments that follow in the same order as their names, with %s', (_, id, otherId) => {
    const begun = calls(call('a', '', id), call('b', '', otherId));
    const pieces = [calls(call(undefined, '{"x"'), call(undefined, '{"y"')), calls(call('', ':1}'), call('', ':2}'))];
    expect(called(streamed(begun, ...pieces))).toEqual(two);
    const half = calls(call('a', '{"x":1}', id), call('b', '{"y"', otherId));
    expect(called(streamed(half, calls(call(undefined, ':2}'))))).toEqual(two);
  });

  it('are told apart by their ids where they have some', () => {
    const pieces = [
      call('a', '{"x"', { id: 'c1' }),
      call('b', '{"y"', { id: 'c2' }),
      call(undefined, ':1}', { id: 'c1' }),
    ];
    expect(
      called(streamed(...pieces.map((piece) => calls(piece)), calls(call(undefined, ':2}', { id: 'c2' })))),
    ).toEqual(two);
  });
});

describe('calls of a stream that all have the same index', () => {
  const at = { index: 0 };
  const two = ['a {"x":1}', 'b {"y":2}', 'tool_use'];

  it.each([
    ['no ids', {}],
    ['one id', { id: 'c' }],
  ])('are as many as they are, with %s', (_, id) => {
    const [one, other] = [call('a', '{"x":1}', { ...at, ...id }), call('b', '{"y":2}', { ...at, ...id })];
    expect(called(streamed(calls(one, other)))).toEqual(two);
    expect(called(streamed(calls(one), calls(other)))).toEqual(two);
  });

  it('have arguments that come in pieces, each with the name, and a last piece that is empty', () => {
    const pieces = [call('a', '{"x"', at), call('a', ':1}', at), call('a', '', at), call('a', '\n', at)];
    expect(called(streamed(...pieces.map((piece) => calls(piece)), calls(call('b', '{"y":2}', at))))).toEqual(two);
  });

  it('are one where the same call comes again with its id', () => {
    const one = call('a', '{"x":1}', { ...at, id: 'c' });
    expect(called(streamed(calls(one), calls(one)))).toEqual(['a {"x":1}', 'tool_use']);
  });

  it('have all their arguments where a piece is like all before it', () => {
    const piece = (text: string) => calls(call('a', text, { ...at, id: 'c' }));
    expect(called(streamed(piece('{"a":'), piece('{"a":'), piece('1}}')))).toEqual(['a {"a":{"a":1}}', 'tool_use']);
  });

  it('are as many where the second begins with its name alone', () => {
    const named = [call('a', '{"x":1}', at), call('b', '', at), call(undefined, '{"y":2}', at)];
    expect(called(streamed(...named.map((each) => calls(each))))).toEqual(two);
  });
});

describe('a call that says nothing', () => {
  const empty = { index: 0, function: { arguments: '' } };

  it.each([
    ['alone', [{ content: 'Hi' }, { content: '', ...calls(empty) }]],
    ['with an id', [{ content: 'Hi' }, calls({ ...empty, id: 'c', type: 'function' })]],
  ])('is none, %s', (_, deltas) => {
    expect(called(streamed(...deltas))).toEqual(['end_turn']);
  });

  it('is none behind one that was whole', () => {
    const events = streamed(
      calls({ index: 0, id: 'c0', ...call('a', '{}') }),
      calls({ index: 1, id: 'c1', ...call('b', '') }),
      calls(empty),
      calls({ index: 1, function: { arguments: '{"y":2}' } }),
    );
    expect(called(events)).toEqual(['a {}', 'b {"y":2}', 'tool_use']);
  });
});

describe('what a chat says besides text, thoughts and calls', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

  it.each([
    ['images next to the content', { content: 'Here.', images: [image] }, 'images'],
    ['parts of content', { content: [{ type: 'text', text: 'Here.' }, image] }, 'image_url'],
    [
      'references',
      {
        content: [
          { type: 'text', text: 'Here.' },
          { type: 'reference', reference_ids: [1] },
        ],
      },
      'reference',
    ],
    ['sound', { content: 'Here.', audio: { id: 'a', data: 'AAAA' } }, 'audio'],
    ['runs of its own tools', { content: 'Here.', executed_tools: [{ index: 0 }] }, 'executed_tools'],
  ])('is reported: %s', (_, said, name) => {
    for (const events of [whole(said), streamed(said, said)]) {
      expect(events.filter(({ type }) => type === 'open')).toEqual([
        { type: 'open', part: 0, head: { kind: 'text' } },
        { type: 'open', part: 1, head: { kind: 'other', name } },
      ]);
      const { text, losses } = asBody('responses', events);
      expect(lossLines(losses)).toContain('answer[1]: meaning');
      expect(text).toContain('Here.');
    }
  });

  it.each<readonly [message: object, besides?: object]>([
    [{ images: [] }],
    [{ images: null }],
    [{ images: [null] }],
    [{ images: {}, video: { url: '' }, executed_tools: [{}] }],
    [{ audio: null }],
    [{ audio: { id: '', data: '', transcript: '' } }],
    [{ content: [{ type: 'text', text: 'Here.' }, null] }],
    [{ annotations: [null, {}, { type: 'url_citation' }, { type: 'url_citation', url_citation: {} }] }],
    [{}, { citations: [null, {}, '', { url: '' }], search_results: [null] }],
  ])('is nothing to report where it is empty: %j, with %j', (said, besides) => {
    const events = whole({ content: 'Here.', ...said }, besides);
    expect(events.filter(({ type }) => type === 'open' || type === 'mark')).toHaveLength(1);
  });

  it('is text where it was spoken', () => {
    const spoken = whole({ content: null, audio: { id: 'a', data: 'AAAA', transcript: 'Hello there' } });
    expect(asBody('messages', spoken).body['content']).toEqual([
      { type: 'text', text: 'Hello there', citations: null },
    ]);
    const pieces = streamed(
      { audio: { id: 'a', transcript: 'Hello' } },
      { audio: { data: 'AAAA' } },
      { audio: { transcript: ' there' } },
    );
    expect(asBody('messages', pieces).body['content']).toEqual([
      { type: 'text', text: 'Hello there', citations: null },
    ]);
  });
});

describe('sources that stand next to the choices', () => {
  const citations = ['https://a.example/', 'https://b.example/'];
  const search_results = [{ url: 'https://a.example/', title: 'A' }];
  const cited = (events: readonly TurnEvent[]) =>
    (asBody('responses', events).body['output'] as Bodies).flatMap(({ content }) =>
      (content as Bodies).flatMap(({ annotations }) => (annotations as Bodies).map(({ url, title }) => [url, title])),
    );

  it.each([
    ['addresses', { citations }, citations.map((url) => [url, url])],
    ['with titles', { citations, search_results }, [['https://a.example/', 'A']]],
  ])('are citations of the text, each once: %s', (_, more, expected) => {
    expect(cited(whole({ content: 'So [1].' }, more))).toEqual(expected);
    expect(cited(chunks(chunk({ content: 'So' }, more), chunk({ content: ' [1].' }, more)))).toEqual(expected);
  });

  it('are not repeated where the message has its own', () => {
    const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.example/', title: 'A' } }];
    expect(cited(whole({ content: 'So.', annotations }, { citations }))).toEqual([['https://a.example/', 'A']]);
  });

  it('are reported where they are too late, or name no page', () => {
    const late = whole({ content: 'So.', ...calls(call('a', '{}')) }, { citations });
    expect(lossLines(asBody('messages', late).losses)).toContain('answer[0].citations: advisory');
    const documents = whole({ content: 'So.' }, { citations: [{ start: 0, end: 2, sources: [] }] });
    expect(lossLines(asBody('messages', documents).losses)).toContain('answer[0].citations: advisory');
  });
});

describe('what a host wants back with a call', () => {
  const seals = makeSeals([Buffer.alloc(32, 7)]);
  const binding = { workspace: 'acme', vendor: 'v', family: 'f' };
  const signature = { extra_content: { google: { thought_signature: 'SIG' } } };
  const [one, other] = [call('a', '{"x":1}', { id: 'c1' }), call('b', '{"y":2}', { id: 'c2' })];
  const asked = { role: 'user', content: 'Hi' };

  /** The message of the model in the next request, and what was lost, after an answer that a caller sends back. */
  function sentBack(events: readonly TurnEvent[], wire: 'messages' | 'responses', family = 'f') {
    const { body } = asBody(wire, events.flatMap(sealProofs(seals, binding)));
    const said = body[wire === 'messages' ? 'content' : 'output'] as Bodies;
    const ids = said.flatMap(({ type, id, call_id: own = id }) =>
      ['tool_use', 'function_call'].includes(type as string) ? [own] : [],
    );
    const results = ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: '1' }));
    const outputs = ids.map((id) => ({ type: 'function_call_output', call_id: id, output: '1' }));
    const next =
      wire === 'messages'
        ? {
            max_tokens: 9,
            messages: [asked, { role: 'assistant', content: said }, { role: 'user', content: results }],
          }
        : { input: [asked, ...said, ...outputs] };
    const opened = openProofs(turnWires[wire].readRequest(raw({ model: 'm', ...next })), seals, { ...binding, family });
    const written = turnWires[chat].writeRequest(opened.turn, { model: 'm', abilities: able });
    const { messages } = JSON.parse(written.body.toString()) as { messages: Bodies };
    return { message: messages[1], lost: [...opened.losses, ...written.losses] };
  }
  const last = streamed(calls({ index: 0, ...one }), calls({ index: 1, ...other }), calls({ index: 0, ...signature }));

  it.each([
    ['whole', whole(calls({ ...one, ...signature }, other))],
    ['streamed', streamed(calls({ index: 0, ...one, ...signature }, { index: 1, ...other }))],
    ['without an index', streamed(calls({ ...one, ...signature }), calls(other))],
    ['in a delta of its own', streamed(calls(one), calls(signature), calls(other))],
    ['behind another call', last],
  ])('stands on that call again: %s', (_, events) => {
    for (const wire of ['messages', 'responses'] as const) {
      const { message, lost } = sentBack(events, wire);
      expect(message?.['tool_calls'], wire).toEqual([{ ...one, ...signature }, other]);
      expect(lost).toEqual([]);
    }
  });

  it.each([
    ['whole', whole({ ...calls(one, other), ...signature })],
    [
      'in pieces',
      streamed(calls({ index: 0, ...one }, { index: 1, ...other }), signature, {
        extra_content: { google: { thought: true } },
      }),
    ],
  ])('stands in the message again: %s', (_, events) => {
    const { message } = sentBack(events, 'messages');
    expect(message).toMatchObject({ tool_calls: [one, other], ...signature });
  });

  it.each([
    ['long', 'x'.repeat(150), 'y'.repeat(150)],
    ['odd', 'a.1:é', 'b 2'],
    ['the same', 'c', 'c'],
  ])('stands on that call again where ids are %s', (_, id, otherId) => {
    const signatures = ['S1', 'S2'].map((google) => ({ extra_content: { google } }));
    const both = [
      { ...call('a', '{}', { id }), ...signatures[0] },
      { ...call('b', '{}', { id: otherId }), ...signatures[1] },
    ];
    for (const wire of ['messages', 'responses'] as const)
      for (const events of [
        whole(calls(...both)),
        streamed(...both.map((each, index) => calls({ ...each, index }))),
        streamed(...both.map((each) => calls({ ...each, index: 0 }))),
      ]) {
        const written = sentBack(events, wire).message?.['tool_calls'] as Bodies;
        expect(written.map(({ extra_content: google }) => ({ extra_content: google }))).toEqual(signatures);
        expect(new Set(written.map((each) => each['id'])).size).toBe(2);
      }
  });

  it('is written in Messages before its call, and streamed like that', () => {
    const types = asEvents(
      'messages',
      whole(calls({ ...one, ...signature })).flatMap(sealProofs(seals, binding)),
    ).flatMap(({ data }) => /"content_block":\{"type":"(\w+)"/.exec(data ?? '')?.[1] ?? []);
    expect(types).toEqual(['redacted_thinking', 'tool_use']);
  });

  it('is reported where another model gets the call', () => {
    const { message, lost } = sentBack(whole(calls({ ...one, ...signature }, other)), 'messages', 'g');
    expect(message?.['tool_calls']).toEqual([one, other]);
    expect(lost.map(({ key }) => key)).toEqual(['thought-sealed']);
  });

  it.each(['messages', 'responses'] as const)(
    'is reported where a caller of chats sends it and it goes to %s',
    (to) => {
      const said = { role: 'assistant', content: null, ...calls({ ...one, ...signature }) };
      const messages = [asked, said, { role: 'tool', tool_call_id: 'c1', content: '1' }];
      const { losses } = translated({ from: chat, to }, { model: 'm', messages });
      expect(lossLines(losses)).toEqual(['messages[1].tool_calls[0].extra_content: advisory']);
    },
  );
});
