import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { upstreamKey } from '../fakes/make-config.ts';
import { chatCall, messagesCall, sampleCalls, sampleStreams } from '../fakes/sample-calls.ts';
import { bytes, head, json, slices, sse, sseHead, chunk, lastChunk } from '../fakes/script.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const wholly = upstreamKey.replace(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);

/** Reads what comes of an answer that may be cut. */
async function readCut(response: Response): Promise<{ readonly text: string; readonly cut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
    return { text, cut: false };
  } catch {
    return { text, cut: true };
  }
}

describe('an answer that holds the provider’s credential', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  it.each(sampleCalls.filter(({ answer }) => typeof answer === 'object'))(
    'is 502 and free where it is held: $name',
    async (call) => {
      for (const key of [upstreamKey, wholly]) {
        const answer = JSON.stringify({ ...(call.answer as object), debug: 'KEY' }).replace('KEY', `Bearer ${key}`);
        gateway.upstream.next(json(answer));
        const response = await gateway.call(call.path, { body: call.request });
        const text = await response.text();
        expect([response.status, text.includes(upstreamKey), text.includes(key)]).toEqual([502, false, false]);
        expect(response.headers.get('x-diglot-error-source')).toBe('gateway');
        if (!call.path.startsWith('/v1/messages'))
          expect(JSON.parse(text)).toMatchObject({ error: { code: 'upstream_invalid' } });
        expect(await lastRecorded(gateway)).toMatchObject({ status: 502, outcome: 'failed', charge: 0n });
      }
    },
  );

  it.each([1, 7, 18, 19, 20, 65_536])('is cut before it where it flows, in chunks of %i bytes', async (size) => {
    const answer = JSON.stringify({ ...(chatCall.answer as object), filler: ['x'.repeat(1_100_000), 'HERE', 'after'] });
    const [before = '', after = ''] = answer.split('HERE');
    const pieces = [Buffer.from(before), ...slices(upstreamKey, size), Buffer.from(after)];
    gateway.upstream.next([
      head(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
      ...pieces.map(chunk),
      lastChunk,
    ]);
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    const { text, cut } = await readCut(response);
    expect([response.status, cut, text.length <= before.length, before.startsWith(text)]).toEqual([
      200,
      true,
      true,
      true,
    ]);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
  });

  it.each(sampleStreams)('ends with an error where it streams: $name', async ({ path, request, stream }) => {
    const named = stream[1].startsWith('event:');
    const places = [
      (key: string) => stream[1].replace('{', `{"x":"${key}",`),
      (key: string) => `${named ? 'event: error\n' : ''}data: {"type":"error","error":{"message":"${key}"}}\n\n`,
    ];
    for (const place of places) {
      const event = place(upstreamKey);
      const [begin] = stream;
      const rest = [event, ...stream.slice(2)];
      for (const script of [sse([begin, ...rest]), sse([begin, ...slices(event, 5), ...stream.slice(2)])]) {
        gateway.upstream.next(script);
        const text = await (await gateway.call(path, { body: request })).text();
        expect(text).not.toContain(upstreamKey);
        expect(text).not.toContain('data: [DONE]');
        expect(text).not.toContain('response.completed');
        expect(text).not.toContain('message_stop');
        expect(text.startsWith(begin.slice(0, 30))).toBe(true);
        expect(text).toMatch(/"error"/);
      }
    }
  });

  it.each(sampleStreams)(
    'loses it from lines beside the data of a stream: $name',
    async ({ path, request, stream }) => {
      const places = [`: the key is ${upstreamKey}\n\n${stream[1]}`, `id: ${upstreamKey}\n${stream[1]}`];
      for (const event of places) {
        for (const pieces of [[event], slices(event, 5)]) {
          gateway.upstream.next(sse([stream[0], ...pieces, ...stream.slice(2)]));
          const text = await (await gateway.call(path, { body: request })).text();
          expect(text).not.toContain(upstreamKey);
          expect(text).not.toMatch(/"error"/);
          expect(text.endsWith(String(stream.at(-1)))).toBe(true);
        }
      }
      gateway.upstream.next(sse([stream[0], `event: ${upstreamKey}\n${stream[1]}`, ...stream.slice(2)]));
      expect(await (await gateway.call(path, { body: request })).text()).not.toContain(upstreamKey);
    },
  );

  it('loses what comes after the last event, too', async () => {
    gateway.upstream.next(sse([...sampleStreams[0].stream, `: bye ${upstreamKey}\n\n`]));
    const text = await (await gateway.call(chatCall.path, { body: sampleStreams[0].request })).text();
    expect([text.includes('data: [DONE]'), text.includes(upstreamKey)]).toEqual([true, false]);
  });

  it('is not sent as bytes, either', async () => {
    for (const type of ['application/octet-stream', 'video/mp4', 'audio/mpeg']) {
      gateway.upstream.next([
        head(200, { 'content-type': type, 'transfer-encoding': 'chunked' }),
        ...['before ', ...slices(upstreamKey, 4), ' after'].map(chunk),
        lastChunk,
      ]);
      const body = { model: 'test-model', input: 'Hi', voice: 'alloy' };
      const { text, cut } = await readCut(await gateway.call('/v1/audio/speech', { body }));
      expect([cut, 'before '.startsWith(text)]).toEqual([true, true]);
    }
  });

  it('is not stored either', async () => {
    gateway.upstream.next(json(JSON.stringify({ ...(chatCall.answer as object), debug: upstreamKey })));
    const body = { ...(chatCall.request as object), store: true };
    expect((await gateway.call(chatCall.path, { body })).status).toBe(502);
    expect(await (await gateway.call('/v1/chat/completions')).json()).toMatchObject({ data: [] });
  });

  it('does not tell it in its head', async () => {
    const headers = { 'x-request-id': upstreamKey, 'content-disposition': `attachment; filename="${upstreamKey}"` };
    gateway.upstream.next(json(messagesCall.answer, { headers }));
    const response = await gateway.call(messagesCall.path, { body: messagesCall.request });
    expect([response.status, JSON.stringify([...response.headers]).includes(upstreamKey)]).toEqual([200, false]);
  });

  it('does not tell it in the head of an error, whatever its status line says', async () => {
    gateway.upstream.next([
      bytes(`HTTP/1.1 429 ${upstreamKey}\r\nretry-after: ${upstreamKey}\r\nretry-after-ms: ${upstreamKey}\r\n`),
      bytes(`x-should-retry: ${upstreamKey}\r\nx-request-id: ${upstreamKey}\r\ncontent-length: 0\r\n\r\n`),
    ]);
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    const reported = JSON.stringify([
      response.status,
      response.statusText,
      [...response.headers],
      await response.text(),
    ]);
    expect([response.status, reported.includes(upstreamKey)]).toEqual([429, false]);
  });

  it('is not kept where it is one that is stored', async () => {
    const stored = { ...sampleStreams[1].request, store: true };
    const [created, delta] = sampleStreams[1].stream;
    gateway.upstream.next([sseHead(), ...[created, delta.replace('Héllo', upstreamKey)].map(chunk), lastChunk]);
    const text = await (await gateway.call('/v1/responses', { body: stored })).text();
    const id = /"id":"(resp_\w+)"/.exec(text)?.[1] ?? 'none';
    const kept = await (await gateway.call(`/v1/responses/${id}`)).text();
    expect([text.includes(upstreamKey), kept.includes(upstreamKey)]).toEqual([false, false]);
  });

  it('passes where what it holds is only like it', async () => {
    const answer = JSON.stringify({ ...(chatCall.answer as object), note: upstreamKey.slice(0, -1) });
    gateway.upstream.next(json(answer));
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([response.status, await response.text()]).toEqual([200, answer]);
  });
});
