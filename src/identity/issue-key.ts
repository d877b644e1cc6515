import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/next-steps.ts';
import type { Secret } from '../shared/secret.ts';
import { echo } from '../shared/text/names.ts';
import { oneDay } from '../shared/time/calendar.ts';
import { unlimited, unrestricted } from './caller.ts';
import {
  type ChangeDeps,
  changeKey,
  checkExpiry,
  checkKeyTerms,
  type KeyTerms,
  refuseRevoked,
  type Some,
} from './key-terms.ts';
import { earlierEnd, type FirstUses } from './key-uses.ts';
import { claimsIssued, createKey, hashKey, isWhole, keyPrefix } from './key-format.ts';
import { type KeyRecord, type KeyStore, waitingChanges } from './stores.ts';

/** A key to be issued. By default it is unrestricted, unlimited and never expires. */
export interface KeyDraft extends Some<KeyTerms> {
  readonly workspaceId: string;
  readonly name: string;
}

interface NewKeyDraft extends KeyDraft {
  /** How many keys the workspace may have, with those that were revoked or have expired; absent: any number. */
  readonly most?: number;
}

interface KeyDeps extends ChangeDeps {
  readonly newId: (prefix: string) => string;
}

/** A new key with its secret, which is shown once and never stored. */
export interface IssuedKey {
  readonly record: KeyRecord;
  readonly secret: Secret;
}

/** What a key is before its first change. */
const unchanged = {
  previousHash: null,
  previousGrace: null,
  previousExpiresAt: null,
  revokedAt: null,
  version: 1,
};

/**
 * Issues a key. When this resolves, the key is durable and accepted by the next call.
 *
 * @throws {GatewayError} 404 for an unknown workspace; 400 `invalid_value` for invalid terms; 409 `conflict` where the workspace
 *   has as many keys as it may
 */
export async function issueKey(draft: NewKeyDraft, { keys, clock, newId, note }: KeyDeps): Promise<IssuedKey> {
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
    ...unchanged,
    createdAt: now,
  };
  if (await keys.addKey(record, note?.(record, null), draft.most)) return { record, secret };
  throw tooManyKeys(keys, draft);
}

/** Keys of other instances may not be known here yet. */
function tooManyKeys({ listKeys }: Pick<KeyStore, 'listKeys'>, { workspaceId, most = 0 }: NewKeyDraft): GatewayError {
  const count = Math.max(most, listKeys(workspaceId).length);
  return new GatewayError(
    'conflict',
    `The workspace has ${count} keys, and may have ${most}; those that were revoked or have expired count too. Rotate a key instead, or ask the operator to raise limits.workspace_keys.`,
    { param: 'workspace_id' },
  );
}

/** What is stored of a secret. */
export const secretFields = (secret: Secret): Pick<KeyRecord, 'hash' | 'prefix' | 'lastFour'> => ({
  hash: hashKey(secret.reveal()),
  prefix: keyPrefix,
  lastFour: secret.lastFour(),
});

/** The terms with defaults filled in. */
const termsOf = ({ name, scope, limits, expiresAt, owner }: KeyDraft): KeyTerms => ({
  name,
  scope: scope ?? unrestricted,
  limits: limits ?? unlimited,
  expiresAt: expiresAt ?? null,
  owner: owner ?? null,
});

/** When the grace period of a replaced secret starts: with the first call accepted with the new one, or with the rotation. */
type GraceBeginning = 'first_use' | 'now';

/** A key whose secret is to be replaced. */
export interface KeyRotation {
  readonly keyId: string;
  /** How long the replaced secret is still accepted; 0: not at all. */
  readonly graceMilliseconds: number;
  /** Use `now` if the secret must stop working even if its users have not switched yet, for example because it leaked. */
  readonly graceBegins: GraceBeginning;
}

/** 30 days. An unlimited grace period would be a second key. */
const longestGrace = 30 * oneDay;

interface RotateDeps extends ChangeDeps {
  readonly firstUses: Pick<FirstUses, 'isUsed'>;
}

/**
 * Gives a key a new secret; id, name, scope and limits stay. The replaced secret works until its grace period ends, and one
 * replaced earlier ends at once. But where that one still works, and the current secret was never used, the current one ends
 * itself, and the one before it stays: the callers still have that one. An end that was fixed for it can only come earlier.
 *
 * @returns the new secret, shown once
 * @throws {GatewayError} 400 `invalid_value` for a grace period below 0 or above 30 days; 404 `not_found`; 409 `conflict` for
 *   a revoked key
 */
