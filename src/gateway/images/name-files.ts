import type { FindOwned } from '../../resources/find-owned.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import type { Call } from '../call.ts';

/** A request with the files that it names under their provider's ids, and the provider that keeps them. */
export interface NamedFiles {
  readonly bytes: Buffer;
  /** Null where no file is named. */
  readonly providerId: string | null;
}

/**
 * Puts the providers' ids of files in place of ours.
 *
 * @throws {GatewayError} `not_found` for a file that is not the workspace's
 */
export async function nameFiles(call: Call, body: unknown, findOwned: FindOwned): Promise<NamedFiles> {
  const { images, mask } = objectOf(body);
  let providerId: string | null = null;
  const name = async (image: Json | undefined, param: string): Promise<Json | undefined> => {
    const id = isObject(image) ? stringOf(image['file_id']) : null;
    if (id === null) return image;
    const file = await findOwned({ spec: 'a', kind: 'file', id, caller: call.caller, param });
    providerId ??= file.providerId;
    return { ...(image as JsonObject), file_id: file.upstreamId };
  };
  const named: Json[] = [];
  for (const [index, image] of (Array.isArray(images) ? images : []).entries())
    named.push((await name(image as Json, `images[${index}].file_id`)) ?? null);
  const namedMask = await name(mask, 'mask.file_id');
  if (providerId === null) return { bytes: call.bytes, providerId };
  const edits = { images: JSON.stringify(named), ...(namedMask !== undefined && { mask: JSON.stringify(namedMask) }) };
  return { bytes: Buffer.from(spliceJson(call.bytes, edits)), providerId };
}
