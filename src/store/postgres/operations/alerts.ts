import type {
  AlertPage,
  AlertRecord,
  AlertReference,
  AlertStore,
  DeliveryPage,
  DeliveryQuery,
  DeliveryRecord,
} from '../../../notify/alert-store.ts';
import {
  alertOf,
  alertPageOf,
  alertPageSql,
  alertPageValues,
  deliveryOf,
  inTurn,
  unknownAlert,
  type AlertQuery,
  type AlertRow,
  type DeliveryRow,
} from '../../people/alert-operations.ts';
import { hasRoom, type Session } from '../session.ts';

/** Alerts as rows. */
export const alerts = {
  alerts: async (session: Session, workspaceId: string): Promise<readonly AlertRecord[]> =>
    (await session.all<AlertRow>('select * from alert where workspace_id = $1 order by seq', workspaceId)).map(alertOf),
  alertPage: async (session: Session, wanted: AlertQuery): Promise<AlertPage> =>
    alertPageOf(await session.all<AlertRow>(alertPageSql, ...alertPageValues(wanted)), wanted),
  alert: async (session: Session, { id, workspaceId }: AlertReference): Promise<AlertRecord | null> => {
    const sql = 'select * from alert where id = $1 and workspace_id = $2';
    const row = await session.one<AlertRow>(sql, id, workspaceId);
    return row ? alertOf(row) : null;
  },
  /** Whether the workspace may have one more. */
  addAlert: async (session: Session, alert: AlertRecord, most?: number): Promise<boolean> => {
    const { id, workspaceId, limit, keyId, thresholds, channel, target, secret, createdAt } = alert;
    const kept = [limit, keyId, JSON.stringify(thresholds), channel, target, secret, Number(alert.enabled)];
    const sql = `insert into alert
      (id, workspace_id, watched, key_id, thresholds, channel, target, secret, enabled, created_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
    if (!(await hasRoom(session, { table: 'alert', owner: workspaceId, most }))) return false;
    await session.run(sql, id, workspaceId, ...kept, createdAt);
    return true;
  },
  putAlert: async (session: Session, alert: AlertRecord): Promise<void> => {
    const { id, workspaceId, thresholds, enabled } = alert;
    const sql = 'update alert set thresholds = $3, enabled = $4 where id = $1 and workspace_id = $2';
    const changes = await session.run(sql, id, workspaceId, JSON.stringify(thresholds), Number(enabled));
    if (changes === 0) throw unknownAlert(alert);
  },
  resealAlert: async (
    session: Session,
    { id, workspaceId }: AlertReference,
    ...[from, to]: readonly [string, string]
  ): Promise<void> => {
    const sql = 'update alert set secret = $4 where id = $1 and workspace_id = $2 and secret = $3';
    await session.run(sql, id, workspaceId, from, to);
  },
  /** Its deliveries go with it, by the reference. */
  removeAlert: async (session: Session, reference: AlertReference): Promise<void> => {
    const sql = 'delete from alert where id = $1 and workspace_id = $2';
    if ((await session.run(sql, reference.id, reference.workspaceId)) === 0) throw unknownAlert(reference);
  },
};

/** Messages of alerts as rows. */
export const deliveries = {
  addDelivery: async (session: Session, row: DeliveryRecord): Promise<boolean> => {
    const values = [row.id, row.alertId, row.workspaceId, row.threshold, row.windowStart, row.used, row.limit];
    const course = [row.state, row.attempts, row.problem, row.createdAt, row.deliveredAt, row.nextTryAt];
    const sql = `insert into delivery (id, alert_id, workspace_id, threshold, window_start, used, allowed, state,
      attempts, problem, created_at, delivered_at, next_try_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing`;
    return (await session.run(sql, ...values, ...course)) > 0;
  },
  putDelivery: async (session: Session, row: DeliveryRecord): Promise<void> => {
    const { id, state, attempts, problem, deliveredAt, nextTryAt } = row;
    const sql = `update delivery set state = $2, attempts = $3, problem = $4, delivered_at = $5, next_try_at = $6
      where id = $1`;
    await session.run(sql, id, state, attempts, problem, deliveredAt, nextTryAt);
  },
  /** What another instance is taking is left to it. */
  takeDueDeliveries: async (
    session: Session,
    { now, until, limit }: Parameters<AlertStore['takeDue']>[0],
  ): Promise<readonly DeliveryRecord[]> => {
    const rows = await session.all<DeliveryRow>(
      `select * from delivery where id in (${inTurn.replace('$now', '$1').replace('$limit', '$2')})
        and next_try_at <= $1 order by next_try_at, seq for update skip locked`,
      now,
      limit,
    );
    const ids = rows.map(({ id }) => id);
    await session.run('update delivery set next_try_at = $2 where id = any ($1)', ids, until);
    return rows.map(deliveryOf);
  },
  deliveries: async (session: Session, query: DeliveryQuery): Promise<DeliveryPage> => {
    const { workspaceId, alertId, after, limit } = query;
    const before = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after);
    const rows = await session.all<DeliveryRow>(
      `select * from delivery where workspace_id = $1 and ($2::text is null or alert_id = $2) and seq < $3
        order by seq desc limit $4`,
      workspaceId,
      alertId ?? null,
      before,
      limit + 1,
    );
    const shown = rows.slice(0, limit);
    return { items: shown.map(deliveryOf), next: rows.length > shown.length ? String(shown.at(-1)?.seq) : null };
  },
  lastDeliveries: async (session: Session, workspaceId: string): Promise<readonly DeliveryRecord[]> => {
    const sql = `select latest.* from alert join lateral
        (select * from delivery where alert_id = alert.id order by seq desc limit 1) as latest on true
      where alert.workspace_id = $1 order by alert.seq`;
    return (await session.all<DeliveryRow>(sql, workspaceId)).map(deliveryOf);
  },
};
