import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall, chatStream, messagesCall, sampleCalls } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** Nothing that a parser and a serialiser would give back the same way. */
const oddText = (members: string): string =>
  `\r\n {\t"zz_unknown" : {"b":1,"a":2.50,"big":123456789012345678901234567890,"e":1E+2,"neg":-0} ,\n${members},"u":"\\u00e9\\/\\ud83d\\ude00" ,"list":[ ] }\n`;

const oddBodies = sampleCalls.map((call) => {
  const members = Object.entries(call.request).map(([name, value]) => `  "${name}"  :\t${JSON.stringify(value)}`);
  return { ...call, text: oddText(members.join(' ,\n')) };
});

describe('a request on its way to the upstream', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  it.each(oddBodies)('keeps every byte of its body: $name', async ({ path, text, answer }) => {
    gateway.upstream.next(json(answer));
    const response = await gateway.call(path, { body: text });
    expect(response.status).toBe(200);
    expect(gateway.upstream.requests[0]?.body.toString()).toBe(text);
  });

  it('keeps path, query and their encoding', async () => {
    gateway.upstream.next(json(messagesCall.answer));
    await gateway.call('/v1/messages?beta=true&x=a%20b&y=%C3%BC', { body: messagesCall.request });
    expect(gateway.upstream.requests[0]?.path).toBe('/v1/messages?beta=true&x=a%20b&y=%C3%BC');
  });

  it('keeps the Product to itself', async () => {
    gateway.upstream.next(json(chatCall.answer));
    await gateway.call('/v1/chat/completions?product_sku=test&a=1', { body: chatCall.request });
    expect(gateway.upstream.requests[0]?.path).toBe('/v1/chat/completions?a=1');
  });

  it.each([chatCall, messagesCall])('calls JSON by its name alone: $path', async (call) => {
    const post = (type: string): Promise<Response> =>
      gateway.call(call.path, { body: JSON.stringify(call.request), headers: { 'content-type': type } });
    for (const type of [
      'Application/JSON; charset="UTF-8"',
      'application/json; a="; charset=utf-7"',
      'application/json; utf-8',
      'application/json;; charset = utf-8;;',
    ]) {
      gateway.upstream.next(json(call.answer));
      expect((await post(type)).status).toBe(200);
      expect(gateway.upstream.requests.at(-1)?.headers['content-type']).toBe('application/json');
    }
    const before = gateway.upstream.requests.length;
    for (const type of [
      'application/json; charset =utf-7',
      'application/json; a="; charset=utf-8"; charset=utf-7',
      'application/json; charset=utf-8; charset=utf-7',
    ])
      expect((await post(type)).status).toBe(415);
    expect(gateway.upstream.requests).toHaveLength(before);
  });

  it('asks for usage where the caller did not, and changes nothing else', async () => {
    gateway.upstream.next(sse(chatStream));
    const text = '{ "model":"test-model" , "messages":[{"role":"user","content":"a\\u0041"}], "stream" : true }';
    await (await gateway.call('/v1/chat/completions', { body: text })).text();
    const sent = gateway.upstream.requests[0]?.body.toString() ?? '';
    expect(JSON.parse(sent)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(sent.replace(/,\s*"stream_options"\s*:\s*\{[^}]*\}/, '')).toBe(text);
  });

  it('keeps the other stream options of a caller who asked for no usage', async () => {
    gateway.upstream.next(sse(chatStream));
    const stream_options = { include_usage: false, include_obfuscation: false };
    const body = { ...chatCall.request, stream: true, stream_options };
    await (await gateway.call('/v1/chat/completions', { body })).text();
    const sent = JSON.parse(gateway.upstream.requests[0]?.body.toString() ?? '') as Record<string, unknown>;
    expect(sent['stream_options']).toEqual({ include_usage: true, include_obfuscation: false });
  });

  it('sends a chat stream that asks for usage itself as it is', async () => {
    gateway.upstream.next(sse(chatStream));
    const text = `{"model":"test-model","stream":true, "stream_options":{"include_usage" : true},"messages":[{"role":"user","content":""}]}`;
    await (await gateway.call('/v1/chat/completions', { body: text })).text();
    expect(gateway.upstream.requests[0]?.body.toString()).toBe(text);
  });
});

describe('a model that has another name at its provider', () => {
  it('is renamed in its place, and only there', async () => {
    const upstream = await startScriptedUpstream();
    const targets = [{ provider: 'up-a', model: 'vendor/ünïque "name"', region: 'global', weight: 1 }];
    const gateway = await startGateway({
      providers: [makeProvider('up-a', 'a', upstream.url)],
      models: [makeModel('test-model', [], { targets })],
    });
    upstream.next(json(chatCall.answer));
    const text =
      '{"metadata":{"model":"test-model"}, "mod\\u0065l" : "test-model" ,"messages":[{"role":"user","content":"model"}] }';
    expect((await gateway.call('/v1/chat/completions', { body: text })).status).toBe(200);
    const sent = upstream.requests[0]?.body.toString() ?? '';
    expect(JSON.parse(sent)).toMatchObject({ model: 'vendor/ünïque "name"', metadata: { model: 'test-model' } });
    expect(sent.replace(/\s*"vendor[^,]*"\s*,/, ' "test-model" ,')).toBe(text);
    await gateway.close();
    await upstream.close();
  });
});
