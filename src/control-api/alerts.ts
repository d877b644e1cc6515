import { randomBytes } from 'node:crypto';
import { operations } from '../../generated/console/operations.ts';
import type { AccessRole } from '../../generated/operation-facts.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { compareAndSwap } from '../identity/stores.ts';
import type { AlertRecord, DeliveryRecord } from '../notify/alert-store.ts';
import { formatCredits } from '../shared/money.ts';
import { makePermits } from '../shared/time/turns.ts';
import { echo } from '../shared/text/names.ts';
import { answer, answerNothing, type Answers, type ControlDeps, type ControlHandler } from './deps.ts';
import { unknownKey } from '../identity/key-terms.ts';
import { findKey, findWorkspace, readPage, writePage } from './requests.ts';
import { writeInstant, writeOptionalInstant } from '../shared/time/calendar.ts';
import { changedMembers, noteChange } from './audit.ts';
import { roleIn } from './people/access.ts';
import { countMessage } from './people/invitation.ts';

/** Who may change alerts, and sees where they go. */
const changers: readonly AccessRole[] = operations.updateAlert.roles;

const listAlerts: ControlHandler<'listAlerts'> =
  ({ keys, alerts }) =>
  async (call) => {
    const { id } = findWorkspace(keys, call.params.workspace_id);
    const [all, newest] = await Promise.all([alerts.list(id), alerts.lastDeliveries(id)]);
    const last = new Map(newest.map((delivery) => [delivery.alertId, delivery]));
    const role = roleIn(call.principal, id);
    const mayChange = role !== null && changers.includes(role);
    const data = all.map((alert) => {
      const written = writeAlert(alert, last.get(alert.id));
      return mayChange ? written : { ...written, target: shownTarget(alert) };
    });
    answer(call, 200, { object: 'list', data } satisfies Answers['AlertList']);
  };

const mostAlerts = 100;

const createAlert: ControlHandler<'createAlert'> = (deps) => async (call) => {
  const { keys, alerts, webhookSecrets, clock, newId } = deps;
  const { id: workspaceId } = findWorkspace(keys, call.params.workspace_id);
  const { limit, key_id: keyId = null, thresholds, channel, target } = call.body;
  checkSubject(deps, { workspaceId, limit, keyId });
  checkThresholds(limit, thresholds);
  checkTarget(deps, { channel, target });
  const secret = channel === 'webhook' ? `whsec_${randomBytes(24).toString('base64')}` : null;
  const id = newId('alr');
  const sealed = secret === null ? null : webhookSecrets.seal(secret, id);
  const facts = { limit, keyId, channel, target, secret: sealed, thresholds: ascending(thresholds) };
  const alert: AlertRecord = { id, workspaceId, ...facts, enabled: true, createdAt: clock.now() };
  const written = writeAlert(alert, undefined);
  const note = noteChange(deps, call, {
    action: 'alert.create',
    object: `alert:${alert.id}`,
    diff: describeAlert(alert),
  });
  const full = new GatewayError('conflict', `A workspace has at most ${mostAlerts} alerts. Remove one first.`);
  // Looked at before the message is counted: what is refused counts nothing.
  if ((await alerts.list(workspaceId)).length >= mostAlerts) throw full;
  await countMessage(deps, call, { workspaceId, kind: 'alert' });
  if (!(await alerts.add(alert, note, mostAlerts))) throw full;
  answer(call, 201, { alert: written, secret } satisfies Answers['CreatedAlert']);
};

const updateAlert: ControlHandler<'updateAlert'> = (deps) => async (call) => {
  const { alerts } = deps;
  const { thresholds, enabled } = call.body;
  let isCounted = false;
  const count = async (workspaceId: string): Promise<void> => {
    if (!isCounted) await countMessage(deps, call, { workspaceId, kind: 'alert' });
    isCounted = true;
  };
  const after = await compareAndSwap(`alert ${echo(call.params.alert_id)}`, async () => {
    const before = await findAlert(deps, call.params);
    checkThresholds(before.limit, thresholds);
    const change = {
      ...(thresholds && { thresholds: ascending(thresholds) }),
      ...(enabled !== undefined && { enabled }),
    };
    const changed = { ...before, ...change };
    const diff = changedMembers(describeAlert(before), describeAlert(changed));
    if (Object.keys(diff).length === 0) return before;
    if ('thresholds' in diff) await count(before.workspaceId);
    const note = noteChange(deps, call, { action: 'alert.update', object: `alert:${before.id}`, diff });
    return (await alerts.put(changed, note, before)) ? changed : null;
  });
  const last = (await alerts.lastDeliveries(after.workspaceId)).find(({ alertId }) => alertId === after.id);
  answer(call, 200, writeAlert(after, last));
};

const removeAlert: ControlHandler<'removeAlert'> = (deps) => async (call) => {
  const alert = await findAlert(deps, call.params);
  const diff = describeAlert(alert);
  await deps.alerts.remove(
    alert,
    noteChange(deps, call, { action: 'alert.remove', object: `alert:${alert.id}`, diff }),
  );
  answerNothing(call);
};

/** Test messages on their way at once: each has a connection, and its caller waits for it. */
const testsAtOnce = 10;
const testsWaiting = 50;

const testAlert: ControlHandler<'testAlert'> = (deps) => {
  const inTurn = makePermits({
    atOnce: testsAtOnce,
    waiting: testsWaiting,
    full: () => new GatewayError('overloaded', 'Too many test messages are being sent. Try again in a few seconds.'),
  });
  return async (call) => {
    const alert = await findAlert(deps, call.params);
    const sent = await inTurn(async () => {
      await countMessage(deps, call, { workspaceId: alert.workspaceId, kind: 'test message' });
      const note = { action: 'alert.test', object: `alert:${alert.id}`, diff: {} };
      await deps.audit.append(noteChange(deps, call, note));
      return deps.alerting.test(alert);
    });
    answer(call, 200, writeDelivery(sent));
  };
};

