import type { DatabaseSync } from 'node:sqlite';
import type { ItemQuery, ObjectName } from '../../resources/object-store.ts';
import { listPage, type RowPage, type UnknownCursor } from './list-page.ts';
import type { ItemRow } from './object-row.ts';
import { query } from './query.ts';

/** The parts of kept objects. Who asks has the object already, so its owner is known. */
export function makeObjectItemOperations(database: DatabaseSync) {
  const all = query<ItemRow>(database, 'select part, item_id, body from object_item where object_id = ? order by seq');
  const one = query<ItemRow>(
    database,
    'select part, item_id, body from object_item where object_id = ? and item_id = ?',
  );
  const ofWorkspace = query<ItemRow>(
    database,
    `select part, item_id, body from object_item join object on object.id = object_id
      where item_id = ? and workspace_id = ? and spec = ? and deleted_at is null and (expires_at is null or expires_at > ?)
      order by object_item.seq desc limit 1`,
  );
  const place = query<{ seq: bigint }>(
    database,
    'select seq from object_item where object_id = ? and part = ? and item_id = ?',
  );
  const remove = database.prepare('delete from object_item where object_id = ? and item_id = ?');

  return {
    allItems: (objectId: string): readonly ItemRow[] => all.all(objectId),
    findItem: (objectId: string, itemId: string): ItemRow | undefined => one.get(objectId, itemId),
    findWorkspaceItem: (
      { spec, workspaceId }: Pick<ObjectName, 'spec' | 'workspaceId'>,
      itemId: string,
      now: number,
    ): ItemRow | undefined => ofWorkspace.get(itemId, workspaceId, spec, now),
    deleteItem: (objectId: string, itemId: string): boolean => Number(remove.run(objectId, itemId).changes) > 0,
    pageItems: (objectId: string, asked: ItemQuery): RowPage<ItemRow> | UnknownCursor => {
      const list = {
        table: 'object_item',
        columns: 'part, item_id, body',
        conditions: ['object_id = ?', 'part = ?'],
        values: [objectId, asked.part],
        placeOf: (id: string) => place.get(objectId, asked.part, id)?.seq,
      };
      return listPage<ItemRow>(database, list, asked);
    },
  };
}
