import type { DatabaseSync } from 'node:sqlite';
import { objectColumns, type ObjectRow } from './object-row.ts';
import { rowsOfStep } from './object-write-operations.ts';
import { query } from './query.ts';
import { transaction } from './transaction.ts';

/** What the gateway itself looks for among everything that is kept, whoever owns it. */
export function makeObjectSweepOperations(database: DatabaseSync) {
  const expired = query<ObjectRow>(
    database,
    `select ${objectColumns} from object where expires_at <= ? and deleted_at is null order by expires_at limit ?`,
  );
  const forgetItems = database.prepare(
    `delete from object_item where seq in (select object_item.seq from object
      join object_item on object_id = object.id where deleted_at < ? limit ?)`,
  );
  const forget = database.prepare(
    'delete from object where seq in (select seq from object where deleted_at < ? limit ?)',
  );
  const uncharged = query<ObjectRow>(
    database,
    `select ${objectColumns} from object
      where kind = 'batch' and deleted_at is null and json_extract(fields, '$.charged') = 0
        and seq > coalesce((select seq from object where id = ?), 0)
      order by seq limit ?`,
  );

  return {
    expiredObjects: (now: number, limit: number): readonly ObjectRow[] => expired.all(now, limit),
    /** One step of it; answers whether there may be more. */
    forgetDeletedObjects: (before: number): boolean =>
      transaction(database, () => {
        if (Number(forgetItems.run(before, rowsOfStep).changes) === rowsOfStep) return true;
        return Number(forget.run(before, rowsOfStep).changes) === rowsOfStep;
      }),
    unchargedBatches: (after: string | null, limit: number): readonly ObjectRow[] => uncharged.all(after, limit),
  };
}
