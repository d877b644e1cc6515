import { GatewayError } from '../../errors/gateway-error.ts';
import type { FindOwned } from '../../resources/find-owned.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import { objectPrefixes, type Owned } from '../../resources/owned-object.ts';
import type { Call } from '../call.ts';

/** A voice as a request names it: a provider's by its name, or one's own by its id. */
export type VoiceChoice = string | { readonly id: string };

interface Rooms {
  readonly findOwned: FindOwned;
  readonly objects: Pick<ObjectStore, 'exists'>;
}

/**
 * The workspace's own voice that a request names; null for a provider's. An id always means one of ours: a provider's
 * own ids are nobody's to use.
 *
 * @throws {GatewayError} `not_voice_owner` for another workspace's, `not_found` for one that does not exist
 */
export async function ownVoice(
  { caller }: Pick<Call, 'caller'>,
  voice: VoiceChoice,
  { findOwned, objects }: Rooms,
): Promise<Owned<'voice'> | null> {
  const id = typeof voice === 'string' ? voice : voice.id;
  if (typeof voice === 'string' && !voice.startsWith(`${objectPrefixes.voice}_`)) return null;
  try {
    return await findOwned({ spec: 'a', kind: 'voice', id, caller, param: 'voice' });
  } catch (error) {
    if (!(await objects.exists('voice', id))) throw error;
    throw new GatewayError(
      'not_voice_owner',
      'This voice belongs to another workspace; only its owner can speak with it. GET /v1/audio/voices lists your own.',
      { param: 'voice', cause: error },
    );
  }
}
