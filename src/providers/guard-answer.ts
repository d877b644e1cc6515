import { GatewayError } from '../errors/gateway-error.ts';
import type { Secrets } from '../shared/secret.ts';
import { upstreamRequestId } from './headers.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** The shortest credential that answers are searched for, in bytes: a shorter one may be an ordinary word. */
const shortest = 12;

const nothing: Buffer = Buffer.alloc(0);

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');
const escapedLower = (character: string): string => `\\u${hexOf(character)}`;
const escapedUpper = (character: string): string => `\\u${hexOf(character).toUpperCase()}`;

/** Characters that JSON encoders escape so that their text may appear in a web page. */
const unsafeInPages = /[<>&'"+=]/g;

/** The forms of a credential that are searched for. */
interface Forms {
  /** The form that a header may hold. */
  readonly texts: readonly string[];
  /** Forms without a backslash. Usually one. */
  readonly plain: readonly Buffer[];
  /** Forms with a backslash, searched for only if there is one. Usually two. */
  readonly escaped: readonly Buffer[];
}

const backslash = 0x5c;

/** The forms that a credential may have in an answer: plain, as JSON encoders write it, and as a part of an address. */
function formsOf(credential: string): Forms {
  const quoted = JSON.stringify(credential).slice(1, -1);
  const texts = [...new Set([credential, encodeURIComponent(credential)])];
  const written = new Set([
    ...texts,
    quoted,
    quoted.replaceAll('/', '\\/'),
    credential.replace(unsafeInPages, escapedLower),
    credential.replace(unsafeInPages, escapedUpper),
    credential.replace(/./g, escapedLower),
    credential.replace(/./g, escapedUpper),
  ]);
  const all = [...written].map((form) => Buffer.from(form));
  return {
    texts,
    plain: all.filter((form) => !form.includes(backslash)),
    escaped: all.filter((form) => form.includes(backslash)),
  };
}

const known = new WeakMap<Secrets, Forms | null>();

/** Null if none of the secrets is searched for. */
function formsFor(secrets: Secrets): Forms | null {
  const ready = known.get(secrets);
  if (ready !== undefined) return ready;
  const all = secrets
    .map((secret) => secret.reveal())
    .filter((value) => value.length >= shortest)
    .map(formsOf);
  const forms =
    all.length === 0
      ? null
      : {
          texts: all.flatMap(({ texts }) => texts),
          plain: all.flatMap(({ plain }) => plain),
          escaped: all.flatMap(({ escaped }) => escaped),
        };
  known.set(secrets, forms);
  return forms;
}

/** Where the first of the forms begins; -1 if none does. */
function foundAt(data: Buffer, { plain, escaped }: Forms): number {
  let first = -1;
  for (const form of data.includes(backslash) ? [...plain, ...escaped] : plain) {
    const at = data.indexOf(form);
    if (at !== -1 && (first === -1 || at < first)) first = at;
  }
  return first;
}

/** Where a possible beginning of a form starts at the end of the data; the length of the data if there is none. */
function begunAt(data: Buffer, { plain, escaped }: Forms): number {
  let earliest = data.length;
  for (const form of [...plain, ...escaped]) {
    const first = form[0] ?? 0;
    let at = data.indexOf(first, Math.max(0, data.length - form.length + 1));
    while (at !== -1 && data.compare(form, 0, data.length - at, at) !== 0) at = data.indexOf(first, at + 1);
    if (at !== -1 && at < earliest) earliest = at;
  }
  return earliest;
}

const lineFeed = 10;

const holdsAny = (value: string | string[] | undefined, { texts }: Forms): boolean => {
  const joined = Array.isArray(value) ? value.join(' ') : value;
  return joined !== undefined && texts.some((text) => joined.includes(text));
};

/** Removes the headers that hold the credential. Returns the same object if none does. */
export function guardHeaders(answer: UpstreamAnswer, secrets: Secrets): UpstreamAnswer {
  const forms = formsFor(secrets);
  if (forms === null) return answer;
  const { headers } = answer;
  let names: Set<string> | null = null;
  for (const name in headers) if (holdsAny(headers[name], forms)) (names ??= new Set()).add(name);
  if (names === null) return answer;
  const left = Object.entries(headers).filter(([name]) => !names.has(name));
  return { ...answer, headers: Object.fromEntries(left) };
}

/** The upstream's own id of the call; null if it sent none, or one that holds the credential. */
export function guardedRequestId(answer: Pick<UpstreamAnswer, 'headers'>, secrets: Secrets): string | null {
  const given = upstreamRequestId(answer);
  return given === null || holdsCredential(Buffer.from(given), secrets) ? null : given;
}

/** Why an answer was blocked. */
export class CredentialLeak extends Error {
  override readonly name = 'CredentialLeak';
}

/** The error for an answer that contains the credential. Its cause is a `CredentialLeak`. */
export const credentialRefusal = (): GatewayError =>
  new GatewayError(
    'upstream_invalid',
    "The upstream's answer was blocked: it contains something that only the operator may see.",
    { cause: new CredentialLeak('The answer contains the credential that the upstream got.') },
  );

/**
 * The last check of complete bytes, such as an event or a JSON answer.
 *
 * @throws {GatewayError} `upstream_invalid` if they contain the credential that the upstream got
 */
export function refuseCredential(bytes: Buffer, secrets: Secrets): void {
  if (holdsCredential(bytes, secrets)) throw credentialRefusal();
}

/** Whether complete bytes hold the credential, in any form in which an answer may repeat it. */
export function holdsCredential(bytes: Buffer, secrets: Secrets): boolean {
  const forms = formsFor(secrets);
  return forms !== null && foundAt(bytes, forms) !== -1;
}

/**
 * The last check of a streamed answer. The answer ends before the credential that the upstream got, even if the credential is
 * split between chunks. The end of a chunk waits for the next chunk if it may begin the credential; a chunk that ends with a
 * line feed never waits.
 *
 * `read` rejects with `GatewayError` `upstream_invalid` at the credential, after all bytes before it.
 *
 * @param secrets those shorter than 12 bytes are not searched for
 */
export function guardAnswer(answer: UpstreamAnswer, secrets: Secrets): UpstreamAnswer {
  const forms = formsFor(secrets);
  if (forms === null) return answer;
  const state = { held: nothing, found: false, ended: false };

  /** The part of a chunk that may pass; null if all of it waits. */
  const pass = (chunk: Buffer): Buffer | null => {
    const data = state.held.length === 0 ? chunk : Buffer.concat([state.held, chunk]);
    const at = foundAt(data, forms);
    state.found = at !== -1;
    const end = state.found ? at : data.at(-1) === lineFeed ? data.length : begunAt(data, forms);
    state.held = state.found ? nothing : data.subarray(end);
    return end === 0 && data.length > 0 ? null : data.subarray(0, end);
  };

  const read = async (): Promise<Buffer | null> => {
    while (!state.found && !state.ended) {
      const chunk = await answer.read();
      const passing = chunk === null ? state.held : pass(chunk);
      if (chunk === null) state.ended = true;
      if (passing !== null && (passing.length > 0 || chunk !== null)) return passing;
    }
    if (!state.found) return null;
    answer.abort();
    throw credentialRefusal();
  };
  return { ...answer, read };
}
