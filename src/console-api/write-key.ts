import { describeKey } from '../identity/describe-key.ts';
import type { KeyLimits } from '../identity/caller.ts';
import type { KeyRecord } from '../identity/key-store.ts';
import type { KeyUse } from '../metering/ledger-records.ts';
import { formatCredits, type NanoCredits } from '../shared/money.ts';
import type { Answers } from './console-handler.ts';
import { writeInstant, writeOptionalInstant } from './instant.ts';
import { writeScope } from './key-scope.ts';

interface Circumstances {
  /** Epoch milliseconds: a state is a state at a moment. */
  readonly now: number;
  /** Its latest charged call; undefined when there is none. */
  readonly use: KeyUse | undefined;
}

/** A key as the document describes it: nothing in it lets anybody call. */
export const writeKey = (key: KeyRecord, { now, use }: Circumstances): Answers['Key'] => ({
  object: 'key',
  id: key.id,
  workspace_id: key.workspaceId,
  name: key.name,
  display: describeKey(key),
  scope: writeScope(key.scope),
  limits: writeLimits(key.limits),
  state: keyState(key, now),
  created_at: writeInstant(key.createdAt),
  expires_at: writeOptionalInstant(key.expiresAt),
  revoked_at: writeOptionalInstant(key.revokedAt),
  ...writeReplaced(key, now),
  last_used: use ? { at: writeInstant(use.lastUsedAt), model: use.model, call_id: use.callId } : null,
});

/** Which state a key is in at a moment; a revocation outweighs an expiry. */
export function keyState({ revokedAt, expiresAt }: KeyRecord, now: number): Answers['KeyState'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

type Replaced = Pick<Answers['Key'], 'replaced_secret_state' | 'replaced_secret_until'>;

/** What the secret before the last rotation still does. */
function writeReplaced(key: KeyRecord, now: number): Replaced {
  const { previousGrace, previousExpiresAt } = key;
  if (keyState(key, now) === 'active') {
    if (previousGrace !== null) {
      return { replaced_secret_state: 'waiting_for_first_use', replaced_secret_until: null };
    }
    if (previousExpiresAt !== null && previousExpiresAt > now) {
      return { replaced_secret_state: 'ending', replaced_secret_until: writeInstant(previousExpiresAt) };
    }
  }
  return { replaced_secret_state: null, replaced_secret_until: null };
}

const writeLimits = ({ day, month, total }: KeyLimits): Answers['KeyLimits'] => ({
  day: writeLimit(day),
  month: writeLimit(month),
  total: writeLimit(total),
});

const writeLimit = (limit: NanoCredits | null): string | null => (limit === null ? null : formatCredits(limit));
