import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import type { FinishedCall } from '../../../src/http/request.ts';
import { replyJson } from '../../../src/shared/reply.ts';
import type { RawResponse } from '../../fakes/raw-client.ts';
import { serveOnce } from './serve-once.ts';
import { makeApplication } from './start-application.ts';

interface Walked extends RawResponse {
  readonly calls: readonly FinishedCall[];
}

/** One request through the application; its handlers answer with the request id, or the caller is refused. */
async function walk(line: string, headers: readonly string[] = [], refusal: Error | null = null): Promise<Walked> {
  const { handle, calls } = makeApplication(
    async ({ requestId, reply }) => replyJson(reply, 200, { requestId }),
    refusal,
  );
  const { request, response, client } = await serveOnce(
    `${line} HTTP/1.1\r\n${['host: x', ...headers].join('\r\n')}\r\n\r\n`,
  );
  handle(request, response);
  const answer = await client.response();
  await expect.poll(() => calls.length).toBe(1);
  return { ...answer, calls };
}

const refused = new GatewayError('invalid_api_key', 'No.');

describe('the way of a request', () => {
  it('has one id under both names, the caller’s own where it is usable', async () => {
    const ours = await walk('GET /v1/models');
    expect([ours.headers['x-request-id'], ours.headers['request-id'], ours.body]).toEqual([
      'req_ours',
      'req_ours',
      '{"requestId":"req_ours"}',
    ]);
    const theirs = await walk('GET /v1/models', ['x-request-id: theirs']);
    expect([theirs.headers['x-request-id'], theirs.headers['request-id']]).toEqual(['theirs', 'theirs']);
    const bad = await walk('GET /v1/models', ['x-request-id: a b']);
    expect([bad.status, bad.headers['x-request-id']]).toEqual([400, 'req_ours']);
    const late = await walk('POST /v1/messages', ['x-request-id: theirs'], refused);
    expect(JSON.parse(late.body)).toMatchObject({ request_id: 'theirs' });
  });

  it.each<[string, readonly string[], 'a' | 'b']>([
    ['POST /v1/chat/completions', ['anthropic-version: 2023-06-01'], 'a'],
    ['POST /v1/responses', ['anthropic-beta: x'], 'a'],
    ['POST /v1/messages', [], 'b'],
    ['POST /v1/messages/count_tokens', [], 'b'],
    ['GET /v1/models', ['anthropic-version: 2023-06-01'], 'b'],
    ['GET /v1/models', [], 'a'],
    ['GET /v1/chat/completions/c1/messages', [], 'a'],
  ])('is refused in the words of the spec that has the path: %s %j', async (line, headers, surface) => {
    const { body, calls } = await walk(line, headers, refused);
    expect('request_id' in JSON.parse(body)).toBe(surface === 'b');
    expect(calls[0]?.surface).toBe(surface);
  });

  it('is noted once, with its operation and status', async () => {
    const { calls } = await walk('GET /v1/models/x', [], refused);
    expect(calls).toEqual([
      {
        message: expect.objectContaining({ url: '/v1/models/x' }) as unknown,
        requestId: 'req_ours',
        traceparent: null,
        surface: 'a',
        operation: 'getModel',
        status: 401,
        milliseconds: 0,
      },
    ]);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const traced = await walk('GET /v1/models', [`traceparent: ${traceparent}`]);
    expect(traced.calls).toMatchObject([{ traceparent, status: 200 }]);
    expect((await walk('GET /v1/nothing')).calls).toMatchObject([
      { operation: null, unserved: { method: 'GET', path: '/v1/nothing' }, status: 404 },
    ]);
  });

  it.each([
    ['GET /v1/nothing?key=secret', '/v1/nothing'],
    ['DELETE /v1/embeddings', '/v1/embeddings'],
    [`GET /v1/${'x'.repeat(300)}`, `/v1/${'x'.repeat(96)}`],
    ['GET /v1/sk-dg-0123456789abcdef/models', '/v1/sk-…/models'],
    ['GET /v1/a"b<c>', '/v1/a"b<c>'],
  ])('is noted with method and path where it found nothing: %s', async (line, path) => {
    expect((await walk(line)).calls).toMatchObject([
      { operation: null, unserved: { method: line.split(' ')[0], path } },
    ]);
  });

  it('is noted as left, not as a success, where the client left before a status', async () => {
    const { handle, calls } = makeApplication(({ reply }) => new Promise((resolve) => void reply.onLeave(resolve)));
    const { request, response, client } = await serveOnce('GET /v1/models HTTP/1.1\r\nhost: x\r\n\r\n');
    handle(request, response);
    await expect.poll(() => response.req.complete).toBe(true);
    client.socket.destroy();
    await expect.poll(() => calls).toMatchObject([{ operation: 'listModels', status: 499 }]);
  });

  it('ends at the door where the path has no such method', async () => {
    const { status, headers } = await walk('DELETE /v1/embeddings');
    expect([status, headers['allow']]).toEqual([405, 'POST']);
  });
});
