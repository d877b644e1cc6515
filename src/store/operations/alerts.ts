import { GatewayError } from '../../errors/gateway-error.ts';
import type { Page } from '../../metering/ledger.ts';
import type {
  AlertRecord,
  AlertReference,
  AlertStore,
  DeliveryQuery,
  DeliveryRecord,
} from '../../notify/alert-store.ts';
import { whereOf } from '../shared/usage-query.ts';
import {
  all,
  asItIs,
  type EngineFacts,
  flag,
  hasRoom,
  json,
  named,
  number,
  one,
  pageOf,
  run,
  type Steps,
  type StoredRow,
  tableOf,
} from '../shared/repository.ts';

const alertTable = tableOf<AlertRecord>('alert', {
  id: asItIs(),
  workspaceId: asItIs(),
  limit: named('watched', asItIs()),
  keyId: asItIs(),
  thresholds: json(),
  channel: asItIs(),
  target: asItIs(),
  secret: asItIs(),
  enabled: flag(),
  createdAt: number(),
});

const deliveryTable = tableOf<DeliveryRecord>('delivery', {
  id: asItIs(),
  alertId: asItIs(),
  workspaceId: asItIs(),
  threshold: number(),
  windowStart: number(),
  level: asItIs(),
  used: asItIs(),
  limit: named('allowed', asItIs()),
  state: asItIs(),
  attempts: number(),
  problem: asItIs(),
  createdAt: number(),
  deliveredAt: number(),
  nextTryAt: number(),
});

const unknownAlert = ({ id }: AlertReference): GatewayError =>
  new GatewayError('not_found', `There is no alert ${id} in this workspace.`, { param: 'alert_id' });

type AlertQuery = Parameters<AlertStore['page']>[0];

/** Alerts as rows. */
export const makeAlertOperations = (engine: EngineFacts) => ({
  *alerts(workspaceId: string): Steps<readonly AlertRecord[]> {
    return (yield* all<StoredRow>('select * from alert where workspace_id = $1 order by seq', workspaceId)).map(
      alertTable.read,
    );
  },
  /** Continues where an index says, and reads no row that is not on the page, or the next one. */
  *alertPage({ after = '0 ', limit }: AlertQuery): Steps<Page<AlertRecord>> {
    // A page ends at a row: its place, and its workspace.
    const gap = after.indexOf(' ');
    const rows = yield* all<StoredRow>(
      'select * from alert where (workspace_id, seq) > ($1, $2) order by workspace_id, seq limit $3',
      after.slice(gap + 1),
      Number(after.slice(0, gap)),
      limit + 1,
    );
    const placeOf = (row: StoredRow): string => `${row.seq} ${row['workspace_id']}`;
    return pageOf(rows, limit, { read: alertTable.read, placeOf });
  },
  *alert({ id, workspaceId }: AlertReference): Steps<AlertRecord | null> {
    const row = yield* one<StoredRow>('select * from alert where id = $1 and workspace_id = $2', id, workspaceId);
    return row ? alertTable.read(row) : null;
  },
  /** Adds an alert. @returns false if the workspace has `most` already */
  *addAlert(alert: AlertRecord, most?: number): Steps<boolean> {
    if (!(yield* hasRoom(engine, 'alert', { owner: alert.workspaceId, most }))) return false;
    yield* run(alertTable.insert, ...alertTable.values(alert));
    return true;
  },
  /** Updates an alert if it is still as it was seen. @returns false if another change came first */
  *putAlert(alert: AlertRecord, seen: AlertRecord): Steps<boolean> {
    const { id, workspaceId } = alert;
    const sql = `update alert set thresholds = $3, enabled = $4
      where id = $1 and workspace_id = $2 and thresholds = $5 and enabled = $6`;
    const values = [alert, seen].flatMap(({ thresholds, enabled }) => [JSON.stringify(thresholds), Number(enabled)]);
    if ((yield* run(sql, id, workspaceId, ...values)) > 0) return true;
    const known = yield* one('select 1 from alert where id = $1 and workspace_id = $2', id, workspaceId);
    if (known === undefined) throw unknownAlert(alert);
    return false;
  },
  *resealAlert({ id, workspaceId }: AlertReference, from: string, to: string): Steps<void> {
    const sql = 'update alert set secret = $4 where id = $1 and workspace_id = $2 and secret = $3';
    yield* run(sql, id, workspaceId, from, to);
  },
  /** With its deliveries. */
  *removeAlert(reference: AlertReference): Steps<void> {
    const { id, workspaceId } = reference;
    const ofAlert = 'alert_id in (select id from alert where id = $1 and workspace_id = $2)';
    yield* run(`delete from delivery where ${ofAlert}`, id, workspaceId);
    const changes = yield* run('delete from alert where id = $1 and workspace_id = $2', id, workspaceId);
    if (changes === 0) throw unknownAlert(reference);
  },
});

