import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  CountTokensCommand,
  type ConverseCommandInput,
} from '@aws-sdk/client-bedrock-runtime';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { converseAnswers, converseFrames } from '../fakes/converse-answers.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chunk, head, json, lastChunk, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ReceivedRequest, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { verifyAwsSignature } from '../fakes/verify-aws-signature.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const key = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'CANARY-secret-access-key' };
const scope = { region: 'us-east-1', service: 'bedrock' };
const ids = {
  nova: 'us.amazon.nova-2-lite-v1:0',
  claude: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  arn: 'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc',
} as const;

interface SdkRequest {
  readonly method: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends what the SDK made over HTTP/1.1: of itself it speaks HTTP/2. */
const overHttp = {
  handle: async ({ method, hostname, port, path, headers, body }: SdkRequest) => {
    const sent = request({ host: hostname, port, path, method, headers: { ...headers } });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      response: { statusCode: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, body: answer },
    };
  },
};

const framed: Script = [
  head(200, { 'content-type': 'application/vnd.amazon.eventstream', 'transfer-encoding': 'chunked' }),
  ...converseFrames(converseAnswers.thoughtAndCalls).map(chunk),
  lastChunk,
];

/** A body as the SDK wants it: what goes out in Base64 is bytes there. */
const asInput = (body: Buffer, modelId: string): ConverseCommandInput => ({
  ...(JSON.parse(body.toString(), (name, value: unknown) =>
    typeof value === 'string' && ['bytes', 'redactedContent'].includes(name) ? Buffer.from(value, 'base64') : value,
  ) as ConverseCommandInput),
  modelId,
});

/** What a request means to the vendor. */
const meaningOf = ({ method, path, headers, body }: ReceivedRequest) => ({
  method,
  path,
  type: headers['content-type'],
  token: headers['x-amz-security-token'],
  accept: headers.accept,
  body: JSON.parse(body.toString()) as unknown,
});

