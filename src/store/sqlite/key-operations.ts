import type { DatabaseSync } from 'node:sqlite';
import type { KeyClient } from '../../identity/key-clients.ts';
import type { KeyRecord, WorkspaceRecord } from '../../identity/key-store.ts';
import { allKeysOf, workspaceOf, type KeyClientRow, type KeyRow, type WorkspaceRow } from '../shared/key-rows.ts';
import { query } from './query.ts';

/** All keys, row by row, because there may be hundreds of thousands. */
export const makeKeyReads = (database: DatabaseSync) => ({
  allKeys: (): readonly KeyRecord[] =>
    allKeysOf(query<KeyRow>(database, 'select * from api_key order by created_at, id').iterate()),
  allWorkspaces: (): readonly WorkspaceRecord[] =>
    query<WorkspaceRow>(database, 'select * from workspace order by created_at, id').all().map(workspaceOf),
});

/** The last clients of keys as rows. */
export function makeKeyClientOperations(database: DatabaseSync) {
  const ofKeys = query<KeyClientRow>(
    database,
    'select * from key_client where key_id in (select value from json_each(?))',
  );
  const put =
    database.prepare(`insert into key_client (key_id, client, seen_at) select id, ?2, ?3 from api_key where id = ?1
    on conflict (key_id) do update set client = excluded.client, seen_at = excluded.seen_at
    where excluded.seen_at >= key_client.seen_at`);
  return {
    keyClients: (keyIds: readonly string[]): readonly KeyClient[] =>
      ofKeys
        .all(JSON.stringify(keyIds))
        .map((row) => ({ keyId: row.key_id, client: row.client, seenAt: Number(row.seen_at) })),
    putKeyClients: (clients: readonly KeyClient[]): void => {
      for (const { keyId, client, seenAt } of clients) put.run(keyId, client, seenAt);
    },
  };
}
