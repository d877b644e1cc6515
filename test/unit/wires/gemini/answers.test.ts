import { describe, expect, test } from 'vitest';
import { openReader, readAnswer } from '../../../../src/wires/gemini/read-events.ts';
import { geminiMeter } from '../../../../src/wires/gemini/wire.ts';
import type { Json } from '../../../../src/shared/json/json.ts';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import { asBody, asEvents, plainSeals, raw, streamEvents } from '../translation/turn-wires.ts';

const usage = {
  promptTokenCount: 100,
  cachedContentTokenCount: 40,
  toolUsePromptTokenCount: 5,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 30,
  totalTokenCount: 155,
};

const chunks: readonly object[] = [
  {
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'I wonder.', thought: true }] } }],
    usageMetadata: { promptTokenCount: 100 },
    modelVersion: 'gemini-3',
    responseId: 'r1',
  },
  { candidates: [{ index: 0, content: { parts: [{ text: 'Let me ' }] } }] },
  { candidates: [{ index: 0, content: { parts: [{ text: 'look.' }] } }] },
  {
    candidates: [
      {
        index: 0,
        content: {
          parts: [
            { functionCall: { name: 'weather', args: { city: 'Oslo' } }, thoughtSignature: 'U2ln' },
            { functionCall: { id: 'own', name: 'weather', args: {} } },
          ],
        },
      },
    ],
  },
  { candidates: [{ index: 0, content: { parts: [{ text: '' }] }, finishReason: 'STOP' }], usageMetadata: usage },
];

const whole = {
  ...chunks[0],
  candidates: [
    {
      index: 0,
      finishReason: 'STOP',
      content: {
        parts: [
          { text: 'I wonder.', thought: true },
          { text: 'Let me look.' },
          ...((chunks[3] as { candidates: readonly { content: { parts: readonly object[] } }[] }).candidates[0]?.content
            .parts ?? []),
        ],
      },
    },
  ],
  usageMetadata: usage,
};

const stream = (events: readonly object[]): string =>
  events.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join('');

function read(events: readonly object[]): readonly TurnEvent[] {
  const reader = openReader();
  return [...streamEvents(stream(events)).flatMap((event) => reader.push(event)), ...reader.finish()];
}

/** Ids that the gateway makes are new each time. */
const withoutIds = (text: string): unknown => JSON.parse(text.replaceAll(/dgfc[-_]\w+/g, 'made'));

