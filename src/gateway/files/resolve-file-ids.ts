import { GatewayError } from '../../errors/gateway-error.ts';
import type { FindOwned } from '../../resources/find-owned.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { Call } from '../call.ts';

/** A body whose file ids are the provider's. */
export interface ResolvedBody {
  /** The same buffer where it names no file of ours. */
  readonly bytes: Buffer;
  readonly files: readonly Owned<'file'>[];
  /** Who keeps the files; null where there are none. */
  readonly providerId: string | null;
}

/** Members that name files, in the text of a JSON body: a quote inside of a text is escaped, so a text never looks like one. */
const members = /"file_ids?"\s*:\s*(?:"[^"]*"|\[[^\]]*\])/g;
const ours = /"(file_[0-9A-Za-z]{24})"/g;

/**
 * Puts the provider's ids in the place of ours wherever a JSON body names files, and changes nothing else. Ids that are
 * none of ours go through: what they mean is the provider's business.
 *
 * @throws {GatewayError} `not_found` when a file is not this workspace's; `invalid_value` when they are kept by several providers
 */
export async function resolveFileIds(call: Call, bytes: Buffer, findOwned: FindOwned): Promise<ResolvedBody> {
  if (!bytes.includes('"file_')) return { bytes, files: [], providerId: null };
  // Byte for byte, whatever the encoding: ids and names of members are ASCII.
  const text = bytes.toString('latin1');
  const found = [...text.matchAll(members)].flatMap(([member]) => [...member.matchAll(ours)].map(([, id]) => id ?? ''));
  const { spec, caller } = call;
  const ids = [...new Set(found)];
  const files = await Promise.all(ids.map((id) => findOwned({ spec, kind: 'file', id, caller, param: 'file_id' })));
  const [first] = files;
  if (!first) return { bytes, files, providerId: null };
  if (files.some(({ providerId }) => providerId !== first.providerId)) {
    const message = 'The files of this request are kept by different providers. Upload them again, all in one region.';
    throw new GatewayError('invalid_value', message, { param: 'file_id' });
  }
  const theirs = new Map(files.map(({ id, upstreamId }) => [id, upstreamId ?? '']));
  const resolved = text.replaceAll(members, (member) =>
    member.replaceAll(ours, (value, id: string) => (theirs.has(id) ? JSON.stringify(theirs.get(id)) : value)),
  );
  return { bytes: Buffer.from(resolved, 'latin1'), files, providerId: first.providerId };
}
