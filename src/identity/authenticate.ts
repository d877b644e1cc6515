import { timingSafeEqual } from 'node:crypto';
import { allows } from '../catalog/catalog.ts';
import { asRefusalOf, GatewayError } from '../errors/gateway-error.ts';
import { keyManagers, stepByCommand, stepForKeys } from '../errors/next-steps.ts';
import { echo } from '../shared/text/names.ts';
import { type Clock, within } from '../shared/time/clock.ts';
import { formatDate } from '../shared/time/calendar.ts';
import { type Caller, clientAddress, makeNetworkScope, type NetworkScope, type Scope } from './caller.ts';
import { refuseExpired, withSession, type ClientSecrets } from './client-secret.ts';
import {
  aboutScheme,
  claimsClientSecret,
  claimsIssued,
  describeKey,
  hashKey,
  isWhole,
  keyPrefix,
  readCredential,
  unauthenticated,
  type CredentialRequest,
} from './key-format.ts';
import type { KeyRecord, KeyStore, WorkspaceRecord } from './stores.ts';
import type { FirstUses, KeyClients } from './key-uses.ts';

/** The head of a request and the address that it comes from. */
export interface AuthenticationRequest extends CredentialRequest {
  /** Address of the connection, which a proxy may have made; undefined if the socket is already closed. */
  readonly remoteAddress: string | undefined;
  /** True for a session that is open: its client secret may have expired. Default: false. */
  readonly isRunning?: boolean;
}

interface Deps {
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly firstUses: FirstUses;
  readonly clientSecrets: ClientSecrets;
  /** Whether an address is that of a proxy in front of the gateway; absent: there are none. */
  readonly isProxy?: NetworkScope;
  /** Whether a secret is the administrator key; absent: there is none. */
  readonly isAdminKey?: (secret: string) => boolean;
}

/** Derived once for each version of a key. */
interface Prepared {
  readonly workspace: WorkspaceRecord;
  readonly caller: Caller;
  readonly mayComeFrom: NetworkScope | null;
}

/**
 * Keyed by the record's identity, never by a part of the secret: a cache keyed by half a secret would accept another secret
 * (CVE-2026-35030). A changed key is a new record, so a change applies from the next call on.
 */
const prepared = new WeakMap<KeyRecord, Prepared>();

/**
 * Returns the caller. Takes a few microseconds and waits for neither disk nor network. The first call accepted with the new
 * secret of a rotated key starts the grace period of the old one.
 *
 * @throws {GatewayError} 401 `missing_api_key`, or `invalid_api_key` for an unknown, expired, revoked or replaced key (only
 *   its holder learns which); 400 as `readCredential`; 403 `out_of_scope` from a network outside the key's scope
 */
export function authenticate(request: AuthenticationRequest, deps: Deps): Caller {
  const { keys, clientSecrets } = deps;
  const secret = readCredential(request);
  if (claimsIssued(secret) && !isWhole(secret)) throw unknownKey(secret, deps);
  const session = claimsClientSecret(secret) ? clientSecrets.open(secret) : null;
  const hash = session?.keyHash ?? hashKey(secret);
  const key = keys.find(hash);
  const held = key === undefined ? null : secretHeld(key, hash);
  const workspace = key === undefined ? undefined : keys.workspace(key.workspaceId);
  if (key === undefined || held === null || workspace === undefined) throw unknownKey(secret, deps);
  try {
    return enter({ key, held, workspace, session }, request, deps);
  } catch (error) {
    throw asRefusalOf({ keyId: key.id, workspaceId: key.workspaceId }, error);
  }
}

/** Binds `authenticate` to its dependencies, and notes which program each key is used by. */
export function makeAuthenticate({ noteClient, ...deps }: Deps & { readonly noteClient: KeyClients['note'] }) {
  return (request: AuthenticationRequest): Caller => {
    const caller = authenticate(request, deps);
    noteClient(caller.keyId, request.rawHeaders);
    return caller;
  };
}

/** A key whose secret the caller holds. */
interface HeldKey {
  readonly key: KeyRecord;
  readonly held: 'current' | 'replaced';
  readonly workspace: WorkspaceRecord;
  /** What the client secret says; null: it was a secret of the key itself. */
  readonly session: ReturnType<ClientSecrets['open']> | null;
}