describe('an answer of Gemini', () => {
  test.each(['chat-completions', 'responses', 'messages'] as const)('is one of %s, streamed or not', (wire) => {
    const [streamed, unstreamed] = [plainSeals(read(chunks)), plainSeals(readAnswer(raw(whole)))];
    const { text, body } = asBody(wire, unstreamed);
    expect(withoutIds(asBody(wire, streamed).text)).toEqual(withoutIds(text));
    expect(JSON.stringify(body)).toContain('Let me look.');
    expect(JSON.stringify(body)).toContain('{\\"city\\":\\"Oslo\\"}'.replaceAll('\\', wire === 'messages' ? '' : '\\'));
    expect(asEvents(wire, streamed).at(-1)?.last).toBe(true);
  });

  test('thoughts, words, signature and calls come in their order', () => {
    const parts = read(chunks).flatMap((event) => (event.type === 'open' ? [event.head] : []));
    expect(parts).toEqual([
      { kind: 'reasoning', form: 'summary' },
      { kind: 'text' },
      { kind: 'reasoning', form: 'summary' },
      { kind: 'call', id: expect.stringMatching(/^dgfc/) as string, name: 'weather' },
      { kind: 'call', id: 'own', name: 'weather' },
    ]);
  });

  test('usage: what tools put in is input, thoughts are output, what was cached is apart', () => {
    const last = read(chunks).findLast((event) => event.type === 'usage');
    expect(last).toEqual({ type: 'usage', usage: { input: 65, cached: 40, output: 50, reasoning: 30 } });
    expect(geminiMeter.readUsage({ members: { usageMetadata: usage }, dataLength: 0 })).toEqual({
      input_tokens: 65,
      cached_input_tokens: 40,
      output_tokens: 50,
    });
  });

  test.each([
    ['alone', { promptTokenCount: 10, totalTokenCount: 1_510 }, 1_500],
    ['beside fewer', { promptTokenCount: 10, candidatesTokenCount: 20, totalTokenCount: 1_530 }, 1_520],
    ['beside tools', { promptTokenCount: 10, toolUsePromptTokenCount: 90, totalTokenCount: 130 }, 30],
    ['less than its parts', { promptTokenCount: 10, candidatesTokenCount: 20, totalTokenCount: 15 }, 20],
  ])('usage: output that the total shows is output: %s', (_, usageMetadata, output) => {
    const counted = geminiMeter.readUsage({ members: { usageMetadata }, dataLength: 0 });
    expect(counted).toMatchObject({ output_tokens: output });
    const events = readAnswer(raw(JSON.stringify({ candidates: [{ finishReason: 'STOP' }], usageMetadata })));
    expect(events).toContainEqual({ type: 'usage', usage: expect.objectContaining({ output }) as object });
  });

  test.each([
    ['cached audio is no other input', { AUDIO: 900, TEXT: 100 }, { AUDIO: 900 }, [100, 0, 0, 900]],
    ['cached text is no audio', { AUDIO: 100, TEXT: 900 }, { TEXT: 900 }, [0, 900, 100, 0]],
    ['both may be cached', { AUDIO: 500, TEXT: 500 }, { TEXT: 450, AUDIO: 450 }, [50, 450, 50, 450]],
    ['without a word on what was cached, the text was', { AUDIO: 900, TEXT: 100 }, null, [0, 100, 100, 800]],
    ['a report that contradicts itself is never above its total', { AUDIO: 5_000 }, { AUDIO: 5_000 }, [0, 0, 100, 900]],
  ] as const)('usage: %s', (_, prompt, cached, expected) => {
    const detailsOf = (counts: object) =>
      Object.entries(counts).map(([modality, tokenCount]) => ({ modality, tokenCount: tokenCount as number }));
    const usageMetadata = {
      promptTokenCount: 1_000,
      cachedContentTokenCount: 900,
      candidatesTokenCount: 1,
      promptTokensDetails: detailsOf(prompt),
      ...(cached && { cacheTokensDetails: detailsOf(cached) }),
    };
    const counted = geminiMeter.readUsage({ members: { usageMetadata }, dataLength: 0 }) ?? {};
    const kinds = ['input_tokens', 'cached_input_tokens', 'input_audio_tokens', 'cached_input_audio_tokens'] as const;
    expect(kinds.map((kind) => counted[kind] ?? 0)).toEqual(expected);
  });

  test('long numbers of arguments stay as they were written', () => {
    const text =
      '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"n":12345678901234567890}}}]},"finishReason":"STOP"}]}';
    expect(readAnswer(raw(text))).toContainEqual({ type: 'delta', part: 0, text: '{"n":12345678901234567890}' });
  });
});

describe('what an answer is grounded on', () => {
  const groundingMetadata = {
    groundingChunks: [{ web: { uri: 'https://a.example/', title: 'A' } }],
    groundingSupports: [{ segment: { text: 'So it is.' }, groundingChunkIndices: [0] }],
  };
  const words = { text: 'So it is.', thoughtSignature: 'U2ln' };
  const ofParts = (...lists: readonly (readonly object[])[]) =>
    lists.map((parts, index) => ({
      candidates: [
        {
          content: { parts },
          ...(index === lists.length - 1 && { finishReason: 'STOP', groundingMetadata }),
        },
      ],
    }));
  const marksOf = (events: readonly TurnEvent[]) =>
    events.flatMap((event) => (event.type === 'mark' ? [[event.mark.type, event.part]] : []));

  test('is reported where a call came behind the words', () => {
    const events = read(ofParts([words], [{ functionCall: { name: 'f', args: {} } }]));
    expect(marksOf(events)).toContainEqual(['late-citation', 0]);
    expect(asBody('messages', plainSeals(events)).losses.map(({ key }) => key)).toContain('answer-citation-late');
  });

  test.each([
    ['whose last words are signed', [[words]]],
    ['whose signature comes behind its words', [[{ text: 'So it is.' }], [{ text: '', thoughtSignature: 'U2ln' }]]],
    ['whose signature comes without a text', [[{ text: 'So it is.' }], [{ thoughtSignature: 'U2ln' }]]],
  ])('belongs to the words of an answer %s', (_, lists) => {
    const events = read(ofParts(...lists));
    expect(marksOf(events)).toEqual([
      ['citation', 0],
      ['proof', 1],
    ]);
    expect(asBody('messages', plainSeals(events)).body['content']).toMatchObject([
      { type: 'text', citations: [{ url: 'https://a.example/' }] },
      { type: 'redacted_thinking' },
    ]);
  });

  test.each([
    [
      'by the Gemini API',
      { citationSources: [{ uri: 'https://a.example/', startIndex: 0, endIndex: 2 }, { license: '' }] },
    ],
    ['by Vertex AI', { citations: [{ uri: 'https://a.example/', title: 'A' }, { startIndex: 0 }] }],
  ])('has the sources that it repeats, and those without an address are reported, %s', (_, citationMetadata) => {
    const candidate = { content: { parts: [{ text: 'So.' }] }, finishReason: 'STOP', citationMetadata };
    const { body, losses } = asBody('messages', readAnswer(raw({ candidates: [candidate] })));
    expect(body['content']).toMatchObject([{ type: 'text', citations: [{ url: 'https://a.example/' }] }]);
    expect(losses.map(({ key }) => key)).toContain('answer-citation');
  });

  test('words behind signed ones are others', () => {
    const parts = [words, { text: 'And more.', thoughtSignature: 'TmV4' }, { text: '', thoughtSignature: 'TGFz' }];
    const events = read(ofParts(parts));
    expect(events.flatMap((event) => (event.type === 'open' ? [event.head.kind] : []))).toEqual([
      ...['text', 'reasoning', 'text', 'reasoning', 'reasoning'],
    ]);
    expect(events.filter(({ type }) => type === 'open')).toHaveLength(
      events.filter(({ type }) => type === 'close').length,
    );
  });
});

