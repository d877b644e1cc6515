import { describe, expect, it } from 'vitest';
import { rawExchange, rawRequest } from '../fakes/raw-client.ts';
import { type ConsoleGateway, sharedConsole, startConsole } from './start-console.ts';

/** The status of a sign-in with a new link, whose request has these lines. */
async function signInTo(console: ConsoleGateway, lines: readonly string[], isLocal: boolean): Promise<number> {
  const email = 'ada@example.com';
  await console.ask('/people', { body: { email, name: 'Ada' } });
  const made = await console.ask('/login-links', { body: { email, loopback_only: isLocal } });
  const { url } = (await made.json()) as { readonly url: string };
  const body = JSON.stringify({ token: url.slice(url.indexOf('=') + 1) });
  const head = ['content-type: application/json', 'sec-fetch-site: same-origin', ...lines];
  return (await rawExchange(console.url, rawRequest('POST /console/api/sessions/link', head, body))).status;
}

describe('a login link for this machine', () => {
  const gateway = sharedConsole();

  const signIn = (lines: readonly string[], isLocal = true): Promise<number> => signInTo(gateway(), lines, isLocal);

  it.each([['127.0.0.1'], ['127.0.0.1:8585'], ['localhost:8585'], ['LOCALHOST'], ['[::1]:8585'], ['127.1:8585']])(
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

  it('works with the host that the server listens on, however it is written', async () => {
    const named = await startConsole({ host: '::ffff:127.0.0.1' });
    try {
      expect(await signInTo(named, ['host: [::ffff:7f00:1]:8585'], true)).toBe(201);
    } finally {
      await named.close();
    }
  });
});
