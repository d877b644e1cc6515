import { AwsV4Signer } from 'aws4fetch';
import type { AwsContainer, AwsInstance, AwsKeys, AwsWebIdentity } from '../../catalog/credential.ts';
import type { JsonObject } from '../../shared/json/json.ts';
import { Secret, type Secrets } from '../../shared/secret.ts';
import {
  type AwsSigningKey,
  formOf,
  type Issue,
  type IssuerAnswer,
  readIssued,
  textIn,
  type Token,
} from './issuers.ts';
import { CredentialFailure, type RequestToSign, type SentHeaders } from '../upstream.ts';

/** A temporary key of AWS. */
interface TemporaryKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  /** RFC 3339. */
  readonly expiration: string;
}

function tokenOf(key: TemporaryKey, others: Secrets = []): Token {
  const expiresAt = Date.parse(key.expiration);
  if (!Number.isFinite(expiresAt)) throw new CredentialFailure('the answer of the token endpoint has no end');
  const secretAccessKey = new Secret(key.secretAccessKey);
  const sessionToken = new Secret(key.sessionToken);
  return {
    value: { aws: { accessKeyId: key.accessKeyId, secretAccessKey, sessionToken } },
    expiresAt,
    secrets: [new Secret(key.accessKeyId), secretAccessKey, sessionToken, ...others],
  };
}

/** A key that the operator configured. */
export const issueKeys: Issue<AwsKeys> = ({ accessKeyId, secretAccessKey, sessionToken }) =>
  Promise.resolve({
    value: { aws: { accessKeyId: accessKeyId.reveal(), secretAccessKey, sessionToken } },
    expiresAt: null,
    secrets: [accessKeyId, secretAccessKey, ...(sessionToken === null ? [] : [sessionToken])],
  });

/** The text of an element. The service answers XML whose values have nothing to unescape but in messages. */
function elementIn(xml: string, name: string): string {
  const [, value] = new RegExp(`<${name}>([^<]{1,16384})</${name}>`).exec(xml) ?? [];
  if (value === undefined) throw new CredentialFailure(`the answer of the token endpoint has no ${name}`);
  return value.trim();
}

function readXml({ status, text }: IssuerAnswer): string {
  if (status === 200) return text;
  const [, code] = /<Code>([A-Za-z.]{1,64})<\/Code>/.exec(text) ?? [];
  throw new CredentialFailure(`the token endpoint answered ${status}${code === undefined ? '' : ` (${code})`}`);
}

/** A role that is taken with a workload's token (`AssumeRoleWithWebIdentity`). */
export const issueForWebIdentity: Issue<AwsWebIdentity> = async (credential, { ask, readFile }) => {
  const token = new Secret(await readFile(credential.tokenFile));
  const form = formOf({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: credential.roleArn,
    RoleSessionName: credential.sessionName,
    WebIdentityToken: token.reveal(),
  });
  const answer = await ask({
    method: 'POST',
    url: `${credential.endpoint}/`,
    ...form,
    headers: { ...form.headers, accept: 'application/xml' },
  });
  const xml = readXml(answer);
  const key = {
    accessKeyId: elementIn(xml, 'AccessKeyId'),
    secretAccessKey: elementIn(xml, 'SecretAccessKey'),
    sessionToken: elementIn(xml, 'SessionToken'),
    expiration: elementIn(xml, 'Expiration'),
  };
  return tokenOf(key, [token]);
};

/** A key as agents of containers and metadata services answer it. */
const readKey = (issued: JsonObject, others: Secrets = []): Token =>
  tokenOf(
    {
      accessKeyId: textIn(issued, 'AccessKeyId'),
      secretAccessKey: textIn(issued, 'SecretAccessKey'),
      sessionToken: textIn(issued, 'Token'),
      expiration: textIn(issued, 'Expiration'),
    },
    others,
  );

/** The role of a container. */
export const issueForContainer: Issue<AwsContainer> = async (credential, { ask, readFile }) => {
  const { endpoint, token, tokenFile } = credential;
  const shown = tokenFile === null ? token : new Secret(await readFile(tokenFile));
  const headers = { accept: 'application/json', ...(shown !== null && { authorization: shown.reveal() }) };
  return readKey(readIssued(await ask({ method: 'GET', url: endpoint, headers })), shown === null ? [] : [shown]);
};

/** Seconds for which a session with the metadata service lasts. */
const sessionSeconds = '300';

const rolesPath = '/latest/meta-data/iam/security-credentials/';

/** The role of a virtual machine (instance metadata service, version 2). */
export const issueForInstance: Issue<AwsInstance> = async ({ endpoint }, { ask }) => {
  const read = async (request: Parameters<typeof ask>[0]): Promise<IssuerAnswer> => {
    const answer = await ask(request);
    if (answer.status === 200) return answer;
    throw new CredentialFailure(`the metadata service answered ${answer.status}`);
  };
  const opening = { 'x-aws-ec2-metadata-token-ttl-seconds': sessionSeconds };
  const session = (await read({ method: 'PUT', url: `${endpoint}/latest/api/token`, headers: opening })).text;
  const headers = { 'x-aws-ec2-metadata-token': session };
  const [role = ''] = (await read({ method: 'GET', url: endpoint + rolesPath, headers })).text.trim().split('\n');
  if (!/^[\w+=,.@-]{1,64}$/.test(role)) throw new CredentialFailure('the machine has no role');
  const answer = await read({ method: 'GET', url: endpoint + rolesPath + role, headers });
  return readKey(readIssued(answer), [new Secret(session)]);
};

/** A request to sign, and where it is signed for. */
interface Signing {
  readonly request: RequestToSign;
  readonly region: string;
  readonly service: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Derived keys, one for each day, region and service. */
const derived = new WeakMap<AwsSigningKey, Map<string, ArrayBuffer>>();
const mostDerived = 4;

function cacheOf(key: AwsSigningKey): Map<string, ArrayBuffer> {
  const known = derived.get(key) ?? new Map<string, ArrayBuffer>();
  if (known.size > mostDerived) known.clear();
  derived.set(key, known);
  return known;
}

/** The headers that sign a request (AWS Signature Version 4). A body that flows is not part of the signature. */
export async function signAws(key: AwsSigningKey, { request, region, service, now }: Signing): Promise<SentHeaders> {
  const signer = new AwsV4Signer({
    method: request.method,
    url: request.url,
    headers: { ...request.headers, 'x-amz-content-sha256': request.bodyHash() ?? 'UNSIGNED-PAYLOAD' },
    accessKeyId: key.accessKeyId,
    secretAccessKey: key.secretAccessKey.reveal(),
    ...(key.sessionToken !== null && { sessionToken: key.sessionToken.reveal() }),
    service,
    region,
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    cache: cacheOf(key),
  });
  const { headers } = await signer.sign();
  const names = ['authorization', 'x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token'];
  const signed = new Headers(headers);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = signed.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
