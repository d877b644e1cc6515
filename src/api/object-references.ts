import { GatewayError } from '../errors/gateway-error.ts';
import { type FindOwned, noSuchObject, type ObjectStore } from '../objects/object-store.ts';
import { mustBeOwnFile, type Owned, pathOfFile } from '../objects/owned-object.ts';
import type { Call } from '../pipeline/call.ts';
import { isVoiceId } from '../shared/ids.ts';
import { isObject, type Json, parseJson } from '../shared/json/json.ts';

/** A body with the provider's file ids. */
export interface ResolvedBody {
  /** The same buffer if the body names no file of the gateway. */
  readonly bytes: Buffer;
  readonly files: readonly Owned<'file'>[];
  /** The provider that stores the files; null if there are none. */
  readonly providerId: string | null;
}

/** A body that may name files. */
interface NamingBody {
  readonly bytes: Buffer;
  /** The JSON of the bytes. */
  readonly body: unknown;
}

/**
 * Replaces the gateway's file ids in a JSON body by the provider's, and nothing else. Other ids pass unchanged if a model may have
 * created the file. A promise only where the body names files.
 *
 * @throws {GatewayError} `not_found` if a file is not this workspace's; `invalid_value` if several providers store the files
 */
export function resolveFileIds(
  call: Call,
  sent: NamingBody,
  findOwned: FindOwned,
): ResolvedBody | Promise<ResolvedBody> {
  if (!namesFiles(sent.body as Json)) return { bytes: sent.bytes, files: [], providerId: null };
  return resolveNamed(call, sent.bytes, findOwned);
}

async function resolveNamed(call: Call, sent: Buffer, findOwned: FindOwned): Promise<ResolvedBody> {
  const bytes = unescapeNames(sent);
  const files: Owned<'file'>[] = [];
  // Sequential, because the caller decides how many there are, and the first missing one ends the loop.
  for (const id of idsIn(bytes, call))
    files.push(await findFile({ call, id, path: () => pathOfFileId(bytes, id) }, findOwned));
  const [first] = files;
  if (!first) return { bytes, files, providerId: null };
  const other = files.find(({ providerId }) => providerId !== first.providerId);
  if (other) {
    const message = 'The files of this request are stored by different providers. Upload them again in one region.';
    throw new GatewayError('invalid_value', message, { param: pathOfFileId(bytes, other.id) });
  }
  const theirs = new Map(files.map(({ id, upstreamId }) => [id, upstreamId ?? '']));
  return { bytes: renameFileIds(bytes, theirs), files, providerId: first.providerId };
}

/** The distinct ids that must be files of the workspace. */
const idsIn = (bytes: Buffer, { operation: { family } }: Pick<Call, 'operation'>): readonly string[] => [
  ...new Set(fileIdsIn(bytes.toString('latin1')).filter((id) => mustBeOwnFile(id, family))),
];

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

/** The path at which a body first names a file, for error messages. */
const pathOfFileId = (bytes: Buffer, id: string): string =>
  pathOfFile(parseJson(bytes), (other) => other === id) ?? 'file_id';

/** Matches file members in JSON text. It cannot match inside a string, because quotes are escaped there. */
const members = /"file_ids?"\s*:\s*(?:"[^"]*"|\[[^\]]*\])/g;
const ids = /"([^"]*)"/g;

/**
 * Whether a JSON text may name files. It searches `_id` first, because `"` is so frequent that a native search for it takes as
 * long as parsing.
 */
export const mayNameFiles = (bytes: Buffer): boolean => bytes.includes('_id') && bytes.includes('"file_id');

/** Matches any escape, and captures the code of one that may stand for a letter, digit or underscore. */
const escapes = /\\(?:u00([3-7][\da-f])|[^])/gi;
const plain = /\w/;

/** Whether a parsed body has a member that names files, at any depth. */
function namesFiles(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!isObject(value)) return value.some(namesFiles);
  for (const name in value) if (name === 'file_id' || name === 'file_ids' || namesFiles(value[name])) return true;
  return false;
}

/**
 * Removes escapes from letters, digits and underscores in JSON. The upstream reads `"file\u005fid"` as `"file_id"`, so the owner
 * check must too.
 *
 * @returns the same buffer if there is no such escape
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

/** The file ids in a JSON text, in order. */
const fileIdsIn = (text: string): readonly string[] =>
  [...text.matchAll(members)].flatMap(([member]) =>
    [...member.slice(member.indexOf(':')).matchAll(ids)].map(([, id = '']) => id),
  );

/**
 * Replaces file ids in JSON text, and nothing else.
 *
 * @param names new ids by old id
 * @returns the same buffer if it contains none of them
 */
export function renameFileIds(bytes: Buffer, names: ReadonlyMap<string, string>): Buffer {
  if (names.size === 0 || !mayNameFiles(bytes)) return bytes;
  // Latin-1 preserves all bytes, and ids and member names are ASCII.
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

/** A voice in a request: a provider's by name, or the workspace's own by id. */
interface VoiceChoice {
  readonly voice: string | { readonly id: string };
  /** The path of the member. */
  readonly param: string;
}

/** A voice of the workspace. */
export interface OwnVoice {
  readonly object: Owned<'voice'>;
  /** The choice, as JSON with the provider's id. */
  readonly choice: string;
}

interface OwnVoiceDeps {
  readonly findOwned: FindOwned;
  readonly objects: Pick<ObjectStore, 'existing'>;
}

/**
 * Returns the workspace's voice that a request names; null for a provider's. Ids are always ids of the gateway; callers cannot
 * use a provider's ids.
 *
 * @throws {GatewayError} `not_voice_owner` for a voice of another workspace, `not_found` for one that does not exist
 */
export async function ownVoice(
  { caller }: Pick<Call, 'caller'>,
  { voice, param }: VoiceChoice,
  { findOwned, objects }: OwnVoiceDeps,
): Promise<OwnVoice | null> {
  if (!isVoiceId(voice)) return null;
  const id = typeof voice === 'string' ? voice : voice.id;
  try {
    const object = await findOwned({ spec: 'a', kind: 'voice', id, caller, param });
    const { upstreamId } = object;
    return { object, choice: JSON.stringify(typeof voice === 'string' ? upstreamId : { ...voice, id: upstreamId }) };
  } catch (error) {
    if (!(await objects.existing('voice', [id])).has(id)) throw error;
    throw new GatewayError(
      'not_voice_owner',
      'This voice belongs to another workspace, and only its owner can use it. GET /v1/audio/voices lists your own.',
      { param, cause: error },
    );
  }
}
