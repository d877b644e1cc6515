import { UpstreamError } from '../errors/upstream-error.ts';
import { isObject, parseJson, type Json } from '../shared/json.ts';
import { headerOf } from './answer-headers.ts';
import { tidyMessage } from './tidy-message.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** Bytes of an error body that are looked at. */
const longestBody = 65_536;

/** Headers of an error that tell a client when to come back. */
const keptHeaders = ['retry-after', 'retry-after-ms', 'x-should-retry'] as const;

/** Levels that are looked into: an error within a message within an error takes five. */
const deepest = 8;

/** The places where upstreams put their message, the commonest first. */
function messageOf(body: Json, depth = 0): string | null {
  if (depth > deepest) return null;
  if (typeof body === 'string') return unwrapped(body, depth);
  if (Array.isArray(body)) return messageOf((body[0] as Json | undefined) ?? null, depth + 1);
  if (!isObject(body)) return null;
  for (const name of ['error', 'message', 'detail', 'msg', 'errors', 'error_message', 'title']) {
    const value = body[name];
    const found = value === undefined ? null : messageOf(value, depth + 1);
    if (found) return found;
  }
  return null;
}

/** Some upstreams put a whole error, as JSON text, into their message. */
function unwrapped(text: string, depth: number): string | null {
  if (text.startsWith('{')) {
    const inner = parseJson(text);
    const found = isObject(inner) ? messageOf(inner, depth + 1) : null;
    if (found) return found;
  }
  return text === '' ? null : text;
}

/** What a 4xx or 5xx body says, tidied; a sentence of our own when it says nothing that may be shown. */
export function readErrorMessage(status: number, contentType: string, body: string): string {
  const json = parseJson(body);
  const plain = json === undefined && !/html/i.test(contentType) && !/^\s*</.test(body) ? body.split('\n\n')[0] : null;
  const message = json === undefined ? plain : messageOf(json);
  const tidied = message ? tidyMessage(message) : '';
  return tidied === '' ? `The upstream answered ${status} without a message.` : tidied;
}

/** Reads an error answer to its end (or as far as is looked at). Never rejects: a broken error body is still an error. */
export async function readUpstreamError(answer: UpstreamAnswer): Promise<UpstreamError> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for (;;) {
      const chunk = await answer.read();
      if (chunk === null) break;
      chunks.push(chunk);
      size += chunk.length;
      if (size > longestBody) break;
    }
  } catch {
    // What came before the break is all that it said.
  }
  if (size > longestBody) answer.abort();
  const body = Buffer.concat(chunks).subarray(0, longestBody).toString('utf8');
  const message = readErrorMessage(answer.status, headerOf(answer, 'content-type') ?? '', body);
  return new UpstreamError(answer.status, message, headersToKeep(answer));
}

function headersToKeep(answer: UpstreamAnswer): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = headerOf(answer, name);
    if (value !== undefined && /^[\x20-\x7e]{1,128}$/.test(value)) kept[name] = value;
  }
  return kept;
}
