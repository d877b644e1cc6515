import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import type { Provider } from '../../src/catalog/catalog.ts';
import { converseAnswers } from '../fakes/converse-answers.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const ofGemini = {
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
};
const ofResponses = {
  ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', output: [], error: null },
  usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
};

/** An answer in the format that an address belongs to. */
const answers: readonly (readonly [address: RegExp, answer: object])[] = [
  [/generateContent/, ofGemini],
  [/converse/, converseAnswers.text.whole],
  [/responses/, ofResponses],
  [/./, messagesCall.answer],
];

const keys = { accessKeyId: new Secret('AKIACANARY0000000000'), sessionToken: null };
const region = { region: 'us-east-1', service: 'bedrock' };

function providersAt(url: string): readonly Provider[] {
  const secretAccessKey = new Secret('CANARY-secret-access-key');
  const bedrock = {
    ...makeProvider('bedrock', 'b', url),
    kind: 'bedrock',
    operations: [],
    credential: { type: 'aws-keys', ...keys, secretAccessKey, ...region },
  } as const;
  return [
    { ...makeProvider('google', 'a', url), kind: 'gemini', operations: [], wires: ['gemini'] },
    { ...bedrock, wires: ['messages'] },
    { ...bedrock, id: 'converse', wires: ['converse'] },
    makeProvider('anthropic', 'b', url),
    makeProvider('openai', 'a', url),
  ];
}

const at = (provider: string, model: string) => ({ targets: [{ provider, model, region: 'global', weight: 1 }] });

const models = [
  makeModel('gemini-3-pro', ['google']),
  makeModel('gemini-2.5-flash', ['google']),
  makeModel('nova', [], at('converse', 'us.amazon.nova-pro-v1:0')),
  makeModel('gpt-oss', [], at('converse', 'openai.gpt-oss-120b-1:0')),
  makeModel('opus-by-converse', [], at('converse', 'us.anthropic.claude-opus-4-8')),
  makeModel('opus-on-bedrock', [], at('bedrock', 'anthropic.claude-opus-4-8')),
  makeModel('strict-on-bedrock', [], {
    ...at('bedrock', 'anthropic.claude-opus-5'),
    abilities: { strictTools: true },
  }),
  makeModel('claude-opus-5', ['anthropic']),
  makeModel('gpt-5.2', ['openai']),
];

const closed = (properties: object): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const city = closed({ city: { type: 'string' } });
const strictly = (parameters: object): object => ({
  type: 'function',
  function: { name: 'look', parameters, strict: true },
});
const pdf = { type: 'base64', media_type: 'application/pdf', data: 'UERG' };
const hi = [{ role: 'user', content: 'Hi' }];

let upstream: ScriptedUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  gateway = await startGateway({ providers: providersAt(upstream.url), models });
});
beforeEach(() => {
  upstream.forget();
  upstream.always(({ path }) => json(answers.find(([address]) => address.test(path))?.[1] ?? {}));
});
afterAll(async () => {
  await Promise.all([gateway.close(), upstream.close()]);
});

/** What the upstream received of a call, and what the caller is told to have lost. */
async function sentFor(path: string, body: object) {
  const answer = await gateway.call(path, { body });
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([200, true]);
  return {
    body: JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as Readonly<Record<string, unknown>>,
    dropped: answer.headers.get('x-diglot-dropped'),
    approximated: answer.headers.get('x-diglot-approximated'),
  };
}

const chat = (body: object) => sentFor('/v1/chat/completions', { messages: hi, ...body });
const messages = (body: object) => sentFor('/v1/messages', { max_tokens: 99, messages: hi, ...body });

