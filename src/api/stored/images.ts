import type { Drive } from '../../objects/drive.ts';
import { imageType } from '../../objects/media-type.ts';
import type { AnswerHook } from '../../pipeline/answer-hook.ts';
import type { Call } from '../../pipeline/call.ts';
import type { FetchProduced } from '../../providers/fetch-produced.ts';
import type { Hold } from '../../metering/hold.ts';
import type { UpstreamAnswer } from '../../providers/upstream.ts';
import type { Route } from '../../routing/route.ts';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { spliceJson } from '../../shared/json/splice-json.ts';
import { wantsStore } from '../drive.ts';

/** What a request says of the images that it wants. */
interface ImageFormat {
  /** `response_format`: null where it says nothing. */
  readonly format: string | null;
  /** How many images may come back. */
  readonly count: number;
}

/** No image takes more tokens, its previews included. */
export const mostImageTokens = 16_384;

/** What a request's `response_format` becomes on its way; `keep`: it goes as it is. */
type SentFormat = 'keep' | 'bytes' | 'none';

/**
 * The upstream is always asked for bytes where the client wants addresses: an address of the provider's would have to be
 * fetched from wherever an answer says, and would not last three days.
 */
export function sentFormat({ format }: Pick<ImageFormat, 'format'>, { model }: Pick<Route, 'model'>): SentFormat {
  if (model.onlyImageBytes === true) return format === null ? 'keep' : 'none';
  return format === 'url' ? 'bytes' : 'keep';
}

interface Deps {
  readonly drive: Drive;
  readonly fetchProduced: FetchProduced;
}

/** Keeps the images of an answer as the request wants it. */
export const imageHooks =
  (call: Call, { format, count }: ImageFormat, { drive, fetchProduced }: Deps) =>
  ({ provider }: Route, _answer: UpstreamAnswer, hold: Hold): readonly AnswerHook[] => [
    storeImages(drive, call, {
      asAddresses: format === 'url',
      store: wantsStore(call),
      count,
      fetchImage: (address) => fetchProduced(hold, provider, address),
    }),
  ];

/** What is to happen with the images of an answer. */
interface ImageWishes {
  /** The client wants addresses: ours, in place of the bytes and of the provider's. */
  readonly asAddresses: boolean;
  /** The client wants the images kept, whatever form it gets them in. */
  readonly store: boolean;
  /** How many images there can be. */
  readonly count: number;
  /** The bytes behind a provider's address; null where it is not to be asked. */
  readonly fetchImage: (url: string) => Promise<Buffer | null>;
}

/** Keeps images while they are delivered. What cannot be kept is delivered as the upstream sent it. */
function storeImages(drive: Drive, { caller }: Call, wishes: ImageWishes): AnswerHook {
  const { workspaceId } = caller;
  let kept: readonly string[] | null = null;

  const keepOne = async (image: Json): Promise<Json> => {
    if (!isObject(image)) return image;
    const url = stringOf(image['url']);
    const isWanted = wishes.store || wishes.asAddresses || url !== null;
    const bytes = isWanted ? await bytesOf(image, wishes) : null;
    if (bytes === null) return image;
    const id = await drive.put({ workspaceId, contentType: imageType(bytes) }, bytes);
    if (id === null) return image;
    kept = [...(kept ?? []), id];
    return wishes.asAddresses || url !== null ? withAddress(image, drive.urlOf(id)) : image;
  };

  const stream = wishes.store ? keepStream(drive, workspaceId, wishes.count) : null;
  return {
    headers: () => {
      const ids = kept ?? stream?.ids ?? [];
      return ids.length === 0 ? {} : { 'x-diglot-drive-file': ids.join(', ') };
    },
    whole: async (body) => {
      kept = [];
      const { data } = objectOf(parseJson(body.toString('utf8')));
      if (!Array.isArray(data)) return body;
      const images: Json[] = [];
      for (const image of data as readonly Json[]) images.push(await keepOne(image));
      const isSame = images.every((image, index) => image === data[index]);
      return isSame ? body : spliceJson(body, { data: JSON.stringify(images) });
    },
    events: (events) => {
      for (const { data } of events) stream?.event(data);
      return events;
    },
    end: async () => stream?.end(),
    drop: async () => stream?.end(),
  };
}

async function bytesOf(image: JsonObject, { fetchImage }: ImageWishes): Promise<Buffer | null> {
  const coded = stringOf(image['b64_json']);
  if (coded !== null) return Buffer.from(coded, 'base64');
  const url = stringOf(image['url']);
  return url === null ? null : fetchImage(url);
}

/** The image with an address instead of its bytes. */
const withAddress = (image: JsonObject, url: string): JsonObject => ({
  ...Object.fromEntries(Object.entries(image).filter(([name]) => name !== 'b64_json')),
  url,
});

/** Keeps the finished images of a stream; their ids stand in the head, before there is anything to keep. */
function keepStream(drive: Drive, workspaceId: string, count: number) {
  const ids = Array.from({ length: count }, () => drive.newId());
  let next = 0;
  let done: Promise<unknown> = Promise.resolve();
  return {
    ids,
    event: (data: Json | undefined): void => {
      const event = objectOf(data);
      const coded = stringOf(event['b64_json']);
      const id = ids[next];
      if (coded === null || id === undefined || stringOf(event['type'])?.endsWith('.completed') !== true) return;
      next += 1;
      const bytes = Buffer.from(coded, 'base64');
      done = done.then(() => drive.put({ id, workspaceId, contentType: imageType(bytes) }, bytes));
    },
    end: async (): Promise<void> => void (await done),
  };
}
