import type { DatabaseSync } from 'node:sqlite';
import { objectColumns, type ObjectRow } from './object-row.ts';
import { query } from './query.ts';

/** What the gateway itself looks for among everything that is kept, whoever owns it. */
export function makeObjectSweepOperations(database: DatabaseSync) {
  const expired = query<ObjectRow>(
    database,
    `select ${objectColumns} from object where expires_at <= ? and deleted_at is null order by expires_at limit ?`,
  );
  const forget = database.prepare('delete from object where deleted_at < ?');
  const uncharged = query<ObjectRow>(
    database,
    `select ${objectColumns} from object
      where kind = 'batch' and deleted_at is null and json_extract(fields, '$.charged') = 0
        and seq > coalesce((select seq from object where id = ?), 0)
      order by seq limit ?`,
  );

  return {
    expiredObjects: (now: number, limit: number): readonly ObjectRow[] => expired.all(now, limit),
    forgetDeletedObjects: (before: number): void => void forget.run(before),
    unchargedBatches: (after: string | null, limit: number): readonly ObjectRow[] => uncharged.all(after, limit),
  };
}