describe('results of tools on Gemini', () => {
  const tools = [{ name: 'look', input_schema: { type: 'object' } }];
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] };
  const result = { type: 'tool_result', tool_use_id: 't1', content: '31' };
  const response = (more: object = {}) => ({
    role: 'user',
    parts: [{ functionResponse: { ...more, name: 'look', response: { output: '31' } } }],
  });
  const contentsOf = async (model: string, after: readonly object[]) =>
    ((await messages({ model, tools, messages: [...hi, call, ...after] })).body['contents'] as object[]).slice(2);
  const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } };

  it.each<[string, readonly object[], readonly object[]]>([
    ['words', [{ role: 'user', content: [result, { type: 'text', text: 'Go on.' }] }], [{ text: 'Go on.' }]],
    [
      'the next message',
      [
        { role: 'user', content: [result] },
        { role: 'user', content: 'Go on.' },
      ],
      [{ text: 'Go on.' }],
    ],
    [
      'a system message',
      [
        { role: 'user', content: [result] },
        { role: 'system', content: 'Be brief.' },
      ],
      [{ text: '<system>\nBe brief.\n</system>' }],
    ],
    [
      'a picture that a tool gave',
      [{ role: 'user', content: [{ ...result, content: [{ type: 'text', text: '31' }, png] }] }],
      [{ inlineData: { mimeType: 'image/png', data: 'QUJD' } }],
    ],
  ])('stand alone, before %s', async (_, after, parts) => {
    expect(await contentsOf('gemini-3-pro', after)).toEqual([response({ id: 't1' }), { role: 'user', parts }]);
  });

  it('have no second content where nothing else was said', async () => {
    expect(await contentsOf('gemini-3-pro', [{ role: 'user', content: [result] }])).toEqual([response({ id: 't1' })]);
  });

  it('are matched by their order alone before Gemini 3, as calls are', async () => {
    const sent = await messages({
      model: 'gemini-2.5-flash',
      tools,
      messages: [...hi, call, { role: 'user', content: [result] }],
    });
    expect(sent.body['contents']).toEqual([
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] },
      response(),
    ]);
    expect([sent.dropped, sent.approximated]).toEqual([null, null]);
  });
});

describe('a strict tool', () => {
  const isStrict = ({ body }: { readonly body: Readonly<Record<string, unknown>> }): boolean =>
    JSON.stringify(body).includes('"strict":true');

  it.each(['nova', 'opus-by-converse', 'opus-on-bedrock'])(
    'is sent without the promise where it is refused: %s',
    async (model) => {
      const sent = await chat({ model, tools: [strictly(city)] });
      expect([isStrict(sent), sent.approximated]).toEqual([false, 'tools[0].function.strict']);
    },
  );

  it.each(['gpt-oss', 'strict-on-bedrock', 'claude-opus-5'])('is strict elsewhere: %s', async (model) => {
    const sent = await chat({ model, tools: [strictly(city)] });
    expect([isStrict(sent), sent.approximated]).toEqual([true, null]);
  });

  const bounded: readonly (readonly [name: string, property: object])[] = [
    ['minimum', { type: 'integer', minimum: 1 }],
    ['maximum', { type: 'number', maximum: 9 }],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 0 }],
    ['exclusiveMaximum', { anyOf: [{ type: 'number', exclusiveMaximum: 9 }, { type: 'null' }] }],
    ['multipleOf', { type: 'integer', multipleOf: 5 }],
    ['minLength', { type: 'string', minLength: 1 }],
    ['maxLength', { type: 'string', maxLength: 9 }],
    ['minItems', { type: 'array', items: { type: 'string' }, minItems: 2 }],
    ['maxItems', { type: 'array', items: { type: 'string' }, maxItems: 9 }],
    ['uniqueItems', { type: 'array', items: { type: 'string' }, uniqueItems: true }],
    ['minProperties', { ...closed({}), minProperties: 1 }],
    ['maxProperties', { ...closed({}), maxProperties: 9 }],
  ];

  it.each(bounded)(
    'with %s is sent without the promise to Claude and to Bedrock, which refuse both',
    async (_, property) => {
      for (const model of ['claude-opus-5', 'gpt-oss']) {
        const sent = await chat({ model, tools: [strictly(closed({ inner: closed({ property }) }))] });
        expect([isStrict(sent), sent.approximated]).toEqual([false, 'tools[0].function.strict']);
        expect(JSON.stringify(sent.body)).toContain(JSON.stringify(property));
      }
    },
  );

  it('may ask for one item at least, and name a property like a bound', async () => {
    const list = { type: 'array', items: { type: 'string' }, minItems: 1 };
    const sent = await chat({
      model: 'claude-opus-5',
      tools: [strictly(closed({ list, minimum: { type: 'number' } }))],
    });
    expect([isStrict(sent), sent.approximated]).toEqual([true, null]);
  });

  it('keeps its bounds and its promise on the way to OpenAI', async () => {
    const input_schema = closed({ count: { type: 'integer', minimum: 1 } });
    const sent = await messages({ model: 'gpt-5.2', tools: [{ name: 'look', input_schema, strict: true }] });
    expect([isStrict(sent), sent.approximated]).toEqual([true, null]);
  });
});

