import type { Requests } from '../../generated/console/operations.ts';
import { unlimited, unrestricted } from '../identity/caller.ts';
import { editKey, revokeKey as revoke, type KeyNote } from '../identity/key-terms.ts';
import { issueKey as issue, rotateKey as rotate, type IssuedKey } from '../identity/issue-key.ts';
import { describeKey } from '../identity/key-format.ts';
import type { KeyRecord } from '../identity/stores.ts';
import type { KeyUse } from '../metering/ledger-records.ts';
import type { Ledger } from '../metering/ledger.ts';
import { answer, type Answers, type ControlCall, type ControlDeps, type ControlHandler } from './deps.ts';
import { findKey, findWorkspace, hasText, pageOf, readBeginning, readEnd, writePage, zoneOf } from './requests.ts';
import { oneDay, writeOptionalInstant } from '../shared/time/calendar.ts';
import { checkScopeNames, readLimits, readScope, writeKey } from './key-view.ts';
import { changedMembers, noteChange } from './audit.ts';

/** The same on every instance. */
export const newestFirst = (one: KeyRecord, other: KeyRecord): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1);

const listKeys: ControlHandler<'listKeys'> =
  ({ keys, keyClients, ledger, clock }) =>
  async (call) => {
    const { workspace_id: workspaceId } = call.query;
    if (workspaceId !== undefined) findWorkspace(keys, workspaceId);
    const found = keys.listKeys(workspaceId).toSorted(newestFirst);
    const now = clock.now();
    const isListed = await listFilter(found, {
      ...call.query,
      now,
      zone: zoneOf(workspaceId ?? null, { keys }),
      ledger,
    });
    const page = pageOf(found, call.query, isListed);
    const [uses, clients] = await Promise.all([
      keyUses(ledger, page.items),
      keyClients.read(page.items.map(({ id }) => id)),
    ]);
    const write = (key: KeyRecord) =>
      writeKey(key, { now, use: uses.get(key.id), client: clients.get(key.id)?.client });
    answer(call, 200, writePage(page, write) satisfies Answers['KeyList']);
  };

type Filtering = Requests['listKeys']['query'] & {
  readonly now: number;
  /** In which days begin. */
  readonly zone: string;
  readonly ledger: Ledger;
};

/** What a key must be to be listed. */
async function listFilter(
  found: readonly KeyRecord[],
  { state, search, used, expires_before: expiry, now, zone, ledger }: Filtering,
): Promise<(key: KeyRecord) => boolean> {
  const before = expiry === undefined ? null : readBeginning(expiry, 'expires_before', zone);
  const uses = used === undefined ? null : await keyUses(ledger, found);
  const stateOf = (key: KeyRecord): string => writeKey(key, { now, use: undefined }).state;
  const isIn = (present: string): boolean => present === state || (state === 'ended' && present !== 'active');
  return (key) =>
    (search === undefined || hasText(search, [key.name, key.owner, key.id, describeKey(key)])) &&
    (before === null || (key.expiresAt !== null && key.expiresAt < before)) &&
    (uses === null || uses.has(key.id) === used) &&
    (state === undefined || isIn(stateOf(key)));
}

const issueKey: ControlHandler<'issueKey'> = (deps) => async (call) => {
  const { workspace_id: workspaceId, name, limits, expires_at: expiresAt, owner = emailOf(call) } = call.body;
  const scope = readScope(call.body.scope);
  checkScopeNames(scope, deps.catalog());
  const note: KeyNote = (record) => {
    const diff = writeKey(record, { now: deps.clock.now(), use: undefined });
    return noteChange(deps, call, { action: 'key.issue', object: `key:${record.id}`, diff });
  };
  const draft = {
    workspaceId,
    name,
    scope: { ...unrestricted, ...scope },
    limits: { ...unlimited, ...readLimits(limits) },
    expiresAt: expiresAt == null ? null : readEnd(expiresAt, 'expires_at', zoneOf(workspaceId, deps)),
    owner,
    most: deps.mostKeys(),
  };
  const issued = await issue(draft, { ...deps, note });
  await answerIssued(deps, call, issued);
};

/** Whom a new key belongs to; null for the administrator key. */
const emailOf = ({ principal }: ControlCall): string | null =>
  principal.kind === 'person' ? principal.open.person.email : null;

