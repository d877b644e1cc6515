import { GatewayError } from '../../errors/gateway-error.ts';
import { noSuchObject, type FindOwned } from '../../resources/find-owned.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { Json } from '../../shared/json.ts';
import type { Call } from '../call.ts';
import { fileIdsIn, namesFiles, renameFileIds, unescapeNames } from './file-members.ts';
import { pathOfFileId } from './path-of-file-id.ts';

/** A body whose file ids are the provider's. */
export interface ResolvedBody {
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
