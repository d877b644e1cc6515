import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import type { GoogleMetadata, GoogleServiceAccount } from '../../catalog/credential.ts';
import { isObject, parseJson } from '../../shared/json/json.ts';
import { Secret } from '../../shared/secret.ts';
import { formOf, readBearer, readIssued } from './ask-issuer.ts';
import { CredentialFailure, type Issue } from './token.ts';

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
