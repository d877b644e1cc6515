import { GatewayError } from '../errors/gateway-error.ts';

/** After this many lost races, the caller has to try again later. */
const mostAttempts = 50;

/**
 * Changes a stored record, and repeats the change if another one came first.
 *
 * @param what names the record in the error, for example `key ci`
 * @param attempt reads, changes and writes the record; null if it was changed in between
 * @throws {GatewayError} 409 `conflict` if every attempt lost against another change
 */
export async function compareAndSwap<Kept>(what: string, attempt: () => Promise<Kept | null>): Promise<Kept> {
  for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
    const kept = await attempt();
    if (kept !== null) return kept;
  }
  throw new GatewayError('conflict', `The ${what} is being changed by others at this moment. Try again.`);
}
