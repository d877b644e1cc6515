import type { KeyClient } from '../../../identity/key-clients.ts';
import type { KeyRecord, WorkspaceRecord } from '../../../identity/key-store.ts';
import { allKeysOf, workspaceOf, type KeyRow, type KeyClientRow, type WorkspaceRow } from '../../shared/key-rows.ts';
import type { Session } from '../session.ts';

export const allKeys = async (session: Session): Promise<readonly KeyRecord[]> =>
  allKeysOf(await session.all<KeyRow>('select * from api_key order by created_at, id'));

export const allWorkspaces = async (session: Session): Promise<readonly WorkspaceRecord[]> =>
  (await session.all<WorkspaceRow>('select * from workspace order by created_at, id')).map(workspaceOf);

export const keysOf = async (session: Session, ids: readonly string[]): Promise<readonly KeyRecord[]> =>
  allKeysOf(await session.all<KeyRow>('select * from api_key where id = any ($1) order by created_at, id', ids));

export const workspacesOf = async (session: Session, ids: readonly string[]): Promise<readonly WorkspaceRecord[]> =>
  (await session.all<WorkspaceRow>('select * from workspace where id = any ($1) order by created_at, id', ids)).map(
    workspaceOf,
  );

/** The last clients of keys as rows. */
export const keyClients = {
  keyClients: async (session: Session, keyIds: readonly string[]): Promise<readonly KeyClient[]> =>
    (await session.all<KeyClientRow>('select * from key_client where key_id = any ($1)', keyIds)).map((row) => ({
      keyId: row.key_id,
      client: row.client,
      seenAt: Number(row.seen_at),
    })),
  /** In the order of the keys, so that two instances do not wait for each other. */
  putKeyClients: async (session: Session, clients: readonly KeyClient[]): Promise<void> => {
    await session.run(
      `insert into key_client (key_id, client, seen_at)
        select distinct on (id) id, seen.client, seen.seen_at
          from unnest($1::text[], $2::text[], $3::bigint[]) as seen (key_id, client, seen_at)
          join api_key on api_key.id = seen.key_id order by id, seen.seen_at desc
        on conflict (key_id) do update set client = excluded.client, seen_at = excluded.seen_at
          where excluded.seen_at >= key_client.seen_at`,
      clients.map(({ keyId }) => keyId),
      clients.map(({ client }) => client),
      clients.map(({ seenAt }) => seenAt),
    );
  },
};
