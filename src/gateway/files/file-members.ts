import { isObject, type Json } from '../../shared/json.ts';

/** Members that name files, in the text of a JSON body: a quote inside of a text is escaped, so a text never looks like one. */
const members = /"file_ids?"\s*:\s*(?:"[^"]*"|\[[^\]]*\])/g;
const ids = /"([^"]*)"/g;

/**
 * Whether a JSON text may name files. `_id` is looked for first because it is rare: `"` begins half of all words, and a
 * native search that stops at each of them takes as long as parsing.
 */
export const mayNameFiles = (bytes: Buffer): boolean => bytes.includes('_id') && bytes.includes('"file_id');

/** Escapes of letters, digits and underscores, and everything else that a backslash stands before. */
const escapes = /\\(?:u00([3-7][\da-f])|[^])/gi;
const plain = /\w/;

/** Whether a parsed body names files, at whatever place. Its members are looked at, not its texts. */
export function namesFiles(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!isObject(value)) return value.some(namesFiles);
  for (const name in value) if (name === 'file_id' || name === 'file_ids' || namesFiles(value[name])) return true;
  return false;
}

/**
 * JSON in which names of members, and ids, are written as they are: the upstream reads `"file\u005fid"` as `"file_id"`, so the
 * owner check must too.
 *
 * @returns the same buffer where no letter, digit or underscore is escaped
 */
export function unescapeNames(bytes: Buffer): Buffer {
  if (!bytes.includes('\\u00')) return bytes;
  const text = bytes.toString('latin1');
  const written = text.replaceAll(escapes, (same, code: string | undefined) => {
    const letter = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
    return plain.test(letter) ? letter : same;
  });
  return written === text ? bytes : Buffer.from(written, 'latin1');
}

/** The ids in a JSON text where it names files, one after another. */
export const fileIdsIn = (text: string): readonly string[] =>
  [...text.matchAll(members)].flatMap(([member]) =>
    [...member.slice(member.indexOf(':')).matchAll(ids)].map(([, id = '']) => id),
  );

/**
 * Puts other ids in place wherever JSON names files, byte for byte, and changes nothing else.
 *
 * @param names the new id by the one that stands there
 * @returns the same buffer where none of them stands there
 */
export function renameFileIds(bytes: Buffer, names: ReadonlyMap<string, string>): Buffer {
  if (names.size === 0 || !mayNameFiles(bytes)) return bytes;
  // Whatever the encoding: ids and names of members are ASCII.
  const text = bytes.toString('latin1');
  const renamed = text.replaceAll(members, (member) => {
    const value = member.indexOf(':');
    const named = member.slice(value).replaceAll(ids, (same, id: string) => {
      const name = names.get(id);
      return name === undefined ? same : JSON.stringify(name);
    });
    return member.slice(0, value) + named;
  });
  return renamed === text ? bytes : Buffer.from(renamed, 'latin1');
}