const schema = { type: 'object', properties: { é: { type: 'number' } }, required: ['é'], additionalProperties: false };
const control = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } };
const pdf = { type: 'document', title: 'a', source: { type: 'base64', media_type: 'application/pdf', data: 'UERG' } };
const hi = [{ role: 'user', content: 'Héllo 👋 "quoted" \\ / 1e3' }];

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
      service_tier: 'flex',
      reasoning_effort: 'low',
    },
  ],
  [
    'a schema',
    '/v1/chat/completions',
    {
      messages: hi,
      response_format: { type: 'json_schema', json_schema: { name: 'n', description: 'd', schema, strict: true } },
    },
  ],
  [
    'media, tools, results and marks',
    '/v1/messages',
    {
      max_tokens: 9_000,
      top_k: 5,
      system: [{ type: 'text', text: 'Long.', ...control }],
      tools: [{ name: 'f', description: 'd', input_schema: schema, strict: true, ...control }],
      tool_choice: { type: 'tool', name: 'f' },
      messages: [
        { role: 'user', content: [png, pdf, { type: 'text', text: 'See.', ...control }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { é: 1.5 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', is_error: true, content: [png, pdf] }] },
      ],
    },
  ],
  [
    'thoughts',
    '/v1/messages',
    { max_tokens: 9_000, messages: hi, thinking: { type: 'enabled', budget_tokens: 2_000 } },
  ],
];

describe('what goes to Converse is what its vendor’s own SDK sends', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  let client: BedrockRuntimeClient;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const session = 'CANARY-session-token';
    client = new BedrockRuntimeClient({
      region: scope.region,
      endpoint: upstream.url,
      credentials: { accessKeyId: key.id, secretAccessKey: key.secret, sessionToken: session },
      maxAttempts: 1,
      requestHandler: overHttp,
    });
    const secrets = { secretAccessKey: new Secret(key.secret), sessionToken: new Secret(session) };
    gateway = await startGateway({
      providers: [
        {
          ...makeProvider('bedrock', 'b', upstream.url),
          kind: 'bedrock',
          wires: ['converse', 'count-tokens'],
          operations: [],
          credential: { type: 'aws-keys', accessKeyId: new Secret(key.id), ...secrets, ...scope },
        },
      ],
      models: Object.entries(ids).map(([name, model]) =>
        makeModel(name, [], {
          targets: [{ provider: 'bedrock', model, region: 'global', weight: 1 }],
          mayLose: true,
          ...(name !== 'nova' && { abilities: { converseReasoning: 'thinking', cachePoints: 'everywhere' } }),
        }),
      ),
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    client.destroy();
    await Promise.all([gateway.close(), upstream.close()]);
  });

  const last = (): ReceivedRequest => upstream.requests.at(-1) as ReceivedRequest;

  describe.each(Object.keys(ids) as readonly (keyof typeof ids)[])('id %s', (name) => {
    it.each(requests)('%s', async (_, path, body) => {
      for (const stream of [false, true]) {
        upstream.next(stream ? framed : json(converseAnswers.text.whole));
        const response = await gateway.call(path, { body: { ...body, model: name, stream } });
        expect(response.status, await response.text()).toBe(200);
        const ours = last();
        expect(
          verifyAwsSignature({ headers: ours.headers, url: ours.path, method: ours.method }, ours.body, {
            ...key,
            ...scope,
          }),
        ).toBeNull();
        const input = asInput(ours.body, ids[name]);
        upstream.next(stream ? framed : json(converseAnswers.text.whole));
        // Members that the SDK does not know, it does not send.
        if (stream) await client.send(new ConverseStreamCommand(input));
        else await client.send(new ConverseCommand(input));
        expect(meaningOf(ours)).toEqual(meaningOf(last()));
      }
    });
  });

  it.each([
    [{}, 1],
    [{ thinking: { type: 'enabled', budget_tokens: 2_000 } }, 2_001],
  ])('counting tokens, with a limit that InvokeModel takes', async (more, limit) => {
    upstream.next(json({ inputTokens: 42 }));
    const body = { model: 'claude', system: 'Be brief.', messages: hi, ...more };
    const response = await gateway.call('/v1/messages/count_tokens', { body });
    expect([response.status, await response.json()]).toEqual([200, { input_tokens: 42 }]);
    const ours = last();
    const input = JSON.parse(ours.body.toString()) as {
      readonly input: { readonly invokeModel: { readonly body: string } };
    };
    const counted = Buffer.from(input.input.invokeModel.body, 'base64');
    const { model: _, ...asked } = body;
    expect(JSON.parse(counted.toString())).toEqual({
      ...asked,
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: limit,
    });
    upstream.next(json({ inputTokens: 42 }));
    await client.send(new CountTokensCommand({ modelId: ids.claude, input: { invokeModel: { body: counted } } }));
    expect({ ...meaningOf(ours), accept: undefined }).toEqual(meaningOf(last()));
  });

  it.each([
    [{ inputTokens: 'many' }, 200, 502],
    [{ message: "The provided model doesn't support counting tokens." }, 400, 400],
  ])('what the counter does not count is an error', async (answer, status, expected) => {
    upstream.next(json(answer, { status }));
    const response = await gateway.call('/v1/messages/count_tokens', { body: { model: 'claude', messages: hi } });
    expect([response.status, await response.json()]).toMatchObject([expected, { type: 'error' }]);
  });

  it('the SDK reads the answers of the tests as they are meant', async () => {
    upstream.next(json(converseAnswers.cached.whole));
    const messages = [{ role: 'user' as const, content: [{ text: 'Hi' }] }];
    const { output, usage, stopReason } = await client.send(new ConverseCommand({ modelId: 'm', messages }));
    const { metrics: _, ...wanted } = converseAnswers.cached.whole as { readonly metrics: object };
    expect({ output, usage, stopReason }).toMatchObject(wanted);
    upstream.next(framed);
    const { stream } = await client.send(new ConverseStreamCommand({ modelId: 'm', messages }));
    const events = await Array.fromAsync(stream ?? []);
    const sent = converseAnswers.thoughtAndCalls.events.map(([event, payload]) => ({ [event]: payload }));
    expect(
      JSON.parse(
        JSON.stringify(events, (name_, value: unknown) =>
          name_ === 'redactedContent'
            ? Buffer.from(Object.values(value as object) as number[]).toString('base64')
            : value,
        ),
      ),
    ).toEqual(sent);
  });
});
