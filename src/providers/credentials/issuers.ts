import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { promises as files } from 'node:fs';
import { Agent, request } from 'undici';
import type {
  EntraManagedIdentity,
  EntraSecret,
  EntraWorkloadIdentity,
  GoogleMetadata,
  GoogleServiceAccount,
  IssuedCredential,
} from '../../catalog/credential.ts';
import { PieceList } from '../../shared/collections.ts';
import { isObject, type JsonObject, parseJson } from '../../shared/json/json.ts';
import { Secret, type Secrets } from '../../shared/secret.ts';
import { CredentialFailure } from '../upstream.ts';

/** The keys with which requests to AWS are signed. */
export interface AwsSigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  readonly sessionToken: Secret | null;
}

/** What a credential stands for at the moment. */
export interface Token {
  readonly value: { readonly bearer: Secret } | { readonly aws: AwsSigningKey };
  /** Epoch milliseconds; null: it does not end. */
  readonly expiresAt: number | null;
  /** Everything in it that no client may see, and what it was obtained with. */
  readonly secrets: Secrets;
}

/** A request to the issuer of a token. */
interface IssuerRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface IssuerAnswer {
  readonly status: number;
  readonly text: string;
}

/** How issuers are reached. */
export interface IssuerDeps {
  /** @throws {CredentialFailure} where there is no whole answer */
  readonly ask: (request: IssuerRequest) => Promise<IssuerAnswer>;
  /** @throws {CredentialFailure} */
  readonly readFile: (path: string) => Promise<string>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Obtains what a credential stands for. @throws {CredentialFailure} */
export type Issue<Credential extends IssuedCredential> = (credential: Credential, deps: IssuerDeps) => Promise<Token>;

/** Milliseconds for a whole exchange, and the bytes of the longest answer. */
const exchangeMilliseconds = 10_000;
const longestAnswer = 262_144;

/** Bytes of the longest file that holds a token or a key. */
const longestFile = 65_536;

/** Verifies certificates, whatever an environment variable says: what is sent is a secret. */
const dispatcher = new Agent({ connect: { rejectUnauthorized: true } });

/** Sends one request to an issuer of tokens: no redirect, no second attempt. */
async function askIssuer({ method, url, headers, body }: IssuerRequest): Promise<IssuerAnswer> {
  const signal = AbortSignal.timeout(exchangeMilliseconds);
  try {
    const answer = await request(url, { method, headers: { ...headers }, body: body ?? null, signal, dispatcher });
    const said = new PieceList();
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      said.add(chunk);
      if (said.length > longestAnswer) throw new CredentialFailure('the answer of the token endpoint is too long');
    }
    return { status: answer.statusCode, text: said.join().toString('utf8') };
  } catch (cause) {
    if (cause instanceof CredentialFailure) throw cause;
    const what = signal.aborted ? 'does not answer in time' : 'cannot be reached';
    throw new CredentialFailure(`the token endpoint ${what}`, { cause });
  }
}

/** Reads a short file whole. */
async function readShortFile(path: string): Promise<string> {
  const text = await files.readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CredentialFailure('a file with a key or a token cannot be read', { cause });
  });
  if (text.length > longestFile) throw new CredentialFailure('a file with a key or a token is too long');
  return text.trim();
}

/** How issuers are reached in earnest. */
export const makeIssuerDeps = (now: () => number): IssuerDeps => ({ ask: askIssuer, readFile: readShortFile, now });

/** Words of issuers for what went wrong: `invalid_client`, `AccessDenied`. */
const codeForm = /^[A-Za-z][\w.-]{0,63}$/;

/**
 * The members of an answer with status 200.
 *
 * @throws {CredentialFailure} for any other answer, with its status and the code in it
 */
export function readIssued({ status, text }: IssuerAnswer): JsonObject {
  const parsed = parseJson(text);
  if (status === 200 && isObject(parsed)) return parsed;
  const { error, Code: code } = isObject(parsed) ? parsed : {};
  const said = [error, isObject(error) ? (error['status'] ?? error['code']) : null, code].find(
    (value): value is string => typeof value === 'string' && codeForm.test(value),
  );
  throw new CredentialFailure(`the token endpoint answered ${status}${said === undefined ? '' : ` (${said})`}`);
}

/** A member that must be a text. @throws {CredentialFailure} */
export function textIn(issued: JsonObject, member: string): string {
  const value = issued[member];
  if (typeof value === 'string' && value !== '') return value;
  throw new CredentialFailure(`the answer of the token endpoint has no ${member}`);
}

/** Seconds that a token without a stated life is used for. */
const usualLife = 300;

/** When a token ends: `expires_in`, in seconds. */
function endOf(issued: JsonObject, now: number): number {
  const seconds = Number(issued['expires_in'] ?? usualLife);
  return now + (Number.isFinite(seconds) && seconds > 0 ? seconds : usualLife) * 1_000;
}

