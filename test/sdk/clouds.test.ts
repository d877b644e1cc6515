import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk';
import { AnthropicVertex } from '@anthropic-ai/vertex-sdk';
import { AzureOpenAI } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../src/catalog/catalog.ts';
import { Secret } from '../../src/shared/secret.ts';
import { framesOf } from '../fakes/event-frames.ts';
import { startIssuer, type Issuer } from '../fakes/issuer.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall, chatStream, messagesCall, messageStream } from '../fakes/sample-calls.ts';
import { chunk, head, json, lastChunk, sse, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ReceivedRequest, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { verifyAwsSignature } from '../fakes/verify-aws-signature.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const key = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'CANARY-secret-access-key' };
const session = 'CANARY-session-token';
const region = 'us-east-1';
const token = 'CANARY-google-token';

const framed: Script = [
  head(200, { 'content-type': 'application/vnd.amazon.eventstream', 'transfer-encoding': 'chunked' }),
  ...framesOf(messageStream).map(chunk),
  lastChunk,
];

/** What a request means to the vendor. */
const meaningOf = ({ method, path, headers, body }: ReceivedRequest, names: readonly string[]) => ({
  method,
  path,
  headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
  body: JSON.parse(body.toString()) as unknown,
});

const tool = { name: 'f', input_schema: { type: 'object' as const, properties: { é: { type: 'number' } } } };
const messages = [{ role: 'user' as const, content: 'Héllo 👋 "quoted" \\ / 1e3' }];
const base = { max_tokens: 64, messages, tools: [tool], stop_sequences: [], metadata: {} };

const ids = {
  plain: 'anthropic.claude-opus-5',
  profile: 'us.anthropic.claude-sonnet-4-20250514-v1:0',
  arn: 'arn:aws:bedrock:us-east-1:1:application-inference-profile/us.anthropic.claude-x:0',
  dated: 'claude-opus-5@20251101',
};

describe('what goes to a cloud is what its vendor’s own SDK sends', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  let issuer: Issuer;
  beforeAll(async () => {
    [upstream, issuer] = await Promise.all([startScriptedUpstream(), startIssuer()]);
    issuer.always(() => ({ body: { access_token: token, expires_in: 3_600 } }));
    const row = (changes: Partial<Provider> & Pick<Provider, 'id' | 'spec' | 'kind'>): Provider => ({
      ...makeProvider(changes.id, changes.spec, upstream.url),
      ...changes,
    });
    const azureKey = { type: 'header', header: 'api-key', scheme: null, value: new Secret('CANARY-azure') } as const;
    const claude = { spec: 'b', operations: [], baseUrl: upstream.url } as const;
    gateway = await startGateway({
      providers: [
        row({
          ...claude,
          id: 'bedrock',
          kind: 'bedrock',
          wires: ['messages'],
          credential: {
            type: 'aws-keys',
            accessKeyId: new Secret(key.id),
            secretAccessKey: new Secret(key.secret),
            sessionToken: new Secret(session),
            region,
            service: 'bedrock',
          },
        }),
        row({
          ...claude,
          id: 'bedrock-bearer',
          kind: 'bedrock',
          wires: ['messages'],
          credential: { type: 'header', header: 'authorization', scheme: 'Bearer', value: new Secret('CANARY-bearer') },
        }),
        row({
          ...claude,
          id: 'vertex',
          kind: 'vertex',
          wires: ['messages', 'count-tokens'],
          baseUrl: `${upstream.url}/v1/projects/p-1/locations/us-east5`,
          credential: { type: 'google-metadata', endpoint: issuer.url },
        }),
        row({
          id: 'azure',
          spec: 'a',
          kind: 'azure-openai',
          baseUrl: `${upstream.url}/openai/v1`,
          credential: azureKey,
        }),
        row({
          id: 'azure-dated',
          spec: 'a',
          kind: 'azure-openai',
          baseUrl: `${upstream.url}/openai`,
          apiVersion: '2024-10-21',
          credential: azureKey,
        }),
      ],
      models: [
        ...Object.entries(ids).flatMap(([name, model]) =>
          ['bedrock', 'bedrock-bearer', 'vertex'].map((provider) =>
            makeModel(`${provider}-${name}`, [], {
              targets: [{ provider, model, region: 'global', weight: 1 }],
              betas: ['*'],
              abilities: { secondVersion: true },
            }),
          ),
        ),
        ...['azure', 'azure-dated'].map((provider) =>
          makeModel(provider, [], { targets: [{ provider, model: 'my deployment', region: 'global', weight: 1 }] }),
        ),
      ],
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close(), issuer.close()]);
  });

  const last = (): ReceivedRequest => upstream.requests.at(-1) as ReceivedRequest;
  async function ours(path: string, body: object, headers: Record<string, string> = {}): Promise<ReceivedRequest> {
    const response = await gateway.call(path, { body, headers });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return last();
  }

  const version = { 'anthropic-version': '2026-10-21' };

  describe.each(['plain', 'profile', 'arn'] as const)('Bedrock, id %s', (name) => {
    it.each([false, true])('signed, stream %s', async (stream) => {
      const script = stream ? framed : json(messagesCall.answer);
      const client = new AnthropicBedrock({
        baseURL: upstream.url,
        awsRegion: region,
        awsAccessKey: key.id,
        awsSecretKey: key.secret,
        awsSessionToken: session,
        maxRetries: 0,
      });
      upstream.next(script);
      const betas = ['context-1m-2025-08-07', 'other-1'];
      const answer = await client.beta.messages.create({ ...base, model: ids[name], stream, betas });
      if (Symbol.asyncIterator in answer) {
        const types = await Array.fromAsync(answer, (event) => event.type);
        // The vendor's SDK reads the frames of the tests.
        expect(types).toEqual(
          messageStream.flatMap((event) => /"type":"(\w+)"/.exec(event)?.[1] ?? []).filter((type) => type !== 'ping'),
        );
      }
      const names = ['content-type', 'accept', 'anthropic-beta', 'x-amz-security-token', 'anthropic-version'];
      const theirs = meaningOf(last(), names);
      upstream.next(script);
      const received = await ours(
        '/v1/messages',
        { ...base, model: `bedrock-${name}`, stream },
        { ...version, 'anthropic-beta': betas.join(',') },
      );
      expect(meaningOf(received, names)).toEqual(theirs);
      expect(
        verifyAwsSignature({ headers: received.headers, url: received.path, method: received.method }, received.body, {
          ...key,
          region,
          service: 'bedrock',
        }),
      ).toBeNull();
    });

    it('with a bearer key', async () => {
      upstream.next(json(messagesCall.answer));
      const client = new AnthropicBedrock({
        baseURL: upstream.url,
        awsRegion: region,
        apiKey: 'CANARY-bearer',
        maxRetries: 0,
      });
      await client.messages.create({ ...base, model: ids[name] });
      const names = ['authorization', 'content-type', 'x-amz-date'];
      const theirs = meaningOf(last(), names);
      upstream.next(json(messagesCall.answer));
      expect(
        meaningOf(await ours('/v1/messages', { ...base, model: `bedrock-bearer-${name}` }, version), names),
      ).toEqual(theirs);
    });
  });

  describe('Vertex AI', () => {
    const client = (): AnthropicVertex =>
      new AnthropicVertex({
        region: 'us-east5',
        projectId: 'p-1',
        baseURL: `${upstream.url}/v1`,
        authClient: {
          getRequestHeaders: () => Promise.resolve(new Headers({ authorization: `Bearer ${token}` })),
        } as never,
        maxRetries: 0,
      });
    const names = ['authorization', 'content-type', 'anthropic-beta', 'anthropic-version'];

    it.each([
      ['plain', false],
      ['dated', false],
      ['dated', true],
    ] as const)('trap 8: id %s, stream %s, with its betas', async (name, stream) => {
      const script = stream ? sse(messageStream) : json(messagesCall.answer);
      upstream.next(script);
      const betas = ['context-1m-2025-08-07'];
      const answer = await client().beta.messages.create({ ...base, model: ids[name], stream, betas });
      if (Symbol.asyncIterator in answer) for await (const event of answer) expect(event.type).toBeTruthy();
      const theirs = meaningOf(last(), names);
      upstream.next(script);
      const received = await ours(
        '/v1/messages',
        { ...base, model: `vertex-${name}`, stream },
        { ...version, 'anthropic-beta': betas.join() },
      );
      expect(meaningOf(received, names)).toEqual(theirs);
    });

    it('counting tokens', async () => {
      upstream.next(json({ input_tokens: 7 }));
      await client().messages.countTokens({ messages, model: ids.dated });
      const theirs = meaningOf(last(), names);
      upstream.next(json({ input_tokens: 7 }));
      expect(
        meaningOf(await ours('/v1/messages/count_tokens', { messages, model: 'vertex-dated' }, version), names),
      ).toEqual(theirs);
    });
  });

  describe('Azure OpenAI', () => {
    const client = (apiVersion: string): AzureOpenAI =>
      new AzureOpenAI({ baseURL: `${upstream.url}/openai`, apiVersion, apiKey: 'CANARY-azure', maxRetries: 0 });
    const names = ['api-key', 'authorization', 'content-type'];
    const chat = { model: 'my deployment', messages: [{ role: 'user' as const, content: 'Héllo' }] };

    it.each([false, true])('dated chat completions, stream %s', async (stream) => {
      const script = stream ? sse(chatStream) : json(chatCall.answer);
      upstream.next(script);
      const options = stream ? { stream, stream_options: { include_usage: true } } : {};
      await client('2024-10-21').chat.completions.create({ ...chat, ...options } as typeof chat);
      const theirs = meaningOf(last(), names);
      upstream.next(script);
      expect(
        meaningOf(await ours('/v1/chat/completions', { ...chat, model: 'azure-dated', ...options }), names),
      ).toEqual(theirs);
      expect(theirs.path).toBe('/openai/deployments/my%20deployment/chat/completions?api-version=2024-10-21');
    });

    it('trap 12: dated Responses have the deployment in their body; the versionless API has no query', async () => {
      const body = { model: 'my deployment', input: 'Hi', store: false };
      const answer = {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        output: [],
        usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      };
      upstream.next(json(answer));
      await client('2024-10-21').responses.create(body);
      const theirs = meaningOf(last(), names);
      upstream.next(json(answer));
      expect(meaningOf(await ours('/v1/responses', { ...body, model: 'azure-dated' }), names)).toEqual(theirs);
      upstream.next(json(answer));
      expect((await ours('/v1/responses', { ...body, model: 'azure' })).path).toBe('/openai/v1/responses');
    });

    it('trap 11: the version is the operator’s, whatever the caller’s query says', async () => {
      upstream.next(json(chatCall.answer));
      const path = '/v1/chat/completions?api-version=2023-01-01&api%2Dversion=x&extra=1';
      const { path: sent } = await ours(path, { ...chat, model: 'azure-dated' });
      expect(sent).toBe('/openai/deployments/my%20deployment/chat/completions?extra=1&api-version=2024-10-21');
    });
  });
});
