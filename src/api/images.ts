import type { Hold } from '../metering/hold.ts';
import type { OpenFormSpool } from '../objects/byte-storage.ts';
import type { Drive } from '../objects/drive.ts';
import type { Call } from '../pipeline/call.ts';
import type { AnswerHook } from '../pipeline/delivery.ts';
import { textAlone } from '../pipeline/hold-estimate.ts';
import { draftForm, modelOf, withForm } from '../pipeline/multipart/draft.ts';
import type { Relay } from '../pipeline/relay.ts';
import { draftJson, type UpstreamDraft } from '../pipeline/upstream-draft.ts';
import { withOwnIds } from '../pipeline/upstream-objects.ts';
import type { FetchProduced } from '../providers/fetch-produced.ts';
import type { UpstreamAnswer } from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import { arrayOf, isObject, type Json, type JsonObject, objectOf, parseJson, stringOf } from '../shared/json/json.ts';
import { dropMember, spliceJson } from '../shared/json/raw-json.ts';
import { imageType } from '../shared/text/media-type.ts';
import type { Contents } from '../wires/wire.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';
import { wantsStore } from './drive.ts';
import { resolveFileIds } from './object-references.ts';

/** `POST /images/generations`. The default model is the vendor's. */
const createImage =
  ({ relay, ...deps }: ApiDeps): SpecAHandlers['createImage'] =>
  (call) =>
    relay(call, jsonImages(call, { body: call.body, defaultModel: 'dall-e-2' }, deps));

/** The vendor's default model for edits. */
const editModel = 'gpt-image-1.5';

/** `POST /images/edits`: a form with the images, or JSON that refers to them. */
function createImageEdit(services: ApiDeps): SpecAHandlers['createImageEdit'] {
  const editForm = formImages(services, { model: editModel, format: null });
  return async (call) => {
    if (call.upload !== null) return editForm(call);
    const { bytes, providerId, files } = await resolveFileIds(call, call, services.findOwned);
    const body = objectOf(call.body);
    const upstreamDraft = jsonImages(
      { ...call, bytes },
      { body, defaultModel: editModel, contents: referencedImages(body) },
      services,
    );
    try {
      await services.relay(call, { ...upstreamDraft, ...(providerId !== null && { providerId }) });
    } catch (error) {
      throw withOwnIds(error, files);
    }
  };
}

/** `POST /images/variations`. The defaults are the vendor's: images are returned as URLs. */
const createImageVariation = (services: ApiDeps): SpecAHandlers['createImageVariation'] =>
  formImages(services, { model: 'dall-e-2', format: 'url' });

/** The members of a JSON image request that the gateway uses. */
interface ImageBody {
  readonly response_format?: string | null | undefined;
  readonly n?: number | null | undefined;
}

/** The images that an edit in JSON refers to, or has inline. */
function referencedImages({ images, mask }: JsonObject): Contents {
  const references = [...arrayOf(images), mask].filter(isObject);
  const media = references.reduce((sum, { image_url: url }) => sum + (stringOf(url)?.length ?? 0), 0);
  return { ...textAlone, media, images: references.length };
}

interface ImageRequest {
  readonly body: ImageBody;
  readonly defaultModel: string;
  /** Absent: the request is text alone. */
  readonly contents?: Contents | null;
}

/** What stores images. */
interface ImageDeps {
  readonly drive: Drive;
  readonly fetchProduced: FetchProduced;
}

/** The draft of a JSON image request: the caller's bytes, except for `response_format`. */
function jsonImages(call: Call, { body, defaultModel, contents = null }: ImageRequest, deps: ImageDeps): UpstreamDraft {
  const upstreamDraft = draftJson(call, body, defaultModel);
  const wanted = { format: body.response_format ?? null, count: body.n ?? 1 };
  const bound = { ...upstreamDraft.facts.bound, output: mostImageTokens };
  return {
    ...upstreamDraft,
    facts: { ...upstreamDraft.facts, bound, contents },
    body: (route, edits) => {
      const bytes = upstreamDraft.body(route, edits);
      const sent = sentFormat(wanted, route);
      if (sent === 'none') return dropMember(bytes, 'response_format');
      return sent === 'bytes' ? spliceJson(bytes, { response_format: '"b64_json"' }) : bytes;
    },
    hooks: imageHooks(call, wanted, deps),
  };
}

