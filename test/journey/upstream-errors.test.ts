import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatCall, messagesCall, messageStream, sampleStreams } from '../fakes/sample-calls.ts';
import { head, json, bytes, sse, type Script } from '../fakes/script.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';
import { specBTypes } from '../fakes/spec-b-types.ts';

const statuses = [
  400, 401, 402, 403, 404, 408, 409, 413, 415, 418, 422, 424, 429, 451, 499, 500, 501, 502, 503, 504, 520, 529,
];

/** A message in every wrapping that upstreams have been seen to use. */
const wrappings: readonly (readonly [string, string, string])[] = [
  [
    'OpenAI',
    'application/json',
    '{"error":{"message":"Too long by 12 tokens.","type":"x","stack":"CANARY","code":"y"}}',
  ],
  [
    'Anthropic',
    'application/json',
    '{"type":"error","error":{"type":"x","message":"Too long by 12 tokens."},"request_id":"CANARY"}',
  ],
  ['a bare message', 'application/json', '{"message":"Too long by 12 tokens.","trace":"CANARY"}'],
  ['a detail', 'application/json', '{"detail":"Too long by 12 tokens.","debug":{"sql":"CANARY"}}'],
  ['an error string', 'application/json', '{"error":"Too long by 12 tokens.","host":"CANARY"}'],
  ['a list', 'application/json', '[{"error":{"message":"Too long by 12 tokens.","details":["CANARY"]}}]'],
  [
    'JSON within the message',
    'application/json',
    '{"error":{"message":"{\\"error\\":{\\"message\\":\\"Too long by 12 tokens.\\",\\"x\\":\\"CANARY\\"}}"}}',
  ],
  ['plain text', 'text/plain', 'Too long by 12 tokens.\n\nCANARY'],
];

/** Messages with something in them that must not be shown; each must lose it and keep its wording. */
const poisoned: readonly (readonly [string, string])[] = [
  ['Incorrect API key provided: sk-proj-CANARY123456abcd.', 'Incorrect API key provided'],
  ['Boom\n    at handler (/srv/CANARY/app.js:10:3)\n    at node:internal/x:1:1', 'Boom'],
  ['Rate limit reached in organization org-CANARYabcdefgh on tokens per min', 'Rate limit reached in organization'],
  ['connect failed: postgres://user:CANARY-pass@db.internal:5432/x', 'connect failed'],
  ['upstream http://10.20.30.40:8080/CANARY refused', 'refused'],
  ['cannot open /home/CANARY/model.bin', 'cannot open'],
  ['see https://models.corp.internal/CANARY/help', 'see'],
];

