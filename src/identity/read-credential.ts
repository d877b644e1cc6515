import type { Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { keyPrefix } from './key-format.ts';

/** The parts of a request that may carry a credential, not verified yet. */
export interface CredentialRequest {
  readonly spec: Spec;
  /** Name, value, name, value, … as received, so that repeated headers stay visible. */
  readonly rawHeaders: readonly string[];
  /** The query after `?`, not decoded; empty if there is none. */
  readonly query: string;
}

/** The longest possible key. Longer values are not hashed. */
const longestKey = 1024;

/** Authentication schemes of other services, from IANA's registry and common use. No key begins like this. */
const otherScheme =
  /^(?:basic|digest|negotiate|ntlm|token|api-?key|key|oauth|hoba|mutual|dpop|gnap|vapid|privatetoken|scram-sha-\d+|aws4-hmac-sha256) /i;
const bearer = /^bearer(?: +|$)/i;
const keyParameter = /^(?:api_key|key|x-api-key)$/i;

/**
 * Returns the secret of a request: `X-API-Key: <key>` or `Authorization: Bearer <key>` on both specs, `Authorization: <key>`
 * on Spec B only. A header in any other form is an error, even if the other header is valid. No message contains the secret.
 *
 * @returns everything after `Bearer `, including spaces, not verified yet
 * @throws {GatewayError} 401 for a missing key or an unsupported form; 400 for a key in the query, a repeated header, or two
 *   different credentials
 */
export function readCredential({ spec, rawHeaders, query }: CredentialRequest): string {
  if (query !== '') refuseKeyInQuery(query);
  const plain = singleHeader(rawHeaders, 'x-api-key');
  const authorization = singleHeader(rawHeaders, 'authorization');
  const fromAuthorization = authorization === '' ? '' : readAuthorization(spec, authorization);
  if (plain !== '' && fromAuthorization !== '' && plain !== fromAuthorization) {
    throw new GatewayError(
      'invalid_header',
      'X-API-Key and Authorization carry two different credentials. Send one of them, or the same key in both.',
      { param: 'Authorization' },
    );
  }
  const secret = plain === '' ? fromAuthorization : plain;
  if (secret === '') {
    throw unauthenticated(
      'missing_api_key',
      'An API key is required. Send `Authorization: Bearer <key>` or `X-API-Key: <key>`.',
    );
  }
  if (secret.length > longestKey) {
    throw unauthenticated(
      'invalid_api_key',
      `This API key has ${secret.length} characters; keys have at most ${longestKey}. Copy only the key itself.`,
    );
  }
  return secret;
}

function readAuthorization(spec: Spec, value: string): string {
  const scheme = bearer.exec(value);
  if (scheme) return value.slice(scheme[0].length);
  if (otherScheme.test(value)) {
    throw unauthenticated(
      'invalid_api_key',
      'This Authorization scheme is not accepted here. Send `Authorization: Bearer <key>` or `X-API-Key: <key>`.',
    );
  }
  if (spec === 'b') return value;
  throw unauthenticated(
    'invalid_api_key',
    'Put `Bearer ` before the key in Authorization, or send it as `X-API-Key: <key>`.',
  );
}

/** The trimmed value of a header; empty if it is absent. `name` is in lower case. */
function singleHeader(rawHeaders: readonly string[], name: string): string {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    if (found !== undefined) {
      throw new GatewayError('invalid_header', `The header ${candidate} was sent more than once. Send it once.`, {
        param: candidate,
      });
    }
    found = rawHeaders[index + 1] ?? '';
  }
  return found?.trim() ?? '';
}

function refuseKeyInQuery(query: string): void {
  for (const pair of query.split('&')) {
    const [rawName = ''] = pair.split('=', 1);
    const name = rawName.includes('%') || rawName.includes('+') ? decoded(rawName) : rawName;
    if (!keyParameter.test(name) && !pair.includes(keyPrefix)) continue;
    throw new GatewayError(
      'invalid_value',
      'Do not send an API key in the URL: URLs are stored in logs and histories. ' +
        'Send `Authorization: Bearer <key>` or `X-API-Key: <key>`, and replace this key if it is a real one.',
      keyParameter.test(name) ? { param: name } : {},
    );
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim();
  } catch {
    return text;
  }
}

/** A 401 with the challenge that RFC 9110, section 11.6.1, requires. */
export const unauthenticated = (code: 'missing_api_key' | 'invalid_api_key', message: string): GatewayError =>
  new GatewayError(code, message, { headers: { 'www-authenticate': 'Bearer' } });
