import { createVerify, generateKeyPairSync } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IssuedCredential } from '../../../src/catalog/credential.ts';
import { makeCredentials } from '../../../src/providers/credentials/credentials.ts';
import type { SentHeaders } from '../../../src/providers/upstream.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { startIssuer, type Issuer } from '../../fakes/issuer.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
const account = { type: 'service_account', client_email: 'gate@proj.iam', private_key: pem, private_key_id: 'k1' };
const aws = { region: 'us-east-1', service: 'bedrock' };
const key = {
  AccessKeyId: 'ASIATEMPORARY',
  SecretAccessKey: 'CANARY-temporary-secret',
  Token: 'CANARY-session-token',
  Expiration: '2100-01-01T00:00:00Z',
};

const file = join(tmpdir(), `diglot-issuers-${process.pid}`);

describe('what issuers are asked', () => {
  let issuer: Issuer;
  const clock = makeHandClock();
  beforeAll(async () => {
    issuer = await startIssuer();
    await writeFile(file, 'CANARY-workload-token\n');
  });
  beforeEach(() => issuer.forget());
  afterAll(async () => {
    await issuer.close();
    await rm(file);
  });

  async function shown(credential: IssuedCredential): Promise<{ headers: SentHeaders; secrets: readonly string[] }> {
    const credentials = makeCredentials(clock);
    const url = 'https://bedrock-runtime.us-east-1.amazonaws.com/model/m/invoke';
    const headers = await credentials.authorise(credential, { method: 'POST', url, headers: {}, bodyHash: () => 'ab' });
    return { headers, secrets: credentials.secretsOf(credential).map((secret) => secret.reveal()) };
  }

  it('Google: an assertion that the public key of the account verifies', async () => {
    issuer.always(({ body }) => {
      const form = new URLSearchParams(body);
      const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
      const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
      const verified = createVerify('RSA-SHA256')
        .update(`${head}.${claims}`)
        .verify(publicKey, Buffer.from(signature, 'base64url'));
      const now = Math.floor(clock.now() / 1_000);
      expect(verified).toBe(true);
      expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' });
      expect(read(claims)).toEqual({ iss: 'gate@proj.iam', scope: 's', aud: issuer.url, iat: now, exp: now + 3_600 });
      expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
      return { body: { access_token: 'ya29.CANARY', expires_in: 3_599 } };
    });
    const base = { type: 'google-service-account', scope: 's', endpoint: issuer.url } as const;
    const { headers, secrets } = await shown({ ...base, key: { json: new Secret(JSON.stringify(account)) } });
    expect(headers).toEqual({ authorization: 'Bearer ya29.CANARY' });
    expect(secrets).toEqual(['ya29.CANARY', pem]);
    expect(issuer.requests).toHaveLength(1);
  });

  it('Google’s metadata service: with the header that it wants', async () => {
    issuer.always(() => ({ body: { access_token: 'ya29.M', expires_in: 300 } }));
    const { headers } = await shown({ type: 'google-metadata', endpoint: issuer.url });
    expect(headers).toEqual({ authorization: 'Bearer ya29.M' });
    expect(issuer.requests[0]).toMatchObject({
      method: 'GET',
      path: '/computeMetadata/v1/instance/service-accounts/default/token',
      headers: { 'metadata-flavor': 'Google' },
    });
  });

  it('Entra: the four fields of a client with a secret, and a machine’s identity by its resource', async () => {
    issuer.always(() => ({ body: { access_token: 'eyJ', expires_in: '3599' } }));
    const scope = 'https://ai.azure.com/.default';
    const client = { clientId: 'c1', clientSecret: new Secret('CANARY-client-secret') };
    const { secrets } = await shown({ type: 'entra-secret', tenantId: 't1', ...client, scope, endpoint: issuer.url });
    expect(secrets).toEqual(['eyJ', 'CANARY-client-secret']);
    expect(issuer.requests[0]?.path).toBe('/t1/oauth2/v2.0/token');
    expect(Object.fromEntries(new URLSearchParams(issuer.requests[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'c1',
      client_secret: 'CANARY-client-secret',
      scope,
    });
    await shown({ type: 'entra-managed-identity', clientId: 'c2', scope, endpoint: issuer.url });
    expect(issuer.requests[1]).toMatchObject({
      path: '/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https%3A%2F%2Fai.azure.com&client_id=c2',
      headers: { metadata: 'true' },
    });
  });

  it('Entra: the token of a workload in the place of a secret', async () => {
    issuer.always(() => ({ body: { access_token: 'eyJ', expires_in: 3_599 } }));
    const client = { tenantId: 't1', clientId: 'c1', tokenFile: file, scope: 's', endpoint: issuer.url };
    const { headers, secrets } = await shown({ type: 'entra-workload-identity', ...client });
    expect([headers, secrets]).toEqual([{ authorization: 'Bearer eyJ' }, ['eyJ', 'CANARY-workload-token']]);
    expect(issuer.requests[0]).toMatchObject({ method: 'POST', path: '/t1/oauth2/v2.0/token' });
    expect(Object.fromEntries(new URLSearchParams(issuer.requests[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'c1',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'CANARY-workload-token',
      scope: 's',
    });
  });

  it('AWS: a role for the token of a workload', async () => {
    const { Token: token, ...rest } = key;
    const members = Object.entries({ ...rest, SessionToken: token }).map(
      ([name, value]) => `<${name}>${value}</${name}>`,
    );
    issuer.always(() => ({ body: `<R><Credentials>${members.join('')}</Credentials></R>` }));
    const role = { roleArn: 'arn:aws:iam::1:role/r', sessionName: 'diglot', tokenFile: file };
    const { headers, secrets } = await shown({ type: 'aws-web-identity', ...role, endpoint: issuer.url, ...aws });
    expect(Object.fromEntries(new URLSearchParams(issuer.requests[0]?.body))).toEqual({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: role.roleArn,
      RoleSessionName: 'diglot',
      WebIdentityToken: 'CANARY-workload-token',
    });
    expect(headers).toMatchObject({ 'x-amz-security-token': key.Token, 'x-amz-content-sha256': 'ab' });
    expect(headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=ASIATEMPORARY\/\d{8}\/us-east-1\/bedrock\/aws4_request/,
    );
    expect(secrets).toEqual([key.AccessKeyId, key.SecretAccessKey, key.Token, 'CANARY-workload-token']);
  });

  it('AWS: the role of a container, with the token in its file', async () => {
    issuer.always(() => ({ body: key }));
    const { headers } = await shown({
      type: 'aws-container',
      endpoint: `${issuer.url}/v1/credentials`,
      token: null,
      tokenFile: file,
      ...aws,
    });
    expect(headers['x-amz-security-token']).toBe(key.Token);
    expect(issuer.requests[0]).toMatchObject({
      path: '/v1/credentials',
      headers: { authorization: 'CANARY-workload-token' },
    });
  });

  it('AWS: the role of a machine, within a session', async () => {
    const answers: Record<string, string | object> = {
      '/latest/api/token': 'CANARY-imds-session',
      '/latest/meta-data/iam/security-credentials/': 'role-1',
      '/latest/meta-data/iam/security-credentials/role-1': { Code: 'Success', ...key },
    };
    issuer.always(({ path }) => ({ body: answers[path] ?? '' }));
    const { headers } = await shown({ type: 'aws-instance', endpoint: issuer.url, ...aws });
    expect(headers['x-amz-security-token']).toBe(key.Token);
    expect(issuer.requests.map(({ method, headers: sent }) => [method, sent['x-aws-ec2-metadata-token']])).toEqual([
      ['PUT', undefined],
      ['GET', 'CANARY-imds-session'],
      ['GET', 'CANARY-imds-session'],
    ]);
  });

  it.each<[string, () => IssuedCredential, RegExp]>([
    [
      'an error with a code',
      () => {
        issuer.always(() => ({ status: 401, body: { error: 'invalid_client', error_description: 'CANARY' } }));
        return { type: 'google-metadata', endpoint: issuer.url };
      },
      /^the token endpoint answered 401 \(invalid_client\)$/,
    ],
    [
      'an answer without a token',
      () => {
        issuer.always(() => ({ body: { expires_in: 1 } }));
        return { type: 'google-metadata', endpoint: issuer.url };
      },
      /has no access_token$/,
    ],
    [
      'an answer without an end',
      () => {
        issuer.always(() => ({ body: '{'.repeat(300_000) }));
        return { type: 'google-metadata', endpoint: issuer.url };
      },
      /is too long$/,
    ],
    [
      'nobody',
      () => ({ type: 'google-metadata', endpoint: 'http://127.0.0.1:9' }),
      /^the token endpoint cannot be reached$/,
    ],
    [
      'a file that is not there',
      () => ({
        type: 'google-service-account',
        key: { file: '/CANARY/none' },
        scope: 's',
        endpoint: issuer.url,
      }),
      /^a file with a key or a token cannot be read$/,
    ],
    [
      'a key that is none',
      () => {
        const broken = new Secret(JSON.stringify({ ...account, private_key: 'CANARY' }));
        return { type: 'google-service-account', key: { json: broken }, scope: 's', endpoint: issuer.url };
      },
      /^the private key of the service account cannot be read$/,
    ],
  ])('say why there is no token, and nothing else: %s', async (_, credentialOf, reason) => {
    const failure: unknown = await shown(credentialOf()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'CredentialFailure', message: expect.stringMatching(reason) as string });
    expect(String(failure)).not.toContain('CANARY');
  });
});
