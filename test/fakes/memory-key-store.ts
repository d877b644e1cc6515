import type { KeyRecord, KeyStore, WorkspaceRecord } from '../../src/identity/stores.ts';

/** Compare-and-swap: null where the version is not the one that is kept. */
function swap<Kept extends { readonly id: string; readonly version: number }>(
  all: Map<string, Kept>,
  record: Kept,
): Kept | null {
  if (all.get(record.id)?.version !== record.version) return null;
  const kept = { ...record, version: record.version + 1 };
  all.set(record.id, kept);
  return kept;
}

/** Keys and workspaces in memory, with the promises of the real stores: unique ids and hashes, stable objects. */
export function makeMemoryKeyStore(
  seed: { readonly keys?: readonly KeyRecord[]; readonly workspaces?: readonly WorkspaceRecord[] } = {},
): KeyStore {
  const keys = new Map((seed.keys ?? []).map((key) => [key.id, key]));
  const workspaces = new Map((seed.workspaces ?? []).map((workspace) => [workspace.id, workspace]));
  const find = (hash: string) => [...keys.values()].find((key) => key.hash === hash || key.previousHash === hash);
  const refuseTakenHash = (key: KeyRecord) => {
    const holder = find(key.hash);
    if (holder && holder.id !== key.id) throw new Error('The hash is taken.');
  };
  return {
    find,
    key: (id) => keys.get(id),
    workspace: (id) => workspaces.get(id),
    listKeys: (workspaceId) =>
      [...keys.values()].filter((key) => workspaceId === undefined || key.workspaceId === workspaceId),
    listWorkspaces: () => [...workspaces.values()],
    addKey: async (key, _event, most = Infinity) => {
      await Promise.resolve();
      if ([...keys.values()].filter(({ workspaceId }) => workspaceId === key.workspaceId).length >= most) return false;
      if (keys.has(key.id)) throw new Error('The id is taken.');
      refuseTakenHash(key);
      keys.set(key.id, key);
      return true;
    },
    putKey: async (key) => {
      await Promise.resolve();
      if (!keys.has(key.id)) throw new Error('There is no such key.');
      refuseTakenHash(key);
      return swap(keys, key);
    },
    addWorkspace: async (workspace) => {
      await Promise.resolve();
      if (workspaces.has(workspace.id)) throw new Error('The id is taken.');
      workspaces.set(workspace.id, workspace);
    },
    putWorkspace: async (workspace) => {
      await Promise.resolve();
      return swap(workspaces, workspace);
    },
    reach: () => Promise.resolve({ reached: 1, instances: 1 }),
  };
}
