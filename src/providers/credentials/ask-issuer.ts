import { readFile } from 'node:fs/promises';
import { Agent, request } from 'undici';
import { isObject, parseJson, type JsonObject } from '../../shared/json/json.ts';
import { PieceList } from '../../shared/collections.ts';
import { Secret, type Secrets } from '../../shared/secret.ts';
import { CredentialFailure, type IssuerAnswer, type IssuerDeps, type IssuerRequest, type Token } from './token.ts';

/** Milliseconds for a whole exchange, and the bytes of the longest answer. */
const patience = 10_000;
const longestAnswer = 262_144;

/** Bytes of the longest file that holds a token or a key. */
const longestFile = 65_536;

/** Verifies certificates, whatever an environment variable says: what is sent is a secret. */
const dispatcher = new Agent({ connect: { rejectUnauthorized: true } });

/** Sends one request to an issuer of tokens: no redirect, no second attempt. */
async function ask({ method, url, headers, body }: IssuerRequest): Promise<IssuerAnswer> {
  const signal = AbortSignal.timeout(patience);
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
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CredentialFailure('a file with a key or a token cannot be read', { cause });
  });
  if (text.length > longestFile) throw new CredentialFailure('a file with a key or a token is too long');
  return text.trim();
}

/** How issuers are reached in earnest. */
export const makeIssuerDeps = (now: () => number): IssuerDeps => ({ ask, readFile: readShortFile, now });

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
export function readBearer(issued: JsonObject, now: number, others: Secrets = []): Token {
  const bearer = new Secret(textIn(issued, 'access_token'));
  return { value: { bearer }, expiresAt: endOf(issued, now), secrets: [bearer, ...others] };
}

/** Fields as the form of a request. */
export const formOf = (fields: Readonly<Record<string, string>>): Pick<IssuerRequest, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams(fields).toString(),
});
