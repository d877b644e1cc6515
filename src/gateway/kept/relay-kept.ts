import { UpstreamError } from '../../errors/upstream-error.ts';
import type { OwnedObject } from '../../resources/owned-object.ts';
import type { Call } from '../call.ts';
import type { Outgoing } from '../outgoing.ts';
import type { Relay } from '../relay.ts';
import { keptOutgoing } from './kept-outgoing.ts';

/**
 * Sends a call about a kept thing to where it is kept. An error that speaks of it by the provider's id speaks of it by ours.
 *
 * @throws {UpstreamError} what the provider refused
 */
export async function relayKept(
  relay: Relay,
  call: Call & { readonly object: OwnedObject },
  own: Partial<Outgoing> = {},
): Promise<void> {
  try {
    await relay(call, { ...keptOutgoing(call, call.object), ...own });
  } catch (error) {
    throw withOwnIds(error, [call.object]);
  }
}

/** An upstream's error in which things are called by our ids. */
export function withOwnIds(error: unknown, objects: readonly Pick<OwnedObject, 'id' | 'upstreamId'>[]): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const message = objects.reduce(
    (text, { id, upstreamId }) => (upstreamId ? text.replaceAll(upstreamId, id) : text),
    error.message,
  );
  return new UpstreamError(error.status, message, error);
}
