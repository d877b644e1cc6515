import type { ObjectStore } from '../objects/object-store.ts';
import { newObjectId, type Owned } from '../objects/owned-object.ts';
import type { AnswerHook } from '../pipeline/delivery.ts';
import { type Call, countReads } from '../pipeline/call.ts';
import { draftForm, withForm } from '../pipeline/multipart/draft.ts';
import {
  deleteStored,
  placeOf,
  recordHook,
  relayStored,
  upstreamIdOf,
  withOwnIds,
} from '../pipeline/upstream-objects.ts';
import type { Route } from '../routing/route.ts';
import { routeRequestOf } from '../routing/router.ts';
import { objectOf, stringOf, type JsonObject } from '../shared/json/json.ts';
import { replyStored } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import { type ApiDeps, listAnswer, type SpecAHandlers } from './deps.ts';

/** `GET /audio/voices`. */
const listVoices = (services: ApiDeps): SpecAHandlers['listVoices'] => listVoicesOf(services, 'voice');

/** `DELETE /audio/voices/{voice_id}`, also at the provider. */
const deleteVoice =
  (services: ApiDeps): SpecAHandlers['deleteVoice'] =>
  (call) =>
    deleteStored(services, call, { id: call.object.id, object: 'audio.voice.deleted', deleted: true });

/** `POST /audio/voice_consents`. The recording is forwarded while it arrives. */
const createVoiceConsent =
  ({ relay, openFormSpool, assertStorageLeft, ...deps }: ApiDeps): SpecAHandlers['createVoiceConsent'] =>
  async (call) => {
    await assertStorageLeft(call);
    return withForm(call, { needs: [], openFormSpool }, (form) =>
      relay(call, {
        ...draftForm({ form, model: null, input: 0 }),
        outlivesClient: true,
        hooks: (route) => [storeVoice(call, { kind: 'voice-consent', route }, deps)],
      }),
    );
  };

/** `GET /audio/voice_consents`. */
const listVoiceConsents = (services: ApiDeps): SpecAHandlers['listVoiceConsents'] =>
  listVoicesOf(services, 'voice-consent');

/** `POST /audio/voice_consents/{consent_id}`: changes the name, also at the provider. */
const updateVoiceConsent =
  ({ relay, objects, assertStorageLeft }: ApiDeps): SpecAHandlers['updateVoiceConsent'] =>
  async (call) => {
    const { name } = objectOf(call.object.fields['record']);
    if (Buffer.byteLength(call.body.name) > Buffer.byteLength(stringOf(name) ?? '')) await assertStorageLeft(call);
    return relayStored(relay, call, {
      body: () => call.bytes,
      outlivesClient: true,
      hooks: () => [
        recordHook(async (record) => {
          await objects.change(call.object, ({ fields }) => ({ fields: { ...fields, record } }));
          return { id: call.object.id };
        }),
      ],
    });
  };

/** `DELETE /audio/voice_consents/{consent_id}`, also at the provider. */
const deleteVoiceConsent =
  (services: ApiDeps): SpecAHandlers['deleteVoiceConsent'] =>
  (call) =>
    deleteStored(services, call, { id: call.object.id, object: 'audio.voice_consent', deleted: true });

/**
 * Creates a voice at the provider of its consent, whose id is replaced by the provider's.
 *
 * @throws {GatewayError} `not_found` for a consent of another workspace
 */
const makeVoice =
  ({ relay, openFormSpool, findOwned, assertStorageLeft, ...deps }: ApiDeps) =>
  async (call: Call): Promise<void> => {
    await assertStorageLeft(call);
    return withForm(call, { needs: 'all', openFormSpool }, async (form) => {
      const id = form.fields.get('consent');
      const { spec, caller } = call;
      const consent = id ? await findOwned({ spec, kind: 'voice-consent', id, caller, param: 'consent' }) : null;
      const edits = consent ? { consent: consent.upstreamId } : {};
      const upstreamDraft = draftForm({ form, model: null, input: 0, edits: () => edits });
      try {
        await relay(call, {
          ...upstreamDraft,
          ...(consent && placeOf(consent)),
          outlivesClient: true,
          hooks: (route) => [storeVoice(call, { kind: 'voice', route }, deps)],
        });
      } catch (error) {
        throw withOwnIds(error, consent ? [consent] : []);
      }
    });
  };

type VoiceKind = 'voice' | 'voice-consent';

interface Deps {
  readonly objects: Pick<ObjectStore, 'add'>;
  readonly clock: Clock;
}

/** Stores the record of a new voice or consent under an id of the gateway. */
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

/** A voice or consent as the API shows it: the provider's record with the gateway's id. */
const showVoice = ({ id, fields }: Pick<Owned<VoiceKind>, 'id' | 'fields'>): JsonObject => ({
  ...(fields['record'] as JsonObject),
  id,
});

type ListCall = Call & {
  readonly query: { readonly after?: string | undefined; readonly limit?: number | undefined };
};

/**
 * Lists the workspace's voices or consents, newest first.
 *
 * @throws {GatewayError} the errors of routing: voice operations require a Product
 */
const listVoicesOf =
  ({ objects, router }: ApiDeps, kind: VoiceKind) =>
  async (call: ListCall): Promise<void> => {
    router.route(routeRequestOf(call, null));
    const { spec, caller, query } = call;
    const { limit = 20, after = null } = query;
    const { workspaceId } = caller;
    const page = await objects.page({ spec, kind, workspaceId, limit, order: 'desc', after }, countReads(call));
    await replyStored(call.reply, listAnswer(page, showVoice));
  };

/**
 * Returns a voice or consent.
 *
 * @throws {GatewayError} the errors of routing
 */
const getVoiceOf =
  ({ router }: ApiDeps) =>
  async (call: Call & { readonly object: Owned<VoiceKind> }): Promise<void> => {
    router.route(routeRequestOf(call, null));
    await replyStored(call.reply, showVoice(call.object));
  };

export const voiceOperations = {
  listVoices,
  createVoice: makeVoice,
  getVoice: getVoiceOf,
  deleteVoice,
  listVoiceConsents,
  createVoiceConsent,
  getVoiceConsent: getVoiceOf,
  updateVoiceConsent,
  deleteVoiceConsent,
};
