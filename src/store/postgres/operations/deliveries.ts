import type { AlertStore, DeliveryPage, DeliveryQuery, DeliveryRecord } from '../../../notify/alert-store.ts';
import { deliveryOf, inTurn, type DeliveryRow } from '../../people/alert-operations.ts';
import type { Session } from '../session.ts';

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
