import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireId } from '../../../src/wires/meter.ts';
import { wires } from '../../../src/wires/wires.ts';
import { objectOf, type Json } from '../../../src/shared/json/json.ts';
import { isBillable, type Usage } from '../../../src/shared/usage.ts';

const usageOf = (
  wire: WireId | 'none',
  usage: Json | undefined,
  others: Readonly<Record<string, Json>> = {},
  dataLength = 0,
) => wires[wire].meter.readUsage({ members: { ...(usage !== undefined && { usage }), ...others }, dataLength });

type Row = readonly [what: string, usage: Json, read: Usage | null];

const chat: readonly Row[] = [
  ['plain', { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }, { input_tokens: 11, output_tokens: 7 }],
  [
    'cached, with empty details',
    {
      prompt_tokens: 100,
      completion_tokens: 7,
      total_tokens: 107,
      prompt_tokens_details: { cached_tokens: 64, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 5, audio_tokens: 0, accepted_prediction_tokens: 0 },
    },
    { input_tokens: 36, cached_input_tokens: 64, output_tokens: 7 },
  ],
  [
    'cached, said beside the details',
    { prompt_tokens: 100, completion_tokens: 7, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
    { input_tokens: 36, cached_input_tokens: 64, output_tokens: 7 },
  ],
  [
    'cached, said twice',
    {
      prompt_tokens: 100,
      completion_tokens: 7,
      prompt_cache_hit_tokens: 64,
      prompt_tokens_details: { cached_tokens: 64 },
    },
    { input_tokens: 36, cached_input_tokens: 64, output_tokens: 7 },
  ],
  ...(
    [
      ['Moonshot', { cached_tokens: 64 }],
      ['Mistral', { num_cached_tokens: 64, prompt_tokens_details: { cached_tokens: 64 } }],
      ['Mistral, in its third way,', { prompt_token_details: { cached_tokens: 64 } }],
      ['Mistral, with empty details,', { prompt_tokens_details: {}, prompt_token_details: { cached_tokens: 64 } }],
      ['LiteLLM', { cache_read_input_tokens: 64, prompt_tokens_details: { cached_tokens: 64 } }],
    ] as const
  ).map(([host, more]): Row => [
    `cached, as ${host} says it`,
    { prompt_tokens: 100, completion_tokens: 7, ...more },
    { input_tokens: 36, cached_input_tokens: 64, output_tokens: 7 },
  ]),
  ...(
    [
      ['Qwen', { prompt_tokens_details: { cached_tokens: 20, cache_creation_input_tokens: 30 } }],
      ['LiteLLM', { cache_creation_input_tokens: 30, prompt_tokens_details: { cached_tokens: 20 } }],
    ] as const
  ).map(([host, more]): Row => [
    `written to a cache, as ${host} says it`,
    { prompt_tokens: 100, completion_tokens: 7, ...more },
    { input_tokens: 50, cached_input_tokens: 20, cache_write_tokens: 30, output_tokens: 7 },
  ]),
  [
    'written to a cache',
    { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 } },
    { input_tokens: 50, cached_input_tokens: 20, cache_write_tokens: 30, output_tokens: 7 },
  ],
  [
    'spoken both ways',
    {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { audio_tokens: 80 },
      completion_tokens_details: { audio_tokens: 40 },
    },
    { input_tokens: 20, input_audio_tokens: 80, output_tokens: 10, output_audio_tokens: 40 },
  ],
  [
    'reasoning outside of the completion',
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 115,
      completion_tokens_details: { reasoning_tokens: 100 },
    },
    { input_tokens: 10, output_tokens: 105 },
  ],
  [
    'a total below its parts',
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 3 },
    { input_tokens: 10, output_tokens: 5 },
  ],
  ['no total', { prompt_tokens: 10, completion_tokens: 5 }, { input_tokens: 10, output_tokens: 5 }],
  ['no completion yet', { prompt_tokens: 10, total_tokens: 10 }, { input_tokens: 10, output_tokens: 0 }],
  [
    'nulls',
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: null, completion_tokens_details: null },
    { input_tokens: 10, output_tokens: 5 },
  ],
  [
    'more cached than the prompt, which is all that was not',
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, prompt_tokens_details: { cached_tokens: 99 } },
    { input_tokens: 10, cached_input_tokens: 99, output_tokens: 5 },
  ],
  [
    'more cached than the prompt, with a total of all',
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 117, prompt_tokens_details: { cached_tokens: 99 } },
    { input_tokens: 10, cached_input_tokens: 99, output_tokens: 8 },
  ],
  [
    'more written to a cache than the prompt',
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 2, cache_creation_input_tokens: 90 },
    },
    { input_tokens: 10, cached_input_tokens: 2, cache_write_tokens: 90, output_tokens: 5 },
  ],
  [
    // As OpenRouter reports it: the same tokens were read, and written for longer.
    'less cached and written than the prompt, but both together more',
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 8, cache_write_tokens: 8 } },
    { input_tokens: 0, cached_input_tokens: 8, cache_write_tokens: 2, output_tokens: 5 },
  ],
  [
    'less cached than the prompt, but a total that adds it',
    { prompt_tokens: 100, completion_tokens: 10, total_tokens: 190, cached_tokens: 80 },
    { input_tokens: 100, cached_input_tokens: 80, output_tokens: 10 },
  ],
  [
    'less cached and written than the prompt, but a total that adds them',
    {
      prompt_tokens: 100,
      completion_tokens: 10,
      total_tokens: 190,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 20 },
    },
    { input_tokens: 100, cached_input_tokens: 60, cache_write_tokens: 20, output_tokens: 10 },
  ],
  [
    'nothing at all',
    { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    { input_tokens: 0, output_tokens: 0 },
  ],
  ['a negative input', { prompt_tokens: -1, completion_tokens: 5 }, null],
  ['a negative output', { prompt_tokens: 10, completion_tokens: -5 }, null],
  ['a fraction', { prompt_tokens: 10.5, completion_tokens: 5 }, null],
  ['a fraction put out', { prompt_tokens: 10, completion_tokens: 5.5 }, null],
  ['more than can be', { prompt_tokens: 1e300, completion_tokens: 5 }, null],
  ['texts', { prompt_tokens: '10', completion_tokens: '5' }, null],
  ['a text put out', { prompt_tokens: 10, completion_tokens: '5' }, null],
  [
    'a total that is a text',
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: '1e9' },
    { input_tokens: 10, output_tokens: 5 },
  ],
  ['an empty object', {}, null],
  ['null', null, null],
  ['a list', [{ prompt_tokens: 10 }], null],
];

