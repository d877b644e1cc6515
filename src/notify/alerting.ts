import type { KeyStore, WorkspaceRecord } from '../identity/stores.ts';
import type { AttemptStore } from '../identity/people/sign-in-delay.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { MeteringService } from '../metering/metering.ts';
import type { Log } from '../shared/log.ts';
import { formatCredits, nanoPerCredit, type NanoCredits } from '../shared/money.ts';
import type { SealedColumn } from '../shared/secret.ts';
import { oneDay as day, spanOf } from '../shared/time/calendar.ts';
import type { Clock } from '../shared/time/clock.ts';
import {
  type AlertFacts,
  type ExpiringKeys,
  mailOf,
  mailOfExpiry,
  type MailSettings,
  sendCounted,
  sendMail,
} from './mail.ts';
import { alertsByWorkspace, type AlertRecord, type AlertStore, type DeliveryRecord } from './alert-store.ts';
import { DeliveryFailure, sendWebhook, type WebhookRules } from './send-webhook.ts';

/** Watches limits and notifies people. */
export interface Alerting {
  /** Writes down the messages to send. One instance does, the one that leads; elsewhere this does nothing. */
  readonly watch: () => Promise<void>;
  /** Sends what is due, each message once, whichever instance runs it. */
  readonly deliver: () => Promise<void>;
  /** Sends a message that says that it is a test; once. */
  readonly test: (alert: AlertRecord) => Promise<DeliveryRecord>;
}

interface Deps {
  readonly alerts: AlertStore;
  readonly attempts: Pick<AttemptStore, 'begin' | 'takeBack'>;
  readonly keys: KeyStore;
  readonly ledger: Pick<Ledger, 'entries' | 'leads'>;
  readonly metering: Pick<MeteringService, 'balance' | 'limits'>;
  readonly mail: () => MailSettings | null;
  readonly webhooks: () => WebhookRules;
  readonly webhookSecrets: SealedColumn;
  /** What links in messages start with. */
  readonly origin: () => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: (prefix: string) => string;
}

/** How much of a limit is used, and since when it counts. */
interface Use {
  readonly used: NanoCredits;
  readonly limit: NanoCredits;
  readonly windowStart: number;
  /** As in `DeliveryRecord`. */
  readonly level: bigint;
}

const minute = 60_000;
/** Waits after each failed attempt; the last one again and again. */
const waits = [minute, 5 * minute, 15 * minute, 60 * minute, 180 * minute] as const;
const givenUpAfter = 24 * 60 * minute;
const mostAtOnce = 20;
/** Milliseconds in which further messages are begun, before limits are looked at again. */
const deliveryTime = 30_000;

/** Makes the watch, whose parts run periodically. */
export function makeAlerting(deps: Deps): Alerting {
  const { alerts, clock, ledger, log } = deps;

  const watchOne = async (workspaceId: string, all: readonly AlertRecord[]): Promise<void> => {
    const ofWorkspace = all.filter(({ enabled }) => enabled);
    const uses = await usesOf(workspaceId, ofWorkspace, deps);
    const isOfKeys = ({ limit }: AlertRecord): boolean => limit === 'keys_expiring';
    const days = ofWorkspace.some(isOfKeys) ? daysOf(workspaceId, deps) : [];
    for (const alert of ofWorkspace) {
      const passed = isOfKeys(alert) ? expiriesOf(alert, days, clock.now()) : thresholdsOf(alert, uses.get(alert));
      for (const { repeats, ...each } of passed) await alerts.addDelivery(newDelivery(alert, each, deps), repeats);
    }
  };
  const deliverSome = async (): Promise<number> => {
    const now = clock.now();
    const due = await alerts.takeDue({ now, until: now + 2 * minute, limit: mostAtOnce });
    await Promise.all(
      due.map(async (delivery) => {
        const alert = await alerts.find({ id: delivery.alertId, workspaceId: delivery.workspaceId });
        if (alert) await alerts.putDelivery(await attemptDue(alert, delivery, deps));
      }),
    );
    return due.length;
  };
  const deliver = async (): Promise<void> => {
    const begun = clock.monotonic();
    while ((await deliverSome()) === mostAtOnce && clock.monotonic() - begun < deliveryTime);
  };
  return {
    watch: async () => {
      if (!(await ledger.leads())) return;
      for await (const [workspaceId, all] of alertsByWorkspace(alerts)) await watchOne(workspaceId, all);
    },
    deliver,
    test: async (alert) => {
      const uses = await usesOf(alert.workspaceId, [alert], deps);
      const use = uses.get(alert) ?? { used: 0n, limit: 0n, windowStart: 0, level: 0n };
      const draft = { ...newDelivery(alert, { ...use, threshold: null }, deps), nextTryAt: null };
      await alerts.addDelivery(draft);
      const done = await attempt(alert, draft, deps);
      const ended: DeliveryRecord = done.state === 'waiting' ? { ...done, state: 'failed', nextTryAt: null } : done;
      await alerts.putDelivery(ended);
      log.info('A test message of an alert was sent.', { alert: alert.id, state: ended.state });
      return ended;
    },
  };
}