/** A bearer token as OAuth 2.0 endpoints answer it. */
function readBearer(issued: JsonObject, now: number, others: Secrets = []): Token {
  const bearer = new Secret(textIn(issued, 'access_token'));
  return { value: { bearer }, expiresAt: endOf(issued, now), secrets: [bearer, ...others] };
}

/** Fields as the form of a request. */
export const formOf = (fields: Readonly<Record<string, string>>): Pick<IssuerRequest, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams(fields).toString(),
});

/** Where a client obtains tokens (OAuth 2.0 client credentials). */
const tokensOf = ({ endpoint, tenantId }: Pick<EntraSecret, 'endpoint' | 'tenantId'>): string =>
  `${endpoint}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;

/** A token of Microsoft Entra ID for a client with a secret. */
export const issueForSecret: Issue<EntraSecret> = async (credential, { ask, now }) => {
  const { clientId, clientSecret, scope } = credential;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret.reveal(), scope };
  const answer = await ask({ method: 'POST', url: tokensOf(credential), ...formOf(form) });
  return readBearer(readIssued(answer), now(), [clientSecret]);
};

/** A token of Microsoft Entra ID for a client that a workload's token stands for, in the place of a secret (RFC 7523). */
export const issueForWorkload: Issue<EntraWorkloadIdentity> = async (credential, { ask, readFile, now }) => {
  const { clientId, tokenFile, scope } = credential;
  const token = new Secret(await readFile(tokenFile));
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: token.reveal(),
    scope,
  };
  const answer = await ask({ method: 'POST', url: tokensOf(credential), ...formOf(form) });
  return readBearer(readIssued(answer), now(), [token]);
};

/** A token for the identity of a machine in Azure, from its metadata service. */
export const issueForIdentity: Issue<EntraManagedIdentity> = async ({ endpoint, clientId, scope }, { ask, now }) => {
  const query = new URLSearchParams({
    'api-version': '2018-02-01',
    resource: scope.replace(/\/\.default$/, ''),
    ...(clientId !== null && { client_id: clientId }),
  });
  const url = `${endpoint}/metadata/identity/oauth2/token?${query.toString()}`;
  return readBearer(readIssued(await ask({ method: 'GET', url, headers: { metadata: 'true' } })), now());
};

interface ServiceAccount {
  readonly email: string;
  readonly keyId: string | null;
  readonly key: KeyObject;
  readonly pem: Secret;
}

/** Reads the key file of a service account. @throws {CredentialFailure} */
function readAccount(text: string): ServiceAccount {
  const file = parseJson(text);
  const { client_email: email, private_key: pem, private_key_id: keyId, type } = isObject(file) ? file : {};
  if (type !== 'service_account' || typeof email !== 'string' || typeof pem !== 'string')
    throw new CredentialFailure('the key of the service account is not one of type service_account');
  try {
    const key = createPrivateKey(pem);
    return { email, keyId: typeof keyId === 'string' ? keyId : null, key, pem: new Secret(pem) };
  } catch {
    // The cause could quote the key.
    throw new CredentialFailure('the private key of the service account cannot be read');
  }
}

/** Seconds that an assertion is valid, the most that the vendor accepts. */
const assertionLife = 3_600;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The assertion of a service account: a JSON Web Token signed with RS256. */
function assertionOf({ email, keyId, key }: ServiceAccount, { scope, endpoint }: GoogleServiceAccount, now: number) {
  const issuedAt = Math.floor(now / 1_000);
  const head = { alg: 'RS256', typ: 'JWT', ...(keyId !== null && { kid: keyId }) };
  const claims = { iss: email, scope, aud: endpoint, iat: issuedAt, exp: issuedAt + assertionLife };
  const signed = `${encoded(head)}.${encoded(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

/** A token for a service account, in exchange for an assertion (RFC 7523). */
export const issueForAccount: Issue<GoogleServiceAccount> = async (credential, { ask, readFile, now }) => {
  const { key, endpoint } = credential;
  const account = readAccount('json' in key ? key.json.reveal() : await readFile(key.file));
  const assertion = assertionOf(account, credential, now());
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
  const answer = await ask({ method: 'POST', url: endpoint, ...formOf(grant) });
  return readBearer(readIssued(answer), now(), [account.pem]);
};

/** A token for the service account of a machine in Google Cloud, from its metadata service. */
export const issueFromMetadata: Issue<GoogleMetadata> = async ({ endpoint }, { ask, now }) => {
  const url = `${endpoint}/computeMetadata/v1/instance/service-accounts/default/token`;
  return readBearer(readIssued(await ask({ method: 'GET', url, headers: { 'metadata-flavor': 'Google' } })), now());
};
