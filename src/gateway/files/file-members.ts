/** Members that name files, in the text of a JSON body: a quote inside of a text is escaped, so a text never looks like one. */
const members = /"file_ids?"\s*:\s*(?:"[^"]*"|\[[^\]]*\])/g;
const ids = /"([^"]*)"/g;

/**
 * Whether a JSON text may name files. `_id` is looked for first because it is rare: `"` begins half of all words, and a
 * native search that stops at each of them takes as long as parsing.
 */
export const mayNameFiles = (bytes: Buffer): boolean => bytes.includes('_id') && bytes.includes('"file_id');

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