/** A threshold that is passed, and whether it is reported again at a higher level. */
type Passed = Use & Pick<DeliveryRecord, 'threshold'> & { readonly repeats: boolean };

function newDelivery(alert: AlertRecord, passed: Omit<Passed, 'repeats'>, { clock, newId }: Deps): DeliveryRecord {
  const now = clock.now();
  return {
    id: newId('dlv'),
    alertId: alert.id,
    workspaceId: alert.workspaceId,
    ...passed,
    createdAt: now,
    state: 'waiting',
    attempts: 0,
    problem: null,
    deliveredAt: null,
    nextTryAt: now,
  };
}

/** The thresholds of a limit that are passed. After a raise the highest alone is repeated. @param use undefined: there is no such limit any more */
function thresholdsOf({ limit: watched, thresholds }: AlertRecord, use: Use | undefined): readonly Passed[] {
  if (!use) return [];
  const { used, limit } = use;
  const isPassed = (threshold: number): boolean =>
    watched === 'balance_left'
      ? limit - used <= BigInt(threshold) * nanoPerCredit
      : limit > 0n && used * 100n >= limit * BigInt(threshold);
  const passed = thresholds.filter(isPassed);
  return passed.map((threshold) => ({ ...use, threshold, repeats: threshold === passed.at(-1) }));
}

/** The beginning of a day (UTC): keys that expire on one day share a message. */
const dayOf = (at: number): number => at - (at % day);

/** The keys of a workspace that expire after a moment, with when they do. */
const endsAfter = (workspaceId: string, from: number, { keys }: Pick<Deps, 'keys'>) =>
  keys.listKeys(workspaceId).flatMap(({ id, name, createdAt, expiresAt: end, revokedAt }) => {
    if (end === null || end <= from || revokedAt !== null) return [];
    return [{ id, name, createdAt, end }];
  });

const firstOf = (expiring: readonly { readonly end: number }[]): number =>
  expiring.reduce((first, { end }) => Math.min(first, end), Infinity);

/** When the first key of a day expires, and what grows when a key joins them. */
type DayOfKeys = Pick<Use, 'level'> & { readonly end: number };

/** The days on which keys of a workspace expire. */
function daysOf(workspaceId: string, deps: Deps): readonly DayOfKeys[] {
  const days = Map.groupBy(endsAfter(workspaceId, deps.clock.now(), deps), ({ end }) => dayOf(end));
  return [...days.values()].map((keys) => {
    const newest = keys.reduce((found, { createdAt }) => Math.max(found, createdAt), 0);
    return { end: firstOf(keys), level: BigInt(newest + keys.length) };
  });
}

/** The days on which keys expire, each with the nearest threshold that is passed. */
function expiriesOf({ thresholds }: AlertRecord, days: readonly DayOfKeys[], now: number): readonly Passed[] {
  return days.flatMap(({ end, level }) => {
    const threshold = thresholds.find((ahead) => end - now <= ahead * day);
    return threshold === undefined
      ? []
      : [{ windowStart: dayOf(end), level, threshold, repeats: true, used: 0n, limit: 0n }];
  });
}

/** Reads the limits of a workspace once. An alert whose limit does not exist any more is left out. */
async function usesOf(
  workspaceId: string,
  ofWorkspace: readonly AlertRecord[],
  deps: Deps,
): Promise<ReadonlyMap<AlertRecord, Use>> {
  const { keys, metering, clock } = deps;
  const uses = new Map<AlertRecord, Use>();
  const workspace = keys.workspace(workspaceId);
  if (!workspace) return uses;
  const ofBalance = ofWorkspace.filter(({ limit }) => limit === 'balance' || limit === 'balance_left');
  if (ofBalance.length > 0) {
    const use = await useOfBalance(workspace, deps);
    for (const alert of ofBalance) uses.set(alert, use);
  }
  const others = ofWorkspace.filter((alert) => !ofBalance.includes(alert) && alert.limit !== 'keys_expiring');
  if (others.length === 0) return uses;
  const { planId, timeZone } = workspace;
  const named = new Set(others.map(({ keyId }) => keyId));
  const active = keys.listKeys(workspaceId).filter(({ id, revokedAt }) => named.has(id) && revokedAt === null);
  const limited = [{ id: '', limits: { day: null, month: null, total: null } }, ...active];
  const balances = await metering.limits(
    { workspaceId, planId, timeZone },
    limited.map(({ id: keyId, limits }) => ({ keyId, limits })),
  );
  for (const alert of others) {
    const place = limited.findIndex(({ id }) => id === (alert.keyId ?? ''));
    const found = balances[place]?.find(({ subject, window }) => `${subject}_${window}` === alert.limit);
    if (!found || found.limit === null) continue;
    const windowStart = found.window === 'total' ? 0 : spanOf(found.window, timeZone, clock.now()).start;
    uses.set(alert, { used: found.used, limit: found.limit, windowStart, level: found.limit });
  }
  return uses;
}

