import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatCall, chatStream, chatUsageChunk, sampleCalls, sampleStreams } from '../fakes/sample-calls.ts';
import { chunk, head, json, lastChunk, pause, slices, sse, sseHead, until } from '../fakes/script.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

describe('an answer on its way to the client', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  it.each(sampleCalls)('keeps every byte and its usage is read: $name', async ({ path, request, answer, usage }) => {
    const text = `\n ${JSON.stringify({ ...answer, zz: '\u2028é' }, null, '\t').replace('"zz"', '"z\\u007a"')} \r\n`;
    gateway.upstream.next(json(text, { headers: { 'content-type': 'application/json; charset=utf-8' } }));
    const response = await gateway.call(path, { body: request });
    expect(await response.text()).toBe(text);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
  });

  it.each(sampleStreams)(
    'streams every byte and its usage is read: $name',
    async ({ path, request, stream, usage }) => {
      gateway.upstream.next(sse(stream));
      const response = await gateway.call(path, { body: request });
      expect(await response.text()).toBe(stream.join(''));
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
    },
  );

  it.each(sampleStreams)('does not mind where the network cuts: $name', async ({ path, request, stream, usage }) => {
    for (const size of [1, 2, 3, 7, 64, 4_096]) {
      gateway.upstream.next(sse(slices(stream.join(''), size)));
      expect(await (await gateway.call(path, { body: request })).text()).toBe(stream.join(''));
      expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
    }
  });

  it.each(['\r\n', '\r'])('understands lines that end with %j and keeps them', async (newline) => {
    const [call] = sampleStreams;
    const text = `: hello${newline}${newline}${call.stream.join('').replaceAll('\n', newline)}`;
    for (const size of [1, 5, 4_096]) {
      gateway.upstream.next(sse(slices(text, size)));
      expect(await (await gateway.call(call.path, { body: call.request })).text()).toBe(text);
      expect(usageOf(await lastRecorded(gateway))).toEqual(call.usage);
    }
  });

  it.each(['\n', '\r\n', '\r'])('reads usage from data of several lines that end with %j', async (newline) => {
    const [call] = sampleStreams;
    const split = call.stream.join('').replace('"choices":[],', '"choices":[],\ndata: ');
    const text = split.replaceAll('\n', newline);
    for (const size of [1, 4_096]) {
      gateway.upstream.next(sse(slices(text, size)));
      expect(await (await gateway.call(call.path, { body: call.request })).text()).toBe(text);
      expect(usageOf(await lastRecorded(gateway))).toEqual(call.usage);
    }
  });

  it('passes on a byte order mark before JSON', async () => {
    const { path, request, answer, usage } = chatCall;
    const marked = `\uFEFF${JSON.stringify(answer)}`;
    gateway.upstream.next(json(marked));
    const response = await gateway.call(path, { body: request });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(marked);
    expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
  });

  it('passes on comments, ids, retries, several data lines and a byte order mark', async () => {
    const [call] = sampleStreams;
    const odd = `\uFEFF: note\n\nid: 7\nretry: 10\ndata: {"choices":\ndata: []}\n\n${call.stream.join('')}`;
    gateway.upstream.next(sse([odd]));
    const response = await gateway.call(call.path, { body: call.request });
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(odd))).toBe(true);
  });

  it.each(['data: [DONE] \n\n', 'data: [DONE]\t\r\n\r\n'])(
    'takes a last event with a blank behind it for the end, as clients do: %j',
    async (last) => {
      for (const { path, request, stream, usage } of sampleStreams.filter(({ stream: [...all] }) =>
        all.at(-1)?.includes('[DONE]'),
      )) {
        const text = stream.slice(0, -1).join('') + last;
        gateway.upstream.next(sse([text]));
        expect(await (await gateway.call(path, { body: request })).text()).toBe(text);
        expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'completed' });
        expect(usageOf(await lastRecorded(gateway))).toEqual(usage);
      }
    },
  );

  it('sends each event as soon as it is there', async () => {
    let more = (): void => undefined;
    const facts = new Promise<void>((resolve) => {
      more = resolve;
    });
    gateway.upstream.next([
      sseHead(),
      chunk(chatStream[0]),
      until(facts),
      ...chatStream.slice(1).map(chunk),
      lastChunk,
    ]);
    const response = await gateway.call('/v1/chat/completions', { body: { ...chatCall.request, stream: true } });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe(chatStream[0]);
    more();
    let rest = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      rest += Buffer.from(part.value).toString();
    }
    expect(rest).toBe(
      chatStream
        .slice(1)
        .filter((event) => event !== chatUsageChunk)
        .join(''),
    );
  });

  it('hides the usage chunk from a caller who did not ask, and charges it', async () => {
    gateway.upstream.next(sse([chatStream.join('')]));
    const response = await gateway.call('/v1/chat/completions', { body: { ...chatCall.request, stream: true } });
    expect(await response.text()).toBe(chatStream.join('').replace(chatUsageChunk, ''));
    expect(usageOf(await lastRecorded(gateway))).toEqual(chatCall.usage);
  });

  it.each(['{"completion_tokens":7,"total_tokens":18}', '{"prompt_tokens":-1}', '"?"', '{"cost":0.1}'])(
    'hides it too where it is %s',
    async (usage) => {
      for (const { path, request } of [
        chatCall,
        { path: '/v1/completions', request: { model: 'test-model', prompt: 'Hi' } },
      ]) {
        const chunks = chatStream.map((event) =>
          event === chatUsageChunk ? event.replace(/"usage": ?\{.*\}/, `"usage":${usage}}`) : event,
        );
        gateway.upstream.next(sse([chunks.join('')]));
        const response = await gateway.call(path, { body: { ...request, stream: true } });
        expect(await response.text()).toBe(chatStream.join('').replace(chatUsageChunk, ''));
      }
    },
  );

  it('shows usage that came with content, whichever side asked for it', async () => {
    const together = chatStream[2].replace('"usage":null', '"usage":{"prompt_tokens":11,"completion_tokens":7}');
    const text = [chatStream[0], chatStream[1], together, chatStream[4]].join('');
    gateway.upstream.next(sse([text]));
    const response = await gateway.call('/v1/chat/completions', { body: { ...chatCall.request, stream: true } });
    expect(await response.text()).toBe(text);
    expect(usageOf(await lastRecorded(gateway))).toEqual(chatCall.usage);
  });

  it('passes on a long JSON answer whole', async () => {
    const data = Array.from({ length: 40_000 }, (_, index) => ({ index, embedding: [index / 7, -index / 3] }));
    const text = JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 5, total_tokens: 5 } });
    gateway.upstream.next([
      head(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
      ...slices(text, 65_536).map(chunk),
      pause(5),
      lastChunk,
    ]);
    const response = await gateway.call('/v1/embeddings', { body: { model: 'test-model', input: 'x' } });
    expect(await response.text()).toBe(text);
    expect(usageOf(await lastRecorded(gateway))).toEqual({ input_tokens: 5 });
  });
});
