import type { Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { keyPrefix } from './key-format.ts';

/** What a request says about who sends it, before anything is believed. */
export interface CredentialRequest {
  readonly spec: Spec;
  /** Name, value, name, value, … as they came over the wire: repeated headers stay visible. */
  readonly rawHeaders: readonly string[];
  /** What stands behind the `?`, undecoded; empty when there is none. */
  readonly query: string;
}

/** Longer than any key: what is longer is not hashed. */
const longestKey = 1024;

/** Authentication schemes by which other services are called (IANA's registry and common habit); never the start of a key. */
const otherScheme =
  /^(?:basic|digest|negotiate|ntlm|token|api-?key|key|oauth|hoba|mutual|dpop|gnap|vapid|privatetoken|scram-sha-\d+|aws4-hmac-sha256) /i;
const bearer = /^bearer(?: +|$)/i;
const keyParameter = /^(?:api_key|key|x-api-key)$/i;

/**
 * The secret that a request presents, by the specification's table: `X-API-Key: <key>` and `Authorization: Bearer <key>` on
 * both specs, `Authorization: <key>` on Spec B only. Every header must stand in an accepted form: one that does not is
 * never passed over in favour of another. The secret itself is in no message.
 *
 * @returns everything after `Bearer `, spaces included; not checked against anything yet
 * @throws {GatewayError} 401 without a key or with an unusable form; 400 for a key in the query, a repeated header, or
 *   two different credentials
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
      `This API key has ${secret.length} characters; keys have at most ${longestKey}. Copy it again, and nothing else.`,
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

/** The value without surrounding blanks; empty when the header is absent or empty. `name` in lower case. */
function singleHeader(rawHeaders: readonly string[], name: string): string {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    if (found !== undefined) {
      throw new GatewayError('invalid_header', `The header ${candidate} came more than once. Send it once.`, {
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
      'Never send an API key in the address: addresses are kept in logs and histories. ' +
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

/** A 401 with the challenge that RFC 9110, section 11.6.1, asks for. */
export const unauthenticated = (code: 'missing_api_key' | 'invalid_api_key', message: string): GatewayError =>
  new GatewayError(code, message, { headers: { 'www-authenticate': 'Bearer' } });
