import { describe, expect, it } from 'vitest';
import { stepOf, totpCode } from '../../src/identity/people/factors.ts';
import { makeConsoleClient, type ConsoleClient } from './console-client.ts';
import { sharedConsole } from './start-console.ts';

const gateway = sharedConsole();

const password = 'correct horse battery staple';

/** A person with a password, signed in by a link in a browser of their own. */
async function welcome(email: string, draft: object = {}): Promise<ConsoleClient & { readonly id: string }> {
  const { ask } = gateway();
  const added = await ask('/people', { body: { email, name: 'Ada', ...draft } });
  const { id } = (await added.json()) as { readonly id: string };
  const browser = await signedInByLink(email);
  expect((await browser.send('PUT', '/person/password', { new_password: password })).status).toBe(204);
  return { ...browser, id };
}

async function makeLink(email: string, more: object = {}): Promise<string> {
  const made = await gateway().ask('/login-links', { body: { email, ...more } });
  expect(made.status).toBe(201);
  const { url } = (await made.json()) as { readonly url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/sign-in#link=[\w-]{43}$/);
  return url.slice(url.indexOf('=') + 1);
}

async function signedInByLink(email: string): Promise<ConsoleClient> {
  const browser = makeConsoleClient(gateway());
  expect((await browser.send('POST', '/sessions/link', { token: await makeLink(email) })).status).toBe(201);
  return browser;
}

const signIn = (browser: ConsoleClient, email: string, more: object = {}) =>
  browser.send('POST', '/sessions', { email, password, ...more });

const codeOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { code: unknown }).code;

