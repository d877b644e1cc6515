import type { Drive } from '../../resources/drive.ts';
import type { Route } from '../../routing/route.ts';
import type { FetchProduced } from '../../upstream/fetch-produced.ts';
import type { Call } from '../call.ts';
import { wantsStore } from '../drive/wants-store.ts';
import type { Keeping } from '../keeping.ts';
import { keepImages } from './keep-images.ts';

/** What a request says of the images that it wants. */
export interface ImageFormat {
  /** `response_format`: null where it says nothing. */
  readonly format: string | null;
  /** How many images may come back. */
  readonly count: number;
}

/** No image takes more tokens, its previews included. */
export const mostImageTokens = 16_384;

/** What a request's `response_format` becomes on its way; `keep`: it goes as it is. */
export type SentFormat = 'keep' | 'bytes' | 'none';

/**
 * The upstream is always asked for bytes where the client wants addresses: an address of the provider's would have to be
 * fetched from wherever an answer says, and would not last three days.
 */
export function sentFormat({ format }: Pick<ImageFormat, 'format'>, { model }: Pick<Route, 'model'>): SentFormat {
  if (model.onlyImageBytes === true) return format === null ? 'keep' : 'none';
  return format === 'url' ? 'bytes' : 'keep';
}

interface Rooms {
  readonly drive: Drive;
  readonly fetchProduced: FetchProduced;
}

/** Keeps the images of an answer as the request wants it. */
export const imageKeeping =
  (call: Call, { format, count }: ImageFormat, { drive, fetchProduced }: Rooms) =>
  ({ provider }: Route): Keeping =>
    keepImages(drive, call, {
      asAddresses: format === 'url',
      store: wantsStore(call),
      count,
      fetchImage: (address) => fetchProduced(provider, address),
    });
