import type { Changes } from '../../store.ts';
import { changedNotice, channel } from '../hub.ts';
import type { Session } from '../session.ts';
import { accountsOf } from './accounts.ts';
import { allKeys, allWorkspaces, keysOf, workspacesOf } from './keys.ts';

type Area = 'key' | 'workspace' | 'account';

async function epochNow(session: Session): Promise<number> {
  return Number((await session.one<{ value: bigint }>('select value from epoch'))?.value ?? 0n);
}

/**
 * The last statement of a transaction. A transaction that raises the number holds its row until the commit: a reader who sees a number sees
 * everything that has a lower one. The commit itself notifies all instances, before the change is answered.
 */
export const announce = (session: Session, area: Area, id: string): Promise<number> =>
  session.run(
    `with raised as (update epoch set value = value + 1 returning value)
      insert into change (area, id, epoch) select $1, $2, value from raised
      on conflict (area, id) do update set epoch = excluded.epoch
      returning pg_notify('${channel}', '${changedNotice}')`,
    area,
    id,
  );

/** All keys and workspaces, and the number up to which they are true. */
export const snapshot = async (session: Session) => ({
  epoch: await epochNow(session),
  keys: await allKeys(session),
  workspaces: await allWorkspaces(session),
});

/**
 * Number and names are of one statement, so of one moment; the records are read after it, and are as new or newer.
 *
 * @see ChangeFeed.since
 */
export async function changesSince(session: Session, from: number): Promise<Changes> {
  const changed = await session.all<{ area: Area | null; id: string; latest: bigint }>(
    `select area, id, latest.value as latest from epoch as latest
      left join change on change.epoch > $1 order by change.epoch`,
    from,
  );
  const read = <Record>(
    wanted: Area,
    records: (session: Session, ids: readonly string[]) => Promise<readonly Record[]>,
  ) => {
    const ids = changed.filter(({ area }) => area === wanted).map(({ id }) => id);
    return ids.length === 0 ? [] : records(session, ids);
  };
  // One after the other: a connection takes one question at a time.
  const keys = await read('key', keysOf);
  const workspaces = await read('workspace', workspacesOf);
  const accounts = await read('account', accountsOf);
  return { epoch: Number(changed[0]?.latest ?? 0n), keys, workspaces, accounts };
}
