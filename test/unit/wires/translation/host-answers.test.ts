import { describe, expect, it } from 'vitest';
import {
  asBody,
  asEvents,
  frameOf,
  lossLines,
  raw,
  readStream,
  streamEvents,
  translated,
  turnWires,
} from './turn-wires.ts';

const chat = 'chat-completions';
const usage = { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 };

const chunk = (choice: object, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'x', model: 'm', choices: [{ index: 0, delta: {}, ...choice }], ...more })}\n\n`;
const streamed = (...chunks: readonly string[]) =>
  readStream(chat, streamEvents([...chunks, 'data: [DONE]\n\n'].join('')));
const whole = (choice: object, more: object = {}) =>
  turnWires[chat].readAnswer(
    raw({ id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'Half.' }, ...choice }], ...more }),
  );

describe('why a host says that its answer stopped', () => {
  it.each(['error', 'abort', 'insufficient_system_resource', 'network_error', 'MALFORMED_FUNCTION_CALL'])(
    '%s is a failure, and no end of an answer',
    (finish_reason) => {
      const events = streamed(chunk({ delta: { content: 'Half.' } }), chunk({ finish_reason }));
      for (const each of [events, whole({ finish_reason })]) {
        expect(each.at(-1)?.type).toBe('fault');
        expect(each.some(({ type }) => type === 'stop' || type === 'end')).toBe(false);
      }
    },
  );

  it.each([
    ['model_length', 'model_context_window_exceeded'],
    ['model_context_window_exceeded', 'model_context_window_exceeded'],
    ['sensitive', 'refusal'],
    ['content_filter: SAFETY', 'refusal'],
    ['RECITATION', 'refusal'],
    ['MAX_TOKENS', 'max_tokens'],
    ['STOP', 'end_turn'],
    ['eos', 'end_turn'],
  ])('%s is %s in Messages', (finish_reason, reason) => {
    expect(asBody('messages', whole({ finish_reason })).body['stop_reason']).toBe(reason);
  });
});

describe('usage as hosts report it', () => {
  const shown = (events: ReturnType<typeof whole>) => asBody('messages', events).body['usage'];

  it.each([
    ['Moonshot', { cached_tokens: 60 }],
    ['Mistral', { num_cached_tokens: 60 }],
    ['DeepSeek', { prompt_cache_hit_tokens: 60 }],
    ['LiteLLM', { cache_read_input_tokens: 60, prompt_tokens_details: { cached_tokens: 60 } }],
  ])('what was read from a cache, of %s', (_, more) => {
    expect(shown(whole({ finish_reason: 'stop' }, { usage: { ...usage, ...more } }))).toMatchObject({
      input_tokens: 40,
      cache_read_input_tokens: 60,
    });
  });

  it.each([
    ['Qwen', { prompt_tokens_details: { cached_tokens: 0, cache_creation_input_tokens: 30 } }],
    ['LiteLLM', { cache_creation_input_tokens: 30, prompt_tokens_details: { cache_creation_tokens: 30 } }],
  ])('what was written to a cache, of %s', (_, more) => {
    expect(shown(whole({ finish_reason: 'stop' }, { usage: { ...usage, ...more } }))).toMatchObject({
      input_tokens: 70,
      cache_creation_input_tokens: 30,
    });
  });

  it.each([
    ['Groq', chunk({ finish_reason: 'stop' }, { x_groq: { id: 'r', usage } })],
    ['Moonshot', chunk({ finish_reason: 'stop', usage })],
  ])('in a place of its own, of %s', (_, last) => {
    const events = streamed(chunk({ delta: { content: 'Hi.' } }), last);
    expect(shown(events)).toMatchObject({ input_tokens: 100, output_tokens: 7 });
  });

  it('says in Messages how long what was written is kept', () => {
    const events = [
      { type: 'usage', usage: { input: 1, written: 9, writtenHour: 4, output: 1 } },
      { type: 'stop', reason: 'end', sequence: null, explanation: null },
      { type: 'end' },
    ] as const;
    expect(asBody('messages', events).body['usage']).toMatchObject({
      cache_creation_input_tokens: 9,
      cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 4 },
    });
  });
});

describe('calls without an id', () => {
  const call = { function: { name: 'f', arguments: '{}' } };
  const idsOf = (id: string) =>
    whole({ message: { content: null, tool_calls: [call, call] }, finish_reason: 'tool_calls' }, { id }).flatMap(
      (event) => (event.type === 'open' && event.head.kind === 'call' ? [event.head.id] : []),
    );

  it.each([
    ['x', 'y'],
    ['', ''],
  ])('have ids that no other call of the conversation has, in answers called %j and %j', (one, other) => {
    const ids = [...idsOf(one), ...idsOf(other)];
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^call_\w+$/);
  });
});

describe('citations of files', () => {
  const annotation = { type: 'file_citation', file_id: 'file_1', filename: 'a.pdf', index: 3 };
  const message = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'So it is.', annotations: [annotation] }],
  };
  const events = turnWires.responses.readAnswer(raw({ id: 'r', status: 'completed', output: [message] }));

  it.each([chat, 'messages'] as const)('are reported, and become no page, in %s', (wire) => {
    const { text, losses } = asBody(wire, events);
    expect(lossLines(losses)).toContain('answer[0].citations: advisory');
    const written = [text, ...asEvents(wire, events).map(({ data }) => data ?? '')];
    expect(written.some((each) => each.replaceAll('"citations":null', '').includes('citation'))).toBe(false);
  });

  it('are reported where a chat has them', () => {
    const cited = { type: 'file_citation', file_citation: { file_id: 'f' } };
    const { losses } = asBody(
      'responses',
      whole({ message: { content: 'So.', annotations: [cited] }, finish_reason: 'stop' }),
    );
    expect(lossLines(losses)).toContain('answer[0].citations: advisory');
  });
});

describe('citations of a chat', () => {
  const url = 'https://example.com/';
  const cite = { annotations: [{ type: 'url_citation', url_citation: { url, title: 'So' } }] };
  const call = { tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] };
  const said = (...deltas: readonly object[]) => streamed(...deltas.map((delta) => chunk({ delta })));

  it.each(['responses', 'messages'] as const)('are reported where a call ended the words before, in %s', (wire) => {
    for (const events of [
      said({ content: 'So.' }, call, cite),
      said({ content: 'So.' }, call, { reasoning: 'Hm' }, cite, cite),
      said({ content: 'So.' }, { refusal: 'No' }, cite),
    ]) {
      const writer = turnWires[wire].openWriter(frameOf(wire, true));
      const written = events.flatMap((event) => writer.push(event)).map(({ data }) => data);
      expect(lossLines(writer.losses())).toContain('answer[0].citations: advisory');
      expect(written.join('')).not.toContain(url);
      expect(lossLines(asBody(wire, events).losses)).toContain('answer[0].citations: advisory');
      expect(asBody(wire, events).text).not.toContain(url);
    }
  });

  it.each(['responses', 'messages'] as const)('belong to the words that follow if they come first, in %s', (wire) => {
    const events = said(cite, { reasoning: 'Hm' }, cite, { content: 'So.' });
    expect(asBody(wire, events).text.split(url).length - 1).toBe(2);
    expect(lossLines(asBody(wire, events).losses)).not.toContain('answer[0].citations: advisory');
  });
});

describe('a search that failed', () => {
  const call = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } };
  const error = { type: 'web_search_tool_result_error', error_code: 'unavailable' };
  const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: error };
  const answer = { id: 'm', type: 'message', content: [call, found], stop_reason: 'end_turn', usage: {} };
  const events = turnWires.messages.readAnswer(raw(answer));

  it('has failed in Responses', () => {
    expect(asBody('responses', events).body['output']).toMatchObject([{ type: 'web_search_call', status: 'failed' }]);
    const types = asEvents('responses', events).flatMap(({ data }) => /"type":"([\w.]+)"/.exec(data ?? '')?.[1] ?? []);
    expect(types).not.toContain('response.web_search_call.completed');
  });

  it('has failed in Messages', () => {
    const item = { type: 'web_search_call', id: 'ws_1', status: 'failed', action: { type: 'search', query: 'q' } };
    const read = turnWires.responses.readAnswer(raw({ id: 'r', status: 'completed', output: [item] }));
    expect(asBody('messages', read).body['content']).toMatchObject([{ name: 'web_search' }, { content: error }]);
  });
});

it('what a search found is asked for where the caller is shown it', () => {
  const messages = [{ role: 'user', content: 'Hi' }];
  const search = { type: 'web_search_20250305', name: 'web_search' };
  const { body } = translated(
    { from: 'messages', to: 'responses' },
    { model: 'm', max_tokens: 99, messages, tools: [search] },
  );
  expect(body['include']).toContain('web_search_call.action.sources');
});

it('image/jpg is a JPEG', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/jpg;base64,AAAA' } };
  const { body, losses } = translated(
    { from: chat, to: 'messages' },
    { model: 'm', messages: [{ role: 'user', content: [image] }] },
  );
  expect(body['messages']).toMatchObject([{ content: [{ source: { media_type: 'image/jpeg', data: 'AAAA' } }] }]);
  expect(losses).toEqual([]);
});

it.each([chat, 'responses'] as const)('the name of a tool that takes text is the same in its calls, on %s', (to) => {
  const name = 'a.tool'.repeat(20);
  const input = [
    { role: 'user', content: 'Hi' },
    { type: 'custom_tool_call', call_id: 'c1', name, input: 'x' },
    { type: 'custom_tool_call_output', call_id: 'c1', output: 'y' },
  ];
  const tools = [{ type: 'custom', name }];
  const request = { model: 'm', input, tools, tool_choice: { type: 'custom', name } };
  const { text } = translated({ from: 'responses', to }, request);
  const names = [...text.matchAll(/"name":"([^"]+)"/g)].map(([, found]) => found);
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(1);
  expect(names[0]?.length).toBeLessThanOrEqual(64);
});

describe('a host that counts in its own way', () => {
  const item = (id: string, text: string) => ({
    id,
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  });
  const items = [item('msg_1', 'One.'), item('msg_2', 'Two.')];
  const event = (type: string, data: object): string =>
    `data: ${JSON.stringify({ type: `response.${type}`, ...data })}\n\n`;

  it.each([
    ['from one', [1, 2]],
    ['every item as the first', [0, 0]],
    ['as it should', [0, 1]],
    ['not at all', []],
  ])('numbers the items of a response %s: each is said once', (_, indexes) => {
    const events = indexes.flatMap((index, at) => [
      event('output_text.delta', { output_index: index, content_index: 0, delta: items[at]?.content[0]?.text }),
      event('output_item.done', { output_index: index, item: items[at] }),
    ]);
    const end = event('completed', { response: { id: 'resp_1', status: 'completed', output: items } });
    const read = readStream('responses', streamEvents([...events, end].join('')));
    expect(asBody(chat, read).body).toMatchObject({ choices: [{ message: { content: 'One.Two.' } }] });
  });

  it('gives two calls one id: the caller gets two, the same streamed and whole', () => {
    const calls = ['a', 'b'].map((name) => ({ id: 'call', type: 'function', function: { name, arguments: '{}' } }));
    const read = [
      whole({ message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' }),
      streamed(
        chunk({ delta: { tool_calls: calls.map((call, index) => ({ ...call, index })) } }),
        chunk({ finish_reason: 'tool_calls' }),
      ),
    ];
    const ids = read.map((events) => {
      const { output } = asBody('responses', events).body as { readonly output: readonly { call_id: string }[] };
      return output.map((each) => each.call_id);
    });
    expect(ids[0]).toEqual(['call', expect.stringMatching(/^call_\w{24}$/)]);
    expect(ids[1]).toEqual(ids[0]);
    expect(asEvents('messages', read[1] ?? []).some(({ data }) => data?.includes(`"id":"${ids[0]?.[1]}"`))).toBe(true);
  });
});

describe('a whole message at the end of a stream', () => {
  const cited = [{ type: 'url_citation', url_citation: { url: 'https://a.example/', title: 'A' } }];
  const calls = [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }];
  const message = { role: 'assistant', content: 'Hello.', refusal: 'No.', tool_calls: calls, reasoning: 'Hm.' };
  const contentOf = (...deltas: readonly object[]) => {
    const last = `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, message, finish_reason: 'stop' }] })}\n\n`;
    return asBody('messages', streamed(...deltas.map((delta) => chunk({ delta })), last)).body['content'];
  };
  const [thought, text] = [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Hello.' },
  ];
  const [refusal, call] = [
    { type: 'text', text: 'No.' },
    { type: 'tool_use', name: 'f', input: { x: 1 } },
  ];

  it.each([
    ['nothing', [], [thought, text, refusal, call]],
    ['a role', [{ role: 'assistant' }], [thought, text, refusal, call]],
    ['text', [{ content: 'Hel' }, { content: 'lo.' }], [text, refusal, call]],
    ['a refusal', [{ refusal: 'No.' }], [refusal, text, call]],
    ['thoughts and text', [{ reasoning: 'Hm.' }, { content: 'Hello.' }], [thought, text, refusal, call]],
    ['a call', [{ tool_calls: calls }], [call, text, refusal]],
  ])('adds only what is new behind %s', (_, deltas, expected) => {
    expect(contentOf(...deltas)).toMatchObject(expected);
    expect(contentOf(...deltas)).toHaveLength(expected.length);
  });

  it('brings its citations, and what no caller gets', () => {
    const said = { content: 'Hello.', annotations: cited, images: [{ type: 'image_url' }] };
    const last = `data: ${JSON.stringify({ id: 'x', choices: [{ message: said, finish_reason: 'stop' }] })}\n\n`;
    const { text: written, losses } = asBody('responses', streamed(chunk({ delta: { content: 'Hello.' } }), last));
    expect(written.split('https://a.example/')).toHaveLength(2);
    expect(lossLines(losses)).toContain('answer[1]: meaning');
  });
});

describe('why a host of Messages says that its answer stopped', () => {
  const content = [{ type: 'tool_use', id: 'a', name: 'f', input: {} }];
  const streamOf = (stop_reason: unknown, blocks: readonly object[]): string =>
    [
      { type: 'message_start', message: { id: 'x' } },
      ...blocks.flatMap((content_block, index) => [
        { type: 'content_block_start', index, content_block },
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', delta: { stop_reason } },
      { type: 'message_stop' },
    ]
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join('');
  const stopsOf = (stop_reason: unknown, blocks: readonly object[]): readonly unknown[] =>
    [
      turnWires.messages.readAnswer(raw({ id: 'x', type: 'message', content: blocks, stop_reason })),
      readStream('messages', streamEvents(streamOf(stop_reason, blocks))),
    ].map((events) => {
      const stops = events.flatMap((event) => (event.type === 'stop' ? [event.reason] : []));
      const [{ finish_reason: reason } = {}] = asBody(chat, events).body['choices'] as readonly {
        finish_reason?: string;
      }[];
      return [stops.length, reason];
    });

  it.each(['end_turn', 'stop', 'tool_calls', '', null, undefined, 'tool_use'])(
    '%s: it waits for the results of its calls',
    (reason) => {
      expect(stopsOf(reason, content)).toEqual([
        [1, 'tool_calls'],
        [1, 'tool_calls'],
      ]);
      for (const each of stopsOf(reason, [{ type: 'text', text: 'Hi' }]))
        expect(each).toContain(reason === 'tool_use' ? 'tool_calls' : 'stop');
    },
  );

  it('stays what it is where the answer was cut', () => {
    expect(stopsOf('max_tokens', content)).toEqual([
      [1, 'length'],
      [1, 'length'],
    ]);
  });
});

it.each([
  ['length', 'length', 'max_tokens'],
  ['content_filter', 'content_filter', 'refusal'],
  ['model_length', 'x', 'model_context_window_exceeded'],
  ['stop', 'stop', 'end_turn'],
  ['stop', '###', 'stop_sequence'],
  ['', '###', 'stop_sequence'],
])(
  'an answer that ended by %s says so, whatever stands beside it as a sequence: %s',
  (finish_reason, stop_reason, expected) => {
    const choice = { finish_reason, stop_reason };
    for (const events of [whole(choice), streamed(chunk({ delta: { content: 'Half.' } }), chunk(choice))])
      expect(asBody('messages', events).body['stop_reason']).toBe(expected);
  },
);

it('arguments that a host sends as an object keep every digit', () => {
  const given = '{"n": 12345678901234567890, "x": 1.0}';
  const called = (index: string) => `{${index}"id":"c","type":"function","function":{"name":"f","arguments":${given}}}`;
  const piece = `data: {"id":"x","choices":[{"index":0,"delta":{"tool_calls":[${called('"index":0,')}]}}]}\n\n`;
  const answer = `{"id":"x","choices":[{"index":0,"message":{"content":null,"tool_calls":[${called('')}]}}]}`;
  const expected = expect.objectContaining({ type: 'delta', text: given }) as object;
  expect(readStream('chat-completions', streamEvents(`${piece}data: [DONE]\n\n`))).toContainEqual(expected);
  expect(turnWires['chat-completions'].readAnswer(raw(answer))).toContainEqual(expected);
});
