import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../src/shared/time/clock.ts';
import { makeConfig, makeProvider, testKey } from '../fakes/make-config.ts';
import { rawClient, rawRequest, type RawClient } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith } from '../journey/start-gateway.ts';

/**
 * A clock after which the event loop is late: its short timers come 200 ms late, and each look at it takes 30 ms, more than a late
 * loop spends on calls in one turn.
 */
function lateClock(): Clock & { late: boolean } {
  let offset = 0;
  const clock: Clock & { late: boolean } = {
    ...systemClock,
    late: false,
    monotonic: () => systemClock.monotonic() + (offset += clock.late ? 30 : 0),
    cpuTime: () => clock.monotonic(),
    after: (milliseconds: number, action: () => void) =>
      systemClock.after(milliseconds, () => {
        if (clock.late && milliseconds === 20) offset += 200;
        action();
      }),
  };
  return clock;
}

const headers = ['host: x', `authorization: Bearer ${testKey}`, 'content-type: application/json'];
const body = JSON.stringify(chatCall.request);
const whole = rawRequest('POST /v1/chat/completions', headers, body);
/** A head that announces a body of 20 MB, of which nothing comes. */
const headAlone = (path: string): string =>
  `POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\ncontent-length: 20000000\r\n\r\n`;

describe('a gateway with more calls than it can serve', () => {
  const clock = lateClock();
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  let client: RawClient;

  beforeEach(async () => {
    clock.late = false;
    upstream = await startScriptedUpstream();
    upstream.always(json(chatCall.answer));
    const limits = { eventLoopDelayMilliseconds: 100 };
    const providers = [makeProvider('up-a', 'a', upstream.url), makeProvider('up-b', 'b', upstream.url)];
    gateway = await startWith(makeConfig({ providers, limits }), { clock });
    client = await rawClient(gateway.url);
  });
  afterEach(async () => {
    client.socket.destroy();
    await gateway.close();
    await upstream.close();
  });

  /** Calls one by one until the gateway has seen that its loop is late. */
  async function overload(): Promise<void> {
    clock.late = true;
    for (let look = 0; look < 12; look += 1) {
      client.send(whole);
      expect((await client.response()).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 21));
    }
    upstream.forget();
    upstream.always(json(chatCall.answer));
  }

  it.each([
    ['a', '/v1/chat/completions', { type: 'server_error', code: 'overloaded' }],
    ['b', '/v1/messages', { type: 'api_error' }],
  ])('refuses the excess in the shape of Spec %s, before a byte of the body has come', async (_spec, path, error) => {
    await overload();
    // Both come in one turn of the loop, whose time is spent with the first.
    client.send(whole + headAlone(path));
    expect((await client.response()).status).toBe(200);
    const refused = await client.response();
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers['x-should-retry']).toBeUndefined();
    expect(refused.headers['x-request-id']).toMatch(/^req_/);
    expect(JSON.parse(refused.body)).toMatchObject({ error });
    expect(upstream.requests).toHaveLength(1);
    expect(gateway.services.metering.openHolds()).toBe(0);
  });

  it('refuses with the caller’s own request id, if it is one', async () => {
    await overload();
    const named = (id: string) => whole.replace('\r\n\r\n', `\r\nx-request-id: ${id}\r\n\r\n`);
    client.send(whole + named('mine') + named('a b'));
    expect((await client.response()).status).toBe(200);
    const ids = async () => {
      const refused = await client.response();
      return [refused.status, refused.headers['x-request-id'], refused.headers['request-id']];
    };
    expect(await ids()).toEqual([503, 'mine', 'mine']);
    expect(await ids()).toEqual([503, expect.stringMatching(/^req_/), expect.stringMatching(/^req_/)]);
  });

  it('reads a refused connection again, and serves what comes on it', async () => {
    await overload();
    client.send(whole + whole);
    expect((await client.response()).status).toBe(200);
    expect((await client.response()).status).toBe(503);
    client.send(whole);
    expect((await client.response()).status).toBe(200);
  });

  it('still answers health checks and the control API', async () => {
    await overload();
    const get = rawRequest('GET /livez', ['host: x']);
    client.send(whole + get + rawRequest('POST /console/api/workspaces', ['host: x'], '{}'));
    expect((await client.response()).status).toBe(200);
    expect((await client.response()).status).toBe(200);
    expect((await client.response()).status).toBe(401);
  });
});