/** Ids of messages that are due: of each workspace the oldest, then of each the next. One with many delays no other's. */
const inTurn = `select id from (
    select id, next_try_at, seq, row_number() over (partition by workspace_id order by next_try_at, seq) as turn
      from delivery where next_try_at is not null and next_try_at <= $1
  ) as waiting order by turn, next_try_at, seq limit $2`;

/** Messages of alerts as rows. */
export const makeDeliveryOperations = ({ isOneOf, skipLocked }: EngineFacts) => ({
  *addDelivery(row: DeliveryRecord, repeats = true): Steps<boolean> {
    const { alertId, windowStart, threshold, level } = row;
    const known = 'select 1 from delivery where alert_id = $1 and window_start = $2 and threshold = $3 and level >= $4';
    if ((yield* one(known, alertId, windowStart, threshold, repeats ? level : 0n)) !== undefined) return false;
    return (yield* run(`${deliveryTable.insert} on conflict do nothing`, ...deliveryTable.values(row))) > 0;
  },
  *putDelivery(row: DeliveryRecord): Steps<void> {
    const { id, state, attempts, problem, deliveredAt, nextTryAt } = row;
    const sql = `update delivery set state = $2, attempts = $3, problem = $4, delivered_at = $5, next_try_at = $6
      where id = $1`;
    yield* run(sql, id, state, attempts, problem, deliveredAt, nextTryAt);
  },
  /** What another instance is taking is left to it. */
  *takeDueDeliveries({ now, until, limit }: Parameters<AlertStore['takeDue']>[0]): Steps<readonly DeliveryRecord[]> {
    const sql = `select * from delivery where id in (${inTurn}) and next_try_at <= $1 order by next_try_at, seq ${skipLocked}`;
    const rows = yield* all<StoredRow>(sql, now, limit);
    const ids = rows.map((row) => String(row['id']));
    yield* run(`update delivery set next_try_at = $2 where ${isOneOf('id', '$1')}`, ids, until);
    return rows.map(deliveryTable.read);
  },
  *deliveries({ workspaceId, alertId, after, limit }: DeliveryQuery): Steps<Page<DeliveryRecord>> {
    const { where, values } = whereOf([
      ['alert_id = ?', alertId],
      // An alert has fewer than its workspace: the expression makes the query use the alert's index.
      [alertId === undefined ? 'workspace_id = ?' : "workspace_id || '' = ?", workspaceId],
      ['seq < ?', after === undefined ? undefined : Number(after)],
    ]);
    const sql = `select * from delivery where ${where} order by seq desc limit ?`;
    const rows = yield* all<StoredRow>(sql, ...values, limit + 1);
    return pageOf(rows, limit, deliveryTable);
  },
  *lastDeliveries(workspaceId: string): Steps<readonly DeliveryRecord[]> {
    const newest = 'select max(seq) from delivery where alert_id = alert.id';
    const sql = `select * from delivery where seq in (select (${newest}) from alert where workspace_id = $1)`;
    return (yield* all<StoredRow>(sql, workspaceId)).map(deliveryTable.read);
  },
});
