import type { IncomingHttpHeaders } from 'node:http';
import type { ByteSpan } from '../../resources/byte-storage.ts';

/** What a conditional or partial request for kept bytes comes to. */
export type Wanted =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly span: ByteSpan }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unsatisfiable' };

/** What the bytes are compared by. */
export interface Version {
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Bytes. */
  readonly length: number;
}

const whole: Wanted = { kind: 'whole' };

/**
 * Reads the conditions of a request (RFC 9110 sections 13 and 14). Several ranges get the whole: a server may, and no
 * client needs more.
 */
export function readConditions(headers: IncomingHttpHeaders, version: Version): Wanted {
  if (isUnchanged(headers, version)) return { kind: 'unchanged' };
  const { range } = headers;
  if (range === undefined || !ifRange(headers['if-range'], version)) return whole;
  return readRange(range, version.length);
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

function isUnchanged(headers: IncomingHttpHeaders, { etag, modifiedAt }: Version): boolean {
  const none = headers['if-none-match'];
  if (none !== undefined) {
    // Weak comparison: what a cache in between made weak is still the same.
    const tags = none.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];
    return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && seconds(modifiedAt) <= seconds(since);
}

/** A range of something else is not sent: an exact match or the whole. */
function ifRange(condition: string | string[] | undefined, { etag, modifiedAt }: Version): boolean {
  if (condition === undefined) return true;
  const [only = ''] = [condition].flat();
  if (only.startsWith('"') || only.startsWith('W/')) return only === etag;
  return seconds(Date.parse(only)) === seconds(modifiedAt);
}

function readRange(range: string, length: number): Wanted {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return whole;
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return whole;
  return first > last || first >= length ? { kind: 'unsatisfiable' } : { kind: 'part', span: { first, last } };
}
