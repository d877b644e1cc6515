import { unlimited, unrestricted, type Caller } from '../../src/identity/caller.ts';

/** A caller whose key may do everything, unless the changes say otherwise. */
export const callerOf = (changes: Partial<Caller> = {}): Caller => ({
  keyId: 'key_1',
  keyName: 'ci',
  display: 'sk-dg-…last',
  secretHash: '',
  workspaceId: 'acme',
  planId: null,
  timeZone: 'UTC',
  scope: unrestricted,
  limits: unlimited,
  expiresAt: null,
  ...changes,
});
