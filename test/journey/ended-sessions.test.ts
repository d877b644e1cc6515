import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makePasskey } from '../fakes/make-passkey.ts';
import { rawClient } from '../fakes/raw-client.ts';
import { makeConsoleClient, type ConsoleClient } from './console-client.ts';
import { sharedConsole } from './start-console.ts';

// No time passes while a body is awaited: otherwise the session would be looked up again after it.
const gateway = sharedConsole({ clock: { ...systemClock, monotonic: () => 0 } });

interface SignedIn {
  readonly id: string;
  readonly browser: ConsoleClient;
}

async function welcome(email: string): Promise<SignedIn> {
  const { ask } = gateway();
  const { id } = (await (await ask('/people', { body: { email, name: 'Ada' } })).json()) as { readonly id: string };
  const { url } = (await (await ask('/login-links', { body: { email } })).json()) as { readonly url: string };
  const browser = makeConsoleClient(gateway());
  const token = url.slice(url.indexOf('=') + 1);
  expect((await browser.send('POST', '/sessions/link', { token })).status).toBe(201);
  return { id, browser };
}

const phone = () => makePasskey(`http://localhost:${new URL(gateway().url).port}`);

/** The answer to a challenge. @param credential answers it */
async function answerTo(asked: Response, credential: (challenge: string) => object): Promise<object> {
  const { challenge_id, options } = (await asked.json()) as {
    readonly challenge_id: string;
    readonly options: { readonly challenge: string };
  };
  return { challenge_id, credential: credential(options.challenge) };
}

/** The answer to a passkey challenge, with which a passkey of the person is added. */
const newPasskey = async ({ browser }: SignedIn, { create } = phone()): Promise<object> => ({
  ...(await answerTo(await browser.send('POST', '/person/passkeys/options'), create)),
  name: 'phone',
});

/** Sends a change whose last byte comes after the operator has removed the passkeys, and with them every session. */
async function sendLate({ id, browser }: SignedIn, line: string, change: object): Promise<string> {
  const client = await rawClient(gateway().url);
  const body = JSON.stringify(change);
  const [method, path] = line.split(' ');
  const head = [`${method} /console/api${path} HTTP/1.1`, 'host: x', `cookie: ${browser.cookie()}`];
  const sent = ['sec-fetch-site: same-origin', 'content-type: application/json', 'expect: 100-continue'];
  client.send([...head, ...sent, `content-length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n'));
  // The session has been checked: a caller without one would not be asked for the body.
  expect((await client.response()).status).toBe(100);
  const removed = await gateway().ask(`/people/${id}`, { method: 'PATCH', body: { passkeys: false } });
  expect(removed.status).toBe(200);
  client.send(body);
  const answer = await client.response();
  client.socket.destroy();
  return `${answer.status} ${(JSON.parse(answer.body) as { readonly code?: string }).code}`;
}

describe('a session that an operator ends while one of its changes is on the way', () => {
  it('adds a passkey before that, and none after it', async () => {
    const ada = await welcome('ada@example.com');
    expect((await ada.browser.send('POST', '/person/passkeys', await newPasskey(ada))).status).toBe(201);
    expect(await sendLate(ada, 'POST /person/passkeys', await newPasskey(ada))).toBe('401 session_ended');
    expect(await gateway().services.store.people.passkeys(ada.id)).toEqual([]);
  });

  it('does not change the name either', async () => {
    const eve = await welcome('eve@example.com');
    expect(await sendLate(eve, 'PATCH /person', { name: 'Eve' })).toBe('401 session_ended');
    expect(await gateway().services.store.people.find(eve.id)).toMatchObject({ name: 'Ada' });
  });
});

describe('a sign-in with a passkey that is removed while it is under way', () => {
  /** Signs in with a passkey; `meanwhile` happens between its check and the session. */
  async function signIn(email: string, meanwhile: (ada: SignedIn, passkeyId: string) => Promise<Response>) {
    const ada = await welcome(email);
    const passkey = phone();
    const added = await ada.browser.send('POST', '/person/passkeys', await newPasskey(ada, passkey));
    const { id } = (await added.json()) as { readonly id: string };
    const browser = makeConsoleClient(gateway());
    const answer = await answerTo(await browser.send('POST', '/sessions/passkey/options'), passkey.get);
    const { people } = gateway().services.store;
    const { find } = people;
    vi.spyOn(people, 'find').mockImplementationOnce(async (personId) => {
      expect((await meanwhile(ada, id)).status).toBeLessThan(300);
      return find(personId);
    });
    return browser.send('POST', '/sessions/passkey', answer);
  }

  it.each<[who: string, remove: (ada: SignedIn, passkeyId: string) => Promise<Response>]>([
    ['an operator', ({ id }) => gateway().ask(`/people/${id}`, { method: 'PATCH', body: { passkeys: false } })],
    ['the person', ({ browser }, passkeyId) => browser.send('DELETE', `/person/passkeys/${passkeyId}`)],
  ])('opens no session: removed by %s', async (who, remove) => {
    const answer = await signIn(`${who.replace(' ', '-')}@example.com`, remove);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'sign_in_failed' }]);
  });

  it('opens one where nothing happens in between', async () => {
    const answer = await signIn('grace@example.com', () => gateway().call('/livez'));
    expect([answer.status, await answer.json()]).toMatchObject([201, { method: 'passkey' }]);
  });
});
