import { createHash } from 'node:crypto';
import type { UpstreamWireId } from './parts.ts';

const legal = /^[a-zA-Z0-9_-]+$/;

/** Characters of an id that each format accepts. */
const longestId: Readonly<Record<UpstreamWireId, number>> = {
  'chat-completions': 40,
  responses: 64,
  messages: 128,
  gemini: 128,
  converse: 64,
};

const longestName: Readonly<Record<UpstreamWireId, number>> = {
  'chat-completions': 64,
  responses: 64,
  messages: 128,
  gemini: 64,
  converse: 64,
};

/** Formats that accept only the characters of `legal` in an id. */
const strictIds: readonly UpstreamWireId[] = ['messages', 'converse'];

/** The prefix of an id whose characters were written as `_` and two hexadecimal digits. */
const escapedPrefix = 'dgx_';

/** A short text in place of a longer one. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

const escape = (id: string): string =>
  escapedPrefix +
  [...Buffer.from(id)].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : hexOf(byte))).join('');

const isPlain = (byte: number): boolean => /[a-zA-Z0-9-]/.test(String.fromCharCode(byte)) && byte < 128;
const hexOf = (byte: number): string => `_${byte.toString(16).padStart(2, '0')}`;

/**
 * The id of a call as a format accepts it. An acceptable id stays; the others change in the same way everywhere, so that call and
 * result still match.
 */
export function idFor(wire: UpstreamWireId, id: string): string {
  const written = !strictIds.includes(wire) || legal.test(id) ? id : escape(id);
  return written.length <= longestId[wire] ? written : `call_${shortHash(id)}`;
}

/** The id that was given to `idFor`, if it can be recovered. */
export function originalId(id: string): string {
  if (!id.startsWith(escapedPrefix)) return id;
  const bytes = id
    .slice(escapedPrefix.length)
    .replace(/_([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The name of a tool as a format accepts it: one that is too long, or has other characters, ends in a hash of itself. */
export function nameFor(wire: UpstreamWireId, name: string): string {
  if (legal.test(name) && name.length <= longestName[wire]) return name;
  return `${name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 39)}_${shortHash(name)}`;
}

/** The name of a tool in a namespace, for formats without namespaces. */
export const inNamespace = (namespace: string | null, name: string): string =>
  namespace === null ? name : `${namespace}__${name}`;
