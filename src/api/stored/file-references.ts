import { GatewayError } from '../../errors/gateway-error.ts';
import { noSuchObject, type FindOwned } from '../../objects/find-owned.ts';
import type { Owned } from '../../objects/owned-object.ts';
import type { Call } from '../../pipeline/call.ts';
import { isObject, parseJson, type Json } from '../../shared/json/json.ts';

/** A body whose file ids are the provider's. */
interface ResolvedBody {
  /** The same buffer where it names no file of ours. */
  readonly bytes: Buffer;
  readonly files: readonly Owned<'file'>[];
  /** Who keeps the files; null where there are none. */
  readonly providerId: string | null;
}

/** A body that may name files. */
interface NamingBody {
  readonly bytes: Buffer;
  /** The same, parsed. */
  readonly body: unknown;
}

const ours = /^file_[0-9A-Za-z]{24}$/;

/** Operations whose files can only have been uploaded here. Elsewhere an answer may have named files that a model made. */
const onlyUploaded: readonly string[] = ['images'];

/**
 * Puts the provider's ids in the place of ours wherever a JSON body names files, and changes nothing else. Ids that are
 * none of ours go through where a model may have made the file: what they mean is the provider's business.
 *
 * @throws {GatewayError} `not_found` when a file is not this workspace's; `invalid_value` when they are kept by several providers
 */
export async function resolveFileIds(
  call: Call,
  { bytes: sent, body }: NamingBody,
  findOwned: FindOwned,
): Promise<ResolvedBody> {
  if (!namesFiles(body as Json)) return { bytes: sent, files: [], providerId: null };
  const bytes = unescapeNames(sent);
  const files: Owned<'file'>[] = [];
  // One after another: the caller decides how many there are, and the first that cannot be had ends it.
  for (const id of idsIn(bytes, call))
    files.push(await findFile({ call, id, path: () => pathOfFileId(bytes, id) }, findOwned));
  const [first] = files;
  if (!first) return { bytes, files, providerId: null };
  const other = files.find(({ providerId }) => providerId !== first.providerId);
  if (other) {
    const message = 'The files of this request are kept by different providers. Upload them again, all in one region.';
    throw new GatewayError('invalid_value', message, { param: pathOfFileId(bytes, other.id) });
  }
  const theirs = new Map(files.map(({ id, upstreamId }) => [id, upstreamId ?? '']));
  return { bytes: renameFileIds(bytes, theirs), files, providerId: first.providerId };
}

/** The ids that must be files of the workspace, each once. */
function idsIn(bytes: Buffer, { operation }: Pick<Call, 'operation'>): readonly string[] {
  const isStrict = onlyUploaded.includes(operation.family);
  return [...new Set(fileIdsIn(bytes.toString('latin1')).filter((id) => isStrict || ours.test(id)))];
}

interface Named {
  readonly call: Call;
  readonly id: string;
  readonly path: () => string;
}

async function findFile({ call, id, path }: Named, findOwned: FindOwned): Promise<Owned<'file'>> {
  const { spec, caller } = call;
  try {
    return await findOwned({ spec, kind: 'file', id, caller });
  } catch (error) {
    throw error instanceof GatewayError && error.code === 'not_found' ? noSuchObject('file', path()) : error;
  }
}

/** Members that name files. */
const fileMembers: readonly string[] = ['file_id', 'file_ids'];

/** Where a JSON body first names a file: `messages[0].content[1].file.file_id`. Only for telling that it cannot be had. */
const pathOfFileId = (bytes: Buffer, id: string): string =>
  find({ value: parseJson(bytes.toString('utf8')), path: '', isNaming: false }, id)?.replace(/^\./, '') ?? 'file_id';

interface Place {
  readonly value: Json | undefined;
  readonly path: string;
  /** Whether a text that stands here is the id of a file. */
  readonly isNaming: boolean;
}

function find({ value, path, isNaming }: Place, id: string): string | null {
  if (typeof value === 'string') return isNaming && value === id ? path : null;
  for (const place of placesIn({ value, path, isNaming })) {
    const found = find(place, id);
    if (found !== null) return found;
  }
  return null;
}

function placesIn({ value, path, isNaming }: Place): readonly Place[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((each, index) => ({ value: each, path: `${path}[${index}]`, isNaming }));
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, each]) => ({
    value: each,
    path: `${path}.${name}`,
    isNaming: fileMembers.includes(name),
  }));
}

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
function namesFiles(value: Json | undefined): boolean {
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
function unescapeNames(bytes: Buffer): Buffer {
  if (!bytes.includes('\\u00')) return bytes;
  const text = bytes.toString('latin1');
  const written = text.replaceAll(escapes, (same, code: string | undefined) => {
    const letter = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
    return plain.test(letter) ? letter : same;
  });
  return written === text ? bytes : Buffer.from(written, 'latin1');
}

/** The ids in a JSON text where it names files, one after another. */
const fileIdsIn = (text: string): readonly string[] =>
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
