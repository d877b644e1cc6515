import type { KeyRecord, KeyStore, WorkspaceRecord } from '../../identity/key-store.ts';
import type { Connection } from './connection.ts';

/** Keys and workspaces, all of them in memory; a change is on the disk before it is seen. */
export async function makeSqliteKeyStore({ ask }: Connection): Promise<KeyStore> {
  const keys = new Map((await ask('allKeys')).map((key) => [key.id, key]));
  const workspaces = new Map((await ask('allWorkspaces')).map((workspace) => [workspace.id, workspace]));
  const byHash = new Map<string, KeyRecord>();

  const remember = (key: KeyRecord): void => {
    const before = keys.get(key.id);
    for (const hash of [before?.hash, before?.previousHash]) if (hash) byHash.delete(hash);
    keys.set(key.id, key);
    for (const hash of [key.hash, key.previousHash]) if (hash) byHash.set(hash, key);
  };
  for (const key of keys.values()) remember(key);

  const rememberWorkspace = (workspace: WorkspaceRecord): void => void workspaces.set(workspace.id, workspace);

  return {
    find: (hash) => byHash.get(hash),
    workspace: (id) => workspaces.get(id),
    listKeys: (workspaceId) =>
      [...keys.values()].filter((key) => workspaceId === undefined || key.workspaceId === workspaceId),
    listWorkspaces: () => [...workspaces.values()],
    addKey: async (key, event) => {
      await ask('addKey', event ?? null, key);
      remember(key);
    },
    putKey: async (key, event) => {
      await ask('putKey', event ?? null, key);
      remember(key);
    },
    addWorkspace: async (workspace, event) => {
      await ask('addWorkspace', event ?? null, workspace);
      rememberWorkspace(workspace);
    },
    putWorkspace: async (workspace, event) => {
      await ask('putWorkspace', event ?? null, workspace);
      rememberWorkspace(workspace);
    },
  };
}
