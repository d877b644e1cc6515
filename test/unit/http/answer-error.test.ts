import { describe, expect, it } from 'vitest';
import { GatewayError, type Surface, UpstreamError } from '../../../src/errors/gateway-error.ts';
import { answerError } from '../../../src/http/answer-error.ts';
import { silentLog, type Log } from '../../../src/shared/log.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { serveOnce } from './serve-once.ts';

const mebibyte = 1_048_576;

const post = (length: number, body: string): string =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${body}`;

interface Reported {
  readonly level: string;
  readonly fields: unknown;
  readonly cause: unknown;
}

interface RequestFacts {
  readonly surface?: Surface;
  readonly text?: string;
  readonly begun?: boolean;
}

async function answer(thrown: unknown, { surface = 'a', text = post(2, '{}'), begun = false }: RequestFacts = {}) {
  const served = await serveOnce(text);
  const clock = makeHandClock();
  const reported: Reported[] = [];
  const tell =
    (level: string): Log['error'] =>
    (_message, fields, cause) =>
      void reported.push({ level, fields, cause });
  const log: Log = { ...silentLog, debug: tell('debug'), error: tell('error') };
  if (begun) served.response.write('half');
  const { request, response } = served;
  const server = () => ({ publicUrl: null });
  answerError(thrown, { request, response, surface, requestId: 'req_1' }, { log, clock, server });
  return { ...served, clock, reported };
}

describe('a failure that is answered', () => {
  it.each<[Surface, string, object]>([
    [
      'a',
      'application/json',
      { error: { message: 'No.', type: 'invalid_request_error', param: 'n', code: 'invalid_value' } },
    ],
    [
      'b',
      'application/json',
      { type: 'error', error: { type: 'invalid_request_error', message: 'No.' }, request_id: 'req_1' },
    ],
    ['console', 'application/problem+json', { status: 400, detail: 'No.', instance: 'req_1', param: 'n' }],
  ])('has the shape of %s', async (surface, type, body) => {
    const { client } = await answer(new GatewayError('invalid_value', 'No.', { param: 'n' }), { surface });
    const { status, headers, body: text } = await client.response();
    expect([status, headers['content-type'], headers['x-should-retry'], headers['x-diglot-error-source']]).toEqual([
      400,
      type,
      'false',
      'gateway',
    ]);
    expect(JSON.parse(text)).toMatchObject(body);
  });

  it('says whose it is, and when to come back', async () => {
    const { client } = await answer(new UpstreamError(429, 'Slow down.', { headers: { 'retry-after': '7' } }));
    const { status, headers } = await client.response();
    expect([status, headers['retry-after'], headers['x-diglot-error-source'], headers['x-should-retry']]).toEqual([
      429,
      '7',
      'upstream',
      undefined,
    ]);
  });

  it('does not forbid a retry that can help', async () => {
    const { client } = await answer(new GatewayError('overloaded', 'Busy.'));
    expect((await client.response()).headers).not.toHaveProperty('x-should-retry');
  });

  it('logs internal errors, and hides their causes from the client', async () => {
    const cause = new Error('CANARY at /srv/app.ts');
    const { client, reported } = await answer(cause);
    const { status, body } = await client.response();
    expect([status, body.includes('CANARY'), body.includes('req_1')]).toEqual([500, false, true]);
    expect(reported).toEqual([{ level: 'error', fields: { requestId: 'req_1', code: 'internal' }, cause }]);
  });

  it.each([new GatewayError('invalid_json', 'x'), new UpstreamError(503, 'x', {})])(
    'logs nothing of what others did: %s',
    async (error) => {
      expect((await answer(error)).reported).toEqual([]);
    },
  );

  it('is cut where an answer has begun', async () => {
    const { client } = await answer(new Error('late'), { begun: true });
    await client.closed();
    expect(client.rest()).not.toContain('Internal');
  });

  it('is readable for a client that still sends, and the rest of its body is thrown away', async () => {
    const { client, request } = await answer(new GatewayError('request_too_large', 'x'), {
      text: post(1_000_000, 'x'),
    });
    expect((await client.response()).status).toBe(413);
    client.send('x'.repeat(999_999));
    await expect.poll(() => request.complete).toBe(true);
    expect(client.socket.readyState).toBe('open');
  });

  it('does not wait for a client that never ends', async () => {
    const { client, clock } = await answer(new GatewayError('request_too_large', 'x'), { text: post(1_000_000, 'x') });
    await client.response();
    clock.move(9_999);
    client.send('x');
    expect(client.socket.readyState).toBe('open');
    clock.move(1);
    await client.closed();
  });

  it('reads no more than a part of what many refused clients send', async () => {
    const refused = await Promise.all(
      Array.from({ length: 20 }, () =>
        answer(new GatewayError('request_too_large', 'x'), { text: post(16 * mebibyte, 'x') }),
      ),
    );
    for (const { client } of refused) client.send('x'.repeat(8 * mebibyte));
    const begun = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const read = refused.reduce((sum, { request }) => sum + request.socket.bytesRead, 0);
    // One chunk of 64 KiB each 2 ms, and what each connection had read before it paused.
    const most = ((performance.now() - begun) / 2) * 65_536 + refused.length * 3 * 65_536;
    expect(read).toBeLessThan(most);
    for (const { client } of refused) client.socket.destroy();
  });
});