const getKey: ControlHandler<'getKey'> = (deps) => (call) =>
  answerKey(deps, call, findKey(deps.keys, call.params.key_id));

const updateKey: ControlHandler<'updateKey'> = (deps) => async (call) => {
  const { name, limits, expires_at: expiry, owner } = call.body;
  const scope = readScope(call.body.scope);
  const { id, workspaceId, scope: kept } = findKey(deps.keys, call.params.key_id);
  checkScopeNames(scope, deps.catalog(), kept);
  const expiresAt = expiry == null ? expiry : readEnd(expiry, 'expires_at', zoneOf(workspaceId, deps));
  const terms = { name, scope, limits: readLimits(limits), expiresAt, owner };
  const note: KeyNote = (after, before) => {
    const at = { now: deps.clock.now(), use: undefined };
    const diff = changedMembers(before === null ? {} : writeKey(before, at), writeKey(after, at));
    return noteChange(deps, call, { action: 'key.update', object: `key:${id}`, diff });
  };
  const after = await editKey({ keyId: id, terms }, { ...deps, note });
  await answerKey(deps, call, after);
};

const rotateKey: ControlHandler<'rotateKey'> = (deps) => async (call) => {
  const { grace_seconds: graceSeconds = oneDay / 1_000, grace_begins: graceBegins = 'first_use' } = call.body;
  const { id } = findKey(deps.keys, call.params.key_id);
  const note: KeyNote = (after, before) =>
    noteChange(deps, call, {
      action: 'key.rotate',
      object: `key:${id}`,
      diff: {
        display: { before: before === null ? null : describeKey(before), after: describeKey(after) },
        grace_begins: graceBegins,
        grace_seconds: graceSeconds,
        replaced_secret_until: writeOptionalInstant(after.previousExpiresAt),
      },
    });
  const graceMilliseconds = graceSeconds * 1000;
  const rotation = { keyId: id, graceMilliseconds, graceBegins };
  const issued = await rotate(rotation, { ...deps, note });
  await answerIssued(deps, call, issued);
};

const revokeKey: ControlHandler<'revokeKey'> = (deps) => async (call) => {
  const { id } = findKey(deps.keys, call.params.key_id);
  const note: KeyNote = ({ revokedAt }) =>
    noteChange(deps, call, {
      action: 'key.revoke',
      object: `key:${id}`,
      diff: { revoked_at: writeOptionalInstant(revokedAt), reason: call.body.reason ?? null },
    });
  const record = await revoke(id, { ...deps, note });
  const { reached, instances } = await deps.keys.reach();
  const revoked = { ...(await describe(deps, record)), applied_on: `${reached}/${instances}` };
  answer(call, 200, revoked satisfies Answers['RevokedKey']);
};

/** Sends a key. */
async function answerKey(deps: ControlDeps, call: ControlCall, key: KeyRecord): Promise<void> {
  answer(call, 200, await describe(deps, key));
}

/** Sends a key with its secret. No other code sends a secret. */
async function answerIssued(deps: ControlDeps, call: ControlCall, issued: IssuedKey): Promise<void> {
  const key = await describe(deps, issued.record);
  // A key that was never rotated is new.
  const status = issued.record.previousHash === null ? 201 : 200;
  answer(call, status, { key, secret: issued.secret.reveal() } satisfies Answers['IssuedKey']);
}

async function describe({ ledger, keyClients, clock }: ControlDeps, key: KeyRecord): Promise<Answers['Key']> {
  const [uses, clients] = await Promise.all([keyUses(ledger, [key]), keyClients.read([key.id])]);
  return writeKey(key, { now: clock.now(), use: uses.get(key.id), client: clients.get(key.id)?.client });
}

/** The latest charged call of each key, by key id. */
async function keyUses(ledger: Ledger, keys: readonly KeyRecord[]): Promise<ReadonlyMap<string, KeyUse>> {
  const workspaces = new Set(keys.map((key) => key.workspaceId));
  const uses = await Promise.all([...workspaces].map((workspace) => ledger.keyUses(workspace)));
  return new Map(uses.flat().map((use) => [use.keyId, use]));
}

export const keyOperations = { listKeys, issueKey, getKey, updateKey, rotateKey, revokeKey };
