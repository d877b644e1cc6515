import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Readonly<Record<string, unknown>>;

/** An identity provider (OpenID Connect) on a socket, with the code flow and PKCE. It names the person that the test chooses. */
export interface FakeIdentityProvider {
  readonly issuer: string;
  /** Answers everything with 503, or no longer. */
  readonly beAway: (isAway: boolean) => void;
  /** Whom it names from now on, on top of a token that is right. */
  readonly name: (claims: Claims) => void;
  /** The client secret of the last request for a token. */
  readonly lastSecret: () => string | null;
  /** What the browser brought along. */
  readonly depart: (query: URLSearchParams) => void;
  readonly close: () => void;
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startIdentityProvider(): Promise<FakeIdentityProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let claims: Claims = {};
  let isAway = false;
  let asked = new URLSearchParams();
  let issuer = '';
  let secret: string | null = null;

  const idToken = (): string => {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + 60 };
    const facts = { iss: issuer, aud: 'diglot', sub: 'u1', ...times, nonce: asked.get('nonce'), ...claims };
    const head = `${part({ alg: 'RS256', kid: 'k1' })}.${part(facts)}`;
    return `${head}.${createSign('RSA-SHA256').update(head).sign(privateKey, 'base64url')}`;
  };
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
  const hashOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (pathname === '/authorize' && !isAway) {
        asked = searchParams;
        const back = new URL(searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', 'c');
        back.searchParams.set('state', searchParams.get('state') ?? '');
        return void response.writeHead(302, { location: back.href }).end();
      }
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const verifier = form.get('code_verifier');
      if (pathname === '/token') secret = form.get('client_secret');
      const fits = verifier === null || hashOf(verifier) === asked.get('code_challenge');
      const found = answers[pathname];
      const status = isAway || !found ? 503 : fits ? 200 : 400;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? found?.() : { error: 'invalid_grant' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    beAway: (away) => void (isAway = away),
    name: (said) => void (claims = said),
    lastSecret: () => secret,
    depart: (query) => void (asked = query),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
