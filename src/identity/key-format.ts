import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { base62Alphabet, randomBase62 } from '../shared/ids.ts';
import { Secret } from '../shared/secret.ts';
import type { KeyRecord } from './stores.ts';

/** The prefix of every issued key; secret scanners look for it. */
export const keyPrefix = 'sk-dg-';

const randomLength = 32;
const checksumLength = 6;
const issuedKeys = new RegExp(`${keyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}`, 'g');
const issuedKey = new RegExp(`^${issuedKeys.source}$`);

/**
 * A new secret: `sk-dg-`, 32 base62 characters (190 random bits), and the CRC-32 of all that in 6 base62 characters.
 *
 * @param random gives that many base62 characters
 */
export function createKey(random: (length: number) => string = randomBase62): Secret {
  const body = keyPrefix + random(randomLength);
  return new Secret(body + checksumOf(body));
}

/** True for text with the prefix of issued keys. Imported keys have it only with a valid checksum. */
export const claimsIssued = (text: string): boolean => text.startsWith(keyPrefix);

/** True for text with the form and the checksum of an issued key, so that a mistyped key is detected before any look-up. */
export const isWhole = (text: string): boolean =>
  issuedKey.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));

/** True for text that holds a whole issued key anywhere. */
export const holdsKey = (text: string): boolean =>
  (text.match(issuedKeys) ?? []).some((found) => found.endsWith(checksumOf(found.slice(0, -checksumLength))));

/** 62⁶ is 13 times 2³², so six digits always hold the checksum. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = base62Alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * SHA-256 of a secret in 64 lower-case hex digits: the only form in which a key is stored or looked up. Unsalted, because the
 * digest serves as an index, and the 190 random bits of an issued key cannot be guessed; SECURITY.md says how long others should be.
 */
export const hashKey = (secret: string): string => hash('sha256', secret, 'hex');

/** How a key is shown to people: `sk-dg-…k2Q9`. */
export const describeKey = ({ prefix, lastFour }: Pick<KeyRecord, 'prefix' | 'lastFour'>): string =>
  `${prefix}…${lastFour}`;

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

/** What client secrets begin with: clients in browsers look for `ek_`, and a seal of the gateway follows. */
const clientSecretPrefix = 'ek_dg1.';

/** The longest client secret, in characters: it holds the settings of a session, and must pass in a header. */
const longestClientSecret = 8_192;

/** True for text with the prefix of client secrets. */
export const claimsClientSecret = (text: string): boolean => text.startsWith(clientSecretPrefix);

/** Authentication schemes of other services, from IANA's registry and common use. An imported key may begin like this. */
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
      `An API key is required. Send \`Authorization: Bearer <key>\` or \`X-API-Key: <key>\`.${aboutOtherPlaces(rawHeaders)}`,
    );
  }
  if (secret.length > (claimsClientSecret(secret) ? longestClientSecret : longestKey)) {
    throw unauthenticated(
      'invalid_api_key',
      (plain === '' ? aboutScheme(secret) : null) ??
        `This API key has ${secret.length} characters; keys have at most ${longestKey}. Copy only the key itself.`,
    );
  }
  return secret;
}

/** A cookie is not read, so any of that name gets the same words. */
const sessionCookies = /(?:^|;)\s*(?:__Host-diglot|diglot_session)(?:-\d+)?=/;

/** Headers of other services that carry a key, and what their clients can do. */
const unreadHeaders: Readonly<Record<string, string>> = {
  'api-key': ' `api-key` is not read here. With an SDK of OpenAI, use the class OpenAI instead of AzureOpenAI.',
  'x-goog-api-key': ' `x-goog-api-key` is not read here.',
};

/** Names a credential that was sent where none is read. */
function aboutOtherPlaces(rawHeaders: readonly string[]): string {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const lower = name.toLowerCase();
    if (Object.hasOwn(unreadHeaders, lower)) return unreadHeaders[lower] ?? '';
    if (lower === 'cookie' && sessionCookies.test(value)) return ' The session of the console calls no models.';
  }
  return '';
}

function readAuthorization(spec: Spec, value: string): string {
  const scheme = bearer.exec(value);
  if (scheme) return value.slice(scheme[0].length);
  if (spec === 'b') return value;
  throw unauthenticated(
    'invalid_api_key',
    aboutScheme(value) ?? 'Put `Bearer ` before the key in Authorization, or send it as `X-API-Key: <key>`.',
  );
}

/** What to say of a value that is no key and begins with a scheme of other services; null for any other. */
export const aboutScheme = (value: string): string | null =>
  otherScheme.test(value)
    ? 'This Authorization scheme is not accepted here. Send `Authorization: Bearer <key>` or `X-API-Key: <key>`.'
    : null;

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
    if (!keyParameter.test(name) && !pair.includes(keyPrefix) && !pair.includes(clientSecretPrefix)) continue;
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
