import { GatewayError } from '../errors/gateway-error.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Refuses a call that would store something until it is deleted, if its workspace has stored as much as it may. Call it before
 * anything is sent to a provider. Calls that run at the same moment do not count each other, so a workspace may exceed the limit by
 * what they store.
 *
 * @throws {GatewayError} `storage_limit_reached`
 */
export type AssertRoom = (call: { readonly caller: { readonly workspaceId: string } }) => Promise<void>;

/** @param limit bytes that a workspace may store */
export const makeAssertRoom =
  (objects: Pick<ObjectStore, 'storedBytes'>, limit: () => number): AssertRoom =>
  async ({ caller: { workspaceId } }) => {
    const stored = await objects.storedBytes(workspaceId);
    if (stored < limit()) return;
    const [has, most] = [stored, limit()].map((bytes) => bytes.toLocaleString('en-US'));
    throw new GatewayError(
      'storage_limit_reached',
      `The workspace stores ${has} of ${most} bytes: conversations with their items, and the records of files, voices and batches. ` +
        'Delete what is no longer needed, or ask the operator to raise limits.workspace_stored_bytes.',
    );
  };