const messages: readonly Row[] = [
  ['plain', { input_tokens: 11, output_tokens: 7 }, { input_tokens: 11, output_tokens: 7 }],
  [
    'read from a cache and written to it',
    { input_tokens: 3, cache_read_input_tokens: 50, cache_creation_input_tokens: 20, output_tokens: 7 },
    { input_tokens: 3, cached_input_tokens: 50, cache_write_tokens: 20, output_tokens: 7 },
  ],
  [
    'written for five minutes and for an hour',
    {
      input_tokens: 3,
      cache_creation_input_tokens: 30,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
      output_tokens: 7,
      service_tier: 'standard',
      server_tool_use: { web_search_requests: 1 },
    },
    {
      input_tokens: 3,
      cached_input_tokens: 0,
      cache_write_tokens: 10,
      cache_write_1h_tokens: 20,
      output_tokens: 7,
      web_searches: 1,
    },
  ],
  [
    'written more than its parts say',
    {
      input_tokens: 3,
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_1h_input_tokens: 20 },
      output_tokens: 7,
    },
    { input_tokens: 3, cache_write_tokens: 10, cache_write_1h_tokens: 20, output_tokens: 7 },
  ],
  [
    'nulls',
    { input_tokens: 3, output_tokens: 7, cache_creation: null, cache_read_input_tokens: null },
    { input_tokens: 3, output_tokens: 7 },
  ],
  [
    'a bad count beside good ones',
    { input_tokens: 3, output_tokens: 7, cache_read_input_tokens: -5 },
    { input_tokens: 3, output_tokens: 7 },
  ],
  ['a negative output', { input_tokens: 3, output_tokens: -7 }, null],
  ['no output', { input_tokens: 3 }, null],
  ['texts', { input_tokens: '3', output_tokens: '7' }, null],
  ['an empty object', {}, null],
  ['null', null, null],
];

