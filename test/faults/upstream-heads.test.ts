import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall, chatStream, messagesCall } from '../fakes/sample-calls.ts';
import { bytes, chunk, fin, head, json, lastChunk, pause, reset, sse, type Script } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded } from '../journey/recorded-calls.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const jsonType = { 'content-type': 'application/json' };
const text = JSON.stringify(chatCall.answer);

/** Answers that are none: each costs nothing, is asked for once and comes out as 502. */
const unusable: readonly (readonly [name: string, script: Script])[] = [
  ['a reset before the head', [reset]],
  ['an end before the head', [fin]],
  ['half a head', [bytes('HTTP/1.1 200 OK\r\ncontent-type: appl'), fin]],
  ['no HTTP at all', [bytes('SSH-2.0-OpenSSH_9.2\r\n\r\n'), fin]],
  [
    'a body shorter than its length',
    [head(200, { ...jsonType, 'content-length': String(text.length + 5) }), bytes(text), fin],
  ],
  [
    'a body reset in the middle',
    [head(200, { ...jsonType, 'content-length': String(text.length) }), bytes(text.slice(0, 40)), pause(20), reset],
  ],
  ['chunks that stop', [head(200, { ...jsonType, 'transfer-encoding': 'chunked' }), chunk(text.slice(0, 40)), fin]],
  [
    'a chunk size that is none',
    [head(200, { ...jsonType, 'transfer-encoding': 'chunked' }), bytes('zz\r\n{}\r\n0\r\n\r\n'), fin],
  ],
  [
    'two different lengths',
    [
      bytes(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`),
      fin,
    ],
  ],
  [
    'a length and chunks',
    [
      bytes(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      ),
      fin,
    ],
  ],
  ['a body that ends with the connection, cut', [head(200, jsonType), bytes(text.slice(0, 40)), fin]],
  ['compressed bytes that were not asked for', json(text, { headers: { 'content-encoding': 'gzip' } })],
  [
    'twenty encodings',
    json(text, { headers: { 'content-encoding': Array.from({ length: 20 }, () => 'gzip').join(', ') } }),
  ],
  ['a page', json('<!DOCTYPE html><p>CANARY', { headers: { 'content-type': 'text/html' } })],
  ['no media type', [head(200, { 'content-length': '2' }), bytes('{}')]],
  ['204', [head(204)]],
  ['no JSON', json('CANARY not json')],
  ['a stream that was not asked for', sse(chatStream)],
  ['an empty body', json('')],
  ['null', json('null')],
  ['a list', json('[{"id":"CANARY"}]')],
  ['a number', json('0')],
  ['40 KiB of headers', json(text, { headers: { 'x-long': 'a'.repeat(40_960) } })],
  [
    '1,000 headers of 40 bytes',
    json(text, {
      headers: Object.fromEntries(
        Array.from({ length: 1_000 }, (_, index) => [`x-header-number-${index}`, 'a'.repeat(20)]),
      ),
    }),
  ],
  ['a switch of protocols', [head(101, { connection: 'upgrade', upgrade: 'websocket' }), bytes('CANARY')]],
  ['status 999', json(text, { status: 999 })],
  ['status 99', [bytes('HTTP/1.1 99 Low\r\ncontent-length: 0\r\n\r\n'), fin]],
];

describe('an upstream whose answer cannot be used', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  it.each(unusable)('%s', async (_, script) => {
    for (const call of [chatCall, messagesCall]) {
      gateway.upstream.forget();
      gateway.upstream.next(script);
      const response = await gateway.call(call.path, { body: call.request });
      const answer = await response.text();
      expect(response.status).toBe(502);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      const { error } = JSON.parse(answer) as { error: { message: string } };
      expect(error.message.length).toBeGreaterThan(20);
      expect(answer).not.toMatch(/CANARY|UND_ERR|ECONN|127\.0\.0\.1|undici|socket/i);
      expect(gateway.upstream.requests).toHaveLength(1);
      expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', charge: 0n });
    }
  });

  it('never carries bytes of one answer over into the next one', async () => {
    gateway.upstream.next([...json(text), bytes('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nCANARY')]);
    expect(await (await gateway.call(chatCall.path, { body: chatCall.request })).text()).toBe(text);
    gateway.upstream.next(json(messagesCall.answer));
    const next = await gateway.call(messagesCall.path, { body: messagesCall.request });
    expect([next.status, await next.json()]).toEqual([200, messagesCall.answer]);
  });

  it('passes by fifty informational heads', async () => {
    const early = Array.from({ length: 50 }, () => head(103, { link: '</CANARY>; rel=preload' }));
    gateway.upstream.next([...early, ...json(text)]);
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([response.status, await response.text()]).toEqual([200, text]);
  });

  it.each(['identity', 'Identity', ''])('takes a body without a coding, named as %j', async (coding) => {
    const headers = { 'content-encoding': coding };
    gateway.upstream.next(json(text, { headers }));
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([response.status, await response.text()]).toEqual([200, text]);
    gateway.upstream.next(json({ error: { message: 'Too long.' } }, { status: 400, headers }));
    expect(await (await gateway.call(chatCall.path, { body: chatCall.request })).text()).toContain('Too long.');
  });

  it('takes a whole JSON body that ends with the connection', async () => {
    gateway.upstream.next([head(200, jsonType), bytes(text), fin]);
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([response.status, await response.text()]).toEqual([200, text]);
  });

  it('gives a plain answer to a caller who asked for a stream', async () => {
    gateway.upstream.next(json(text));
    const response = await gateway.call(chatCall.path, { body: { ...chatCall.request, stream: true } });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/json',
      text,
    ]);
  });

  it('keeps a caller from waiting for trailers that do not come', async () => {
    const stream = sse(chatStream).slice(0, -1);
    gateway.upstream.next([...stream, { kind: 'stall' }]);
    const body = { ...chatCall.request, stream: true, stream_options: { include_usage: true } };
    expect(await (await gateway.call(chatCall.path, { body })).text()).toBe(chatStream.join(''));
  });

  it('reads chunks with extensions and trailers', async () => {
    const framed = `${text.length.toString(16)};note=CANARY\r\n${text}\r\n0\r\nx-trailer: CANARY\r\n\r\n`;
    gateway.upstream.next([head(200, { ...jsonType, 'transfer-encoding': 'chunked' }), bytes(framed)]);
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(lastChunk).toBeDefined();
  });
});

describe('an upstream that sends elsewhere', () => {
  it.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    const elsewhere = await startScriptedUpstream();
    const gateway = await startGateway();
    gateway.upstream.next(json('', { status, headers: { location: `${elsewhere.url}/latest/meta-data/CANARY` } }));
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect(response.status).toBe(502);
    expect(await response.text()).not.toContain('CANARY');
    expect(response.headers.get('location')).toBeNull();
    expect([elsewhere.connections(), gateway.upstream.requests.length]).toEqual([0, 1]);
    await gateway.close();
    await elsewhere.close();
  });
});

describe('an upstream that is not there', () => {
  it('is 502, without a word of where it was looked for', async () => {
    const gone = await startScriptedUpstream();
    await gone.close();
    const gateway = await startGateway({
      providers: [makeProvider('up-a', 'a', gone.url)],
      models: [makeModel('test-model', ['up-a'])],
    });
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect(response.status).toBe(502);
    expect(await response.text()).not.toMatch(/127\.0\.0\.1|ECONNREFUSED/);
    expect(await lastRecorded(gateway)).toMatchObject({ charge: 0n });
    await gateway.close();
  });
});