const listDeliveries: ControlHandler<'listDeliveries'> =
  ({ keys, alerts }) =>
  async (call) => {
    const { id: workspaceId } = findWorkspace(keys, call.params.workspace_id);
    const { alert_id: alertId } = call.query;
    const page = await alerts.deliveries({ workspaceId, alertId, ...readPage(call.query) });
    answer(call, 200, writePage(page, writeDelivery) satisfies Answers['DeliveryPage']);
  };

const ascending = (thresholds: readonly number[]): readonly number[] =>
  thresholds.toSorted((one, other) => one - other);

type Subject = Pick<AlertRecord, 'workspaceId' | 'limit' | 'keyId'>;

/** @throws {GatewayError} 400 `invalid_value` for a key where none belongs, or none where one does; 404 for an unknown key */
function checkSubject({ keys }: ControlDeps, { workspaceId, limit, keyId }: Subject): void {
  const isOfKey = limit.startsWith('key_');
  if (isOfKey !== (keyId !== null)) {
    const message = isOfKey
      ? `key_id is required: ${limit} is a limit of a key.`
      : `${limit} is not a limit of a key. Leave key_id out.`;
    throw new GatewayError('invalid_value', message, { param: 'key_id' });
  }
  if (keyId !== null && findKey(keys, keyId).workspaceId !== workspaceId) throw unknownKey(keyId);
}

/** @throws {GatewayError} 400 `invalid_value` for a share of more than all, or more days than are looked ahead */
function checkThresholds(limit: AlertRecord['limit'], thresholds: readonly number[] = []): void {
  if (limit === 'balance_left' || thresholds.every((threshold) => threshold <= 100)) return;
  const what = limit === 'keys_expiring' ? 'days before the expiry' : 'percent of the limit';
  throw new GatewayError('invalid_value', `thresholds of ${limit} are ${what}, at most 100.`, { param: 'thresholds' });
}

/** One plain address: no list, no display name, no control characters. */
const email = /^[^\s@<>,;:"\p{Cc}]+@[^\s@<>,;:"\p{Cc}]+$/u;

/** @throws {GatewayError} 400 `invalid_value` on `target` */
function checkTarget({ mail }: ControlDeps, { channel, target }: Pick<AlertRecord, 'channel' | 'target'>): void {
  const refuse = (message: string): never => {
    throw new GatewayError('invalid_value', message, { param: 'target' });
  };
  if (channel === 'email') {
    if (mail() === null)
      refuse('This server sends no e-mail. Use a webhook, or have the operator set `mail` in the configuration.');
    if (!email.test(target)) refuse('target must be one plain e-mail address, such as ops@example.com.');
    return;
  }
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url?.protocol !== 'https:') refuse('target must be an https address, such as https://hooks.example.com/diglot.');
  if (url?.username !== '' || url.password !== '') refuse('target must have no user and no password in it.');
}

interface AlertParams {
  readonly workspace_id: string;
  readonly alert_id: string;
}

/** @throws {GatewayError} 404 `not_found` */
async function findAlert({ keys, alerts }: ControlDeps, params: AlertParams): Promise<AlertRecord> {
  const { id: workspaceId } = findWorkspace(keys, params.workspace_id);
  const alert = await alerts.find({ id: params.alert_id, workspaceId });
  if (alert) return alert;
  throw new GatewayError('not_found', `There is no alert ${echo(params.alert_id)} in workspace ${workspaceId}.`, {
    param: 'alert_id',
  });
}

/** The target without the path of a webhook, which is often a secret. */
const shownTarget = ({ channel, target }: AlertRecord): string =>
  channel === 'webhook' ? `${new URL(target).origin}/…` : target;

/** What the audit log may know about an alert. */
function describeAlert(alert: AlertRecord): Readonly<Record<string, unknown>> {
  const { object: _, last_delivery: _last, ...facts } = writeAlert(alert, undefined);
  return { ...facts, target: shownTarget(alert) };
}

/** An alert as the document describes it, without its secret. */
const writeAlert = (alert: AlertRecord, last: DeliveryRecord | undefined): Answers['Alert'] => ({
  object: 'alert',
  id: alert.id,
  workspace_id: alert.workspaceId,
  limit: alert.limit,
  key_id: alert.keyId,
  thresholds: [...alert.thresholds],
  channel: alert.channel,
  target: alert.target,
  enabled: alert.enabled,
  created_at: writeInstant(alert.createdAt),
  last_delivery: last ? writeDelivery(last) : null,
});

const writeDelivery = (delivery: DeliveryRecord): Answers['Delivery'] => ({
  object: 'delivery',
  id: delivery.id,
  alert_id: delivery.alertId,
  threshold: delivery.threshold,
  window_start: delivery.windowStart === 0 ? null : writeInstant(delivery.windowStart),
  used: formatCredits(delivery.used),
  limit: formatCredits(delivery.limit),
  state: delivery.state,
  attempts: delivery.attempts,
  problem: delivery.problem,
  created_at: writeInstant(delivery.createdAt),
  delivered_at: writeOptionalInstant(delivery.deliveredAt),
  next_try_at: writeOptionalInstant(delivery.nextTryAt),
});

/** The operations on alerts. */
export const alertOperations = { listAlerts, createAlert, updateAlert, removeAlert, testAlert, listDeliveries };
