import type { OpenSpool } from '../objects/byte-storage.ts';
import type { Drive } from '../objects/drive.ts';
import type { Call } from '../pipeline/call.ts';
import { draftForm, modelOf, withForm } from '../pipeline/multipart/draft.ts';
import type { Relay } from '../pipeline/relay.ts';
import { draftJson, type UpstreamDraft } from '../pipeline/upstream-draft.ts';
import { withOwnIds } from '../pipeline/upstream-objects.ts';
import type { FetchProduced } from '../providers/fetch-produced.ts';
import { objectOf } from '../shared/json/json.ts';
import { dropMember, spliceJson } from '../shared/json/splice-json.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';
import { resolveFileIds } from './stored/file-references.ts';
import { imageHooks, mostImageTokens, sentFormat } from './stored/images.ts';

/** `POST /images/generations`. Without a model it is the one that the vendor's document names as its default. */
const createImage =
  ({ relay, ...deps }: ApiDeps): SpecAHandlers['createImage'] =>
  (call) =>
    relay(call, jsonImages(call, { body: call.body, defaultModel: 'dall-e-2' }, deps));

/** The model of a request that names none, by the vendor's document. */
const editModel = 'gpt-image-1.5';

/** `POST /images/edits`: a form with the images themselves, or JSON that names them. */
function createImageEdit(services: ApiDeps): SpecAHandlers['createImageEdit'] {
  const editForm = formImages(services, { model: editModel, format: null });
  return async (call) => {
    if (call.upload !== null) return editForm(call);
    const { bytes, providerId, files } = await resolveFileIds(call, call, services.findOwned);
    const upstreamDraft = jsonImages(
      { ...call, bytes },
      { body: objectOf(call.body), defaultModel: editModel },
      services,
    );
    try {
      await services.relay(call, { ...upstreamDraft, ...(providerId !== null && { providerId }) });
    } catch (error) {
      throw withOwnIds(error, files);
    }
  };
}

/** `POST /images/variations`. Model and form are the vendor's defaults where none is named: addresses. */
const createImageVariation = (services: ApiDeps): SpecAHandlers['createImageVariation'] =>
  formImages(services, { model: 'dall-e-2', format: 'url' });

/** What a JSON request for images says, as far as it decides what becomes of them. */
interface ImageBody {
  readonly response_format?: string | null | undefined;
  readonly n?: number | null | undefined;
}

interface JsonImageDeps {
  readonly drive: Drive;
  readonly fetchProduced: FetchProduced;
}

/** A JSON request for images: its own bytes, apart from the form that the images are asked for in. */
function jsonImages(
  call: Call,
  { body, defaultModel }: { readonly body: ImageBody; readonly defaultModel: string },
  deps: JsonImageDeps,
): UpstreamDraft {
  const upstreamDraft = draftJson(call, body, defaultModel);
  const wanted = { format: body.response_format ?? null, count: body.n ?? 1 };
  const bound = { ...upstreamDraft.facts.bound, output: mostImageTokens };
  return {
    ...upstreamDraft,
    facts: { ...upstreamDraft.facts, bound },
    body: (route) => {
      const bytes = upstreamDraft.body(route);
      const sent = sentFormat(wanted, route);
      if (sent === 'none') return dropMember(bytes, 'response_format');
      return sent === 'bytes' ? spliceJson(bytes, { response_format: '"b64_json"' }) : bytes;
    },
    hooks: imageHooks(call, wanted, deps),
  };
}

interface FormImageDeps {
  readonly relay: Relay;
  readonly drive: Drive;
  readonly fetchProduced: FetchProduced;
  readonly openSpool: OpenSpool;
}

/** What the vendor's document gives a form that does not say it. */
interface FormDefaults {
  readonly model: string;
  readonly format: string | null;
}

/** Parts of a form that are files, at most. */
const mostImages = 18;

/**
 * Sends images to be changed. The whole form is read first: how many images come back, and in which form, decides what
 * is set aside and what is sent.
 */
const formImages =
  (deps: FormImageDeps, defaults: FormDefaults) =>
  (call: Call): Promise<void> =>
    withForm(call.upload, { needs: 'all', openSpool: deps.openSpool }, (form) => {
      const format = form.fields.get('response_format') || defaults.format;
      const count = Number(form.fields.get('n') || 1);
      const wanted = { format, count };
      const prompt = form.fields.get('prompt')?.length ?? 0;
      const upstreamDraft = draftForm({
        form,
        model: modelOf(form, defaults.model),
        input: prompt * 4 + mostImages * mostImageTokens,
        output: mostImageTokens,
        answers: count,
        edits: (route) => {
          const sent = sentFormat(wanted, route);
          return sent === 'keep' ? {} : { response_format: sent === 'none' ? null : 'b64_json' };
        },
      });
      return deps.relay(call, { ...upstreamDraft, hooks: imageHooks(call, wanted, deps) });
    });

/** The operations on images. */
export const makeImageOperations = (
  deps: ApiDeps,
): Pick<SpecAHandlers, 'createImage' | 'createImageEdit' | 'createImageVariation'> => ({
  createImage: createImage(deps),
  createImageEdit: createImageEdit(deps),
  createImageVariation: createImageVariation(deps),
});
