import { AnthropicBedrock } from 'anthropic-bedrock-sdk-0';
import { AnthropicVertex } from 'anthropic-vertex-sdk-0';
import { AzureOpenAI } from 'openai-6';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../src/catalog/catalog.ts';
import { Secret } from '../../src/shared/secret.ts';
import { framesOf } from '../fakes/event-frames.ts';
import { startIssuer, type Issuer } from '../fakes/issuer.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall, messagesCall, messageStream } from '../fakes/sample-calls.ts';
import { chunk, head, json, lastChunk, sse, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ReceivedRequest, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const region = 'us-east-1';
const token = 'CANARY-google-token';
const claude = 'anthropic.claude-sonnet-4-20250514-v1:0';
const messages = [{ role: 'user' as const, content: 'Héllo' }];
const base = { max_tokens: 64, messages, temperature: 0.5 };

const meaningOf = ({ method, path, headers, body }: ReceivedRequest, names: readonly string[]) => ({
  method,
  path,
  headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
  body: JSON.parse(body.toString()) as unknown,
});

/** The version of the API before 2026-10-21, and the SDKs before the present ones, which leave the version in a header besides. */
describe('what goes to a cloud in the first version is what its vendor’s older SDK sends', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  let issuer: Issuer;
  beforeAll(async () => {
    [upstream, issuer] = await Promise.all([startScriptedUpstream(), startIssuer()]);
    issuer.always(() => ({ body: { access_token: token, expires_in: 3_600 } }));
    const bearer = (value: string) =>
      ({ type: 'header', header: 'authorization', scheme: 'Bearer', value: new Secret(value) }) as const;
    const rows: readonly Provider[] = [
      {
        ...makeProvider('bedrock', 'b', upstream.url),
        kind: 'bedrock',
        wires: ['messages'],
        operations: [],
        credential: bearer('CANARY-bearer'),
      },
      {
        ...makeProvider('vertex', 'b', upstream.url),
        kind: 'vertex',
        wires: ['messages'],
        operations: [],
        baseUrl: `${upstream.url}/v1/projects/p-1/locations/us-east5`,
        credential: { type: 'google-metadata', endpoint: issuer.url },
      },
      {
        ...makeProvider('azure', 'a', upstream.url),
        kind: 'azure-openai',
        baseUrl: `${upstream.url}/openai`,
        apiVersion: '2024-10-21',
        credential: { type: 'header', header: 'api-key', scheme: null, value: new Secret('CANARY-azure') },
      },
    ];
    const at = (provider: string, model: string) =>
      makeModel(provider, [], { targets: [{ provider, model, region: 'global', weight: 1 }], betas: ['*'] });
    gateway = await startGateway({
      providers: rows,
      models: [at('bedrock', claude), at('vertex', 'claude-sonnet-4@20250514'), at('azure', 'my deployment')],
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close(), issuer.close()]);
  });

  const last = (): ReceivedRequest => upstream.requests.at(-1) as ReceivedRequest;
  async function ours(
    path: string,
    body: object,
    { script, betas = [] }: { script: Script; betas?: readonly string[] },
  ) {
    upstream.next(script);
    const headers = {
      'anthropic-version': '2023-06-01',
      ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
    };
    const response = await gateway.call(path, { body, headers });
    expect([response.status, (await response.text()).length > 0]).toEqual([200, true]);
    return last();
  }

  it.each([false, true])('Bedrock, stream %s', async (stream) => {
    const framed: Script = [
      head(200, { 'content-type': 'application/vnd.amazon.eventstream', 'transfer-encoding': 'chunked' }),
      ...framesOf(messageStream).map(chunk),
      lastChunk,
    ];
    const script = stream ? framed : json(messagesCall.answer);
    const client = new AnthropicBedrock({ baseURL: upstream.url, awsRegion: region, skipAuth: true, maxRetries: 0 });
    const betas = ['context-1m-2025-08-07'];
    upstream.next(script);
    const answer = await client.beta.messages.create({ ...base, model: claude, stream, betas });
    if (Symbol.asyncIterator in answer) for await (const event of answer) expect(event.type).toBeTruthy();
    const names = ['content-type', 'accept', 'anthropic-beta'];
    const theirs = meaningOf(last(), names);
    expect(theirs.body).toMatchObject({ anthropic_version: 'bedrock-2023-05-31' });
    const received = await ours('/v1/messages', { ...base, model: 'bedrock', stream }, { script, betas });
    expect(meaningOf(received, names)).toEqual(theirs);
  });

  it.each([false, true])('Vertex AI, stream %s', async (stream) => {
    const script = stream ? sse(messageStream) : json(messagesCall.answer);
    const client = new AnthropicVertex({
      region: 'us-east5',
      projectId: 'p-1',
      baseURL: `${upstream.url}/v1`,
      authClient: {
        getRequestHeaders: () => Promise.resolve(new Headers({ authorization: `Bearer ${token}` })),
        projectId: 'p-1',
      } as never,
      maxRetries: 0,
    });
    upstream.next(script);
    const answer = await client.messages.create({ ...base, model: 'claude-sonnet-4@20250514', stream });
    if (Symbol.asyncIterator in answer) for await (const event of answer) expect(event.type).toBeTruthy();
    const names = ['authorization', 'content-type'];
    const theirs = meaningOf(last(), names);
    expect(theirs.body).toMatchObject({ anthropic_version: 'vertex-2023-10-16' });
    expect(meaningOf(await ours('/v1/messages', { ...base, model: 'vertex', stream }, { script }), names)).toEqual(
      theirs,
    );
  });

  it('Azure OpenAI, dated', async () => {
    const client = new AzureOpenAI({
      baseURL: `${upstream.url}/openai`,
      apiVersion: '2024-10-21',
      apiKey: 'CANARY-azure',
      maxRetries: 0,
    });
    upstream.next(json(chatCall.answer));
    await client.chat.completions.create({ model: 'my deployment', messages });
    const names = ['api-key', 'authorization', 'content-type'];
    const theirs = meaningOf(last(), names);
    const received = await ours(
      '/v1/chat/completions',
      { model: 'azure', messages },
      { script: json(chatCall.answer) },
    );
    expect(meaningOf(received, names)).toEqual(theirs);
  });
});
