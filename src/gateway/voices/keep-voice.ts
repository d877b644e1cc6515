import { newObjectId, type Owned } from '../../resources/owned-object.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import type { Route } from '../../routing/route.ts';
import type { Clock } from '../../shared/clock.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { Call } from '../call.ts';
import type { Keeping } from '../keeping.ts';
import { keepWhole, upstreamIdOf } from '../kept/keep-whole.ts';

/** What belongs to a workspace's voices: the voices, and the consents that they are made with. */
export type VoiceKind = 'voice' | 'voice-consent';

interface Rooms {
  readonly objects: Pick<ObjectStore, 'add'>;
  readonly clock: Clock;
}

/** Keeps the record of a new voice or consent as the workspace's own; its id is ours from then on. */
export const keepVoice = (
  { spec, caller }: Call,
  { kind, route }: { readonly kind: VoiceKind; readonly route: Route },
  { objects, clock }: Rooms,
): Keeping =>
  keepWhole(async (record) => {
    const upstreamId = upstreamIdOf(record);
    const id = newObjectId(kind);
    const { workspaceId } = caller;
    const fields = { region: route.region, record };
    const place = { providerId: route.provider.id, upstreamId, expiresAt: null };
    await objects.add({ id, kind, spec, workspaceId, ...place, createdAt: clock.now(), fields });
    return { id };
  });

/** A voice or a consent as its owner sees it: the provider's record under our id. */
export const showVoice = ({ id, fields }: Pick<Owned<VoiceKind>, 'id' | 'fields'>): JsonObject => ({
  ...(fields['record'] as JsonObject),
  id,
});
