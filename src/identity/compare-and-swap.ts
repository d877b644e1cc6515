import { GatewayError } from '../errors/gateway-error.ts';

/** Attempts before the change ends with a conflict. */
const mostAttempts = 50;

/**
 * Makes a change on what is kept now, and again where another change came first.
 *
 * @param attempt reads, changes and writes; null: what it read was not what is kept any more
 * @param what names the thing in the error, for example `key ci`
 * @throws {GatewayError} 409 `conflict` when others change it all the time
 */
export async function compareAndSwap<Kept>(what: string, attempt: () => Promise<Kept | null>): Promise<Kept> {
  for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
    const kept = await attempt();
    if (kept !== null) return kept;
  }
  throw new GatewayError('conflict', `The ${what} is being changed by others at this moment. Try again.`);
}
