import type { ObjectStore } from '../objects/object-store.ts';
import { newObjectId, type Owned } from '../objects/owned-object.ts';
import type { AnswerHook } from '../pipeline/answer-hook.ts';
import type { Call } from '../pipeline/call.ts';
import { draftForm, withForm } from '../pipeline/multipart/draft.ts';
import { routeRequestOf } from '../pipeline/call.ts';
import {
  deleteStored,
  placeOf,
  recordHook,
  relayStored,
  upstreamIdOf,
  withOwnIds,
} from '../pipeline/upstream-objects.ts';
import type { Route } from '../routing/route.ts';
import type { JsonObject } from '../shared/json/json.ts';
import { replyJson } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';
import { listAnswer } from './list-answer.ts';

/** `GET /audio/voices`. */
const listVoices = (services: ApiDeps): SpecAHandlers['listVoices'] => listVoicesOf(services, 'voice');

/** `DELETE /audio/voices/{voice_id}`: at the provider, and here. */
const deleteVoice =
  (services: ApiDeps): SpecAHandlers['deleteVoice'] =>
  (call) =>
    deleteStored(services, call, { id: call.object.id, object: 'audio.voice.deleted', deleted: true });

/** `POST /audio/voice_consents`: the recording flows through. */
const createVoiceConsent =
  ({ relay, openSpool, ...deps }: ApiDeps): SpecAHandlers['createVoiceConsent'] =>
  (call) =>
    withForm(call.upload, { needs: [], openSpool }, (form) =>
      relay(call, {
        ...draftForm({ form, model: null, input: 0 }),
        hooks: (route) => [storeVoice(call, { kind: 'voice-consent', route }, deps)],
      }),
    );

/** `GET /audio/voice_consents`. */
const listVoiceConsents = (services: ApiDeps): SpecAHandlers['listVoiceConsents'] =>
  listVoicesOf(services, 'voice-consent');

/** `POST /audio/voice_consents/{consent_id}`: a new name, at the provider and here. */
const updateVoiceConsent =
  ({ relay, objects }: ApiDeps): SpecAHandlers['updateVoiceConsent'] =>
  (call) =>
    relayStored(relay, call, {
      body: () => call.bytes,
      hooks: () => [
        recordHook(async (record) => {
          await objects.change(call.object, { fields: { ...call.object.fields, record } });
          return { id: call.object.id };
        }),
      ],
    });

/** `DELETE /audio/voice_consents/{consent_id}`: at the provider, and here. */
const deleteVoiceConsent =
  (services: ApiDeps): SpecAHandlers['deleteVoiceConsent'] =>
  (call) =>
    deleteStored(services, call, { id: call.object.id, object: 'audio.voice_consent', deleted: true });

/**
 * Makes a voice. The consent that it is made with is named to the provider by the provider's id, and the voice is made
 * where the consent is.
 *
 * @throws {GatewayError} `not_found` for a consent that is not the workspace's
 */
const makeVoice =
  ({ relay, openSpool, findOwned, ...deps }: ApiDeps) =>
  (call: Call): Promise<void> =>
    withForm(call.upload, { needs: 'all', openSpool }, async (form) => {
      const id = form.fields.get('consent');
      const { spec, caller } = call;
      const consent = id ? await findOwned({ spec, kind: 'voice-consent', id, caller, param: 'consent' }) : null;
      const edits = consent ? { consent: consent.upstreamId } : {};
      const upstreamDraft = draftForm({ form, model: null, input: 0, edits: () => edits });
      try {
        await relay(call, {
          ...upstreamDraft,
          ...(consent && placeOf(consent)),
          hooks: (route) => [storeVoice(call, { kind: 'voice', route }, deps)],
        });
      } catch (error) {
        throw withOwnIds(error, consent ? [consent] : []);
      }
    });

/** What belongs to a workspace's voices: the voices, and the consents that they are made with. */
type VoiceKind = 'voice' | 'voice-consent';

interface Deps {
  readonly objects: Pick<ObjectStore, 'add'>;
  readonly clock: Clock;
}

/** Keeps the record of a new voice or consent as the workspace's own; its id is ours from then on. */
const storeVoice = (
  { spec, caller }: Call,
  { kind, route }: { readonly kind: VoiceKind; readonly route: Route },
  { objects, clock }: Deps,
): AnswerHook =>
  recordHook(async (record) => {
    const upstreamId = upstreamIdOf(record);
    const id = newObjectId(kind);
    const { workspaceId } = caller;
    const fields = { region: route.region, record };
    const place = { providerId: route.provider.id, upstreamId, expiresAt: null };
    await objects.add({ id, kind, spec, workspaceId, ...place, createdAt: clock.now(), fields });
    return { id };
  });

/** A voice or a consent as its owner sees it: the provider's record under our id. */
const showVoice = ({ id, fields }: Pick<Owned<VoiceKind>, 'id' | 'fields'>): JsonObject => ({
  ...(fields['record'] as JsonObject),
  id,
});

/** What a page of voices is asked for by. */
type ListCall = Call & {
  readonly query: { readonly after?: string | undefined; readonly limit?: number | undefined };
};

/**
 * Lists what the workspace owns, newest first.
 *
 * @throws {GatewayError} `product_required` and the other refusals of routing: voice routes want their Product named
 */
const listVoicesOf =
  ({ objects, router }: ApiDeps, kind: VoiceKind) =>
  async (call: ListCall): Promise<void> => {
    router.route(routeRequestOf(call, null));
    const { spec, caller, query, reply } = call;
    const { limit = 20, after = null } = query;
    const { workspaceId } = caller;
    const page = await objects.page({ spec, kind, workspaceId, limit, order: 'desc', after });
    replyJson(reply, 200, listAnswer(page, showVoice));
  };

/**
 * The record of what the workspace owns.
 *
 * @throws {GatewayError} `product_required` and the other refusals of routing
 */
const getVoiceOf =
  ({ router }: ApiDeps) =>
  async (call: Call & { readonly object: Owned<VoiceKind> }): Promise<void> => {
    router.route(routeRequestOf(call, null));
    replyJson(call.reply, 200, showVoice(call.object));
  };

/** The operations on voices. */
export const makeVoiceOperations = (
  deps: ApiDeps,
): Pick<
  SpecAHandlers,
  | 'listVoices'
  | 'createVoice'
  | 'getVoice'
  | 'deleteVoice'
  | 'listVoiceConsents'
  | 'createVoiceConsent'
  | 'getVoiceConsent'
  | 'updateVoiceConsent'
  | 'deleteVoiceConsent'
> => ({
  listVoices: listVoices(deps),
  createVoice: makeVoice(deps),
  getVoice: getVoiceOf(deps),
  deleteVoice: deleteVoice(deps),
  listVoiceConsents: listVoiceConsents(deps),
  createVoiceConsent: createVoiceConsent(deps),
  getVoiceConsent: getVoiceOf(deps),
  updateVoiceConsent: updateVoiceConsent(deps),
  deleteVoiceConsent: deleteVoiceConsent(deps),
});
