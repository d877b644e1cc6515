import { overlap, type Catalog } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { KeyLimits, Scope } from '../identity/caller.ts';
import { describeKeyTerms, type Some } from '../identity/key-terms.ts';
import { describeKey } from '../identity/key-format.ts';
import type { KeyRecord, KeyStore } from '../identity/stores.ts';
import type { KeyUse } from '../metering/ledger-records.ts';
import { formatCredits, type NanoCredits } from '../shared/money.ts';
import { echo, nearestName } from '../shared/text/names.ts';
import { readCredits } from './credits.ts';
import type { Answers } from './deps.ts';
import { writeInstant, writeOptionalInstant } from '../shared/time/calendar.ts';

interface KeyContext {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The latest charged call of the key; undefined if there is none. */
  readonly use: KeyUse | undefined;
  /** The program that used it last; absent when none is known. */
  readonly client?: string | undefined;
}

/** Names of keys by id. */
export const keyNames = (keys: Pick<KeyStore, 'listKeys'>): ReadonlyMap<string, string> =>
  new Map(keys.listKeys().map(({ id, name }) => [id, name]));

/** Formats a key. The result contains no secret. */
export const writeKey = (key: KeyRecord, { now, use, client }: KeyContext): Answers['Key'] => ({
  object: 'key',
  id: key.id,
  workspace_id: key.workspaceId,
  name: key.name,
  display: describeKey(key),
  summary: describeKeyTerms(key),
  scope: writeScope(key.scope),
  limits: writeLimits(key.limits),
  state: keyState(key, now),
  created_at: writeInstant(key.createdAt),
  expires_at: writeOptionalInstant(key.expiresAt),
  owner: key.owner,
  revoked_at: writeOptionalInstant(key.revokedAt),
  ...writeReplaced(key, now),
  last_used: use
    ? { at: writeInstant(use.lastUsedAt), model: use.model, call_id: use.callId, client: client ?? null }
    : null,
});

/** The state of a key. Revocation takes precedence over expiry. */
export function keyState({ revokedAt, expiresAt }: KeyRecord, now: number): Answers['KeyState'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

type Replaced = Pick<Answers['Key'], 'replaced_secret_state' | 'replaced_secret_until' | 'unused_since_rotation'>;

/** The state of the secret that the last rotation replaced. */
function writeReplaced(key: KeyRecord, now: number): Replaced {
  const { previousGrace, previousExpiresAt } = key;
  const isUnused = previousGrace !== null;
  if (keyState(key, now) === 'active') {
    if (isUnused && previousExpiresAt === null) {
      return {
        replaced_secret_state: 'waiting_for_first_use',
        replaced_secret_until: null,
        unused_since_rotation: true,
      };
    }
    if (previousExpiresAt !== null && previousExpiresAt > now) {
      const until = writeInstant(previousExpiresAt);
      return { replaced_secret_state: 'ending', replaced_secret_until: until, unused_since_rotation: isUnused };
    }
  }
  return { replaced_secret_state: null, replaced_secret_until: null, unused_since_rotation: false };
}

const writeLimits = ({ day, month, total }: KeyLimits): Answers['KeyLimits'] => ({
  day: writeLimit(day),
  month: writeLimit(month),
  total: writeLimit(total),
});

const writeLimit = (limit: NanoCredits | null): string | null => (limit === null ? null : formatCredits(limit));

/** Formats a scope with all its parts. */
const writeScope = ({ models, operations, products, regions, networks, onLoss = null }: Scope): Answers['Scope'] => ({
  models: models && [...models],
  // The schema accepts only families of the document, so the stored ones are.
  operations: operations && (operations as Answers['OperationFamily'][]).slice(),
  products: products && [...products],
  regions: regions && [...regions],
  networks: networks && [...networks],
  on_loss: onLoss,
});

/** Reads the parts of a scope that a body contains. */
export function readScope(scope: Answers['Scope'] | undefined): Partial<Scope> | undefined {
  if (scope === undefined) return undefined;
  const { on_loss: onLoss, ...parts } = scope;
  return { ...parts, ...(onLoss !== undefined && { onLoss }) };
}

/** Parses the limits that a body contains. */
export function readLimits(limits: Answers['KeyLimits'] | undefined): Partial<KeyLimits> {
  const read: { -readonly [Window in keyof KeyLimits]?: NanoCredits | null } = {};
  for (const window of ['day', 'month', 'total'] as const) {
    const text = limits?.[window];
    if (text !== undefined) read[window] = text === null ? null : readCredits(text, `limits.${window}`);
  }
  return read;
}

/** The source of the names in one part of a scope. */
interface Source {
  readonly noun: string;
  readonly names: (catalog: Catalog) => readonly string[];
  /** Where all names are listed, as the end of a sentence. */
  readonly where: string;
}

/** The parts of a scope whose names come from the configuration. */
const sources = {
  models: {
    noun: 'model',
    names: ({ models }) => models.map(({ id }) => id),
    where: '`models` of the configuration lists them',
  },
  products: {
    noun: 'Product',
    names: ({ products }) => [...products.keys()],
    where: '`products` of the configuration lists them',
  },
  regions: { noun: 'region', names: ({ regions }) => regions, where: '`regions` of the configuration lists them' },
} as const satisfies Partial<Record<keyof Scope, Source>>;

type NamedPart = keyof typeof sources;

/**
 * Refuses a scope with names that do not exist, which would silently lock out the key. A name may match a `prefix*` of the
 * catalogue, and a pattern must match at least one name.
 *
 * @param current the key's current scope, whose entries may stay even if the configuration no longer has them
 * @throws {GatewayError} 400 `invalid_value` on the part, with the nearest name
 */
export function checkScopeNames(scope: Some<Scope> | undefined, catalog: Catalog, current?: Scope): void {
  for (const part of Object.keys(sources) as readonly NamedPart[]) {
    const known = sources[part].names(catalog);
    const old = current?.[part] ?? [];
    const unknown = scope?.[part]?.find((entry) => !old.includes(entry) && !isServed(entry, known));
    if (unknown !== undefined) throw refuse(part, unknown, known);
  }
}

const isServed = (entry: string, known: readonly string[]): boolean =>
  entry === '*' || known.some((name) => overlap(entry, name));

const mostListed = 10;

function refuse(part: NamedPart, entry: string, known: readonly string[]): GatewayError {
  const { noun, where } = sources[part];
  const what = entry.endsWith('*') ? `No ${noun} matches ${echo(entry)}` : `There is no ${noun} ${echo(entry)}`;
  const nearest = nearestEntry(entry, known);
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
  const more = known.length > mostListed ? ` and ${known.length - mostListed} more; ${where}` : '';
  const listed =
    known.length === 0 ? 'The configuration has none.' : `Known: ${known.slice(0, mostListed).join(', ')}${more}.`;
  return new GatewayError('invalid_value', `${what}.${hint} ${listed}`, {
    param: `scope.${part}`,
  });
}

/** The nearest name; for a pattern, the nearest beginning of a name with about the same length. */
function nearestEntry(entry: string, known: readonly string[]): string | null {
  if (!entry.endsWith('*')) return nearestName(entry, known);
  const { length } = entry.slice(0, -1);
  const beginnings = [length, length - 1, length + 1].flatMap((end) => known.map((name) => `${name.slice(0, end)}*`));
  return nearestName(entry, beginnings);
}
