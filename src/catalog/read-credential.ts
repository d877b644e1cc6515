import { isLoopbackHost, isPublicAddress } from '../shared/public-address.ts';
import { memberOf } from '../shared/json/json.ts';
import { Secret } from '../shared/secret.ts';
import { awsPlaceOf, type Credential, type CredentialType } from './credential.ts';
import { wrong, type DocumentPath, type Finding } from './finding.ts';
import { kindFacts, kindOf } from './provider-kinds.ts';
import type { DeclaredCredential } from './schema/credential-schema.ts';
import type { DeclaredProvider } from './schema/provider-schema.ts';

type Declared<Type> = Extract<DeclaredCredential, { type: Type }>;
type Row = Pick<DeclaredProvider, 'base_url' | 'api_version'>;

const secretOf = (value: string | null): Secret | null => (value === null ? null : new Secret(value));

/** Where requests are signed for. Without a region the row is refused. */
const placeOf = ({ region, service }: Pick<Declared<'aws-keys'>, 'region' | 'service'>, { base_url: url }: Row) => ({
  region: region ?? awsPlaceOf(url)?.region ?? '',
  service: service ?? awsPlaceOf(url)?.service ?? 'bedrock',
});

/** Domains of AWS that are not the usual one, by the first word of their regions. */
const awsDomains: Readonly<Record<string, string>> = { cn: 'amazonaws.com.cn', eusc: 'amazonaws.eu' };

/** Where tokens of the Security Token Service are issued in a region. */
const stsOf = (region: string): string =>
  `https://sts.${region}.${memberOf(awsDomains, region.split('-', 1)[0] ?? '') ?? 'amazonaws.com'}`;

/** Scopes of Azure's tokens: of the versionless API, and of dated versions. */
const azureScope = (stated: string | null, { api_version: version }: Row): string =>
  stated ?? (version === null ? 'https://ai.azure.com/.default' : 'https://cognitiveservices.azure.com/.default');

const bare = (address: string): string => address.replace(/\/+$/, '');

type Readers = {
  readonly [Type in CredentialType]: (
    declared: Extract<DeclaredCredential, { type?: Type | undefined }>,
    row: Row,
  ) => Credential;
};

const readers: Readers = {
  header: ({ header, scheme, value }) => ({
    type: 'header',
    header: header.toLowerCase(),
    scheme,
    value: new Secret(value),
  }),
  'aws-keys': (declared, row) => ({
    type: 'aws-keys',
    accessKeyId: new Secret(declared.access_key_id),
    secretAccessKey: new Secret(declared.secret_access_key),
    sessionToken: secretOf(declared.session_token),
    ...placeOf(declared, row),
  }),
  'aws-web-identity': (declared, row) => {
    const place = placeOf(declared, row);
    return {
      type: 'aws-web-identity',
      roleArn: declared.role_arn,
      sessionName: declared.session_name,
      tokenFile: declared.token_file,
      endpoint: bare(declared.endpoint ?? stsOf(place.region)),
      ...place,
    };
  },
  'aws-container': (declared, row) => ({
    type: 'aws-container',
    endpoint: declared.endpoint,
    token: secretOf(declared.token),
    tokenFile: declared.token_file,
    ...placeOf(declared, row),
  }),
  'aws-instance': (declared, row) => ({
    type: 'aws-instance',
    endpoint: bare(declared.endpoint),
    ...placeOf(declared, row),
  }),
  'entra-secret': (declared, row) => ({
    type: 'entra-secret',
    tenantId: declared.tenant_id,
    clientId: declared.client_id,
    clientSecret: new Secret(declared.client_secret),
    scope: azureScope(declared.scope, row),
    endpoint: bare(declared.endpoint),
  }),
  'entra-workload-identity': (declared, row) => ({
    type: 'entra-workload-identity',
    tenantId: declared.tenant_id,
    clientId: declared.client_id,
    tokenFile: declared.token_file,
    scope: azureScope(declared.scope, row),
    endpoint: bare(declared.endpoint),
  }),
  'entra-managed-identity': (declared, row) => ({
    type: 'entra-managed-identity',
    clientId: declared.client_id,
    scope: azureScope(declared.scope, row),
    endpoint: bare(declared.endpoint),
  }),
  'google-service-account': ({ file, key, scope, endpoint }) => ({
    type: 'google-service-account',
    key: file === null ? { json: new Secret(key ?? '') } : { file },
    scope,
    endpoint,
  }),
  'google-metadata': ({ endpoint }) => ({ type: 'google-metadata', endpoint: bare(endpoint) }),
};

