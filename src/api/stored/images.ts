import type { Drive } from '../../objects/drive.ts';
import { imageType } from '../../shared/text/media-type.ts';
import type { AnswerHook } from '../../pipeline/answer-hook.ts';
import type { Call } from '../../pipeline/call.ts';
import type { FetchProduced } from '../../providers/fetch-produced.ts';
import type { Hold } from '../../metering/hold.ts';
import type { UpstreamAnswer } from '../../providers/upstream.ts';
import type { Route } from '../../routing/route.ts';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { spliceJson } from '../../shared/json/splice-json.ts';
import { wantsStore } from '../drive.ts';

/** The requested number and format of images. */
interface ImageFormat {
  /** `response_format`; null if absent. */
  readonly format: string | null;
  /** How many images may come back. */
  readonly count: number;
}

/** Upper bound of tokens for an image, including previews. */
export const mostImageTokens = 16_384;

/** How `response_format` is sent upstream: unchanged, as bytes, or not at all. */
type SentFormat = 'keep' | 'bytes' | 'none';

/**
 * Requests bytes from the upstream if the client wants URLs, because a provider's URL would have to be fetched from wherever the
 * answer says, and may expire early.
 */
export function sentFormat({ format }: Pick<ImageFormat, 'format'>, { model }: Pick<Route, 'model'>): SentFormat {
  if (model.onlyImageBytes === true) return format === null ? 'keep' : 'none';
  return format === 'url' ? 'bytes' : 'keep';
}

interface Deps {
  readonly drive: Drive;
  readonly fetchProduced: FetchProduced;
}

/** Stores the images of an answer as requested. */
export const imageHooks =
  (call: Call, { format, count }: ImageFormat, { drive, fetchProduced }: Deps) =>
  ({ provider }: Route, _answer: UpstreamAnswer, hold: Hold): readonly AnswerHook[] => [
    storeImages(drive, call, {
      asUrls: format === 'url',
      store: wantsStore(call),
      count,
      fetchImage: fetchProduced({ hold, provider, memory: call.memory, onLeave: call.reply.onLeave }),
    }),
  ];

/** How the images of an answer are handled. */
interface ImageOptions {
  /** Return URLs of the drive instead of bytes and of the provider's URLs. */
  readonly asUrls: boolean;
  /** Store the images, in whatever format they are returned. */
  readonly store: boolean;
  /** Most images that are stored: a provider that returns more than were asked for may return any number. */
  readonly count: number;
  /** Downloads an image from a provider's URL, and counts its bytes; null if the host is not allowed. */
  readonly fetchImage: (url: string) => Promise<Buffer | null>;
}

/** Stores images while they are delivered. An image that cannot be stored is delivered as the upstream sent it. */
function storeImages(drive: Drive, { caller, memory }: Call, options: ImageOptions): AnswerHook {
  const { workspaceId } = caller;
  let stored: readonly string[] | null = null;

  const put = (bytes: Buffer): Promise<string | null> =>
    drive.put({ workspaceId, contentType: imageType(bytes) }, bytes);
  /** The id of the stored image; null if it has no bytes, or was not stored. */
  const storedId = async (coded: string | null, url: string | null): Promise<string | null> => {
    if (coded !== null) return put(Buffer.from(coded, 'base64'));
    const fetched = url === null ? null : await options.fetchImage(url);
    return fetched && put(fetched).finally(() => memory.give(fetched.length));
  };
  const storeOne = async (image: Json): Promise<Json> => {
    if (!isObject(image)) return image;
    const url = stringOf(image['url']);
    const isWanted = options.store || options.asUrls || url !== null;
    const id = isWanted ? await storedId(stringOf(image['b64_json']), url) : null;
    if (id === null) return image;
    stored = [...(stored ?? []), id];
    return options.asUrls || url !== null ? withUrl(image, drive.urlOf(id)) : image;
  };

  // Events have no place for an address.
  const stream = options.store || options.asUrls ? storeStream(drive, workspaceId, options.count) : null;
  return {
    headers: () => {
      const ids = stored ?? stream?.ids ?? [];
      return ids.length === 0 ? {} : { 'x-diglot-drive-file': ids.join(', ') };
    },
    whole: async (body) => {
      stored = [];
      const { data } = objectOf(parseJson(body));
      if (!Array.isArray(data)) return body;
      const images: Json[] = [];
      for (const [index, image] of (data as readonly Json[]).entries())
        images.push(index < options.count ? await storeOne(image) : image);
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

/** The image with a URL instead of its bytes. */
const withUrl = (image: JsonObject, url: string): JsonObject => ({
  ...Object.fromEntries(Object.entries(image).filter(([name]) => name !== 'b64_json')),
  url,
});

/** Stores the finished images of a stream. Their ids are sent in the head, before there are any images. */
function storeStream(drive: Drive, workspaceId: string, count: number) {
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
