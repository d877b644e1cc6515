import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { startBrowser, type TestBrowser } from './start-browser.ts';
import { startConsole, type ConsoleGateway } from './start-console.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An identity provider that names whoever it is told to. */
let claims: Readonly<Record<string, unknown>> = {};
let away = true;
const asked: Record<string, string> = {};
let issuer = '';

function idToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const facts = { iss: issuer, aud: 'diglot', sub: 'u1', iat: now, exp: now + 60, nonce: asked['nonce'], ...claims };
  const head = `${part({ alg: 'RS256', kid: 'k1' })}.${part(facts)}`;
  return `${head}.${createSign('RSA-SHA256').update(head).sign(privateKey, 'base64url')}`;
}

const answers: Readonly<Record<string, () => unknown>> = {
  '/.well-known/openid-configuration': () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }),
  '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] }),
  '/token': () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken() }),
};

describe('signing in with an identity provider', () => {
  let provider: Server;
  let gateway: ConsoleGateway;
  beforeAll(async () => {
    provider = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        const verifier = form.get('code_verifier');
        const fits =
          createHash('sha256')
            .update(verifier ?? '')
            .digest('base64url') === asked['code_challenge'];
        const found = answers[request.url ?? ''];
        const status = away || !found ? 503 : verifier !== null && !fits ? 400 : 200;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(status === 200 ? found?.() : { error: 'invalid_grant' }));
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => provider.once('listening', resolve));
    issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const row = {
      id: 'idp',
      name: 'IdP',
      issuer,
      clientId: 'diglot',
      clientSecret: new Secret('shh'),
      trustsEmail: false,
    };
    gateway = await startConsole({ identityProviders: [{ ...row, scopes: ['openid', 'email'] }] });
    await gateway.ask('/workspaces/acme/members', { body: { email: 'Ada@example.com', name: 'Ada', role: 'viewer' } });
  });
  afterAll(async () => {
    await gateway.close();
    provider.close();
  });

  /** Goes to the provider and back. */
  async function travel(said: typeof claims, change: (query: URLSearchParams) => void = () => undefined) {
    claims = said;
    const browser = startBrowser(gateway);
    const leaving = await browser.send('GET', '/sessions/oidc/idp');
    if (leaving.status !== 302) return { browser, leaving, back: leaving };
    const [trip = ''] = (leaving.headers.get('set-cookie') ?? '').split(';');
    const target = new URL(leaving.headers.get('location') ?? '');
    for (const [name, value] of target.searchParams) asked[name] = value;
    const query = new URLSearchParams({ code: 'c', state: asked['state'] ?? '' });
    change(query);
    const site = { 'sec-fetch-site': 'cross-site', cookie: trip };
    const back = await browser.with(site).send('GET', `/sessions/oidc/idp/callback?${query.toString()}`);
    return { browser, leaving, back };
  }
  const whoIs = async (browser: TestBrowser) => (await browser.send('GET', '/session')).json();

  it('is offered, and comes back by itself when the provider was away', async () => {
    const methods = await startBrowser(gateway).send('GET', '/sign-in-methods');
    expect(await methods.json()).toMatchObject({ providers: [{ id: 'idp', url: '/console/api/sessions/oidc/idp' }] });
    expect((await travel({})).leaving.status).toBe(502);
    away = false;
    expect((await travel({})).leaving.status).toBe(302);
  });

  it('lets a member in by a verified address, with a session of the member’s role', async () => {
    const { browser, leaving, back } = await travel({ email: 'ada@example.com', email_verified: true, name: 'Ada L.' });
    expect(leaving.headers.get('set-cookie')).toMatch(/SameSite=Lax/);
    expect([back.status, back.headers.get('location')]).toEqual([302, '/console/']);
    expect(await whoIs(browser)).toMatchObject({
      method: 'oidc',
      memberships: [{ workspace_id: 'acme', role: 'viewer' }],
    });
  });

  it.each([
    ['an address that is not verified', { email: 'ada@example.com', email_verified: false }],
    ['an address of which nothing is said', { email: 'ada@example.com' }],
    ['no address', {}],
    ['a stranger', { email: 'eve@example.com', email_verified: true }],
    ['a token for others', { email: 'ada@example.com', email_verified: true, aud: 'other' }],
    ['a token of another trip', { email: 'ada@example.com', email_verified: true, nonce: 'other' }],
  ])('refuses %s', async (_, said) => {
    const { browser, back } = await travel(said);
    expect(back.headers.get('location')).toBe('/console/sign-in?error=sign_in_failed');
    expect(browser.cookie()).toBe('');
  });

  it('refuses to go on with a trip that this browser has not begun', async () => {
    const said = { email: 'ada@example.com', email_verified: true };
    const { back } = await travel(said, (query) => query.set('state', 'another'));
    expect(back.headers.get('location')).toBe('/console/sign-in?error=sign_in_failed');
  });
});
