import type { Provider } from '../catalog/catalog.ts';
import { classifyUpstreamError, figuresOf, paramOf } from '../errors/classify-upstream-error.ts';
import { UpstreamError } from '../errors/gateway-error.ts';
import type { UpstreamCode } from '../errors/upstream-codes.ts';
import { arrayOf, isBlank, isObject, objectOf, parseJson, stringOf, type Json } from '../shared/json/json.ts';
import { PieceList, readUpTo } from '../shared/collections.ts';
import type { Secrets } from '../shared/secret.ts';
import { readEventFields } from '../shared/json/sse.ts';
import { codingOf, headerOf, pickRateLimits } from './headers.ts';
import { isTidy, tidyMessage } from './tidy-message.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** Bytes of an error body that are read. */
const longestBody = 65_536;

/** Headers of an error that say when to retry, and the values that may pass. */
const keptHeaders: readonly (readonly [string, RegExp])[] = [
  ['retry-after', /^(?:\d{1,9}(?:\.\d{1,9})?|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/],
  ['retry-after-ms', /^\d{1,12}(?:\.\d{1,9})?$/],
  ['x-should-retry', /^(?:true|false)$/],
];

/** How many levels are searched: an error within a message within an error takes five. */
const deepest = 8;

/** The names under which upstreams put their message, best first. */
const names = [
  'error',
  'message',
  'Message',
  // Apigee.
  'fault',
  'faultstring',
  'detail',
  'msg',
  'errors',
  'error_message',
  'error_description',
  'title',
] as const;

/** The message of an error in any of the shapes that upstreams use, untidied; null if there is none. */
export function messageOf(body: Json, depth = 0): string | null {
  if (depth > deepest) return null;
  if (typeof body === 'string') return unwrapped(body, depth);
  if (Array.isArray(body)) return messageOf((body[0] as Json | undefined) ?? null, depth + 1);
  if (!isObject(body)) return null;
  // An `error` that is a string next to a `message` is only the kind of error: `{"error": "Bad Request", "message": "…"}`.
  const ordered = typeof body['error'] === 'string' ? [...names.slice(1), 'error'] : names;
  for (const name of ordered) {
    const value = body[name];
    const found = value === undefined ? null : messageOf(value, depth + 1);
    if (found) return found;
  }
  return null;
}

/** Some upstreams put a whole error, as JSON text, into their message. */
function unwrapped(text: string, depth: number): string | null {
  if (/^\s*[{[]/.test(text)) {
    const inner = parseJson(text);
    const found = typeof inner === 'object' ? messageOf(inner, depth + 1) : null;
    if (found) return found;
  }
  return text.trim() === '' ? null : text;
}

/**
 * Reads the values of members named `error` as their bytes come. `found` is true from the first byte that shows that one of them is an
 * error: a message, or an object or a list that describes one.
 */
export function watchErrors() {
  let found = false;
  let begun: 'text' | 'list' | null = null;
  const read = (byte: number): void => {
    const character = String.fromCharCode(byte);
    if (begun === null) {
      found = character === '{';
      begun = character === '"' ? 'text' : character === '[' ? 'list' : null;
    } else if (begun === 'text' || !isBlank(byte)) {
      found = character !== (begun === 'text' ? '"' : ']');
      begun = null;
    }
  };
  const push = (bytes: Buffer): void => {
    for (const byte of bytes) {
      if (found) return;
      read(byte);
    }
  };
  return { push, found: (): boolean => found };
}

/** Some upstreams answer a stream with an error status but still send events: then the data of the first event is read. */
const dataOf = (contentType: string, body: string): string =>
  /^text\/event-stream\b/i.test(contentType) || /^(?:event|data):/.test(body)
    ? (readEventFields(Buffer.from(firstParagraph(body))).data ?? '')
    : body;

const firstParagraph = (text: string): string => text.split(/\r?\n\r?\n/)[0] ?? '';

/** The first paragraph of a text. Web pages, and JSON that was cut off, hold more than their message: none of it is shown. */
const plainMessage = (contentType: string, text: string): string | null =>
  /html|xml/i.test(contentType) || /^\s*[<{[]/.test(text) ? null : firstParagraph(text);

/** A 4xx or 5xx as it arrived. */
interface ErrorAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** The secrets that this upstream was sent, which some repeat in their errors. */
  readonly secrets: Secrets;
}

/** The tidied message of a 4xx or 5xx body; a sentence of the gateway if the body says nothing that may be shown. */
export function readErrorMessage({ status, contentType, body, secrets }: ErrorAnswer): string {
  const text = dataOf(contentType, body);
  const json = parseJson(text);
  const message = json === undefined ? plainMessage(contentType, text) : messageOf(json);
  const tidied = message ? tidyMessage(message, secrets) : '';
  return tidied === '' ? `The upstream answered ${status} without a message.` : tidied;
}

/** The provider of an error, and the request that it answers. */
export interface ErrorSource {
  readonly provider: Pick<Provider, 'forwardRateLimits' | 'profile' | 'guardrail'>;
  /** What the caller sent, parsed; an empty object if it is not JSON. */
  readonly sent: () => Json;
}

/** Reads an error answer to its end, or to the limit. Never rejects: a broken error body is still an error. */
export async function readUpstreamError(
  answer: UpstreamAnswer,
  { provider, sent }: ErrorSource,
): Promise<UpstreamError> {
  const said = new PieceList();
  try {
    await readUpTo(answer.read, longestBody, said);
  } catch {
    // What arrived before the break is all there is.
  }
  if (said.length > longestBody) answer.abort();
  const isReadable = codingOf(answer) === 'identity';
  const body = isReadable ? said.join().subarray(0, longestBody).toString('utf8') : '';
  const contentType = headerOf(answer, 'content-type') ?? '';
  const { status } = answer;
  const secrets = answer.secrets();
  const parsed = parseJson(dataOf(contentType, body));
  return new UpstreamError(status, readErrorMessage({ status, contentType, body, secrets }), {
    headers: { ...statedDelay(parsed), ...headersToKeep(answer, provider) },
    code: codeOfHost(parsed, provider) ?? classifyUpstreamError(withAwsName(parsed, answer), status),
    param: paramOf(parsed, sent()),
    figures: figuresOf(parsed, sent()),
  });
}

/** What a host's own code means; undefined if its profile does not say. */
function codeOfHost(parsed: Json | undefined, { profile }: ErrorSource['provider']): UpstreamCode | undefined {
  const { error, code } = objectOf(parsed);
  const own = objectOf(error)['code'] ?? code;
  const known = profile?.errorCodes ?? {};
  return (typeof own === 'string' || typeof own === 'number') && Object.hasOwn(known, own) ? known[own] : undefined;
}

/** AWS names an error in a header, or in `__type`, each with more around its name; a code in its body says more. */
function withAwsName(parsed: Json | undefined, answer: UpstreamAnswer): Json | undefined {
  const stated = headerOf(answer, 'x-amzn-errortype') ?? stringOf(objectOf(parsed)['__type']);
  const [, name] = /^(?:[^#]*#)?(\w{1,100})/.exec(stated ?? '') ?? [];
  return name === undefined ? parsed : { code: name, ...objectOf(parsed) };
}

/** When to retry according to Google, which says it only in the body: whole seconds, rounded up. */
function statedDelay(parsed: Json | undefined): Record<string, string> {
  const [report] = Array.isArray(parsed) ? (parsed as readonly Json[]) : [parsed];
  for (const detail of arrayOf(objectOf(objectOf(report)['error'])['details'])) {
    const { '@type': type, retryDelay } = objectOf(detail);
    const [, seconds] = /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(stringOf(retryDelay) ?? '') ?? [];
    if (stringOf(type)?.endsWith('google.rpc.RetryInfo') && seconds !== undefined)
      return { 'retry-after': String(Math.ceil(Number(seconds))) };
  }
  return {};
}

function headersToKeep(answer: UpstreamAnswer, provider: ErrorSource['provider']): Record<string, string> {
  const secrets = answer.secrets();
  const limits = provider.forwardRateLimits === true ? Object.entries(pickRateLimits(answer)) : [];
  const kept = Object.fromEntries(limits.filter(([, value]) => isTidy(value, secrets)));
  for (const [name, form] of keptHeaders) {
    const value = headerOf(answer, name);
    if (value !== undefined && form.test(value)) kept[name] = value;
  }
  return kept;
}
