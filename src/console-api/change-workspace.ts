import type { KeyStore, WorkspaceRecord } from '../identity/key-store.ts';
import { findWorkspace } from './find-workspace.ts';

/** Changes under way, workspace by workspace: the last one that was begun. */
const underWay = new WeakMap<KeyStore, Map<string, Promise<unknown>>>();

/**
 * Replaces a workspace's record by what `change` makes of it. Changes of one workspace are made one after the other, each on
 * what the one before left, so that none is lost.
 *
 * @throws {GatewayError} 404 `not_found`
 */
export async function changeWorkspace(
  keys: KeyStore,
  id: string,
  change: (record: WorkspaceRecord) => WorkspaceRecord,
): Promise<{ readonly before: WorkspaceRecord; readonly after: WorkspaceRecord }> {
  const ofStore = underWay.get(keys) ?? new Map<string, Promise<unknown>>();
  underWay.set(keys, ofStore);
  const mine = (ofStore.get(id) ?? Promise.resolve()).then(async () => {
    const before = findWorkspace(keys, id);
    const after = change(before);
    await keys.putWorkspace(after);
    return { before, after };
  });
  const settled = mine.catch(() => undefined);
  ofStore.set(id, settled);
  try {
    return await mine;
  } finally {
    if (ofStore.get(id) === settled) ofStore.delete(id);
  }
}
