import type { Bootstrap } from './config/config.ts';
import { importKey } from './identity/import-key.ts';
import type { KeyStore } from './identity/key-store.ts';
import type { Ledger } from './metering/ledger.ts';
import type { Clock } from './shared/clock.ts';

interface Rooms {
  readonly keys: KeyStore;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

/** Creates the workspaces, first credits and keys that the configuration names and that are absent. What is there already is left alone. */
export async function bootstrap({ workspaces, keys }: Bootstrap, rooms: Rooms): Promise<void> {
  const { clock, newId } = rooms;
  for (const { id, name, plan, credits, timeZone } of workspaces) {
    if (rooms.keys.workspace(id)) continue;
    const createdAt = clock.now();
    // The credits first, which are granted once however often they are posted: a crash in between loses nothing.
    if (credits !== 0n) {
      const reason = 'first credits, from the configuration';
      const entry = { kind: 'grant', amount: credits, callId: null, reason, actor: 'bootstrap', createdAt } as const;
      await rooms.ledger.post({ ...entry, id: newId('led'), workspaceId: id, externalId: `bootstrap:${id}` });
    }
    await rooms.keys.addWorkspace({ id, name, planId: plan, timeZone, createdAt, suspendedAt: null });
  }
  for (const { workspace, name, secret } of keys) {
    await importKey({ workspaceId: workspace, name, secret }, rooms);
  }
}