describe('signing in', () => {
  it('works with a password that was set, and with no other', async () => {
    await welcome('ada@example.com');
    const browser = makeConsoleClient(gateway());
    const right = await signIn(browser, 'ADA@example.com');
    expect(right.status).toBe(201);
    expect(await right.json()).toMatchObject({ object: 'session', method: 'password', person: { has_password: true } });
    const session = await browser.send('GET', '/session');
    expect(await session.json()).toMatchObject({ person: { email: 'ada@example.com', operator: false } });
    const wrong = await signIn(makeConsoleClient(gateway()), 'ada@example.com', { password: `${password}!` });
    expect([wrong.status, await codeOf(wrong)]).toEqual([401, 'sign_in_failed']);
  });

  it('sets a cookie that scripts and other sites do not get', async () => {
    await welcome('cookie@example.com');
    const answer = await signIn(makeConsoleClient(gateway()), 'cookie@example.com');
    expect(answer.headers.get('set-cookie')).toMatch(
      /^diglot_session-\d+=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('says the same of an unknown address as of a wrong password', async () => {
    await welcome('known@example.com');
    const [known, unknown] = await Promise.all(
      ['known@example.com', 'unknown@example.com'].map((email) =>
        signIn(makeConsoleClient(gateway()), email, { password: 'wrong' }),
      ),
    );
    const words = async (answer: Response | undefined) => ({ ...((await answer?.json()) as object), instance: '' });
    expect(await words(known)).toEqual(await words(unknown));
  });

  it('that fails is in the audit log of a person who exists, without the password', async () => {
    const { id } = await welcome('noted@example.com');
    for (const email of ['noted@example.com', 'unknown@example.com']) {
      await signIn(makeConsoleClient(gateway()), email, { password: 'CANARY-typed' });
    }
    const text = await (await gateway().ask(`/audit?subject=${encodeURIComponent(`person:${id}`)}`)).text();
    const { data } = JSON.parse(text) as { readonly data: readonly object[] };
    expect(data[0]).toMatchObject({ action: 'session.refuse', actor: 'anonymous', diff: { wrong: 'password' } });
    expect(text).not.toContain('CANARY');
  });

  it('gives a new token, whatever cookie the browser brings along', async () => {
    await welcome('fixed@example.com');
    const planted = `diglot_session-${new URL(gateway().url).port}=${'p'.repeat(43)}`;
    const browser = makeConsoleClient(gateway()).withCookie(planted);
    expect((await signIn(browser, 'fixed@example.com')).status).toBe(201);
    expect(browser.cookie()).not.toBe(planted);
    expect((await browser.withCookie(planted).send('GET', '/session')).status).toBe(401);
  });

  it('never takes the hash for the password', async () => {
    const { id } = await welcome('hash@example.com');
    const hash = (await gateway().services.store.people.find(id))?.passwordHash ?? '';
    expect(hash).toMatch(/^\$argon2id\$/);
    const answer = await signIn(makeConsoleClient(gateway()), 'hash@example.com', { password: hash });
    expect(answer.status).toBe(401);
  });

  it('is delayed after five wrong passwords, answered 403 with the seconds', async () => {
    await welcome('slow@example.com');
    const browser = makeConsoleClient(gateway());
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await signIn(browser, 'slow@example.com', { password: 'wrong' })).status).toBe(401);
    }
    const delayed = await signIn(browser, 'slow@example.com');
    expect([delayed.status, await codeOf(delayed)]).toEqual([403, 'sign_in_delayed']);
    expect(Number(delayed.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is delayed however often a session sets up and removes a second factor between wrong passwords', async () => {
    const email = 'patient@example.com';
    const browser = await welcome(email);
    const guess = async (): Promise<number> => {
      const guessed = { current_password: 'wrong', new_password: `${password}!` };
      return (await browser.send('PUT', '/person/password', guessed)).status;
    };
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      statuses.push(await guess(), await guess());
      const { secret } = (await (await browser.send('POST', '/person/totp')).json()) as { readonly secret: string };
      const step = stepOf(Date.now());
      await browser.send('POST', '/person/totp/confirm', { totp: totpCode(secret, step) });
      await browser.send('POST', '/person/totp/remove', { totp: totpCode(secret, step + 1) });
    }
    statuses.push(await guess());
    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
    expect(statuses.slice(5)).toContain(403);
  });

  it('is delayed however often a session gives the right password between wrong codes', async () => {
    const browser = await welcome('codes@example.com');
    const { secret } = (await (await browser.send('POST', '/person/totp')).json()) as { readonly secret: string };
    await browser.send('POST', '/person/totp/confirm', { totp: totpCode(secret, stepOf(Date.now())) });
    const guess = async (totp: string) => (await browser.send('POST', '/person/totp/remove', { totp })).status;
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      statuses.push(await guess('000000'), await guess('000001'));
      await browser.send('PUT', '/person/password', { current_password: password, new_password: password });
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 403]);
  });

  it('asks for the second factor once it is confirmed, and takes a code once', async () => {
    const email = 'totp@example.com';
    const browser = await welcome(email);
    const { secret } = (await (await browser.send('POST', '/person/totp')).json()) as { readonly secret: string };
    expect((await signIn(makeConsoleClient(gateway()), email)).status).toBe(201);
    const step = stepOf(Date.now());
    const confirmed = await browser.send('POST', '/person/totp/confirm', { totp: totpCode(secret, step) });
    expect(await confirmed.json()).toMatchObject({ has_totp: true });
    const bare = await signIn(makeConsoleClient(gateway()), email);
    expect([bare.status, await codeOf(bare)]).toEqual([401, 'totp_required']);
    const totp = totpCode(secret, step + 1);
    const both = await Promise.all([1, 2].map(() => signIn(makeConsoleClient(gateway()), email, { totp })));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 401]));
  });

  it('does not let a right password without its code undo the delay', async () => {
    const email = 'guess@example.com';
    const browser = await welcome(email);
    const { secret } = (await (await browser.send('POST', '/person/totp')).json()) as { readonly secret: string };
    await browser.send('POST', '/person/totp/confirm', { totp: totpCode(secret, stepOf(Date.now())) });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await signIn(makeConsoleClient(gateway()), email);
      statuses.push((await signIn(makeConsoleClient(gateway()), email, { totp: '000000' })).status);
    }
    expect(statuses).toContain(403);
  });
});

describe('a password that an operator removes', () => {
  const remove = (id: string, body: object = { password: false }) =>
    gateway().ask(`/people/${id}`, { method: 'PATCH', body });

  it('no longer signs in, and ends what was begun with it; a link then lets in to set another', async () => {
    const email = 'forgot@example.com';
    const stolen = await welcome(email);
    const removed = await remove(stolen.id);
    expect([removed.status, await removed.json()]).toMatchObject([200, { has_password: false }]);
    expect((await stolen.send('GET', '/session')).status).toBe(401);
    expect((await signIn(makeConsoleClient(gateway()), email)).status).toBe(401);
    const own = await signedInByLink(email);
    const other = 'eight more words';
    expect((await own.send('PUT', '/person/password', { new_password: other })).status).toBe(204);
    expect((await signIn(makeConsoleClient(gateway()), email, { password: other })).status).toBe(201);
  });

  it('is in the audit log', async () => {
    const { id } = await welcome('removed@example.com');
    await remove(id);
    const { data } = (await (await gateway().ask(`/audit?subject=${encodeURIComponent(`person:${id}`)}`)).json()) as {
      readonly data: readonly object[];
    };
    const diff = { has_password: { before: true, after: false } };
    expect(data[0]).toMatchObject({ action: 'person.update', diff });
  });

  it('is not set that way', async () => {
    const { id } = await welcome('kept@example.com');
    for (const value of [true, 'another password', null]) {
      expect((await remove(id, { password: value })).status).toBe(400);
    }
    expect((await signIn(makeConsoleClient(gateway()), 'kept@example.com')).status).toBe(201);
  });
});