/** Lets the holder of a key in, unless the key has ended, its workspace is suspended, or the call comes from elsewhere. */
function enter({ key, held, workspace, session }: HeldKey, request: AuthenticationRequest, deps: Deps): Caller {
  const { clock, firstUses } = deps;
  const now = clock.now();
  if (session !== null && request.isRunning !== true) refuseExpired(session, now);
  refuseEndedKey(key, held, now);
  if (held === 'replaced') refuseReplaced(key, firstUses.endOf(key), now);
  refuseSuspended(workspace);
  const { caller: usual, mayComeFrom } = prepare(key, workspace);
  if (mayComeFrom !== null && !mayComeFrom(addressOf(request, deps))) {
    throw new GatewayError(
      'out_of_scope',
      `The key ${key.name} (${describeKey(key)}) may not be used from this network. ` +
        `Call from one of its networks, or ask ${keyManagers} to change them, ${stepForKeys('changeScope', `${key.id} --networks <list>`)}.`,
    );
  }
  // A client secret has been issued to the holder of either secret.
  if (session === null && held === 'current' && key.previousGrace !== null) firstUses.begin(key);
  const caller = held === 'current' ? usual : { ...usual, secretHash: key.previousHash ?? '' };
  return session === null ? caller : withSession(caller, session);
}

const noProxy: NetworkScope = () => false;

/** Where the caller is, before whatever proxies the operator names. */
function addressOf({ rawHeaders, remoteAddress }: AuthenticationRequest, { isProxy = noProxy }: Deps) {
  const named = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'x-forwarded-for');
  return clientAddress({ remoteAddress, forwardedFor: named.length === 0 ? null : named.join(',') }, isProxy);
}

/** Which secret of the key the caller holds; null for neither. The index only finds the key; this comparison authenticates. */
function secretHeld(key: KeyRecord, hash: string): 'current' | 'replaced' | null {
  if (sameHash(key.hash, hash)) return 'current';
  return key.previousHash !== null && sameHash(key.previousHash, hash) ? 'replaced' : null;
}

function sameHash(stored: string, presented: string): boolean {
  return (
    stored.length === presented.length &&
    timingSafeEqual(Buffer.from(stored, 'latin1'), Buffer.from(presented, 'latin1'))
  );
}

function refuseEndedKey(key: KeyRecord, held: 'current' | 'replaced', now: number): void {
  const { revokedAt, expiresAt } = key;
  const issue = (): string => `Issue a new one ${stepForKeys('issueKey')}.`;
  if (revokedAt !== null) {
    throw unauthenticated('invalid_api_key', `${named(key, held)} was revoked on ${formatDate(revokedAt)}. ${issue()}`);
  }
  if (expiresAt !== null && now >= expiresAt) {
    throw unauthenticated('invalid_api_key', `${named(key, held)} expired on ${formatDate(expiresAt)}. ${issue()}`);
  }
}

function refuseReplaced(key: KeyRecord, endsAt: number | null, now: number): void {
  if (endsAt === null || now < endsAt) return;
  throw unauthenticated(
    'invalid_api_key',
    `This API key was replaced by ${describeKey(key)} and has not been accepted since ${formatDate(endsAt)}. Use the new one.`,
  );
}

function refuseSuspended({ name, suspendedAt }: WorkspaceRecord): void {
  if (suspendedAt === null) return;
  throw new GatewayError(
    'account_frozen',
    `The workspace ${name} was suspended on ${formatDate(suspendedAt)}. Ask the operator of this server to reactivate it.`,
  );
}

/** The last four characters of a replaced secret are not stored, and those of the new secret would mislead. */
const named = (key: KeyRecord, held: 'current' | 'replaced'): string =>
  held === 'current' ? `This API key (${describeKey(key)})` : 'This API key';

/** Explains why a secret is no API key. Only the holder of the administrator key learns that it is one. */
function unknownKey(secret: string, { isAdminKey = () => false }: Deps): GatewayError {
  const explain = (): string => {
    if (isAdminKey(secret))
      return `This is the administrator key. It works on the control API and the command line only. To call models, issue an API key ${stepForKeys('issueKey')}.`;
    if (claimsIssued(secret) && !isWhole(secret))
      return 'This API key is incomplete or mistyped: its checksum does not match. Copy the whole key again.';
    if (/^bearer /i.test(secret))
      return 'This API key is unknown. It begins with `Bearer `: write that once before the key in Authorization, and never in X-API-Key.';
    return (
      aboutScheme(secret) ??
      `This API key is unknown. Keys issued here begin with \`${keyPrefix}\`. Issue a new one ${stepForKeys('issueKey')}; ${stepByCommand('listKeys')} lists those that there are.`
    );
  };
  return unauthenticated('invalid_api_key', explain());
}