interface FormImageDeps extends ImageDeps {
  readonly relay: Relay;
  readonly openFormSpool: OpenFormSpool;
}

/** The vendor's defaults for a form. */
interface FormDefaults {
  readonly model: string;
  readonly format: string | null;
}

/**
 * Sends a form with images. The whole form is read first, because the number and format of the results decide the hold and what
 * is sent.
 */
const formImages =
  (deps: FormImageDeps, defaults: FormDefaults) =>
  (call: Call): Promise<void> =>
    withForm(call, { needs: 'all', openFormSpool: deps.openFormSpool }, (form) => {
      const format = form.fields.get('response_format') || defaults.format;
      const count = Number(form.fields.get('n') || 1);
      const wanted = { format, count };
      const prompt = form.fields.get('prompt')?.length ?? 0;
      const upstreamDraft = draftForm({
        form,
        model: modelOf(form, defaults.model),
        input: prompt * 4,
        contents: { ...textAlone, images: form.files },
        output: mostImageTokens,
        answers: count,
        edits: (route) => {
          const sent = sentFormat(wanted, route);
          return sent === 'keep' ? {} : { response_format: sent === 'none' ? null : 'b64_json' };
        },
      });
      return deps.relay(call, { ...upstreamDraft, hooks: imageHooks(call, wanted, deps) });
    });

export const imageOperations = { createImage, createImageEdit, createImageVariation };

/** The requested number and format of images. */
interface ImageFormat {
  /** `response_format`; null if absent. */
  readonly format: string | null;
  /** How many images may come back. */
  readonly count: number;
}

/** Upper bound of tokens for an image of an answer, including previews. */
const mostImageTokens = 16_384;

/** How `response_format` is sent upstream: unchanged, as bytes, or not at all. */
type SentFormat = 'keep' | 'bytes' | 'none';

/**
 * Requests bytes from the upstream if the client wants URLs, because a provider's URL would have to be fetched from wherever the
 * answer says, and may expire early.
 */
function sentFormat({ format }: Pick<ImageFormat, 'format'>, { model }: Pick<Route, 'model'>): SentFormat {
  if (model.onlyImageBytes === true) return format === null ? 'keep' : 'none';
  return format === 'url' ? 'bytes' : 'keep';
}

/** Stores the images of an answer as requested. */
const imageHooks =
  (call: Call, { format, count }: ImageFormat, { drive, fetchProduced }: ImageDeps) =>
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
  const isWanted = options.store || options.asUrls;
  const storing = drive.storing();
  let stored: readonly string[] | null = null;

  const put = (bytes: Buffer): Promise<string | null> =>
    storing.put({ workspaceId, contentType: imageType(bytes) }, bytes);
  /** The id of the stored image; null if it has no bytes, or was not stored. */
  const storedId = async (coded: string | null, url: string | null): Promise<string | null> => {
    if (storing.isOver()) return null;
    if (coded !== null) return put(Buffer.from(coded, 'base64'));
    const fetched = url === null ? null : await options.fetchImage(url);
    return fetched && put(fetched).finally(() => memory.give(fetched.length));
  };
  const storeOne = async (image: Json): Promise<Json> => {
    if (!isObject(image)) return image;
    const url = stringOf(image['url']);
    const id = isWanted || url !== null ? await storedId(stringOf(image['b64_json']), url) : null;
    if (id === null) return image;
    stored = [...(stored ?? []), id];
    return options.asUrls || url !== null ? withUrl(image, drive.urlOf(id)) : image;
  };

  // Events have no place for an address.
  const stream = isWanted ? storeStream(drive, workspaceId, options.count) : null;
  return {
    // An image that is stored without a request has a provider's URL, and such answers are short.
    isOptional: !isWanted,
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
  const storing = drive.storing();
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
      done = done.then(() => storing.put({ id, workspaceId, contentType: imageType(bytes) }, bytes));
    },
    end: async (): Promise<void> => void (await done),
  };
}
