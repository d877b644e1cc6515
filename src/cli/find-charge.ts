import type { Secret } from '../shared/secret.ts';
import { makeControlClient } from './control-client.ts';

/**
 * What a call was charged, from the ledger: for a stream, whose head goes out before its charge is known.
 *
 * @returns credits as a decimal string; null where the gateway does not let this key ask, or knows no such call
 */
export async function findCharge(origin: string, adminKey: Secret, requestId: string): Promise<string | null> {
  try {
    const query = { request_id: requestId, limit: 1 };
    const { data } = await makeControlClient(origin, adminKey).GET('/calls', { params: { query } });
    return data?.data[0]?.charge ?? null;
  } catch {
    return null;
  }
}
