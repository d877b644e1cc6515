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

  it('are told from one another by their order alone before Gemini 3, as calls are', async () => {
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
