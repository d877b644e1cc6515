import { describe, expect, it, onTestFinished } from 'vitest';
import { makeSessionCookie } from '../../src/identity/people/sessions.ts';
import { makeConsoleClient } from './console-client.ts';
import { startConsole } from './start-console.ts';

/** A gateway, and a browser in which a person has signed in there. */
async function signedIn(email: string) {
  const gateway = await startConsole();
  onTestFinished(gateway.close);
  await gateway.ask('/people', { body: { email, name: 'Ada' } });
  const made = await gateway.ask('/login-links', { body: { email } });
  const { url } = (await made.json()) as { readonly url: string };
  const browser = makeConsoleClient(gateway);
  await browser.send('POST', '/sessions/link', { token: url.slice(url.indexOf('=') + 1) });
  return { email, gateway, cookie: browser.cookie() };
}

describe('the cookie of a session', () => {
  it('is another one at each gateway of a host: a browser sends a host all that it got at any port', async () => {
    const places = [await signedIn('one@example.com'), await signedIn('two@example.com')];
    // A later cookie of one name takes the place of an earlier one.
    const jar = new Map(places.map(({ cookie }) => [cookie.slice(0, cookie.indexOf('=')), cookie]));
    for (const { email, gateway } of places) {
      const browser = makeConsoleClient(gateway).withCookie([...jar.values()].join('; '));
      const answer = await browser.send('GET', '/session');
      expect([answer.status, await answer.json()]).toMatchObject([200, { person: { email } }]);
    }
  });

  it.each([
    ['https://models.test', true, '__Host-diglot'],
    ['https://models.test:8443', true, '__Host-diglot-8443'],
    ['http://models.test', true, 'diglot_session'],
    ['http://127.0.0.1:8585', true, 'diglot_session-8585'],
    // Instances behind one proxy, each of which only knows its own port.
    ['http://127.0.0.1:8585', false, 'diglot_session'],
  ])('at %s, whose port browsers use (%s), is %s', (origin, isPort, name) => {
    const cookie = makeSessionCookie({ origin: () => origin, isPublicPort: () => isPort });
    expect(cookie.give('token')).toMatch(new RegExp(`^${name}=token; Path=/; Max-Age=604800; `));
    expect(cookie.takeAway()).toMatch(new RegExp(`^${name}=; Path=/; Max-Age=0; `));
    expect(cookie.read(`other=1; ${name}=token`)).toBe('token');
    expect(cookie.read(`${name}-1=token`)).toBeNull();
  });
});
