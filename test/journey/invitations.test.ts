import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken, newToken } from '../../src/identity/people/sessions.ts';
import { Secret } from '../../src/shared/secret.ts';
import { startSmtpServer, type SmtpServer } from '../fakes/smtp-server.ts';
import { makeConsoleClient } from './console-client.ts';
import { startConsole, type ConsoleGateway } from './start-console.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';

const hour = 3_600_000;

describe('inviting a member', () => {
  const clock = makeShiftedClock();
  let mail: SmtpServer;
  let gateway: ConsoleGateway;
  beforeAll(async () => {
    mail = await startSmtpServer();
    const smtp = new Secret(`smtp://127.0.0.1:${mail.port}`);
    gateway = await startConsole({
      clock,
      mail: { smtp, from: 'diglot@example.com' },
      publicUrl: 'https://models.test',
    });
  });
  afterAll(async () => {
    await gateway.close();
    await mail.close();
  });

  async function addMember(email: string, name = 'Ada'): Promise<string> {
    const body = { email, name, role: 'developer' };
    const added = await gateway.ask('/workspaces/acme/members', { body });
    return ((await added.json()) as { readonly id: string }).id;
  }
  const invite = (id: string): Promise<Response> =>
    gateway.ask(`/workspaces/acme/members/${id}/invitation`, { method: 'POST' });
  /** The text of the last message, and the link in it. */
  const lastMail = () => {
    const { data = '', to = [] } = mail.taken.at(-1) ?? {};
    const text = data.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return { to, text, token: /#invitation=([\w-]{43})/.exec(text)?.[1] ?? null };
  };
  /** A browser at the public address. */
  const newBrowser = () => makeConsoleClient(gateway);

  it('sends a link that lets them in once, to their address alone', async () => {
    const id = await addMember('ada@example.com');
    const invited = await invite(id);
    const answer = await invited.text();
    expect([invited.status, JSON.parse(answer)]).toEqual([
      201,
      { object: 'invitation', member_id: id, email: 'ada@example.com', expires_at: expect.any(String) },
    ]);
    const { to, text, token } = lastMail();
    expect(to).toEqual(['ada@example.com']);
    expect(text).toContain(`https://models.test/console/sign-in#invitation=${token}`);
    expect(text).toContain('the workspace Acme');
    expect(answer).not.toContain(token);
    const noted = await (await gateway.ask('/audit')).text();
    expect(noted).toContain('member.invite');
    expect(noted).not.toContain(token);
    const session = await newBrowser().send('POST', '/sessions/link', { token });
    // Behind TLS the cookie belongs to this host alone.
    expect(session.headers.get('set-cookie')).toMatch(
      /^__Host-diglot=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await session.json()).toMatchObject({ method: 'link', memberships: [{ workspace_id: 'acme' }] });
    expect((await newBrowser().send('POST', '/sessions/link', { token })).status).toBe(401);
  });

  it('gives no link to a person who has signed in before: it would be a way around their password', async () => {
    const id = await addMember('bob@example.com');
    await invite(id);
    const first = lastMail().token;
    await invite(id);
    await newBrowser().send('POST', '/sessions/link', { token: lastMail().token });
    // The link of the first e-mail has ended with it.
    expect((await newBrowser().send('POST', '/sessions/link', { token: first })).status).toBe(401);
    expect(await (await invite(id)).json()).toMatchObject({ expires_at: null });
    const { text, token } = lastMail();
    expect(token).toBeNull();
    expect(text).toContain('https://models.test/console/\r\n');
  });

  it('is good for 72 hours', async () => {
    const id = await addMember('late@example.com');
    await invite(id);
    clock.shift(72 * hour);
    expect((await newBrowser().send('POST', '/sessions/link', { token: lastMail().token })).status).toBe(401);
    await invite(id);
    clock.shift(71 * hour);
    expect((await newBrowser().send('POST', '/sessions/link', { token: lastMail().token })).status).toBe(201);
  });

  it('is refused for a person who is disabled', async () => {
    const added = await gateway.ask('/people', { body: { email: 'off@example.com', name: 'Off' } });
    const { id } = (await added.json()) as { readonly id: string };
    await gateway.ask(`/people/${id}`, { method: 'PATCH', body: { disabled: true } });
    const { status } = await invite(await addMember('off@example.com'));
    expect([status, lastMail().to]).not.toEqual([201, ['off@example.com']]);
    expect(status).toBe(409);
  });

  it('is done by the operator for a person of no workspace too', async () => {
    const added = await gateway.ask('/people', { body: { email: 'new@example.com', name: 'New' } });
    const { id } = (await added.json()) as { readonly id: string };
    const invited = await gateway.ask(`/people/${id}/invitation`, { method: 'POST' });
    expect([invited.status, await invited.json()]).toMatchObject([201, { person_id: id, email: 'new@example.com' }]);
    expect(lastMail().text).toContain('added you to a Diglot server');
    expect((await newBrowser().send('POST', '/sessions/link', { token: lastMail().token })).status).toBe(201);
  });

  it('ends with the address that it was sent to: a corrected one gets another', async () => {
    const added = await gateway.ask('/people', { body: { email: 'eva@exmaple.com', name: 'Eva' } });
    const { id } = (await added.json()) as { readonly id: string };
    await gateway.ask(`/people/${id}/invitation`, { method: 'POST' });
    const astray = lastMail();
    await gateway.ask(`/people/${id}`, { method: 'PATCH', body: { email: 'Eva@example.com' } });
    await gateway.ask(`/people/${id}/invitation`, { method: 'POST' });
    const right = lastMail();
    // Capitals make no other address.
    await gateway.ask(`/people/${id}`, { method: 'PATCH', body: { email: 'eva@example.com' } });
    expect([astray.to, right.to]).toEqual([['eva@exmaple.com'], ['Eva@example.com']]);
    const refused = await newBrowser().send('POST', '/sessions/link', { token: astray.token });
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'sign_in_failed' }]);
    const browser = newBrowser();
    expect((await browser.send('POST', '/sessions/link', { token: right.token })).status).toBe(201);
    expect(await (await browser.send('GET', '/session')).json()).toMatchObject({
      person: { email: 'eva@example.com' },
    });
  });

  it('of the release before, whose link names no address, stays good', async () => {
    const added = await gateway.ask('/people', { body: { email: 'old@example.com', name: 'Old' } });
    const { id } = (await added.json()) as { readonly id: string };
    const token = newToken();
    const data = JSON.stringify({ loopbackOnly: false, isInvitation: true });
    const ticket = { hash: hashToken(token), kind: 'link', personId: id, data } as const;
    await gateway.services.store.sessions.addTicket({ ...ticket, expiresAt: clock.now() + hour });
    expect((await newBrowser().send('POST', '/sessions/link', { token })).status).toBe(201);
  });

  it('is refused to the members of a workspace after 50 within a day, not to the operator', async () => {
    const id = await addMember('much@example.com');
    const admin = await addMember('admin@example.com', 'Admin');
    await gateway.ask(`/workspaces/acme/members/${admin}`, { method: 'PATCH', body: { role: 'admin' } });
    await invite(admin);
    const browser = newBrowser();
    await browser.send('POST', '/sessions/link', { token: lastMail().token });
    const path = `/workspaces/acme/members/${id}/invitation`;
    for (let sent = 0; sent < 50; sent += 1) expect((await browser.send('POST', path)).status).toBe(201);
    const refused = await browser.send('POST', path);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'mail_limit_reached' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect((await invite(id)).status).toBe(201);
  });

  it('lets a name say nothing but a name', async () => {
    const name = 'Win https://evil.example www.evil.example';
    await invite(await addMember('name@example.com', name));
    expect(lastMail().text).not.toMatch(/evil\.example\/|:\/\/evil|www\.evil/);
  });

  it('names who invites, by an address that is nothing but one', async () => {
    // The invitations of another day.
    clock.shift(25 * hour);
    const id = await addMember('named@example.com');
    const invitedBy = async (email: string): Promise<string> => {
      const member = await addMember(email, 'Admin');
      await gateway.ask(`/workspaces/acme/members/${member}`, { method: 'PATCH', body: { role: 'admin' } });
      const { url } = (await (await gateway.ask('/login-links', { body: { email, loopback_only: false } })).json()) as {
        readonly url: string;
      };
      const browser = newBrowser();
      await browser.send('POST', '/sessions/link', { token: url.slice(url.indexOf('=') + 1) });
      expect((await browser.send('POST', `/workspaces/acme/members/${id}/invitation`)).status).toBe(201);
      return lastMail().text;
    };
    expect(await invitedBy("zoe.o'hara+x@mail.example.com")).toContain("zoe.o'hara+x@mail.example.com added you");
    for (const email of ['https://evil.example/win?@x.example', 'evil.example/win@x', '<evil>@x.example']) {
      const text = await invitedBy(email);
      expect(text).toContain('A person with a role on this server added you');
      expect(text).not.toMatch(/evil/);
    }
  });

  it('says that a mail server did not take it, in our words', async () => {
    const id = await addMember('gone@example.com');
    await mail.close();
    const failed = await invite(id);
    expect([failed.status, await failed.json()]).toMatchObject([502, { code: 'mail_failed' }]);
  });
});

describe('inviting a member from a server without e-mail', () => {
  it('is refused with what to do', async () => {
    const gateway = await startConsole();
    const body = { email: 'ada@example.com', name: 'Ada', role: 'viewer' };
    const added = await gateway.ask('/workspaces/acme/members', { body });
    const { id } = (await added.json()) as { readonly id: string };
    const refused = await gateway.ask(`/workspaces/acme/members/${id}/invitation`, { method: 'POST' });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('diglot login-link')]);
    await gateway.close();
  });
});