/** The balance begins anew with each grant: then the message of a threshold may be sent again. */
async function useOfBalance({ id }: WorkspaceRecord, { ledger, metering }: Deps): Promise<Use> {
  // Read first: what was used before a grant that comes meanwhile must not count against the window that begins with it.
  const newest = await Promise.all(
    (['grant', 'topup'] as const).map((kind) => ledger.entries({ workspaceId: id, kind, limit: 1 })),
  );
  const windowStart = Math.max(0, ...newest.flatMap(({ items }) => items.map(({ createdAt }) => createdAt)));
  const { posted, granted } = await metering.balance(id);
  return { used: posted, limit: granted, windowStart, level: 0n };
}

/** Sends a message that is due, unless its reason is gone, and says how that went. */
async function attemptDue(alert: AlertRecord, delivery: DeliveryRecord, deps: Deps): Promise<DeliveryRecord> {
  const isOfNoKey = alert.limit === 'keys_expiring' && expiringKeys(delivery, deps).keys.length === 0;
  const noKey = isOfNoKey ? 'None of its keys expires on this day now.' : null;
  const problem = alert.enabled ? noKey : 'The alert is off.';
  if (problem !== null) return { ...delivery, state: 'failed', problem, nextTryAt: null };
  return attempt(alert, delivery, deps);
}

/** Sends a message, and says how that went. */
async function attempt(alert: AlertRecord, delivery: DeliveryRecord, deps: Deps): Promise<DeliveryRecord> {
  const { clock, log } = deps;
  const attempts = delivery.attempts + 1;
  try {
    await send(alert, delivery, deps);
    return { ...delivery, attempts, state: 'delivered', problem: null, deliveredAt: clock.now(), nextTryAt: null };
  } catch (error) {
    const isExpected = error instanceof DeliveryFailure;
    const problem = isExpected ? error.message : 'Something went wrong in the gateway.';
    if (!isExpected) log.error('A message of an alert could not be sent.', { alert: alert.id }, error);
    const now = clock.now();
    if (now - delivery.createdAt >= givenUpAfter) {
      return { ...delivery, attempts, state: 'failed', problem, nextTryAt: null };
    }
    const wait = waits[Math.min(attempts, waits.length) - 1] ?? minute;
    return { ...delivery, attempts, problem, nextTryAt: now + wait };
  }
}

async function send(alert: AlertRecord, delivery: DeliveryRecord, deps: Deps): Promise<void> {
  const { mail, webhooks, webhookSecrets, clock } = deps;
  const facts = factsOf(alert, delivery, deps);
  const expiring = alert.limit === 'keys_expiring' ? expiringKeys(delivery, deps) : null;
  if (alert.channel === 'webhook') {
    const reached = alert.limit === 'keys_expiring' ? 'alert.keys_expiring' : 'alert.threshold_reached';
    const type = delivery.threshold === null ? 'alert.test' : reached;
    const at = clock.now();
    const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { ...facts, ...expiring } });
    const secret = webhookSecrets.open(alert.secret ?? '', alert.id);
    if (secret === null) throw new DeliveryFailure('Its secret cannot be read: `server.seal_keys` lacks a key.');
    const message = { url: alert.target, secret, id: delivery.id, at, body };
    return sendWebhook(message, webhooks());
  }
  const settings = mail();
  if (!settings) throw new DeliveryFailure('This server no longer sends e-mail.');
  const text = expiring ? mailOfExpiry(facts, expiring) : mailOf(facts);
  return sendCounted(alert.workspaceId, () => sendMail({ to: alert.target, ...text }, settings), deps);
}

/** The keys that a message is about, and when the first of them expires: those of the day that had not when it was written down. */
function expiringKeys({ workspaceId, windowStart, createdAt }: DeliveryRecord, deps: Deps): ExpiringKeys {
  const meant = endsAfter(workspaceId, createdAt, deps).filter(({ end }) => dayOf(end) === windowStart);
  return {
    expires_at: meant.length === 0 ? null : new Date(firstOf(meant)).toISOString(),
    keys: meant.map(({ id, name }) => ({ id, name })),
  };
}

/** What a message says. */
const factsOf = (alert: AlertRecord, delivery: DeliveryRecord, { keys, origin }: Deps): AlertFacts => ({
  alert_id: alert.id,
  delivery_id: delivery.id,
  workspace_id: alert.workspaceId,
  workspace_name: keys.workspace(alert.workspaceId)?.name ?? alert.workspaceId,
  limit: alert.limit,
  key_id: alert.keyId,
  key_name: keys.key(alert.keyId ?? '')?.name ?? null,
  threshold: delivery.threshold,
  used: formatCredits(delivery.used),
  allowed: formatCredits(delivery.limit),
  left: formatCredits(delivery.limit - delivery.used),
  window_start: delivery.windowStart === 0 ? null : new Date(delivery.windowStart).toISOString(),
  url: `${origin()}/console/`,
});
