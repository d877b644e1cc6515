import type { KeyRecord } from '../identity/key-store.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { KeyUse } from '../metering/ledger-records.ts';

/** The latest charged call of each of these keys, by key id. */
export async function keyUses(ledger: Ledger, keys: readonly KeyRecord[]): Promise<ReadonlyMap<string, KeyUse>> {
  const workspaces = new Set(keys.map((key) => key.workspaceId));
  const uses = await Promise.all([...workspaces].map((workspace) => ledger.keyUses(workspace)));
  return new Map(uses.flat().map((use) => [use.keyId, use]));
}
