import { AnthropicBedrockMantle } from '@anthropic-ai/bedrock-sdk';
import OpenAI from 'openai';
import { bedrock } from 'openai/providers/bedrock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../src/catalog/catalog.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall, chatStream, messagesCall, messageStream, responseStream } from '../fakes/sample-calls.ts';
import { json, sse, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ReceivedRequest, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { verifyAwsSignature } from '../fakes/verify-aws-signature.ts';
import { lastRecorded } from '../journey/recorded-calls.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const region = 'us-east-1';
const key = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'CANARY-secret-access-key' };
const session = 'CANARY-session-token';
const gpt = 'openai.gpt-oss-120b-1:0';
const claude = 'anthropic.claude-opus-5';
const messages = [{ role: 'user' as const, content: 'Héllo 👋' }];
const answered = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  output: [],
  usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
};

const meaningOf = ({ method, path, body }: ReceivedRequest) => ({
  method,
  path,
  body: JSON.parse(body.toString()) as unknown,
});

describe('the OpenAI and Messages formats of Bedrock', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const signed = (service: string): Pick<Provider, 'credential'> => ({
      credential: {
        type: 'aws-keys',
        accessKeyId: new Secret(key.id),
        secretAccessKey: new Secret(key.secret),
        sessionToken: new Secret(session),
        region,
        service,
      },
    });
    const a = (id: string): Provider => ({
      ...makeProvider(id, 'a', upstream.url),
      baseUrl: `${upstream.url}/openai/v1`,
    });
    const b = (id: string): Provider => ({
      ...makeProvider(id, 'b', upstream.url),
      baseUrl: `${upstream.url}/anthropic`,
    });
    const at = (provider: string, model: string) => ({
      targets: [{ provider, model, region: 'global', weight: 1 }],
    });
    gateway = await startGateway({
      providers: [
        { ...a('runtime'), ...signed('bedrock'), headers: { 'x-amzn-bedrock-guardrailidentifier': 'gr1' } },
        { ...a('mantle'), ...signed('bedrock-mantle') },
        { ...b('runtime-b'), ...signed('bedrock') },
        { ...b('mantle-b'), ...signed('bedrock-mantle') },
      ],
      models: [
        makeModel('gpt', [], at('runtime', gpt)),
        makeModel('gpt-mantle', [], at('mantle', gpt)),
        makeModel('claude', [], at('runtime-b', claude)),
        makeModel('claude-mantle', [], at('mantle-b', claude)),
      ],
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close()]);
  });

  const last = (): ReceivedRequest => upstream.requests.at(-1) as ReceivedRequest;

  async function ours(path: string, body: object, { script, service }: { script: Script; service: string }) {
    upstream.next(script);
    const response = await gateway.call(path, { body, headers: { 'anthropic-version': '2026-10-21' } });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    const received = last();
    const { headers, path: url, method } = received;
    expect(verifyAwsSignature({ headers, url, method }, received.body, { ...key, region, service })).toBeNull();
    expect(headers['x-amz-security-token']).toBe(session);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'completed', usageSource: 'upstream' });
    return received;
  }

  describe.each([
    ['runtime', 'gpt', 'bedrock'],
    ['mantle', 'gpt-mantle', 'bedrock-mantle'],
  ] as const)('%s', (endpoint, model, service) => {
    const client = () =>
      new OpenAI({
        provider: bedrock({ baseURL: `${upstream.url}/openai/v1`, endpoint, region, apiKey: 'CANARY-bearer' }),
        maxRetries: 0,
      });

    it.each([false, true])('chat completions, stream %s, as its SDK, signed', async (stream) => {
      const script = stream ? sse(chatStream) : json(chatCall.answer);
      const options = stream ? { stream, stream_options: { include_usage: true } } : {};
      upstream.next(script);
      await client().chat.completions.create({ model: gpt, messages, ...options } as never);
      const theirs = meaningOf(last());
      const received = await ours('/v1/chat/completions', { model, messages, ...options }, { script, service });
      expect(meaningOf(received)).toEqual(theirs);
    });

    it('responses, as its SDK, signed', async () => {
      upstream.next(json(answered));
      await client().responses.create({ model: gpt, input: 'Hi', store: false });
      const theirs = meaningOf(last());
      const body = { model, input: 'Hi', store: false };
      expect(meaningOf(await ours('/v1/responses', body, { script: json(answered), service }))).toEqual(theirs);
      const streamed = { ...body, stream: true };
      const { path } = await ours('/v1/responses', streamed, { script: sse(responseStream), service });
      expect(path).toBe('/openai/v1/responses');
    });
  });

  it.each([
    ['claude', 'bedrock'],
    ['claude-mantle', 'bedrock-mantle'],
  ] as const)('messages of %s as the SDK of Mantle sends them, signed for %s', async (model, service) => {
    const client = new AnthropicBedrockMantle({
      baseURL: `${upstream.url}/anthropic`,
      awsRegion: region,
      awsAccessKey: key.id,
      awsSecretAccessKey: key.secret,
      awsSessionToken: session,
      maxRetries: 0,
    });
    for (const stream of [false, true]) {
      const script = stream ? sse(messageStream) : json(messagesCall.answer);
      upstream.next(script);
      const answer = await client.messages.create({ model: claude, max_tokens: 9, messages, stream });
      if (Symbol.asyncIterator in answer) for await (const event of answer) expect(event.type).toBeTruthy();
      const { headers } = last();
      const theirs = meaningOf(last());
      const received = await ours('/v1/messages', { model, max_tokens: 9, messages, stream }, { script, service });
      expect(meaningOf(received)).toEqual(theirs);
      expect(received.headers['anthropic-version']).toBe(headers['anthropic-version']);
    }
  });

  it('a header of the row goes along, and the caller’s own of that name does not', async () => {
    const name = 'x-amzn-bedrock-guardrailidentifier';
    upstream.next(json(chatCall.answer));
    await gateway.call('/v1/chat/completions', { body: { model: 'gpt', messages }, headers: { [name]: 'none' } });
    expect(last().headers[name]).toBe('gr1');
    expect(last().headers['authorization']).toContain(name);
    upstream.next(json(chatCall.answer));
    await gateway.call('/v1/chat/completions', {
      body: { model: 'gpt-mantle', messages },
      headers: { [name]: 'none' },
    });
    expect(last().headers[name]).toBeUndefined();
  });

  it.each([
    [
      'a header',
      { message: 'No.' },
      { 'x-amzn-errortype': 'ModelNotReadyException:http://x' },
      429,
      'server_is_overloaded',
    ],
    [
      'its body',
      { __type: 'com.amazon.coral.service#AccessDeniedException', Message: 'No.' },
      {},
      403,
      'upstream_unauthorized',
    ],
    [
      'both, where the format’s own code says more',
      { error: { message: 'No.', code: 'context_length_exceeded' } },
      { 'x-amzn-errortype': 'ValidationException' },
      400,
      'context_length_exceeded',
    ],
  ])('an error of AWS is known by its name in %s', async (_, body, headers, status, code) => {
    upstream.next(json(body, { status, headers }));
    const response = await gateway.call('/v1/chat/completions', { body: { model: 'gpt', messages } });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code, message: 'No.' } }]);
  });
});