describe('an error of the upstream', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const ask = async (call: typeof chatCall, script: Script): Promise<{ response: Response; text: string }> => {
    gateway.upstream.next(script);
    const response = await gateway.call(call.path, { body: call.request });
    return { response, text: await response.text() };
  };
  const errorOf = (text: string) => (JSON.parse(text) as { error: { message: string; type: string } }).error;

  it.each(statuses)('%i stays %i, on both specs, and is free', async (status) => {
    const error = { error: { message: 'No.', type: 'whatever' } };
    const a = await ask(chatCall, json(error, { status }));
    expect([a.response.status, errorOf(a.text).message]).toEqual([status, 'No.']);
    expect(a.response.headers.get('x-diglot-error-source')).toBe('upstream');
    expect(a.response.headers.get('x-should-retry')).toBeNull();
    const b = await ask(messagesCall, json(error, { status }));
    expect([b.response.status, errorOf(b.text).type]).toEqual([status, specBTypes[status] ?? 'api_error']);
    expect(await lastRecorded(gateway)).toMatchObject({ status, outcome: 'failed', charge: 0n });
    expect(usageOf(await lastRecorded(gateway))).toEqual({});
    expect(gateway.upstream.requests).toHaveLength(2);
  });

  it.each(wrappings)('keeps its message and nothing else: %s', async (_name, type, body) => {
    for (const call of [chatCall, messagesCall]) {
      const { response, text } = await ask(call, json(body, { status: 400, headers: { 'content-type': type } }));
      expect([response.status, errorOf(text).message]).toEqual([400, 'Too long by 12 tokens.']);
      expect(text).not.toContain('CANARY');
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    }
  });

  it.each(poisoned)('is cleaned and keeps its wording: %j', async (message, kept) => {
    const { text } = await ask(chatCall, json({ error: { message } }, { status: 400 }));
    expect(errorOf(text).message).toContain(kept);
    expect(text).not.toMatch(/CANARY|node_modules|10\.20\.30\.40|internal/);
  });

  it('keeps the words that claude-code repairs itself by', async () => {
    const message = 'context_management: Extra inputs are not permitted';
    const { text } = await ask(messagesCall, json({ type: 'error', error: { type: 'x', message } }, { status: 400 }));
    expect(errorOf(text).message).toBe(message);
  });

  it.each([
    [
      'HTML',
      '<!DOCTYPE html><html><head><title>502 CANARY</title></head><body>nginx CANARY</body></html>',
      'text/html',
    ],
    ['nothing', '', 'application/json'],
    ['no JSON', '\u0000\u0001{{{CANARY', 'application/json'],
    ['numbers', '[1,2,3]', 'application/json'],
  ])('made of %s says at least its status', async (_name, body, type) => {
    const { response, text } = await ask(chatCall, json(body, { status: 502, headers: { 'content-type': type } }));
    expect(response.status).toBe(502);
    expect(errorOf(text).message.length).toBeGreaterThan(5);
    for (const bad of ['<html', '<body', '\u0000', '\\u0000']) expect(text).not.toContain(bad);
  });

  it.each([
    [400, { code: 'context_length_exceeded', param: 'messages' }, 'context_length_exceeded', 'messages'],
    [400, { code: 'invalid_value', param: 'messages[0].content' }, 'invalid_value', 'messages[0].content'],
    [400, { code: 'CANARY', param: 'messages[0].CANARY' }, 'upstream_error', null],
    [429, { code: 'insufficient_quota', type: 'insufficient_quota' }, 'insufficient_quota', null],
    [429, { type: 'CANARY', code: null }, 'rate_limit_exceeded', null],
    [401, { code: 'invalid_api_key', param: '/srv/CANARY' }, 'upstream_unauthorized', null],
    [404, { code: 'DeploymentNotFound', param: 'model' }, 'model_not_found', 'model'],
    [503, {}, 'server_is_overloaded', null],
  ])('%i with %j has a code of the list, and the caller’s own field', async (status, members, code, param) => {
    const { response, text } = await ask(chatCall, json({ error: { message: 'No.', ...members } }, { status }));
    expect([response.status, text.includes('CANARY')]).toEqual([status, false]);
    expect(errorOf(text)).toMatchObject({ code, param });
    const b = await ask(messagesCall, json({ error: { message: 'No.', ...members } }, { status }));
    expect(errorOf(b.text)).toEqual({ type: expect.any(String), message: 'No.', details: { error_code: code } });
  });

  it('of Spec B keeps the vendor’s code, and of its details what is in the caller’s own body', async () => {
    const details = {
      error_code: 'image_dimensions_too_large',
      max_side_length_pixels: 8_000,
      paths: ['messages.0.content', 'messages.7.content', '/srv/CANARY', 7],
      shard: 17,
      host: 'CANARY',
    };
    const error = { type: 'invalid_request_error', message: 'Too large.', details };
    const kept = { type: 'invalid_request_error', message: 'Too large.' };
    const { text } = await ask(messagesCall, json({ type: 'error', error }, { status: 400 }));
    const { error_code, max_side_length_pixels } = details;
    expect(errorOf(text)).toEqual({
      ...kept,
      details: { error_code, max_side_length_pixels, paths: ['messages.0.content'] },
    });
    const unknown = { ...error, details: { error_code: 'CANARY', paths: { CANARY: 1 }, max_side_length_pixels: '9' } };
    const other = await ask(messagesCall, json({ type: 'error', error: unknown }, { status: 400 }));
    expect(errorOf(other.text)).toEqual({ ...kept, details: { error_code: 'upstream_error' } });
  });

  it.each([
    [null, true],
    [{ error_code: 'compaction_unavailable' }, true],
    [{ error_code: 'CANARY' }, false],
    [{ error_code: 'compaction_unavailable', host: 'CANARY' }, false],
    [['CANARY'], false],
  ])('in a stream of Spec B passes unchanged with details %j: %s', async (details, passes) => {
    const begun = messageStream.slice(0, 3);
    const failed = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded', details } };
    const event = `event: error\ndata: ${JSON.stringify(failed)}\n\n`;
    gateway.upstream.next(sse([...begun, event]));
    const text = await (
      await gateway.call(messagesCall.path, { body: { ...messagesCall.request, stream: true } })
    ).text();
    expect([text.endsWith(event), text.includes('CANARY')]).toEqual([passes, false]);
    if (!passes) expect(text).toMatch(/"details":\{"error_code":"(?:server_is_overloaded|compaction_unavailable)"\}/);
  });

  it('inside a stream has a code of the list, and no other words of the upstream than its message', async () => {
    const reports = [
      { error: { message: 'Too fast.', type: 'x', param: null, code: 'RateLimitReached' } },
      { error: { message: 'Too fast.', type: 'x', code: 'rate_limited', stack: 'CANARY' } },
    ];
    for (const { path, request } of sampleStreams) {
      for (const report of reports) {
        gateway.upstream.next(sse([`event: error\ndata: ${JSON.stringify({ type: 'error', ...report })}\n\n`]));
        const text = await (await gateway.call(path, { body: request })).text();
        expect([text.includes('Too fast.'), text.includes('CANARY'), text.includes('rate_limited')]).toEqual([
          true,
          false,
          false,
        ]);
        if (path !== messagesCall.path) expect(text).toContain('"code":"rate_limit_exceeded"');
      }
    }
  });

  it('that a response ended with has a code of the list, also where it is kept', async () => {
    const error = { code: 'prompt_too_long', message: 'Too long.' };
    const answer = { id: 'resp_1', object: 'response', status: 'failed', model: 'test-model', output: [], error };
    gateway.upstream.next(json(answer));
    const response = await gateway.call('/v1/responses', { body: { model: 'test-model', input: 'Hi' } });
    const reported = (await response.json()) as { readonly id: string };
    const kept: unknown = await (await gateway.call(`/v1/responses/${reported.id}`)).json();
    for (const each of [reported, kept])
      expect(each).toMatchObject({ error: { code: 'context_length_exceeded', message: 'Too long.' } });
  });

  it('that comes with status 200 has its code, too', async () => {
    const { response, text } = await ask(chatCall, json({ error: { message: 'No.', code: 429, param: 'model' } }));
    expect([response.status, errorOf(text)]).toMatchObject([502, { code: 'rate_limit_exceeded', param: 'model' }]);
  });

  it('of a megabyte is cut to a message that can be read', async () => {
    const { text } = await ask(chatCall, json({ error: { message: 'x'.repeat(1_000_000) } }, { status: 500 }));
    expect(text.length).toBeLessThan(2_000);
  });

  it.each([
    ['17s', '17'],
    ['3.2s', '4'],
    ['soon', null],
    ['1e9s', null],
  ])('that says in its body when to retry: %s', async (retryDelay, header) => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }];
    const report = { error: { code: 429, message: 'Too many.', status: 'RESOURCE_EXHAUSTED', details } };
    for (const body of [report, [report]]) {
      const { response } = await ask(chatCall, json(body, { status: 429 }));
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, header]);
    }
  });

  it('whose body breaks off is still that error', async () => {
    const script = [
      head(503, { 'content-type': 'application/json', 'content-length': '500', 'retry-after': '3' }),
      bytes('{"error":{"message":"Over'),
      { kind: 'fin' as const },
    ];
    const { response } = await ask(chatCall, script);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3']);
  });

  it.each([
    '{"error":{"message":"Too long by 12 tokens.","code":502,"trace":"CANARY"},"user_id":"CANARY"}',
    '{"type":"error","error":{"type":"x","message":"Too long by 12 tokens."},"request_id":"CANARY"}',
    '{"error":"Too long by 12 tokens.","host":"CANARY"}',
  ])('that comes with status 200 is 502, tidied and free: %s', async (body) => {
    for (const call of [chatCall, messagesCall]) {
      const { response, text } = await ask(call, json(body));
      expect([response.status, errorOf(text).message]).toEqual([502, 'Too long by 12 tokens.']);
      expect(response.headers.get('x-diglot-error-source')).toBe('upstream');
      expect(text).not.toContain('CANARY');
      expect(await lastRecorded(gateway)).toMatchObject({ status: 502, outcome: 'failed', charge: 0n });
    }
  });

  it('inside an answer goes through with it', async () => {
    const answer = { ...(chatCall.answer as object), error: { message: 'The last tool failed.' } };
    const { response, text } = await ask(chatCall, json(answer));
    expect([response.status, JSON.parse(text)]).toEqual([200, answer]);
  });

  it('answers a stream request as JSON', async () => {
    gateway.upstream.next(json({ error: { message: 'Slow down.' } }, { status: 429 }));
    const response = await gateway.call(chatCall.path, { body: { ...chatCall.request, stream: true } });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      429,
      expect.stringMatching(/^application\/json/),
    ]);
  });
});