describe('a schema of an answer', () => {
  const format = (schema: object) => ({
    response_format: { type: 'json_schema', json_schema: { name: 'n', schema, strict: true } },
  });
  const schemaIn = ({ body }: { readonly body: Readonly<Record<string, unknown>> }): unknown => {
    const [written] = /"schema":.*$/.exec(JSON.stringify(body['output_config'] ?? body['outputConfig'])) ?? [];
    return written;
  };
  const list = (more: object): object => ({ type: 'array', items: { type: 'integer', ...more }, ...more });

  it.each(['claude-opus-5', 'gpt-oss'])(
    'loses its bounds on the way to vendors that refuse them: %s',
    async (model) => {
      const withBounds = closed({
        minimum: list({ minimum: 1, minItems: 2, maxItems: 9 }),
        either: { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] },
        kind: { enum: [12, 'maximum'], default: { maximum: 1 } },
      });
      const without = closed({
        minimum: list({}),
        either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        kind: { enum: [12, 'maximum'], default: { maximum: 1 } },
      });
      const sent = await chat({ model, ...format(withBounds) });
      expect(sent.approximated).toBe('response_format');
      const plain = await chat({ model, ...format(without) });
      expect([schemaIn(sent), plain.approximated]).toEqual([schemaIn(plain), null]);
      expect(schemaIn(plain)).toContain('either');
    },
  );

  it('keeps them on the way to OpenAI', async () => {
    const schema = closed({ count: { type: 'integer', minimum: 1 } });
    const sent = await messages({ model: 'gpt-5.2', output_config: { format: { type: 'json_schema', schema } } });
    expect(JSON.stringify(sent.body)).toContain('"minimum":1');
    expect(sent.approximated).toBeNull();
  });
});

describe('a document', () => {
  it('by its address goes to Responses without a name', async () => {
    const document = { type: 'document', title: 'Report', source: { type: 'url', url: 'https://example.com/a.pdf' } };
    const sent = await messages({ model: 'gpt-5.2', messages: [{ role: 'user', content: [document] }] });
    expect(sent.body['input']).toEqual([
      { role: 'user', content: [{ type: 'input_file', file_url: 'https://example.com/a.pdf' }] },
    ]);
    expect(sent.dropped).toBe('messages[0].content[0]');
  });

  it('written out goes to Responses with its name', async () => {
    const document = { type: 'document', title: 'Report', source: pdf };
    const sent = await messages({ model: 'gpt-5.2', messages: [{ role: 'user', content: [document] }] });
    expect(JSON.stringify(sent.body['input'])).toContain('"filename":"Report"');
    expect(sent.dropped).toBeNull();
  });

  const sentToConverse = async (more: readonly object[], rest: readonly object[] = []) => {
    const content = [{ type: 'document', source: pdf, ...more[0] }, ...more.slice(1)];
    const sent = await messages({ model: 'opus-by-converse', messages: [{ role: 'user', content }, ...rest] });
    const [first] = sent.body['messages'] as readonly { readonly content: readonly object[] }[];
    return { content: first?.content.map((block) => ('document' in block ? 'document' : block)), ...sent };
  };

  it.each<[string, readonly object[], readonly unknown[]]>([
    ['alone', [], ['document', { text: '.' }]],
    [
      'before its mark',
      [{ cache_control: { type: 'ephemeral' } }],
      ['document', { text: '.' }, { cachePoint: { type: 'default' } }],
    ],
  ])('without words gets some on Converse, which wants them: %s', async (_, more, content) => {
    const sent = await sentToConverse(more);
    expect([sent.content, sent.approximated]).toEqual([content, 'messages[0]']);
  });

  it('with words gets none', async () => {
    const words = { type: 'text', text: 'See.' };
    const expected = [['document', { text: 'See.' }], null];
    const beside = await sentToConverse([{}, words]);
    expect([beside.content, beside.approximated]).toEqual(expected);
    const behind = await sentToConverse([], [{ role: 'user', content: [words] }]);
    expect([behind.content, behind.approximated]).toEqual(expected);
  });
});
