import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/operator-steps.ts';
import { echo } from '../shared/echo.ts';
import type { Secret } from '../shared/secret.ts';
import { unlimited, unrestricted } from './caller.ts';
import type { ChangeRooms } from './change-key.ts';
import { checkExpiry, checkKeyTerms, type KeyTerms, type Some } from './check-key-terms.ts';
import { hashKey } from './hash-key.ts';
import { createKey, keyPrefix } from './key-format.ts';
import type { KeyRecord } from './key-store.ts';

/** A key to be issued; what is left out is unrestricted, unlimited and without end. */
export interface KeyDraft extends Some<KeyTerms> {
  readonly workspaceId: string;
  readonly name: string;
}

/** What the making of keys needs from outside. */
export interface KeyRooms extends ChangeRooms {
  readonly newId: (prefix: string) => string;
}

/** A key with its secret: the one moment in which the secret exists outside its owner's hands. Show it once, keep nothing. */
export interface IssuedKey {
  readonly record: KeyRecord;
  readonly secret: Secret;
}

/**
 * Issues a new key. Durable, and accepted by the next call, when resolved.
 *
 * @throws {GatewayError} 404 for an unknown workspace; 400 `invalid_value` for terms that cannot be kept
 */
export async function issueKey(draft: KeyDraft, { keys, clock, newId, note }: KeyRooms): Promise<IssuedKey> {
  const now = clock.now();
  const terms = termsOf(draft);
  checkKeyTerms(terms);
  checkExpiry(terms.expiresAt, now);
  if (!keys.workspace(draft.workspaceId)) {
    throw new GatewayError(
      'not_found',
      `There is no workspace ${echo(draft.workspaceId)}. ${stepByRequest('listWorkspaces')} lists them.`,
    );
  }
  const secret = createKey();
  const record: KeyRecord = {
    id: newId('key'),
    workspaceId: draft.workspaceId,
    ...terms,
    ...secretFields(secret),
    previousHash: null,
    previousGrace: null,
    previousExpiresAt: null,
    createdAt: now,
    revokedAt: null,
  };
  await keys.addKey(record, note?.(record, null));
  return { record, secret };
}

/** What is kept of an issued secret. */
export const secretFields = (secret: Secret): Pick<KeyRecord, 'hash' | 'prefix' | 'lastFour'> => ({
  hash: hashKey(secret.reveal()),
  prefix: keyPrefix,
  lastFour: secret.lastFour(),
});

/** The draft's terms with every default filled in. */
export const termsOf = ({ name, scope, limits, expiresAt }: KeyDraft): KeyTerms => ({
  name,
  scope: scope ?? unrestricted,
  limits: limits ?? unlimited,
  expiresAt: expiresAt ?? null,
});