describe('the usage of a chat completion', () => {
  it.each(chat)('is read: %s', (_, usage, read) => {
    expect(usageOf('chat-completions', usage)).toEqual(read);
    expect(usageOf('completions', usage)).toEqual(read);
  });

  it('is unknown where there is none', () => {
    expect(usageOf('chat-completions', undefined)).toBeNull();
  });
});

describe('the usage of a response', () => {
  const renamed = (usage: Json): Json =>
    JSON.parse(
      JSON.stringify(usage).replaceAll('prompt_token', 'input_token').replaceAll('completion_token', 'output_token'),
    ) as Json;

  it.each(chat)('is read like that of a chat completion: %s', (_, usage, read) => {
    expect(usageOf('responses', renamed(usage))).toEqual(read);
  });

  it('is nothing where tokens were only counted', () => {
    expect(usageOf('responses', undefined, { object: 'response.input_tokens' })).toEqual({});
    expect(usageOf('count-tokens', undefined)).toEqual({});
  });
});

describe('the usage of a message', () => {
  it.each(messages)('is read: %s', (_, usage, read) => {
    expect(usageOf('messages', usage)).toEqual(read);
  });

  it('is unknown for the completions of old', () => {
    expect(usageOf('text-completions', { input_tokens: 1, output_tokens: 1 })).toBeNull();
  });
});

describe('the usage of everything else', () => {
  it.each<[WireId | 'none', Json | undefined, Readonly<Record<string, Json>>, number, Usage | null]>([
    ['embeddings', { prompt_tokens: 8, total_tokens: 8 }, {}, 2, { input_tokens: 8 }],
    [
      'embeddings',
      { prompt_tokens: 100, total_tokens: 100, prompt_tokens_details: { cached_tokens: 60, audio_tokens: 30 } },
      {},
      1,
      { input_tokens: 10, cached_input_tokens: 60, input_audio_tokens: 30 },
    ],
    ['embeddings', { prompt_tokens: 8, completion_tokens: 5, total_tokens: 13 }, {}, 1, { input_tokens: 8 }],
    [
      'moderations',
      { prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 9 } },
      {},
      0,
      { input_tokens: 0, cached_input_tokens: 9 },
    ],
    ['embeddings', undefined, {}, 2, null],
    ['moderations', undefined, {}, 0, { requests: 1 }],
    ['none', undefined, {}, 0, {}],
    ['images', undefined, {}, 3, { images: 3 }],
    [
      'images',
      {
        input_tokens: 50,
        input_tokens_details: { text_tokens: 10, image_tokens: 40 },
        output_tokens: 4_000,
        total_tokens: 4_050,
      },
      {},
      1,
      { input_tokens: 50, output_tokens: 4_000, images: 1 },
    ],
    ['audio', { type: 'duration', seconds: 9 }, {}, 0, { audio_seconds: 9 }],
    ['audio', { type: 'duration', seconds: 8.47 }, {}, 0, { audio_seconds: 9 }],
    ['audio', undefined, { duration: 8.470000267028809 }, 0, { audio_seconds: 9 }],
    ['audio', { seconds: 9, input_tokens: 3 }, { duration: 100 }, 0, { audio_seconds: 9, input_tokens: 3 }],
    ['audio', undefined, { duration: '8.47' }, 0, null],
    ['audio', { seconds: -1 }, {}, 0, null],
    ['audio', { prompt_audio_seconds: 203, prompt_tokens: 4, completion_tokens: 7 }, {}, 0, { audio_seconds: 203 }],
    ['audio', { seconds: 1e300 }, {}, 0, null],
    [
      'audio',
      {
        type: 'tokens',
        input_tokens: 100,
        input_token_details: { text_tokens: 10, audio_tokens: 90 },
        output_tokens: 20,
        total_tokens: 120,
      },
      {},
      0,
      { input_tokens: 10, input_audio_tokens: 90, output_tokens: 20 },
    ],
    [
      'audio',
      { type: 'tokens', input_tokens: 14, input_token_details: { audio_tokens: 14 }, total_tokens: 100 },
      {},
      0,
      { input_tokens: 0, input_audio_tokens: 14, output_tokens: 86 },
    ],
    ['audio', { input_tokens: 5, output_tokens: -1 }, {}, 0, null],
    ['audio', undefined, {}, 0, null],
  ])('%s of %j and %j with %i: %j', (wire, usage, others, dataLength, read) => {
    expect(usageOf(wire, usage, others, dataLength)).toEqual(read);
  });
});

