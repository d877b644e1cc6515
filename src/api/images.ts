import type { OpenFormSpool } from '../objects/byte-storage.ts';
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

/** `POST /images/variations`. The defaults are the vendor's: images are returned as URLs. */
const createImageVariation = (services: ApiDeps): SpecAHandlers['createImageVariation'] =>
  formImages(services, { model: 'dall-e-2', format: 'url' });

/** The members of a JSON image request that the gateway uses. */
interface ImageBody {
  readonly response_format?: string | null | undefined;
  readonly n?: number | null | undefined;
}

interface JsonImageDeps {
  readonly drive: Drive;
  readonly fetchProduced: FetchProduced;
}

/** The draft of a JSON image request: the caller's bytes, except for `response_format`. */
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
    body: (route, edits) => {
      const bytes = upstreamDraft.body(route, edits);
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
  readonly openFormSpool: OpenFormSpool;
}

/** The vendor's defaults for a form. */
interface FormDefaults {
  readonly model: string;
  readonly format: string | null;
}

/** Most files in a form. */
const mostImages = 18;

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

export const imageOperations = { createImage, createImageEdit, createImageVariation };
