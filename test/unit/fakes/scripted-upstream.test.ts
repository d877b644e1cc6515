import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chunk, fin, head, json, lastChunk, pause, reset, slices, sse, sseHead, stall } from '../../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../fakes/scripted-upstream.ts';

describe('the scripted upstream', () => {
  let upstream: ScriptedUpstream;
  beforeEach(async () => {
    upstream = await startScriptedUpstream();
  });
  afterEach(() => upstream.close());

  it('records the request byte for byte and answers by the script', async () => {
    upstream.next(json({ fine: true }, { headers: { 'X-Own': 'a' } }));
    const answer = await fetch(`${upstream.url}/v1/x?y=1`, { method: 'POST', body: '{"a": 1}' });
    expect([answer.headers.get('x-own'), await answer.json()]).toEqual(['a', { fine: true }]);
    const [request] = upstream.requests;
    expect([request?.method, request?.path, request?.body.toString()]).toEqual(['POST', '/v1/x?y=1', '{"a": 1}']);
    expect(request?.rawHeaders.map(([name]) => name)).toContain('content-length');
  });

  it('keeps the connection for the next request', async () => {
    upstream.always(json({}));
    for (let index = 0; index < 3; index += 1) await (await fetch(upstream.url)).text();
    expect(upstream.requests).toHaveLength(3);
    expect(upstream.connections()).toBeLessThan(3);
  });

  it('cuts a stream into network chunks of any size', async () => {
    upstream.next(sse(slices('data: "ü"\n\n', 1)));
    expect(await (await fetch(upstream.url)).text()).toBe('data: "ü"\n\n');
  });

  it('resets in the middle of a body', async () => {
    upstream.next([sseHead(), chunk('data: 1\n\n'), pause(20), reset]);
    const answer = await fetch(upstream.url);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('lies about lengths and ends without a word', async () => {
    upstream.next([head(200, { 'content-length': '100' }), chunk('short'), fin]);
    await expect(fetch(upstream.url).then((answer) => answer.text())).rejects.toThrow('terminated');
  });

  it('reports when the other side has left', async () => {
    upstream.next([sseHead(), chunk('data: 1\n\n'), stall, lastChunk]);
    const abort = new AbortController();
    const answer = await fetch(upstream.url, { signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    const request = await upstream.request(1);
    await request.closed;
  });
});
