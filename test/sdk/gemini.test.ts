import {
  GoogleGenAI,
  type GenerateContentConfig,
  type GenerateContentParameters,
  type GenerateContentResponse,
} from '@google/genai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ReceivedRequest, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const key = 'CANARY-google-key';

const parts = [
  { text: 'Rome, then.', thought: true },
  { text: 'Let me look.' },
  { functionCall: { id: 'f1', name: 'f', args: { é: 1.5 } }, thoughtSignature: 'U2lnbmVk' },
];
const usageMetadata = {
  promptTokenCount: 31,
  cachedContentTokenCount: 20,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 2,
  totalTokenCount: 38,
};
const chunkOf = (held: readonly object[], more: object = {}): object => ({
  candidates: [{ index: 0, content: { role: 'model', parts: held }, ...more }],
  usageMetadata,
  modelVersion: 'gemini-3-pro',
  responseId: 'up',
});
const whole = chunkOf(parts, { finishReason: 'STOP' });
const chunks = parts.map((part, index) => chunkOf([part], index === 2 ? { finishReason: 'STOP' } : {}));
const events = chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`);

/** A body as the SDK wants it: the settings stand in one list there. */
function asParameters(body: Buffer, model: string): GenerateContentParameters {
  const { contents, generationConfig, ...rest } = JSON.parse(body.toString()) as GenerateContentConfig & {
    readonly contents: GenerateContentParameters['contents'];
    readonly generationConfig?: GenerateContentConfig;
  };
  return { model, contents, config: { ...generationConfig, ...rest } };
}

/** What a request means to the vendor. */
const meaningOf = ({ method, path, headers, body }: ReceivedRequest) => ({
  method,
  path,
  key: headers['x-goog-api-key'],
  type: headers['content-type'],
  body: withoutEmpty(JSON.parse(body.toString()) as Readonly<Record<string, unknown>>),
});

/** The SDK writes settings also where there are none. */
const withoutEmpty = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => JSON.stringify(value) !== '{}'));

/** The words of an answer as the SDK has read them. */
const textOf = ({ candidates }: GenerateContentResponse): string =>
  (candidates?.[0]?.content?.parts ?? []).map(({ text, thought }) => (thought === true ? '' : (text ?? ''))).join('');

const schema = { type: 'object', properties: { é: { type: 'number' } }, required: ['é'], additionalProperties: false };
const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } };
const hi = [{ role: 'user', content: 'Héllo 👋 "quoted" \\ / 1e3' }];
const tool = { type: 'function', function: { name: 'f', description: 'd', parameters: schema } };

/** Requests that together have everything that is ever written. */
const requests: readonly (readonly [name: string, path: string, body: object])[] = [
  ['words', '/v1/chat/completions', { messages: hi }],
  [
    'settings',
    '/v1/chat/completions',
    {
      messages: [{ role: 'system', content: 'Be brief.' }, ...hi],
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 99,
      stop: ['END'],
      seed: 7,
      presence_penalty: 0.5,
      frequency_penalty: 0.25,
      reasoning_effort: 'low',
      tools: [tool],
      tool_choice: { type: 'function', function: { name: 'f' } },
    },
  ],
  [
    'a schema',
    '/v1/chat/completions',
    { messages: hi, response_format: { type: 'json_schema', json_schema: { name: 'n', schema } } },
  ],
  [
    'any JSON, and a choice of tools',
    '/v1/chat/completions',
    { messages: hi, response_format: { type: 'json_object' }, tools: [tool], tool_choice: 'required' },
  ],
  [
    'media, calls and results',
    '/v1/messages',
    {
      max_tokens: 9_000,
      top_k: 5,
      tools: [
        { name: 'f', description: 'd', input_schema: schema },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
      messages: [
        { role: 'user', content: [png, { type: 'text', text: 'See.' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { é: 1.5 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', is_error: true, content: 'No.' }] },
      ],
    },
  ],
  [
    'a budget of thoughts',
    '/v1/messages',
    { max_tokens: 9_000, messages: hi, thinking: { type: 'enabled', budget_tokens: 2_000 } },
  ],
];

describe('what goes to Gemini is what its vendor’s own SDK sends', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  let client: GoogleGenAI;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: upstream.url } });
    gateway = await startGateway({
      providers: [
        {
          ...makeProvider('google', 'a', upstream.url),
          kind: 'gemini',
          baseUrl: `${upstream.url}/v1beta`,
          operations: [],
          wires: ['gemini'],
          credential: { type: 'header', header: 'x-goog-api-key', scheme: null, value: new Secret(key) },
        },
      ],
      models: ['gemini-3-pro', 'gemini-2.5-flash'].map((model) =>
        makeModel(model, ['google'], { mayLose: true, abilities: { search: true } }),
      ),
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close()]);
  });

  const last = (): ReceivedRequest => upstream.requests.at(-1) as ReceivedRequest;

  describe.each(['gemini-3-pro', 'gemini-2.5-flash'])('%s', (model) => {
    it.each(requests)('%s', async (_, path, body) => {
      for (const stream of [false, true]) {
        upstream.next(stream ? sse(events) : json(whole));
        const response = await gateway.call(path, { body: { ...body, model, stream } });
        expect(response.status, await response.text()).toBe(200);
        const ours = last();
        const parameters = asParameters(ours.body, model);
        upstream.next(stream ? sse(events) : json(whole));
        if (stream)
          for await (const each of await client.models.generateContentStream(parameters)) expect(each).toBeTruthy();
        else await client.models.generateContent(parameters);
        expect(meaningOf(ours)).toEqual(meaningOf(last()));
      }
    });
  });

  it('trap 17: what the SDK reads of an answer, callers read too, whole and in a stream', async () => {
    upstream.next(json(whole));
    const theirs = await client.models.generateContent({ model: 'gemini-3-pro', contents: 'Hi' });
    const meaning = (answer: GenerateContentResponse) => ({
      text: textOf(answer),
      calls: answer.functionCalls?.map(({ id, name, args }) => ({ id, name, args })),
      output: (answer.usageMetadata?.candidatesTokenCount ?? 0) + (answer.usageMetadata?.thoughtsTokenCount ?? 0),
      input: answer.usageMetadata?.promptTokenCount,
      cached: answer.usageMetadata?.cachedContentTokenCount,
    });
    upstream.next(json(whole));
    const body = { model: 'gemini-3-pro', messages: hi };
    const ours = (await (await gateway.call('/v1/chat/completions', { body })).json()) as {
      readonly choices: readonly {
        readonly finish_reason: string;
        readonly message: {
          readonly content: string;
          readonly tool_calls: readonly {
            readonly id: string;
            readonly function: { readonly name: string; readonly arguments: string };
          }[];
        };
      }[];
      readonly usage: {
        readonly prompt_tokens: number;
        readonly completion_tokens: number;
        readonly prompt_tokens_details: { readonly cached_tokens: number };
      };
    };
    const [choice] = ours.choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    expect({
      text: choice?.message.content,
      calls: choice?.message.tool_calls.map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        args: JSON.parse(args) as unknown,
      })),
      output: ours.usage.completion_tokens,
      input: ours.usage.prompt_tokens,
      cached: ours.usage.prompt_tokens_details.cached_tokens,
    }).toEqual(meaning(theirs));
    upstream.next(sse(events));
    const read: string[] = [];
    for await (const each of await client.models.generateContentStream({ model: 'gemini-3-pro', contents: 'Hi' }))
      read.push(textOf(each));
    upstream.next(sse(events));
    const stream = await (await gateway.call('/v1/chat/completions', { body: { ...body, stream: true } })).text();
    const said = stream.split('\n').flatMap((line) => /"content":"([^"]+)"/.exec(line)?.[1] ?? []);
    expect(said.join('')).toBe(read.join(''));
    expect(stream).toMatch(/"tool_calls":\[\{"index":0[\s\S]*"finish_reason":"tool_calls"/);
  });
});
