import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/shared/log.ts';
import { Secret } from '../../src/shared/secret.ts';
import { chunkFrame, exceptionFrame, framesOf } from '../fakes/event-frames.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { messagesCall, messageStream } from '../fakes/sample-calls.ts';
import { bytes, chunk, head, json, lastChunk, slices, stall, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded, recordedCalls } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const region = { region: 'us-east-1', service: 'bedrock' };
const secretAccessKey = new Secret('CANARY-secret-access-key');

const framed = (pieces: readonly Uint8Array[]): Script => [
  head(200, { 'content-type': 'application/vnd.amazon.eventstream', 'transfer-encoding': 'chunked' }),
  ...pieces.map(chunk),
  lastChunk,
];

describe('Claude on Bedrock', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  /** Heads of answers that the gateway has read. */
  let heads = 0;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const log = { ...silentLog, debug: (message: string) => void (heads += Number(message === 'a provider answered')) };
    const keys = { accessKeyId: new Secret('AKIACANARY0000000000'), secretAccessKey, sessionToken: null };
    gateway = await startGateway({
      log,
      providers: [
        {
          ...makeProvider('bedrock', 'b', upstream.url),
          kind: 'bedrock',
          wires: ['messages'],
          operations: [],
          credential: { type: 'aws-keys', ...keys, ...region },
        },
        makeProvider('other', 'b', upstream.url),
      ],
      models: [
        makeModel('claude-opus-5', ['bedrock']),
        makeModel('older', ['bedrock'], { betas: ['known-beta'] }),
        makeModel('with-fallback', ['bedrock'], { fallbacks: ['elsewhere'] }),
        makeModel('elsewhere', ['other']),
      ],
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close()]);
  });

  const call = (changes: object = {}, headers: Record<string, string> = {}) =>
    gateway.call('/v1/messages', { body: { ...messagesCall.request, model: 'claude-opus-5', ...changes }, headers });
  const stream = async (script: Script, changes: object = {}) => {
    upstream.next(script);
    return (await call({ stream: true, ...changes })).text();
  };

  it('is the same stream for the caller, cut at every byte, and charged alike', async () => {
    const frames = Buffer.concat(framesOf(messageStream));
    expect(await stream(framed([frames]))).toBe(messageStream.join(''));
    const charged = await lastRecorded(gateway);
    expect(charged).toMatchObject({ outcome: 'completed', charge: 19n });
    for (const size of [1, 2, 3, 5, 11, 12, 13, 64])
      expect(await stream(framed(slices(frames, size))), `in pieces of ${size}`).toBe(messageStream.join(''));
    expect(upstream.requests.at(-1)?.path).toBe('/model/claude-opus-5/invoke-with-response-stream');
  });

  it('trap 1: an exception after half an answer is an error event, and no end', async () => {
    const half = framesOf(messageStream.slice(0, 4));
    const text = await stream(
      framed([...half, exceptionFrame('modelStreamErrorException', 'It broke at 10.0.0.9:80')]),
    );
    expect(text.startsWith(messageStream.slice(0, 4).join(''))).toBe(true);
    expect(text).toMatch(/event: error\ndata: .*"type":"api_error".*It broke at \[redacted\]/);
    expect(text).not.toContain('message_stop');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
  });

  it.each([
    ['throttlingException', 429, 'rate_limit_error'],
    ['validationException', 400, 'invalid_request_error'],
    ['modelTimeoutException', 408, 'api_error'],
    ['serviceUnavailableException', 503, 'api_error'],
    ['internalServerException', 500, 'api_error'],
    ['constructorException', 500, 'api_error'],
  ])('an exception as the first frame has its status: %s', async (name, status, type) => {
    upstream.next(framed([exceptionFrame(name, 'Too many tokens.')]));
    const response = await call({ stream: true });
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { type: 'error', error: { type, message: 'Too many tokens.' } },
    ]);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', charge: 0n });
  });

  it('trap 2: throttling as the first frame goes on to the next provider', async () => {
    upstream.next(framed([exceptionFrame('throttlingException', 'Slow down.')]));
    upstream.next(json(messagesCall.answer));
    const response = await call({ model: 'with-fallback' });
    expect([response.status, response.headers.get('x-diglot-attempts')]).toEqual([200, 'bedrock;429, other;200']);
  });

  it.each<[string, Script]>([
    ['without its end', framed(framesOf(messageStream.slice(0, -1)))],
    ['within a frame', framed([Buffer.concat(framesOf(messageStream)).subarray(0, -5)])],
    ['with a wrong checksum', framed([...framesOf(messageStream.slice(0, 4)), Buffer.alloc(64, 7)])],
    ['with a chunk that is no event', framed([...framesOf(messageStream.slice(0, 4)), chunkFrame({ no: 'type' })])],
  ])('a stream %s is cut', async (_, script) => {
    const text = await stream(script);
    expect(text).toMatch(/event: error\n/);
    expect(text).not.toContain('message_stop');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
  });

  it.each([
    ['a wrong checksum', Buffer.alloc(64, 7)],
    ['no event', chunkFrame({ no: 'type' })],
  ])('the frames before one with %s reach the caller and are charged, also from the same packet', async (_, wrong) => {
    const whole = messageStream.slice(0, -1);
    const text = await stream(framed([Buffer.concat([...framesOf(whole), wrong])]));
    expect(text.startsWith(whole.join(''))).toBe(true);
    expect(text.slice(whole.join('').length)).toMatch(/^event: error\n/);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut', usageSource: 'partial', charge: 19n });
  });

  it.each([
    ['before any frame', []],
    ['within the first frame', [Buffer.concat(framesOf(messageStream)).subarray(0, 20)]],
  ])('a client that leaves %s pays for its input', async (_, pieces) => {
    const before = (await recordedCalls(gateway)).length;
    heads = 0;
    upstream.next([...framed(pieces).slice(0, -1), stall]);
    const abort = new AbortController();
    const body = { ...messagesCall.request, model: 'claude-opus-5', stream: true };
    const left = gateway.call('/v1/messages', { body, signal: abort.signal }).catch(() => null);
    const { closed } = await upstream.request(1);
    await expect.poll(() => heads).toBe(1);
    abort.abort();
    await Promise.all([left, closed]);
    await expect.poll(async () => (await recordedCalls(gateway)).length).toBe(before + 1);
    const call = await lastRecorded(gateway);
    expect(call).toMatchObject({ outcome: 'client_left', usageSource: 'estimate', status: 499 });
    expect(call.charge).toBeGreaterThan(0n);
  });

  it('trap 4: what its last event measures does not replace the usage', async () => {
    const metrics = { inputTokenCount: 1, outputTokenCount: 1, cacheReadInputTokenCount: 900 };
    const last = { type: 'message_stop', 'amazon-bedrock-invocationMetrics': metrics };
    await stream(framed([...framesOf(messageStream.slice(0, -1)), chunkFrame(last)]));
    expect(await lastRecorded(gateway)).toMatchObject({ charge: 19n });
  });

  it('trap 7: betas that the model does not take are left out, and named', async () => {
    upstream.next(json(messagesCall.answer));
    const response = await call({ model: 'older' }, { 'anthropic-beta': 'known-beta,context-1m-2025-08-07' });
    expect([response.status, response.headers.get('x-diglot-dropped')]).toEqual([
      200,
      'anthropic-beta.context-1m-2025-08-07',
    ]);
    expect(JSON.parse(String(upstream.requests.at(-1)?.body))).toMatchObject({ anthropic_beta: ['known-beta'] });
  });

  describe('a member that belongs to a beta', () => {
    const edits = { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } };
    const servers = { mcp_servers: [{ type: 'url', url: 'https://mcp.example', name: 'mcp' }] };
    const sent = async (changes: object, betas: string, more: Readonly<Record<string, string>> = {}) => {
      upstream.next(json(messagesCall.answer));
      const before = upstream.requests.length;
      const response = await call({ model: 'older', ...changes }, { 'anthropic-beta': betas, ...more });
      const bodies = upstream.requests.slice(before).map(({ body }) => JSON.parse(String(body)) as object);
      return { status: response.status, dropped: response.headers.get('x-diglot-dropped'), bodies };
    };

    it('goes with a beta that the model does not take, and is named', async () => {
      const { status, dropped, bodies } = await sent(edits, 'context-management-2025-06-27');
      expect([status, dropped]).toEqual([200, 'anthropic-beta.context-management-2025-06-27, context_management']);
      expect(bodies).toEqual([expect.not.objectContaining({ context_management: expect.anything() })]);
    });

    it('goes also from within another member', async () => {
      const budget = { output_config: { effort: 'low', task_budget: { type: 'tokens', total: 9_000 } } };
      const beta = 'task-budgets-2026-03-13';
      const { dropped, bodies } = await sent(budget, beta);
      expect(dropped).toBe(`anthropic-beta.${beta}, output_config.task_budget`);
      expect(bodies).toEqual([expect.objectContaining({ output_config: { effort: 'low' } })]);
    });

    it('stays where its beta is not asked for', async () => {
      expect((await sent(edits, 'known-beta')).bodies).toEqual([expect.objectContaining(edits)]);
    });

    it('is refused where the answer would mean something else, unless the caller accepts that', async () => {
      const beta = 'mcp-client-2025-11-20';
      upstream.forget();
      expect(await sent(servers, beta, { 'x-diglot-on-loss': 'error' })).toMatchObject({ status: 400, bodies: [] });
      upstream.forget();
      const { status, bodies } = await sent(servers, beta, { 'x-diglot-on-loss': 'warn' });
      expect([status, bodies]).toEqual([200, [expect.not.objectContaining({ mcp_servers: expect.anything() })]]);
    });
  });

  it('the second version is itself where the model takes it, else the first, unless the request needs a refusal', async () => {
    const sent = async (model: string, changes: object = {}): Promise<unknown> => {
      upstream.next(json(messagesCall.answer));
      const response = await call({ model, ...changes }, { 'anthropic-version': '2026-10-21' });
      if (response.status !== 200) return ((await response.json()) as { error: { message: string } }).error.message;
      return (JSON.parse(String(upstream.requests.at(-1)?.body)) as { anthropic_version: string }).anthropic_version;
    };
    expect(await sent('claude-opus-5')).toBe('2026-10-21');
    expect(await sent('older')).toBe('bedrock-2023-05-31');
    expect(await sent('older', { temperature: 0.5 })).toMatch(/^temperature is not accepted by version 2026-10-21/);
  });

  it('an error has the caller’s shape, its own status, and nothing of the credential', async () => {
    const body = { Message: 'The string for AKIACANARY0000000000 with CANARY-secret-access-key is wrong.' };
    const headers = { 'x-amzn-errortype': 'InvalidSignatureException:http://x' };
    upstream.next(json(body, { status: 403, headers }));
    const response = await call();
    const text = await response.text();
    expect([response.status, text.includes('CANARY')]).toEqual([403, false]);
    expect(JSON.parse(text)).toMatchObject({ type: 'error', error: { type: 'permission_error' } });
    upstream.next([
      bytes('HTTP/1.1 400 X\r\ncontent-type: application/vnd.amazon.eventstream\r\ncontent-length: 2\r\n\r\n{}'),
    ]);
    expect((await call({ stream: true })).status).toBe(400);
  });

  it('a refusal by a clock that differs is passed on, and the next request is signed by that clock', async () => {
    const ahead = 3_600_000;
    const headers = {
      'x-amzn-errortype': 'InvalidSignatureException',
      date: new Date(Date.now() + ahead).toUTCString(),
    };
    upstream.next(json({ message: 'Signature expired.' }, { status: 403, headers }));
    expect([(await call()).status, upstream.requests.length]).toEqual([403, 1]);
    upstream.next(json(messagesCall.answer));
    expect((await call()).status).toBe(200);
    const [, date = ''] = /^(\d{8}T\d{4})/.exec(String(upstream.requests.at(-1)?.headers['x-amz-date'])) ?? [];
    const minutes = [0, 60_000].map((later) => new Date(Date.now() + ahead - later).toISOString().replace(/[:-]/g, ''));
    expect(minutes.map((each) => each.slice(0, 13))).toContain(date);
  });
});