describe('passkeys that an operator removes', () => {
  it('are gone together, with every session, and their number is in the audit log', async () => {
    const email = 'keys@example.com';
    const stolen = await welcome(email);
    const { people } = gateway().services.store;
    const event = { at: 1, actor: 'admin', action: 'test', object: 'test', diff: '{}', requestId: null };
    const passkey = {
      personId: stolen.id,
      publicKey: 'AA',
      counter: 0,
      transports: [],
      createdAt: 1,
      lastUsedAt: null,
    };
    for (const id of ['pk_1', 'pk_2']) await people.addPasskey({ ...passkey, id, credentialId: id, name: id }, event);
    const remove = () => gateway().ask(`/people/${stolen.id}`, { method: 'PATCH', body: { passkeys: false } });
    const removed = await remove();
    expect([removed.status, await removed.json()]).toMatchObject([200, { passkeys: 0, has_password: true }]);
    expect(await people.findPasskey('pk_1')).toBeNull();
    expect((await stolen.send('GET', '/session')).status).toBe(401);
    // There is none left to remove. The sessions end all the same: one of them may be adding one.
    const again = makeConsoleClient(gateway());
    await signIn(again, email);
    expect((await remove()).status).toBe(200);
    expect((await again.send('GET', '/session')).status).toBe(401);
    const noted = await gateway().ask(`/audit?subject=${encodeURIComponent(`person:${stolen.id}`)}`);
    const { data } = (await noted.json()) as { readonly data: readonly { readonly action: string }[] };
    const updates = data.filter(({ action }) => action === 'person.update');
    const numbers = [0, 2].map((before) => ({ diff: { passkeys: { before, after: 0 } } }));
    expect(updates).toMatchObject(numbers);
  });
});

describe('a login link', () => {
  it('lets in once', async () => {
    await gateway().ask('/people', { body: { email: 'link@example.com', name: 'Link' } });
    const token = await makeLink('link@example.com');
    const first = await makeConsoleClient(gateway()).send('POST', '/sessions/link', { token });
    expect([first.status, ((await first.json()) as { method: string }).method]).toEqual([201, 'link']);
    const second = await makeConsoleClient(gateway()).send('POST', '/sessions/link', { token });
    expect([second.status, await codeOf(second)]).toEqual([401, 'sign_in_failed']);
  });

  it('ends with the e-mail address that it was made for', async () => {
    const added = await gateway().ask('/people', { body: { email: 'moved@exmaple.com', name: 'Moved' } });
    const { id } = (await added.json()) as { readonly id: string };
    const token = await makeLink('moved@exmaple.com');
    await gateway().ask(`/people/${id}`, { method: 'PATCH', body: { email: 'moved@example.com' } });
    expect((await makeConsoleClient(gateway()).send('POST', '/sessions/link', { token })).status).toBe(401);
  });

  it('signs in a member who has never signed in, under the name of the membership', async () => {
    const { ask } = gateway();
    const email = 'New.Member@example.com';
    await ask('/workspaces', { body: { id: 'club', name: 'Club' } });
    for (const [address, role] of [[`x${email}`, 'viewer'] as const, [email, 'owner'] as const])
      await ask('/workspaces/club/members', { body: { email: address, name: role, role } });
    const browser = await signedInByLink(email.toLowerCase());
    expect(await (await browser.send('GET', '/session')).json()).toMatchObject({
      person: { name: 'owner', operator: false },
      memberships: [{ workspace_id: 'club', role: 'owner' }],
    });
  });

  it('is not made for an address that nobody has, and the answer says how to add it', async () => {
    const refused = await gateway().ask('/login-links', { body: { email: 'nobody@example.com' } });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('Add a member first: `POST /console/api/workspaces/<id>/members`.'),
    });
  });

  it('without an address is for the first operator, who is added when there is none', async () => {
    const made = await gateway().ask('/login-links', { body: {} });
    expect(await made.json()).toMatchObject({ person: { operator: true }, loopback_only: true });
  });
});