describe('how it ends', () => {
  const ended = (more: object): TurnEvent | undefined =>
    read([{ candidates: [{ content: { parts: [{ text: 'x' }] }, ...more }] }]).at(-2);

  test.each([
    ['STOP', 'end'],
    ['MAX_TOKENS', 'limit'],
    ['SAFETY', 'refusal'],
    ['SOMETHING_NEW', 'end'],
  ])('%s', (finishReason, reason) => {
    expect(ended({ finishReason })).toMatchObject({ type: 'stop', reason });
  });

  test('a stream without a reason to stop is cut, wherever it breaks', () => {
    for (let length = 0; length < chunks.length; length += 1)
      expect(read(chunks.slice(0, length)).at(-1)?.type).toBe('fault');
  });

  test('a blocked prompt has no candidate, and is a refusal', () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } };
    expect(readAnswer(raw(blocked)).at(-2)).toEqual({
      type: 'stop',
      reason: 'refusal',
      sequence: null,
      explanation: 'SAFETY',
    });
    expect(geminiMeter.isAnswer?.({ members: blocked })).toBe(true);
  });

  test('a call that the model could not write is a failure, beside a call that it could it is none', () => {
    expect(read([{ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] }]).at(-1)?.type).toBe('fault');
    const called = {
      content: { parts: [{ functionCall: { name: 'f', args: {} } }] },
      finishReason: 'UNEXPECTED_TOOL_CALL',
    };
    expect(read([{ candidates: [called] }]).at(-2)).toMatchObject({ type: 'stop', reason: 'tool' });
  });

  test.each([
    [{ error: { code: 429, message: 'm', status: 'RESOURCE_EXHAUSTED' } }, 'm'],
    [[{ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }], 'The upstream failed.'],
  ])('an error in the middle, alone or in a list', (error, message) => {
    const last = read([...chunks.slice(0, 2), error]).at(-1);
    expect(last).toEqual({ type: 'fault', message });
    expect(geminiMeter.readEvent({ name: null, text: '', data: error }).end).toBe('failed');
  });
});

test('citations stand on the words that they support', () => {
  const grounded = {
    content: { parts: [{ text: 'Oslo is cold.' }] },
    finishReason: 'STOP',
    groundingMetadata: {
      webSearchQueries: ['oslo weather'],
      groundingChunks: [{ web: { uri: 'https://example.com/', title: 'Weather' } }],
      groundingSupports: [{ segment: { text: 'Oslo is cold.' }, groundingChunkIndices: [0] }],
    },
  };
  const { body } = asBody('chat-completions', readAnswer(raw({ candidates: [grounded], usageMetadata: usage })));
  expect(JSON.stringify(body)).toContain('https://example.com/');
  expect(
    geminiMeter.readUsage({ members: { candidates: [grounded], usageMetadata: usage }, dataLength: 0 }),
  ).toMatchObject({ web_searches: 1 });
});

test.each([
  ['gemini-3-pro', 2],
  ['gemini-2.5-flash', 1],
  ['gemini-2.0-flash-001', 1],
  [undefined, 2],
])('searches of %s are counted as the vendor charges them: %s', (modelVersion, searches) => {
  const grounded = {
    content: { parts: [{ text: 'Oslo is cold.' }] },
    finishReason: 'STOP',
    groundingMetadata: { webSearchQueries: ['oslo weather', '', 'oslo news', 'oslo weather'] },
  };
  const answer = { candidates: [grounded], usageMetadata: usage, ...(modelVersion !== undefined && { modelVersion }) };
  expect(geminiMeter.usageMembers).toContain('modelVersion');
  expect(geminiMeter.readUsage({ members: answer, dataLength: 0 })).toMatchObject({ web_searches: searches });
  expect(geminiMeter.readEvent({ name: null, text: '', data: answer }).usage).toMatchObject({ web_searches: searches });
  expect(readAnswer(raw(answer))).toContainEqual(
    expect.objectContaining({ type: 'usage', usage: expect.objectContaining({ searches }) as object }),
  );
});

