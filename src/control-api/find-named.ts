import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/operator-steps.ts';
import type { KeyRecord, KeyStore, WorkspaceRecord } from '../identity/key-store.ts';
import { lossAccount } from '../shared/ids.ts';
import { echo } from '../shared/text/echo.ts';
import { nearestName } from '../shared/text/nearest-name.ts';

/** @throws {GatewayError} 404 `not_found`, with the nearest id */
export function findWorkspace(keys: KeyStore, id: string): WorkspaceRecord {
  const workspace = keys.workspace(id);
  if (workspace) return workspace;
  const nearest = nearestName(
    id,
    keys.listWorkspaces().map((known) => known.id),
  );
  throw new GatewayError(
    'not_found',
    `There is no workspace ${echo(id)}.${nearest === null ? ` ${stepByRequest('listWorkspaces')} lists them.` : ` Did you mean ${nearest}?`}`,
    { param: 'workspace_id' },
  );
}

/** Checks that an account exists: a workspace, or the operator's account for losses. @throws {GatewayError} 404 `not_found` */
export function requireAccount(keys: KeyStore, id: string): void {
  if (id !== lossAccount) findWorkspace(keys, id);
}

/** @throws {GatewayError} 404 `not_found` */
export function findKey(keys: KeyStore, id: string): KeyRecord {
  const key = keys.listKeys().find((known) => known.id === id);
  if (key) return key;
  throw unknownKey(id);
}

/** That there is no such key. */
export const unknownKey = (id: string): GatewayError =>
  new GatewayError(
    'not_found',
    `There is no key ${echo(id)}. ${stepByRequest('listKeys')} lists the keys with their ids.`,
    { param: 'key_id' },
  );

/** The zone in which days begin: the workspace's own, or UTC over several. */
export const zoneOf = (workspaceId: string | null, { keys }: { readonly keys: KeyStore }): string =>
  (workspaceId === null ? undefined : keys.workspace(workspaceId)?.timeZone) ?? 'UTC';