describe('a session', () => {
  it('ends by signing out, and its cookie then opens nothing', async () => {
    const browser = await welcome('out@example.com');
    expect((await browser.send('DELETE', '/session')).status).toBe(204);
    const { headers } = await browser.send('GET', '/session');
    expect(headers.get('content-type')).toContain('json');
    const stale = await browser.withCookie(browser.firstCookie()).send('GET', '/session');
    expect([stale.status, await codeOf(stale)]).toEqual([401, 'session_ended']);
  });

  it('is listed with the others of the person, and can end each of them', async () => {
    const browser = await welcome('many@example.com');
    const other = makeConsoleClient(gateway());
    await signIn(other, 'many@example.com');
    const list = async () =>
      ((await (await browser.send('GET', '/sessions')).json()) as { data: { id: string; current: boolean }[] }).data;
    const [newest] = await list();
    expect((await list()).filter(({ current }) => current)).toHaveLength(1);
    expect((await browser.send('DELETE', `/sessions/${newest?.id}`)).status).toBe(204);
    expect((await other.send('GET', '/session')).status).toBe(401);
    const foreign = await welcome('else@example.com');
    const [mine] = await list();
    expect((await foreign.send('DELETE', `/sessions/${mine?.id}`)).status).toBe(404);
  });

  it('is a new one after the password has changed, and all others have ended', async () => {
    const browser = await welcome('change@example.com');
    const other = makeConsoleClient(gateway());
    await signIn(other, 'change@example.com');
    const before = browser.cookie();
    const wrong = await browser.send('PUT', '/person/password', {
      current_password: 'no',
      new_password: 'eight more words',
    });
    expect(wrong.status).toBe(400);
    await browser.send('PUT', '/person/password', { current_password: password, new_password: 'eight more words' });
    expect(browser.cookie()).not.toBe(before);
    expect((await browser.send('GET', '/session')).status).toBe(200);
    expect((await other.send('GET', '/session')).status).toBe(401);
    expect((await browser.withCookie(before).send('GET', '/session')).status).toBe(401);
  });

  it('that is ended while its password changes neither changes it nor begins anew', async () => {
    const email = 'late@example.com';
    const stolen = await welcome(email);
    const own = makeConsoleClient(gateway());
    await signIn(own, email);
    const { data } = (await (await own.send('GET', '/sessions')).json()) as {
      readonly data: readonly { readonly id: string; readonly current: boolean }[];
    };
    const id = data.find(({ current }) => !current)?.id ?? '';
    const draft = { current_password: password, new_password: `${password}!` };
    const [changed, ended] = await Promise.all([
      stolen.send('PUT', '/person/password', draft),
      own.send('DELETE', `/sessions/${id}`),
    ]);
    // Either one comes first.
    expect([
      [401, 204],
      [204, 401],
      [204, 404],
    ]).toContainEqual([changed.status, ended.status]);
    const after = await stolen.send('GET', '/session');
    expect(after.status).toBe(changed.status === 401 ? 401 : 200);
    expect((await signIn(makeConsoleClient(gateway()), email)).status).toBe(changed.status === 401 ? 201 : 401);
  });

  it('ends at once when the person is disabled, who cannot sign in any more', async () => {
    const browser = await welcome('gone@example.com');
    await gateway().ask(`/people/${browser.id}`, { method: 'PATCH', body: { disabled: true } });
    expect((await browser.send('GET', '/session')).status).toBe(401);
    expect((await signIn(makeConsoleClient(gateway()), 'gone@example.com')).status).toBe(401);
  });

  it('ends at once when the e-mail address changes, but not when only its capitals do', async () => {
    const browser = await welcome('wrong@exmaple.com');
    const change = (email: string) => gateway().ask(`/people/${browser.id}`, { method: 'PATCH', body: { email } });
    expect((await change('Wrong@exmaple.com')).status).toBe(200);
    expect((await browser.send('GET', '/session')).status).toBe(200);
    expect((await change('right@example.com')).status).toBe(200);
    expect((await browser.send('GET', '/session')).status).toBe(401);
  });

  it('is used by pages of this server alone', async () => {
    const browser = await welcome('site@example.com');
    const answers = await Promise.all([
      browser.with({ 'sec-fetch-site': 'cross-site' }).send('GET', '/session'),
      browser.with({ 'sec-fetch-site': 'same-site' }).send('DELETE', '/session'),
      browser.with({ 'sec-fetch-site': 'none' }).send('DELETE', '/session'),
      browser.with({ 'sec-fetch-site': null, origin: 'https://evil.example' }).send('DELETE', '/session'),
      browser.with({ 'sec-fetch-site': null }).send('DELETE', '/session'),
      makeConsoleClient(gateway(), { 'sec-fetch-site': 'cross-site' }).send('POST', '/sessions', {
        email: 'a@b',
        password,
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    const old = browser.with({ 'sec-fetch-site': null, origin: gateway().url });
    expect((await old.send('DELETE', '/session')).status).toBe(204);
  });

  it('calls no model', async () => {
    const browser = await welcome('model@example.com');
    const answer = await fetch(`${gateway().url}/v1/models`, { headers: { cookie: browser.cookie() } });
    expect(answer.status).toBe(401);
  });
});
