import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/config/problems.ts';
import { loadText } from '../config/load-text.ts';

const fileOf = (row: string): string => `providers:\n  - { id: up, ${row} }\nmodels: []\nproducts: []\n`;

async function problemsOf(row: string, environment = {}): Promise<readonly string[]> {
  try {
    await loadText(fileOf(row), { environment });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path} ${message}`);
  }
}

const runtime = 'spec: a, base_url: "https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1"';
const keys = 'type: aws-keys, access_key_id: AKIAX, secret_access_key: CANARY-secret';
const azure = 'spec: a, base_url: "https://res.openai.azure.com/openai/v1"';
const client = 'type: entra-secret, tenant_id: t, client_id: c';
const workload = 'type: entra-workload-identity, tenant_id: t, client_id: c, token_file: /var/run/token';

describe('the credential of a provider', () => {
  it.each([
    ['a region that its host names', `${runtime}, credential: { ${keys} }`],
    ['the same region', `${runtime}, credential: { ${keys}, region: us-east-1 }`],
    ['a metadata service in the network', `${runtime}, credential: { type: aws-instance }`],
    ['an agent in the network', `${runtime}, credential: { type: aws-container, endpoint: "http://169.254.170.2/v2" }`],
    ['a key file', `${azure}, credential: { type: google-service-account, file: key.json }`],
    ['the token of a workload', `${azure}, credential: { ${workload} }`],
    ['a key of one header, with its type', `${azure}, credential: { type: header, header: api-key, value: k }`],
  ])('may have %s', async (_, row) => {
    expect(await problemsOf(row)).toEqual([]);
  });

  it.each([
    [
      'a region that contradicts the host',
      `${runtime}, credential: { ${keys}, region: eu-west-1 }`,
      ['providers[0].credential.region contradicts the host of base_url, which is in us-east-1: eu-west-1'],
    ],
    [
      'no region where the host names none',
      `spec: a, base_url: "https://proxy.example.com/v1", credential: { ${keys} }`,
      ['providers[0].credential.region is required, because the host of base_url does not name a region of AWS'],
    ],
    [
      'a type that its kind does not take',
      'spec: b, base_url: "https://api.anthropic.com", credential: { type: google-metadata }',
      [
        expect.stringMatching(
          /^providers\[0\]\.credential\.type is not a credential that kind anthropic takes: google/,
        ),
      ],
    ],
    [
      'a type that does not exist',
      `${azure}, credential: { type: aws-key }`,
      [
        expect.stringMatching(
          /^providers\[0\]\.credential\.type must be one of header, aws-keys, .*; you wrote "aws-key"$/,
        ),
      ],
    ],
    [
      'an issuer over http',
      `${azure}, credential: { ${client}, client_secret: CANARY, endpoint: "http://login.example.com" }`,
      [expect.stringMatching(/^providers\[0\]\.credential\.endpoint must begin with https/)],
    ],
    [
      'the token of a workload that would go out over http',
      `${azure}, credential: { ${workload}, endpoint: "http://login.internal" }`,
      [expect.stringMatching(/^providers\[0\]\.credential\.endpoint must begin with https/)],
    ],
    [
      'a metadata service on the internet',
      `${runtime}, credential: { type: aws-instance, endpoint: "http://8.8.8.8" }`,
      [expect.stringMatching(/^providers\[0\]\.credential\.endpoint must begin with https/)],
    ],
    [
      'two keys',
      `${azure}, credential: { type: google-service-account, file: a, key: CANARY }`,
      [
        expect.stringMatching(
          /^providers\[0\]\.credential\.file must be set unless key is set; only one of the two may be/,
        ),
      ],
    ],
    [
      'a secret of the wrong form, which is not repeated',
      `${runtime}, credential: { type: aws-keys, access_key_id: AKIAX, secret_access_key: "CANARY é" }`,
      ['providers[0].credential.secret_access_key must be 1 to 2,048 visible ASCII characters'],
    ],
  ])('is refused with %s', async (_, row, problems) => {
    const found = await problemsOf(row);
    expect(found).toEqual(problems);
    expect(found.join()).not.toContain('CANARY');
  });

  it('comes from a file where the value names one', async () => {
    const file = join(tmpdir(), `diglot-secret-${process.pid}`);
    await writeFile(file, 'CANARY-client-secret\n');
    const row = `${azure}, credential: { ${client}, client_secret: "\${file:${file}}" }`;
    const { config } = await loadText(fileOf(row), { environment: {} });
    await rm(file);
    const credential = config.catalog.providers.get('up')?.credential;
    if (credential?.type !== 'entra-secret') throw new Error('It has another type.');
    expect([credential.clientSecret.reveal(), credential.scope, credential.endpoint]).toEqual([
      'CANARY-client-secret',
      'https://ai.azure.com/.default',
      'https://login.microsoftonline.com',
    ]);
    expect(await problemsOf(row)).toEqual([` names a file that cannot be read: ${file} (ENOENT)`]);
  });
});

describe('the role of a workload', () => {
  it.each([
    ['bedrock-runtime.us-gov-west-1.amazonaws.com', 'sts.us-gov-west-1.amazonaws.com'],
    ['bedrock-runtime.cn-north-1.amazonaws.com.cn', 'sts.cn-north-1.amazonaws.com.cn'],
    ['bedrock-runtime.eusc-de-east-1.amazonaws.eu', 'sts.eusc-de-east-1.amazonaws.eu'],
    ['bedrock-mantle.us-east-1.api.aws', 'sts.us-east-1.amazonaws.com'],
  ])('is asked for where the region of its host has it: %s', async (host, issuer) => {
    const role = 'type: aws-web-identity, role_arn: "arn:aws:iam::1:role/r", token_file: /var/run/token';
    const row = `spec: a, base_url: "https://${host}/openai/v1", credential: { ${role} }`;
    const { config } = await loadText(fileOf(row));
    expect(config.catalog.providers.get('up')?.credential).toMatchObject({ endpoint: `https://${issuer}` });
  });
});
