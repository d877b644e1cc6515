import { isDeepStrictEqual } from 'node:util';
import { GatewayError, invalidValue } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/next-steps.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { runExclusive } from '../shared/time/turns.ts';
import { formatCredits, inCredits } from '../shared/money.ts';
import { echo, printableName } from '../shared/text/names.ts';
import type { Clock } from '../shared/time/clock.ts';
import { type KeyLimits, parseNetwork, type Scope } from './caller.ts';
import { compareAndSwap, type KeyRecord, type KeyStore, waitingChanges } from './stores.ts';

/** The configurable properties of a key. */
export interface KeyTerms {
  readonly name: string;
  readonly scope: Scope;
  readonly limits: KeyLimits;
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  /** As in `KeyRecord`. */
  readonly owner: string | null;
}

/** A value of which any member may be missing or undefined. */
export type Some<Value> = { readonly [Member in keyof Value]?: Value[Member] | undefined };

const longestName = 200;
const longestOwner = 254;
const longestEntry = 200;
const mostEntries = 1000;
const scopeParts = ['models', 'operations', 'products', 'regions', 'networks'] as const;
const control = /\p{C}/u;
const limitWindows = ['day', 'month', 'total'] as const;

/**
 * Refuses invalid terms: an unprintable name, a malformed network, a negative limit.
 *
 * @throws {GatewayError} 400 `invalid_value` with `param`
 */
export function checkKeyTerms({ name, scope, limits, owner }: Omit<KeyTerms, 'expiresAt'>): void {
  if (name.length > longestName || !printableName.test(name)) {
    throw invalidValue('name', `name must have 1 to ${longestName} printable characters, and not only spaces.`);
  }
  if (owner !== null && (owner.length > longestOwner || !printableName.test(owner))) {
    throw invalidValue(
      'owner',
      `owner must have 1 to ${longestOwner} printable characters, and not only spaces, or be null.`,
    );
  }
  for (const part of scopeParts) checkEntries(part, scope[part]);
  for (const network of scope.networks ?? []) {
    if (!parseNetwork(network)) {
      throw invalidValue(
        'scope.networks',
        `${echo(network)} is not a network. Send an address or a CIDR block, for example 203.0.113.0/24 or 2001:db8::/32.`,
      );
    }
  }
  for (const window of limitWindows) {
    const limit = limits[window];
    if (limit !== null && limit < 0n) {
      throw invalidValue(`limits.${window}`, `limits.${window} must be 0 or more credits, or null for no limit.`);
    }
  }
}

/**
 * Refuses an expiry that is not in the future. To end a key at once, revoke it.
 *
 * @throws {GatewayError} 400 `invalid_value` on `expires_at`
 */
export function checkExpiry(expiresAt: number | null, now: number): void {
  if (expiresAt === null || (Number.isSafeInteger(expiresAt) && expiresAt > now)) return;
  throw invalidValue('expires_at', 'expires_at must be in the future, or null for a key that never expires.');
}

function checkEntries(part: (typeof scopeParts)[number], entries: readonly string[] | null): void {
  if (entries === null) return;
  if (entries.length > mostEntries) {
    throw invalidValue(
      `scope.${part}`,
      `scope.${part} may have at most ${mostEntries} entries; you sent ${entries.length}.`,
    );
  }
  if (entries.some((entry) => entry === '' || entry.length > longestEntry || control.test(entry))) {
    throw invalidValue(
      `scope.${part}`,
      `Every entry of scope.${part} must have 1 to ${longestEntry} printable characters.`,
    );
  }
}

const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const named = (names: readonly string[] | null, one: string, all: string): string =>
  names === null ? all : names.length === 0 ? `no ${one}` : listOf(names);

const limitWords = { day: 'a day', month: 'a month', total: 'in total' } as const;

/** What a key may do, as one sentence: `May call gpt-5* with chat, up to 50 credits a day, until 20 February 2027.` */
export function describeKeyTerms({
  scope,
  limits,
  expiresAt,
}: Pick<KeyTerms, 'scope' | 'limits' | 'expiresAt'>): string {
  const { models, operations, products, regions, networks, onLoss } = scope;
  const allowances = limitWindows.flatMap((window) => {
    const limit = limits[window];
    return limit === null ? [] : [`${inCredits(formatCredits(limit))} ${limitWords[window]}`];
  });
  const parts = [
    `May call ${named(models, 'model', 'every model')} with ${named(operations, 'operation', 'every operation')}`,
    products && `billed to ${named(products, 'Product', '')}`,
    regions && `in ${named(regions, 'region', '')}`,
    networks && `from ${named(networks, 'network', '')}`,
    onLoss === 'warn' && 'dropping whatever a model with another format does not support',
    onLoss === 'error' && 'refused if translation to another format would lose anything',
    allowances.length > 0 && `up to ${listOf(allowances)}`,
    expiresAt !== null && `until ${dateOf(expiresAt)}`,
  ];
  return `${parts.filter((part) => typeof part === 'string').join(', ')}.`;
}

