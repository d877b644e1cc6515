import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/operator-steps.ts';
import type { Secret } from '../shared/secret.ts';
import { echo } from '../shared/text/echo.ts';
import { unlimited, unrestricted } from './caller.ts';
import { changeKey, refuseRevoked, type ChangeDeps, type KeyReference } from './change-key.ts';
import { checkExpiry, checkKeyTerms, type KeyTerms, type Some } from './check-key-terms.ts';
import { claimsIssued, createKey, hashKey, isWhole, keyPrefix } from './key-format.ts';
import type { KeyRecord } from './key-store.ts';

/** A key to be issued; what is left out is unrestricted, unlimited and without end. */
export interface KeyDraft extends Some<KeyTerms> {
  readonly workspaceId: string;
  readonly name: string;
}

/** What the making of keys needs from outside. */
interface KeyDeps extends ChangeDeps {
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
export async function issueKey(draft: KeyDraft, { keys, clock, newId, note }: KeyDeps): Promise<IssuedKey> {
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
    version: 1,
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
const termsOf = ({ name, scope, limits, expiresAt }: KeyDraft): KeyTerms => ({
  name,
  scope: scope ?? unrestricted,
  limits: limits ?? unlimited,
  expiresAt: expiresAt ?? null,
});

/** What the grace of a replaced secret begins with: the first call that is let in with the new one, or the rotation. */
type GraceBeginning = 'first_use' | 'now';

/** A key whose secret is to be replaced. */
export interface KeyRotation extends KeyReference {
  /** How long the replaced secret is still accepted from the beginning of its grace; 0: not for one more call. */
  readonly graceMilliseconds: number;
  /** `now` for a secret that must not be accepted until its owners have moved: it has leaked, say. */
  readonly graceBegins: GraceBeginning;
}

/** 30 days: a grace without end would be a second key. */
const longestGrace = 30 * 86_400_000;

/**
 * Gives a key a new secret; id, name, scope and limits stay. The replaced secret works until its grace is over;
 * one that was replaced earlier ends at once, also where its successor was never used.
 *
 * @returns the new secret, shown once
 * @throws {GatewayError} 400 `invalid_value` for a grace below 0 or above 30 days; 404 `not_found`; 409 `conflict` for a
 *   revoked key
 */
export async function rotateKey(
  { graceMilliseconds, graceBegins, ...reference }: KeyRotation,
  deps: ChangeDeps,
): Promise<IssuedKey> {
  if (!Number.isSafeInteger(graceMilliseconds) || graceMilliseconds < 0 || graceMilliseconds > longestGrace) {
    throw new GatewayError('invalid_value', 'The grace of the replaced secret must be from 0 seconds to 30 days.', {
      param: 'grace',
    });
  }
  const secret = createKey();
  const record = await changeKey(
    reference,
    (before) => {
      refuseRevoked(before);
      const end =
        graceBegins === 'now'
          ? { previousGrace: null, previousExpiresAt: deps.clock.now() + graceMilliseconds }
          : { previousGrace: graceMilliseconds, previousExpiresAt: null };
      return { ...before, ...secretFields(secret), previousHash: before.hash, ...end };
    },
    deps,
  );
  return { record, secret };
}

/** A key whose secret somebody else made up. */
interface ImportDraft extends KeyDraft {
  readonly secret: Secret;
}

/** `created` is false when the key was there already, and then nothing was changed. */
interface ImportedKey {
  readonly record: KeyRecord;
  readonly created: boolean;
}

/** What fits into a header and survives it: visible ASCII, blanks only inside. */
const importable = /^[!-~][ -~]{6,1022}[!-~]$/;

/**
 * Takes in a key with a given secret, of which only the hash is kept. Done again it changes nothing, also after the key was
 * edited, revoked or rotated: a secret that was rotated away does not come back with the next start.
 *
 * @throws {GatewayError} 400 `invalid_value` for a secret that could never be presented; 404 for an unknown workspace;
 *   409 when another workspace has this secret
 */
export async function importKey(draft: ImportDraft, { keys, clock, newId, note }: KeyDeps): Promise<ImportedKey> {
  const { workspaceId, name, secret } = draft;
  const terms = termsOf(draft);
  checkKeyTerms(terms);
  checkExpiry(terms.expiresAt, clock.now());
  checkSecret(name, secret.reveal());
  if (!keys.workspace(workspaceId)) {
    throw new GatewayError('not_found', `The key ${name} names a workspace that does not exist: ${echo(workspaceId)}.`);
  }
  const fields = secretFields(secret);
  const present = keys.find(fields.hash) ?? rotated(keys.listKeys(workspaceId), name);
  if (present && present.workspaceId !== workspaceId) {
    throw new GatewayError(
      'conflict',
      `The secret of the key ${name} is in use by another workspace. Give every workspace a key of its own.`,
    );
  }
  if (present) return { record: present, created: false };
  const record: KeyRecord = {
    id: newId('key'),
    workspaceId,
    ...terms,
    ...fields,
    prefix: claimsIssued(secret.reveal()) ? fields.prefix : '',
    previousHash: null,
    previousGrace: null,
    previousExpiresAt: null,
    createdAt: clock.now(),
    revokedAt: null,
    version: 1,
  };
  await keys.addKey(record, note?.(record, null));
  return { record, created: true };
}

/** Only the last replaced hash is kept, so after two rotations the first secret is recognised by its key's name. */
const rotated = (keys: readonly KeyRecord[], name: string): KeyRecord | undefined =>
  keys.find((key) => key.name === name && key.previousHash !== null);

function checkSecret(name: string, secret: string): void {
  if (!importable.test(secret)) {
    throw new GatewayError(
      'invalid_value',
      `The secret of the key ${name} must have 8 to 1,024 printable ASCII characters, with blanks only between others. ` +
        `It has ${secret.length} characters.`,
      { param: 'secret' },
    );
  }
  if (claimsIssued(secret) && !isWhole(secret)) {
    throw new GatewayError(
      'invalid_value',
      `The secret of the key ${name} begins like a key issued here, but its checksum does not fit, so it would never be ` +
        'accepted. Copy the key again, or choose a secret that begins otherwise.',
      { param: 'secret' },
    );
  }
}
