import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { IdentityProvider } from '../../src/identity/people/identity-providers.ts';
import { Secret } from '../../src/shared/secret.ts';
import { startIdentityProvider, type FakeIdentityProvider } from '../fakes/identity-provider.ts';
import { makeConsoleClient, type ConsoleClient } from './console-client.ts';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { adminSecret, startConsole, type ConsoleGateway } from './start-console.ts';

describe('signing in with an identity provider', () => {
  let provider: FakeIdentityProvider;
  let gateway: ConsoleGateway;
  let row: IdentityProvider;
  beforeAll(async () => {
    provider = await startIdentityProvider();
    provider.beAway(true);
    const { issuer } = provider;
    row = {
      id: 'idp',
      name: 'IdP',
      issuer,
      clientId: 'diglot',
      clientSecret: new Secret('shh'),
      trustsEmail: false,
      scopes: ['openid', 'email'],
    };
    gateway = await startConsole({ identityProviders: [row] });
    await gateway.ask('/workspaces/acme/members', { body: { email: 'Ada@example.com', name: 'Ada', role: 'viewer' } });
  });
  afterAll(async () => {
    await gateway.close();
    provider.close();
  });

  /** Goes to the provider and back. */
  async function travel(
    said: Readonly<Record<string, unknown>>,
    change: (query: URLSearchParams) => void = () => undefined,
  ) {
    provider.name(said);
    const browser = makeConsoleClient(gateway);
    const leaving = await browser.send('GET', '/sessions/oidc/idp');
    if ((leaving.headers.get('location') ?? '').startsWith('/')) return { browser, leaving, back: leaving };
    const [trip = ''] = (leaving.headers.get('set-cookie') ?? '').split(';');
    const target = new URL(leaving.headers.get('location') ?? '');
    provider.depart(target.searchParams);
    const query = new URLSearchParams({ code: 'c', state: target.searchParams.get('state') ?? '' });
    change(query);
    const site = { 'sec-fetch-site': 'cross-site', cookie: trip };
    const back = await browser.with(site).send('GET', `/sessions/oidc/idp/callback?${query.toString()}`);
    return { browser, leaving, back };
  }
  const whoIs = async (browser: ConsoleClient) => (await browser.send('GET', '/session')).json();

  it('is offered, and comes back by itself when the provider was away', async () => {
    const methods = await makeConsoleClient(gateway).send('GET', '/sign-in-methods');
    expect(await methods.json()).toMatchObject({ providers: [{ id: 'idp', url: '/console/api/sessions/oidc/idp' }] });
    const leading = async () => (await travel({})).leaving.headers.get('location');
    expect(await leading()).toBe('/console/sign-in?error=upstream_unreachable');
    provider.beAway(false);
    expect(await leading()).toContain('/authorize?');
  });

  it('lets a member in by a verified address, with a session of the member’s role', async () => {
    const said = { email: 'ada@example.com', email_verified: true, name: 'Ada\u202eL.\n' };
    const { browser, leaving, back } = await travel(said);
    expect(leaving.headers.get('set-cookie')).toMatch(/SameSite=Lax/);
    expect([back.status, back.headers.get('location')]).toEqual([302, '/console/']);
    expect(await whoIs(browser)).toMatchObject({
      method: 'oidc',
      person: { name: 'Ada L.' },
      memberships: [{ workspace_id: 'acme', role: 'viewer' }],
    });
  });

  it.each([
    ['an address that is not verified', { email: 'ada@example.com', email_verified: false }],
    ['an address of which nothing is said', { email: 'ada@example.com' }],
    ['no address', {}],
    ['an unknown person', { email: 'eve@example.com', email_verified: true }],
    ['a token for others', { email: 'ada@example.com', email_verified: true, aud: 'other' }],
    ['a token of another trip', { email: 'ada@example.com', email_verified: true, nonce: 'other' }],
  ])('refuses %s', async (_, said) => {
    const { browser, back } = await travel(said);
    expect(back.headers.get('location')).toBe('/console/sign-in?error=sign_in_failed');
    expect(browser.cookie()).toBe('');
  });

  it('refuses a member who was removed, and lets an operator in who is a member nowhere', async () => {
    const said = { email: 'gone@example.com', email_verified: true };
    const draft = { email: said.email, name: 'Gone', role: 'viewer' };
    const added = await gateway.ask('/workspaces/acme/members', { body: draft });
    const { id } = (await added.json()) as { readonly id: string };
    expect((await travel(said)).back.headers.get('location')).toBe('/console/');
    expect((await gateway.ask(`/workspaces/acme/members/${id}`, { method: 'DELETE' })).status).toBe(200);
    const { browser, back } = await travel(said);
    expect(back.headers.get('location')).toBe('/console/sign-in?error=sign_in_failed');
    expect(browser.cookie()).toBe('');
    await gateway.ask('/people', { body: { email: 'op@example.com', name: 'Op', operator: true } });
    const operator = await travel({ email: 'op@example.com', email_verified: true });
    expect(operator.back.headers.get('location')).toBe('/console/');
  });

  it('lets in whom a provider sends back with parameters of its own, however long', async () => {
    const { back } = await travel({ email: 'ada@example.com', email_verified: true }, (query) => {
      query.set('client_info', 'x'.repeat(3_000));
      query.append('audience', 'a');
      query.append('audience', 'b');
    });
    expect([back.status, back.headers.get('location')]).toEqual([302, '/console/']);
    // Others are closed.
    expect((await makeConsoleClient(gateway).send('GET', '/sign-in-methods?client_info=x')).status).toBe(400);
  });

  it('uses a new client secret as soon as the file has it', async () => {
    const said = { email: 'ada@example.com', email_verified: true };
    await travel(said);
    expect(provider.lastSecret()).toBe('shh');
    const identityProviders = [{ ...row, clientSecret: new Secret('new-secret') }];
    const config = makeConfig({ providers: [makeProvider('up-a', 'a', 'http://127.0.0.1:1')], identityProviders });
    await gateway.app.reload({ ...config, adminKey: new Secret(adminSecret) });
    await travel(said);
    expect(provider.lastSecret()).toBe('new-secret');
  });

  it('begins at https with a cookie that no other host can set', async () => {
    const safe = await startConsole({ identityProviders: [row], publicUrl: 'https://models.test' });
    onTestFinished(safe.close);
    await safe.ask('/workspaces/acme/members', { body: { email: 'ada@example.com', name: 'Ada', role: 'viewer' } });
    provider.name({ email: 'ada@example.com', email_verified: true });
    const browser = makeConsoleClient(safe);
    const leaving = await browser.send('GET', '/sessions/oidc/idp');
    const set = leaving.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^__Host-diglot-trip=\S+; Path=\/; Secure; .*HttpOnly; SameSite=Lax$/);
    const target = new URL(leaving.headers.get('location') ?? '');
    provider.depart(target.searchParams);
    const query = new URLSearchParams({ code: 'c', state: target.searchParams.get('state') ?? '' });
    const callback = `/sessions/oidc/idp/callback?${query.toString()}`;
    const [trip = ''] = set.split(';');
    const site = { 'sec-fetch-site': 'cross-site', cookie: trip };
    expect((await browser.with(site).send('GET', callback)).headers.get('location')).toBe('/console/');
  });

  it('refuses to go on with a trip that this browser has not begun', async () => {
    const said = { email: 'ada@example.com', email_verified: true };
    const { back } = await travel(said, (query) => query.set('state', 'another'));
    expect(back.headers.get('location')).toBe('/console/sign-in?error=sign_in_failed');
  });
});
