import { unlimited, unrestricted } from '../../src/identity/caller.ts';
import { hashKey } from '../../src/identity/key-format.ts';
import type { KeyRecord, WorkspaceRecord } from '../../src/identity/stores.ts';

/** A workspace that may call. */
export const makeWorkspace = (id = 'acme', changes: Partial<WorkspaceRecord> = {}): WorkspaceRecord => ({
  id,
  name: 'Acme',
  planId: 'team',
  timeZone: 'UTC',
  createdAt: 0,
  suspendedAt: null,
  version: 1,
  ...changes,
});

/** The kept form of a key with this secret: active, unrestricted, of the workspace `acme`. */
export const makeKey = (secret: string, changes: Partial<KeyRecord> = {}): KeyRecord => ({
  id: 'key_1',
  workspaceId: 'acme',
  name: 'ci',
  hash: hashKey(secret),
  previousHash: null,
  previousGrace: null,
  owner: null,
  previousExpiresAt: null,
  prefix: 'sk-dg-',
  lastFour: secret.slice(-4),
  scope: unrestricted,
  limits: unlimited,
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
  version: 1,
  ...changes,
});