describe('whatever an upstream reports', () => {
  const count = fc.oneof(
    fc.integer({ min: 0, max: 500 }),
    fc.constantFrom(-1, 0.5, 1e300, 1e12, 1e12 + 1, '7', null, true, [], {}, undefined),
  );
  const names = [
    'input_tokens',
    'output_tokens',
    'prompt_tokens',
    'completion_tokens',
    'total_tokens',
    'seconds',
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
  ];
  const details = fc.record(
    Object.fromEntries(
      [
        'cached_tokens',
        'audio_tokens',
        'cache_write_tokens',
        'ephemeral_5m_input_tokens',
        'ephemeral_1h_input_tokens',
      ].map((name) => [name, count]),
    ),
    { requiredKeys: [] },
  );
  const reports = fc.record(
    {
      ...Object.fromEntries(names.map((name) => [name, count])),
      ...Object.fromEntries(
        [
          'prompt_tokens_details',
          'completion_tokens_details',
          'input_tokens_details',
          'input_token_details',
          'cache_creation',
        ].map((name) => [name, details]),
      ),
    },
    { requiredKeys: [] },
  );

  it('only counts that may be billed come of it, and all the input that was said', () => {
    fc.assert(
      fc.property(reports, fc.constantFrom(...Object.values(wires)), (usage, wire) => {
        const report = usage as Readonly<Record<string, Json>>;
        const read =
          wire.meter.readUsage({ members: { usage: report, duration: report['seconds'] }, dataLength: 1 }) ?? {};
        for (const figure of Object.values(read)) expect(isBillable(figure)).toBe(true);
        if (wire !== wires['chat-completions']) return;
        const input =
          (read.input_tokens ?? 0) +
          (read.cached_input_tokens ?? 0) +
          (read.cache_write_tokens ?? 0) +
          (read.input_audio_tokens ?? 0);
        const said = isBillable(report['prompt_tokens']) ? report['prompt_tokens'] : 0;
        if (Object.keys(read).length === 0) return;
        // What is more than the whole prompt, or is added in the total, is counted beside it.
        const listed = objectOf(report['prompt_tokens_details']);
        const most = (...counts: readonly (Json | undefined)[]) => Math.max(0, ...counts.filter(isBillable));
        const cached = most(listed['cached_tokens'], report['cache_read_input_tokens']);
        const written = most(listed['cache_write_tokens'], report['cache_creation_input_tokens']);
        const audio = most(listed['audio_tokens']);
        const output = isBillable(report['completion_tokens']) ? report['completion_tokens'] : 0;
        const isAdded = report['total_tokens'] === said + cached + written + output;
        const beside = isAdded || Math.max(cached, written) > said ? cached + written : 0;
        expect(input).toBe(said + beside + (audio > said ? audio : 0));
      }),
      { numRuns: 2_000 },
    );
  });
});