export async function rotateKey(
  { keyId, graceMilliseconds, graceBegins }: KeyRotation,
  deps: RotateDeps,
): Promise<IssuedKey> {
  if (!Number.isSafeInteger(graceMilliseconds) || graceMilliseconds < 0 || graceMilliseconds > longestGrace) {
    throw new GatewayError(
      'invalid_value',
      'The grace period of the replaced secret must be from 0 seconds to 30 days.',
      {
        param: 'grace',
      },
    );
  }
  const secret = createKey();
  const record = await changeKey(
    { keyId, bounds: waitingChanges },
    (before) => {
      refuseRevoked(before);
      const end = graceBegins === 'now' ? deps.clock.now() + graceMilliseconds : null;
      const replaced = keepsOld(before, deps)
        ? { previousExpiresAt: earlierEnd(before.previousExpiresAt, end) }
        : { previousHash: before.hash, previousExpiresAt: end };
      return { ...before, ...secretFields(secret), ...replaced, previousGrace: graceMilliseconds };
    },
    deps,
  );
  return { record, secret };
}

/** Whether the secret before the current one is the one that callers have: it still works, and the current one was never used. */
const keepsOld = (key: KeyRecord, { firstUses, clock }: RotateDeps): boolean =>
  !firstUses.isUsed(key) && (key.previousExpiresAt ?? Infinity) > clock.now();

/** A key with a given secret. */
interface ImportDraft extends KeyDraft {
  readonly secret: Secret;
}

/** What a header can carry unchanged: visible ASCII, with spaces only in between. */
const importable = /^[!-~][ -~]{6,1022}[!-~]$/;

/**
 * Imports a key with a given secret; only its hash is stored. Importing it again changes nothing, even after the key was
 * edited, revoked or rotated, so that a rotated secret does not come back at the next start.
 *
 * @returns the key as it is stored
 * @throws {GatewayError} 400 `invalid_value` for a secret that no header can carry; 404 for an unknown workspace; 409 if
 *   another workspace has this secret
 */
export async function importKey(draft: ImportDraft, { keys, clock, newId, note }: KeyDeps): Promise<KeyRecord> {
  const { workspaceId, name, secret } = draft;
  const terms = termsOf(draft);
  checkKeyTerms(terms);
  checkExpiry(terms.expiresAt, clock.now());
  checkSecret(name, secret.reveal());
  if (!keys.workspace(workspaceId)) {
    throw new GatewayError('not_found', `The key ${name} names a workspace that does not exist: ${echo(workspaceId)}.`);
  }
  refuseTaken(draft, keys);
  const fields = secretFields(secret);
  const present = keys.find(fields.hash) ?? rotated(keys.listKeys(workspaceId), name);
  if (present) return present;
  const record: KeyRecord = {
    id: newId('key'),
    workspaceId,
    ...terms,
    ...fields,
    prefix: claimsIssued(secret.reveal()) ? fields.prefix : '',
    ...unchanged,
    createdAt: clock.now(),
  };
  await keys.addKey(record, note?.(record, null));
  return record;
}

/** @throws {GatewayError} 409 if another workspace has this secret */
export function refuseTaken({ workspaceId, name, secret }: ImportDraft, keys: Pick<KeyStore, 'find'>): void {
  const holder = keys.find(hashKey(secret.reveal()));
  if (!holder || holder.workspaceId === workspaceId) return;
  throw new GatewayError(
    'conflict',
    `The secret of the key ${name} is already used by another workspace. Give every workspace its own key.`,
  );
}

/** Only the last replaced hash is stored, so after two rotations the key is recognised by its name. */
const rotated = (keys: readonly KeyRecord[], name: string): KeyRecord | undefined =>
  keys.find((key) => key.name === name && key.previousHash !== null);

function checkSecret(name: string, secret: string): void {
  if (!importable.test(secret)) {
    throw new GatewayError(
      'invalid_value',
      `The secret of the key ${name} must have 8 to 1,024 printable ASCII characters, with spaces only in between. ` +
        `It has ${secret.length} characters.`,
      { param: 'secret' },
    );
  }
  if (claimsIssued(secret) && !isWhole(secret)) {
    throw new GatewayError(
      'invalid_value',
      `The secret of the key ${name} begins like an issued key, but its checksum does not match, so it would never be ` +
        'accepted. Copy the key again, or choose a secret with another beginning.',
      { param: 'secret' },
    );
  }
}
