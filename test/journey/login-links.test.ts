import { describe, expect, it } from 'vitest';
import { rawExchange, rawRequest } from '../fakes/raw-client.ts';
import { sharedConsole } from './start-console.ts';

describe('a login link for this machine', () => {
  const gateway = sharedConsole();

  /** The status of a sign-in with a new link, whose request has these lines. */
  async function signIn(lines: readonly string[], isLocal = true): Promise<number> {
    const email = 'ada@example.com';
    await gateway().ask('/people', { body: { email, name: 'Ada' } });
    const made = await gateway().ask('/login-links', { body: { email, loopback_only: isLocal } });
    const { url } = (await made.json()) as { readonly url: string };
    const body = JSON.stringify({ token: url.slice(url.indexOf('=') + 1) });
    const head = ['content-type: application/json', 'sec-fetch-site: same-origin', ...lines];
    return (await rawExchange(gateway().url, rawRequest('POST /console/api/sessions/link', head, body))).status;
  }

  it.each([['127.0.0.1'], ['127.0.0.1:8585'], ['localhost:8585'], ['LOCALHOST'], ['[::1]:8585']])(
    'works with the host %s',
    async (host) => {
      expect(await signIn([`host: ${host}`])).toBe(201);
    },
  );

  it.each([
    [['host: diglot.example.com']],
    [['host: 127.example.com:8585']],
    [['host: [::2]:8585']],
    [['host: 127.0.0.1', 'x-forwarded-for: 198.51.100.7']],
    [['host: 127.0.0.1', 'x-forwarded-proto: https']],
    [['host: 127.0.0.1', 'x-real-ip: 198.51.100.7']],
    [['host: 127.0.0.1', 'forwarded: for=198.51.100.7']],
    [['host: 127.0.0.1', 'via: 1.1 proxy.example.com']],
  ])('does not work through a proxy, unless it was made for others: %j', async (lines) => {
    expect(await signIn(lines)).toBe(401);
    expect(await signIn(lines, false)).toBe(201);
  });
});