test('sources that come with every chunk are cited once', () => {
  const groundingMetadata = {
    groundingChunks: [{ web: { uri: 'https://a.example/', title: 'A' } }],
    groundingSupports: [{ segment: { text: 'Oslo' }, groundingChunkIndices: [0] }],
  };
  const citationSources = [{ startIndex: 0, endIndex: 4, uri: 'https://b.example/' }];
  const chunk = (part: object, uri = 'https://b.example/') => ({
    candidates: [
      {
        content: { parts: [part] },
        groundingMetadata,
        citationMetadata: { citationSources: [...citationSources, { uri }] },
      },
    ],
  });
  const marks = read([
    chunk({ text: 'Oslo' }),
    chunk({ text: ' is cold.' }, 'https://c.example/'),
    chunk({ functionCall: { name: 'f', args: {} } }),
  ]).flatMap((event) => (event.type === 'mark' ? event.mark : []));
  expect(marks.map((mark) => (mark.type === 'citation' ? mark.url : mark.type))).toEqual([
    'https://a.example/',
    'https://b.example/',
    'https://c.example/',
  ]);
});

const longUri = `https://example.com/${'x'.repeat(2_100)}`;
test.each([
  [
    'groundingSupports',
    {
      groundingMetadata: {
        groundingChunks: [{ web: { uri: longUri } }],
        groundingSupports: [{ groundingChunkIndices: [0] }],
      },
    },
  ],
  ['citationSources', { citationMetadata: { citationSources: [{ uri: longUri }] } }],
])(
  'a source among %s whose address is too long is reported by that name, and does not split the text',
  (name, more) => {
    const chunk = (text: string) => ({ candidates: [{ content: { parts: [{ text }] }, ...more }] });
    const opened = read([chunk('Oslo'), chunk(' is cold.')]).filter(({ type }) => type === 'open');
    expect(opened).toMatchObject([{ head: { kind: 'text' } }, { head: { kind: 'other', name } }]);
  },
);

test('a long source that is cited again and again is written a bounded number of times, and the rest is reported', () => {
  const title = 'x'.repeat(1_000_000);
  const support = { segment: { text: title }, groundingChunkIndices: Array.from({ length: 3 }, () => 0) };
  const grounded = {
    content: { parts: [{ text: 'Oslo.' }] },
    finishReason: 'STOP',
    groundingMetadata: {
      groundingChunks: [{ web: { uri: 'https://example.com/', title } }],
      groundingSupports: [
        support,
        { groundingChunkIndices: [0] },
        ...Array.from({ length: 1_200 }, (_, at) => ({ segment: { text: `${at}` }, groundingChunkIndices: [0] })),
      ],
    },
  };
  const events = readAnswer(raw({ candidates: [grounded] }));
  const cited = events.flatMap((event) => (event.type === 'mark' && event.mark.type === 'citation' ? event.mark : []));
  expect(cited).toHaveLength(1_000);
  expect([cited[0]?.title?.length, cited[0]?.quoted?.length, cited[1]?.quoted]).toEqual([2_048, 2_048, null]);
  const { text, losses } = asBody('chat-completions', events);
  expect(text.length).toBeLessThan(3_000_000);
  expect(losses).toMatchObject([{ key: 'answer-other' }, { key: 'answer-usage' }]);
});

test('each source of a passage is cited once, and an address that no browser takes is not cited', () => {
  const uri = `https://example.com/${'x'.repeat(2_100)}`;
  const grounded = {
    content: { parts: [{ text: 'Oslo.' }] },
    groundingMetadata: {
      groundingChunks: [{ web: { uri: 'https://example.com/' } }, { web: { uri } }],
      groundingSupports: [{ groundingChunkIndices: [0, 0, 1, 7, 'x', 0] }],
    },
  };
  const marks = readAnswer(raw({ candidates: [grounded] })).filter(({ type }) => type === 'mark');
  expect(marks).toHaveLength(1);
});

test('a call keeps its arguments, digit by digit, where its chunk is the only element of a list', () => {
  const chunk =
    '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"n":12345678901234567890}}}]}}]}';
  for (const text of [chunk, `[${chunk}]`, ` [ ${chunk} ]`]) {
    const events = openReader().push({ name: null, text, data: JSON.parse(text) as object as Json });
    expect(events).toContainEqual({ type: 'delta', part: 0, text: '{"n":12345678901234567890}' });
  }
});
