import type { Catalog } from '../catalog/catalog.ts';
import type { Bootstrap, Config } from '../config/config.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { stepByCommand } from '../errors/next-steps.ts';
import type { KeyNote } from '../identity/key-terms.ts';
import { describeKey, hashKey } from '../identity/key-format.ts';
import { importKey, refuseTaken } from '../identity/issue-key.ts';
import type { KeyRecord, KeyStore } from '../identity/stores.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import { formatCredits } from '../shared/money.ts';
import { ownExternalId } from '../shared/ids.ts';

interface Deps {
  readonly keys: KeyStore;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  /** Learns what other instances have created since. */
  readonly refresh: () => Promise<void>;
  readonly log: Pick<Log, 'warn'>;
}

type BootstrapConfig = Pick<Config, 'bootstrap' | 'catalog'>;

/** How often instances that start at the same time may come between: each time one of them creates something. */
const mostTries = 20;

const actor = 'bootstrap';

/**
 * Creates the configured workspaces, credits and keys that do not exist yet, each with its row in the audit log. Existing ones
 * are not changed. What another instance creates at the same time is created once. Logs what goes on working or stops working without
 * being asked for: a configured secret that was replaced by another one, and workspaces whose plan is gone.
 */
export async function bootstrap({ bootstrap: settings, catalog }: BootstrapConfig, deps: Deps): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await createMissing(settings, deps);
      warnOfReplaced(settings, deps);
      return warnOfMissingPlans(catalog, deps);
    } catch (cause) {
      const isTaken = cause instanceof GatewayError && cause.code === 'conflict';
      if (!isTaken || tries === mostTries) throw cause;
      await deps.refresh();
    }
  }
}

async function createMissing({ workspaces, keys }: Bootstrap, deps: Deps): Promise<void> {
  const drafts = keys.map(({ workspace: workspaceId, ...key }) => ({ ...key, workspaceId }));
  // First what is refused, so that nothing is created of what cannot be in force.
  for (const draft of drafts) refuseTaken(draft, deps.keys);
  const note = makeNote(deps.clock);
  for (const workspace of workspaces) {
    if (!deps.keys.workspace(workspace.id)) await createWorkspace(workspace, deps, note);
  }
  const noteKey: KeyNote = (record) =>
    note('key.issue', `key:${record.id}`, {
      workspace_id: record.workspaceId,
      name: record.name,
      display: describeKey(record),
    });
  for (const draft of drafts) await importKey(draft, { ...deps, note: noteKey });
}

/** A key may have the name of a configured one on purpose, so that no key is revoked here. */
function warnOfReplaced({ keys: configured }: Bootstrap, { keys, clock, log }: Deps): void {
  const wanted = new Set(configured.map(({ secret }) => hashKey(secret.reveal())));
  const isWanted = ({ hash, previousHash }: KeyRecord): boolean =>
    wanted.has(hash) || (previousHash !== null && wanted.has(previousHash));
  const names = new Set(configured.map(({ workspace, name }) => `${workspace} ${name}`));
  const isActive = ({ revokedAt, expiresAt }: KeyRecord): boolean =>
    revokedAt === null && (expiresAt === null || expiresAt > clock.now());
  for (const key of keys.listKeys()) {
    const { id, name, workspaceId: workspace } = key;
    // A key that was rotated is the configured one, whose secret is not known here any more.
    if (!names.has(`${workspace} ${name}`) || isWanted(key) || key.previousHash !== null || !isActive(key)) continue;
    const step = stepByCommand('revokeKey', id);
    log.warn(
      'a key has the name of a configured one and another secret, which still works; revoke it unless it is used',
      { workspace, name, key: describeKey(key), revoke: step.replaceAll('`', '') },
    );
  }
}

/** Most workspaces that one line of the log names. */
const mostNamed = 20;

/** Every call of a workspace is refused while the catalogue does not have its plan. */
function warnOfMissingPlans({ plans }: Pick<Catalog, 'plans'>, { keys, log }: Deps): void {
  const missing = Map.groupBy(
    keys.listWorkspaces().filter(({ planId }) => planId !== null && !plans.has(planId)),
    ({ planId }) => planId,
  );
  for (const [plan, workspaces] of missing) {
    const named = workspaces.slice(0, mostNamed).map(({ id }) => id);
    log.warn(
      'all calls of workspaces are refused: their plan was removed from the configuration; restore it, or give them another plan',
      {
        plan,
        workspaces: named.join(', '),
        count: workspaces.length,
        change: stepByCommand('changePlan', named[0]).replaceAll('`', ''),
      },
    );
  }
}

type Note = (action: string, object: string, diff: Readonly<Record<string, unknown>>) => AuditEvent;

const makeNote =
  (clock: Clock): Note =>
  (action, object, diff) => ({
    at: clock.now(),
    actor,
    action,
    object,
    diff: JSON.stringify(diff),
    requestId: null,
  });

async function createWorkspace(
  { id, name, plan: planId, credits: amount, timeZone }: Bootstrap['workspaces'][number],
  { keys, ledger, clock, newId }: Deps,
  note: Note,
): Promise<void> {
  const createdAt = clock.now();
  const object = `workspace:${id}`;
  // Credits come first. They are granted once however often they are posted, so a crash in between loses nothing.
  if (amount !== 0n) {
    const reason = 'first credits, from the configuration';
    const own = {
      id: newId('led'),
      workspaceId: id,
      externalId: ownExternalId('bootstrap', id),
      callId: null,
      createdAt,
    };
    const diff = { entry: own.id, amount: formatCredits(amount), reason, external_id: own.externalId, call_id: null };
    await ledger.post({ ...own, kind: 'grant', amount, reason, actor }, note('credits.grant', object, diff));
  }
  const diff = { id, name, plan_id: planId, time_zone: timeZone };
  const record = { id, name, planId, timeZone, createdAt, suspendedAt: null, version: 1 };
  await keys.addWorkspace(record, note('workspace.create', object, diff));
}
