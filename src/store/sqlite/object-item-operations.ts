import type { DatabaseSync } from 'node:sqlite';
import type { PageQuery } from '../../resources/object-store.ts';
import { listPage, type RowPage, type UnknownCursor } from './list-page.ts';
import type { ItemRow } from './object-row.ts';
import { query } from './query.ts';

/** The parts of kept objects. Who asks has the object already, so its owner is known. */
export function makeObjectItemOperations(database: DatabaseSync) {
  const all = query<ItemRow>(database, 'select item_id, body from object_item where object_id = ? order by seq');
  const one = query<ItemRow>(database, 'select item_id, body from object_item where object_id = ? and item_id = ?');
  const place = query<{ seq: bigint }>(database, 'select seq from object_item where object_id = ? and item_id = ?');
  const remove = database.prepare('delete from object_item where object_id = ? and item_id = ?');

  return {
    allItems: (objectId: string): readonly ItemRow[] => all.all(objectId),
    findItem: (objectId: string, itemId: string): ItemRow | undefined => one.get(objectId, itemId),
    deleteItem: (objectId: string, itemId: string): boolean => Number(remove.run(objectId, itemId).changes) > 0,
    pageItems: (objectId: string, asked: PageQuery): RowPage<ItemRow> | UnknownCursor => {
      const list = {
        table: 'object_item',
        columns: 'item_id, body',
        conditions: ['object_id = ?'],
        values: [objectId],
        placeOf: (id: string) => place.get(objectId, id)?.seq,
      };
      return listPage<ItemRow>(database, list, asked);
    },
  };
}