/** The credential of a row, with its defaults. */
export function readCredential(declared: DeclaredCredential, row: Row): Credential {
  const read = readers[declared.type ?? 'header'] as (declared: DeclaredCredential, row: Row) => Credential;
  return read(declared, row);
}

const ownKeyPrefix = 'sk-dg-';

/** Checks that the kind takes the credential, that its region is known, and that no secret goes out unencrypted. */
export function checkCredential(provider: DeclaredProvider, path: DocumentPath): readonly Finding[] {
  const { credential, base_url: baseUrl } = provider;
  if (credential === null) return [];
  const place = [...path, 'credential'];
  const kind = kindOf(provider);
  const type = credential.type ?? 'header';
  const { credentials } = kindFacts[kind];
  if (!credentials.includes(type)) {
    const message = `is not a credential that kind ${kind} takes: ${type}. It takes ${credentials.join(', ')}`;
    return [wrong([...place, 'type'], message)];
  }
  return [
    ...checkKey(credential, place),
    ...('region' in credential ? checkRegion(credential.region, baseUrl, place) : []),
    ...('endpoint' in credential && credential.endpoint !== null
      ? checkEndpoint(credential.endpoint, type, place)
      : []),
  ];
}

function checkKey(credential: DeclaredCredential, path: DocumentPath): readonly Finding[] {
  if (!('value' in credential) || !credential.value.includes(ownKeyPrefix)) return [];
  const message = `is a key of this gateway (it begins with ${ownKeyPrefix}), not the provider's: on the server, set OPENAI_API_KEY and ANTHROPIC_API_KEY to the provider's key; only clients set them to a key of the gateway. They were probably set by \`diglot env\`: run \`unset OPENAI_API_KEY ANTHROPIC_API_KEY\`, or use another terminal`;
  return [wrong([...path, 'value'], message)];
}

function checkRegion(region: string | null, baseUrl: string, path: DocumentPath): readonly Finding[] {
  const known = awsPlaceOf(baseUrl)?.region ?? null;
  const place = [...path, 'region'];
  if (region === null && known === null)
    return [wrong(place, 'is required, because the host of base_url does not name a region of AWS')];
  if (region === null || known === null || region === known) return [];
  return [wrong(place, `contradicts the host of base_url, which is in ${known}: ${region}`)];
}

/** Credentials whose issuer is on the machine or next to it, and speaks http. */
const nearby: ReadonlySet<CredentialType> = new Set([
  'aws-container',
  'aws-instance',
  'entra-managed-identity',
  'google-metadata',
]);

/** True for an address that cannot leave this machine. */
export const isLoopback = (host: string): boolean => isLoopbackHost(host) || /\.localhost$/i.test(host);

/** True for an address or a name that only a private network has. */
export function isPrivateHost(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (/^[\d.]+$|:/.test(plain)) return !isPublicAddress(plain);
  return (
    !plain.includes('.') || /\.(?:internal|local|localdomain|lan|svc|corp|intranet|private|home\.arpa)$/.test(plain)
  );
}

function checkEndpoint(endpoint: string, type: CredentialType, path: DocumentPath): readonly Finding[] {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol === 'https:' || isLoopback(hostname) || (nearby.has(type) && isPrivateHost(hostname))) return [];
  return [wrong([...path, 'endpoint'], 'must begin with https, because http would send secrets unencrypted')];
}