function prepare(key: KeyRecord, workspace: WorkspaceRecord): Prepared {
  const known = prepared.get(key);
  if (known?.workspace === workspace) return known;
  const { networks } = key.scope;
  const fresh: Prepared = {
    workspace,
    caller: {
      keyId: key.id,
      keyName: key.name,
      display: describeKey(key),
      secretHash: key.hash,
      workspaceId: key.workspaceId,
      planId: workspace.planId,
      timeZone: workspace.timeZone,
      scope: key.scope,
      limits: key.limits,
      expiresAt: key.expiresAt,
    },
    mayComeFrom: networks === null ? null : makeNetworkScope(networks),
  };
  prepared.set(key, fresh);
  return fresh;
}

/** For so long (milliseconds) keys count as they are known without a question to the database. */
const trusted = 750;
/** For so long (milliseconds) a call waits for the answer. */
const answerMilliseconds = 250;
interface AwaitDeps {
  /** For so long (milliseconds) keys count as they were last known while the database does not answer. */
  readonly offline: number;
  /** As in `store/store.ts`. */
  readonly changes: {
    readonly refresh: () => Promise<void>;
    readonly confirmed: (() => { readonly at: number }) | null;
  };
  readonly clock: Clock;
}

/**
 * Makes sure that a key which another instance revoked is refused here within a second. Usually the change feed has confirmed
 * within 750 ms what is known, and a call waits for nothing (null). Else it waits for what is asked of the database.
 *
 * @throws {GatewayError} 503 `overloaded` if the database has not answered for `offline`
 */
export function makeAwaitKeys({ changes, clock, offline }: AwaitDeps): () => Promise<void> | null {
  const { confirmed, refresh } = changes;
  if (confirmed === null) return () => null;
  let asking: Promise<void> | null = null;
  const age = (): number => clock.monotonic() - confirmed().at;

  const ask = async (): Promise<void> => {
    const asked = refresh().catch(() => undefined);
    await within(clock, answerMilliseconds, asked);
    asking = null;
    if (age() < offline) return;
    const message = `The database has not answered for ${offline / 1000} s, so that keys cannot be checked. Try again later.`;
    throw new GatewayError('overloaded', message);
  };

  return () => {
    if (age() < trusted) return null;
    asking ??= ask();
    return asking;
  };
}

/** The parts of a scope that name things. `networks` is checked by authentication. */
export type ScopePart = 'models' | 'operations' | 'products' | 'regions';

/** The two checks of a key's scope, as dependencies of other folders. */
export interface ScopeRules {
  readonly mayUse: (scope: Scope, part: ScopePart, name: string) => boolean;
  /** @throws {GatewayError} 403 `out_of_scope` naming the part */
  readonly assertScope: (caller: Caller, part: ScopePart, name: string) => void;
}

const singular = {
  models: 'model',
  operations: 'operation family',
  products: 'Product',
  regions: 'region',
} as const satisfies Record<ScopePart, string>;

/** Whether a key's scope covers a model, an operation family, a Product or a region. Lists contain exact names or `prefix*`. */
export const mayUse: ScopeRules['mayUse'] = (scope, part, name) => allows(scope[part], name);

/**
 * Refuses a call that the key's scope does not cover.
 *
 * @throws {GatewayError} 403 `out_of_scope` with what was requested and what the key may use instead
 */
export const assertScope: ScopeRules['assertScope'] = ({ scope, keyId, keyName }, part, name) => {
  if (mayUse(scope, part, name)) return;
  throw new GatewayError(
    'out_of_scope',
    `The key ${keyName} may not use the ${singular[part]} ${echo(name)}. Its scope for ${part}: ${listed(scope[part])}. ` +
      `Use another key, or ask ${keyManagers} to change the scope, ${stepForKeys('changeScope', `${keyId} --${part} <list>`)}.`,
  );
};

export const scopeRules: ScopeRules = { mayUse, assertScope };

const mostListed = 10;

function listed(names: readonly string[] | null): string {
  if (names === null || names.length === 0) return 'none';
  const more = names.length - mostListed;
  return names.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