let dateFormat: Intl.DateTimeFormat | null = null;

/** Makes the format with the first date: that takes 2 % of a start. */
const dateOf = (time: number): string =>
  (dateFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })).format(time);

interface ChangedKey {
  readonly keyId: string;
  /** How many others may wait before it; absent: any number, as for a revocation, which is never refused for others. */
  readonly bounds?: typeof waitingChanges;
}

export interface ChangeDeps {
  readonly keys: KeyStore;
  readonly clock: Clock;
  /** Makes the audit event of the change; absent: none is written. */
  readonly note?: KeyNote;
}

/** Makes the audit event of a change; `before` is null for a new key. */
export type KeyNote = (after: KeyRecord, before: KeyRecord | null) => AuditEvent;

/**
 * Replaces a key's record by the result of `change`. Each change starts from the result of the one before, on any instance, so
 * that an edit cannot undo a concurrent revocation.
 *
 * @param change returns the new record; an equal record writes nothing
 * @throws {GatewayError} 404 `not_found`
 */
export const changeKey = (
  { keyId, bounds }: ChangedKey,
  change: (record: KeyRecord) => KeyRecord,
  deps: ChangeDeps,
): Promise<KeyRecord> =>
  runExclusive({ owner: deps.keys, name: `key:${keyId}`, ...(bounds && { bounds }) }, () =>
    replaceRecord(keyId, change, deps),
  );

const replaceRecord = (
  keyId: string,
  change: (record: KeyRecord) => KeyRecord,
  { keys, note }: ChangeDeps,
): Promise<KeyRecord> =>
  compareAndSwap(`key ${echo(keyId)}`, async () => {
    const record = keys.key(keyId);
    if (!record) throw unknownKey(keyId);
    const changed = change(record);
    if (isDeepStrictEqual(changed, record)) return record;
    return keys.putKey(changed, note?.(changed, record));
  });

export const unknownKey = (id: string): GatewayError =>
  new GatewayError(
    'not_found',
    `There is no key ${echo(id)}. ${stepByRequest('listKeys')} lists the keys with their ids.`,
    { param: 'key_id' },
  );

/** @throws {GatewayError} 409 `conflict` for a revoked key: revocation is final */
export function refuseRevoked({ name, revokedAt }: KeyRecord): void {
  if (revokedAt === null) return;
  throw new GatewayError('conflict', `The key ${name} was revoked and can no longer be changed. Issue a new one.`);
}

/** A key and its changes. Omitted members stay as they are, also within scope and limits. */
export interface KeyEdit {
  readonly keyId: string;
  readonly terms: Some<Omit<KeyTerms, 'scope' | 'limits'>> & {
    readonly scope?: Some<Scope> | undefined;
    readonly limits?: Some<KeyLimits> | undefined;
  };
}

/**
 * Changes a key's name, scope, limits or expiry from the next call on. An expired key may get a new expiry.
 *
 * @throws {GatewayError} 400 `invalid_value`; 404 `not_found`; 409 `conflict` for a revoked key; 503 `overloaded` if too many wait
 */
export const editKey = ({ keyId, terms }: KeyEdit, deps: ChangeDeps): Promise<KeyRecord> =>
  changeKey(
    { keyId, bounds: waitingChanges },
    (record) => {
      refuseRevoked(record);
      const changed: KeyRecord = {
        ...record,
        name: terms.name ?? record.name,
        scope: { ...record.scope, ...said(terms.scope) },
        limits: { ...record.limits, ...said(terms.limits) },
        expiresAt: terms.expiresAt === undefined ? record.expiresAt : terms.expiresAt,
        owner: terms.owner === undefined ? record.owner : terms.owner,
      };
      checkKeyTerms(changed);
      if (changed.expiresAt !== record.expiresAt) checkExpiry(changed.expiresAt, deps.clock.now());
      return changed;
    },
    deps,
  );

/** Drops undefined members, so that they do not overwrite stored values. */
const said = <Value extends object>(value: Some<Value> | undefined): Partial<Value> =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, member]) => member !== undefined)) as Partial<Value>;

/**
 * Revokes a key: both its secrets are refused from the next call on. Revoking it again keeps the first date.
 *
 * @throws {GatewayError} 404 `not_found`
 */
export const revokeKey = (keyId: string, deps: ChangeDeps): Promise<KeyRecord> =>
  changeKey(
    { keyId },
    (record) => (record.revokedAt === null ? { ...record, revokedAt: deps.clock.now() } : record),
    deps,
  );
