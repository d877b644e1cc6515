import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { testKey } from '../fakes/make-config.ts';
import { rawClient } from '../fakes/raw-client.ts';
import { chatCall, messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startConsole } from './start-console.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const limit = 65_536;

/** A valid request of exactly so many bytes. */
function sized(request: Readonly<Record<string, unknown>>, bytes: number): string {
  const empty = JSON.stringify({ ...request, user: '' });
  return JSON.stringify({ ...request, user: 'x'.repeat(bytes - empty.length) });
}

describe('the size of a body', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ limits: { jsonRequestBytes: limit } });
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always((request) =>
      json(request.path.includes('messages') ? messagesCall.answer : chatCall.answer),
    );
  });
  afterAll(() => gateway.close());

  /** Sends with a length, or in chunks without one. */
  const send = async (path: string, body: string, chunked: boolean) => {
    const client = await rawClient(gateway.url);
    const framing = chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
    client.send(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${testKey}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`,
    );
    for (let at = 0; at < body.length; at += 10_000) {
      const piece = body.slice(at, at + 10_000);
      client.send(chunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
    }
    if (chunked) client.send('0\r\n\r\n');
    const response = await client.response();
    client.socket.destroy();
    return response;
  };

  it.each([true, false])('is exact to the byte, chunked: %s', async (chunked) => {
    for (const [bytes, status] of [
      [limit - 1, 200],
      [limit, 200],
      [limit + 1, 413],
    ] as const) {
      expect((await send(chatCall.path, sized(chatCall.request, bytes), chunked)).status).toBe(status);
      expect(
        (await send(messagesCall.path, sized({ ...messagesCall.request, stream: false }, bytes), chunked)).status,
      ).toBe(status);
    }
  });

  it.each([true, false])('reaches a client that is still sending, chunked: %s', async (chunked) => {
    const response = await send(chatCall.path, sized(chatCall.request, limit * 40), chunked);
    expect(response.status).toBe(413);
    expect(JSON.parse(response.body)).toMatchObject({ error: { code: 'request_too_large' } });
    expect(response.body).toContain('Split it');
    expect(gateway.upstream.requests).toHaveLength(0);
  });

  it('reaches fetch as well, every time', async () => {
    for (let index = 0; index < 20; index += 1) {
      const response = await gateway.call(messagesCall.path, { body: sized(messagesCall.request, limit * 20) });
      expect([response.status, await response.json()]).toMatchObject([413, { error: { type: 'request_too_large' } }]);
    }
  });
});

describe('the body of a request that signs in', () => {
  const credentials = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
  const announced = (length: number, more = ''): string =>
    `POST /console/api/sessions HTTP/1.1\r\nhost: x\r\norigin: http://x\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`;

  it('has at most 64 KiB, which must come within ten seconds', async () => {
    const clock = makeHandClock();
    const gateway = await startConsole({ clock });
    const [large, late] = await Promise.all([rawClient(gateway.url), rawClient(gateway.url)]);
    large.send(announced(65_537));
    expect((await large.response()).status).toBe(413);
    late.send(announced(65_536, 'expect: 100-continue\r\n'));
    expect((await late.response()).status).toBe(100);
    clock.move(10_000);
    expect(JSON.parse((await late.response()).body)).toMatchObject({ code: 'timeout' });
    for (const { socket } of [large, late]) socket.destroy();
    await gateway.close();
  });

  it('is read whatever others have announced and not sent', async () => {
    const gateway = await startConsole({ limits: { keyBodyMemoryBytes: 2_000 } });
    const strangers = await Promise.all(Array.from({ length: 24 }, () => rawClient(gateway.url)));
    for (const [index, stranger] of strangers.entries()) {
      stranger.send(announced(320 / 2 ** Math.floor(index / 6), 'expect: 100-continue\r\n'));
      await stranger.response();
    }
    const honest = await rawClient(gateway.url);
    honest.send(announced(credentials.length) + credentials);
    expect(JSON.parse((await honest.response()).body)).toMatchObject({ status: 401, code: 'sign_in_failed' });
    for (const { socket } of [...strangers, honest]) socket.destroy();
    await gateway.close();
  });
});
