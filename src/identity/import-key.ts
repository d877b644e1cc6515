import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/echo.ts';
import type { Secret } from '../shared/secret.ts';
import { checkExpiry, checkKeyTerms } from './check-key-terms.ts';
import { secretFields, termsOf, type KeyDraft, type KeyRooms } from './issue-key.ts';
import { claimsIssued, isWhole } from './key-format.ts';
import type { KeyRecord } from './key-store.ts';

/** A key whose secret somebody else made up. */
export interface ImportDraft extends KeyDraft {
  readonly secret: Secret;
}

/** `created` is false when the key was there already, and then nothing was changed. */
export interface ImportedKey {
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
export async function importKey(draft: ImportDraft, { keys, clock, newId, note }: KeyRooms): Promise<ImportedKey> {
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
