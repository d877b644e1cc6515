import type { Changes } from '../../store.ts';
import type { Session } from '../session.ts';
import { accountsOf } from './accounts.ts';
import { allKeys, allWorkspaces, keysOf, workspacesOf } from './keys.ts';

type Area = 'key' | 'workspace' | 'account';

async function epochNow(session: Session): Promise<number> {
  return Number((await session.one<{ value: bigint }>('select value from epoch'))?.value ?? 0n);
}

/**
 * The last statement of a transaction. A transaction that raises the number holds its row until the commit: a reader who sees a number sees
 * everything that has a lower one.
 */
export const announce = (session: Session, area: Area, id: string): Promise<number> =>
  session.run(
    `with raised as (update epoch set value = value + 1 returning value)
      insert into change (area, id, epoch) select $1, $2, value from raised
      on conflict (area, id) do update set epoch = excluded.epoch`,
    area,
    id,
  );

/** All keys and workspaces, and the number up to which they are true. */
export const snapshot = async (session: Session) => ({
  epoch: await epochNow(session),
  keys: await allKeys(session),
  workspaces: await allWorkspaces(session),
});

/** @see ChangeFeed.since */
export async function changesSince(session: Session, from: number): Promise<Changes> {
  const changed = await session.all<{ area: Area; id: string; latest: bigint }>(
    `select area, id, latest.value as latest from epoch as latest
      left join change on change.epoch > $1 order by change.epoch`,
    from,
  );
  const ids = (wanted: Area): readonly string[] => changed.filter(({ area }) => area === wanted).map(({ id }) => id);
  const epoch = Number(changed[0]?.latest ?? 0n);
  const isNothing = changed.every(({ id }) => id === null);
  if (isNothing) return { epoch, keys: [], workspaces: [], accounts: [] };
  return {
    epoch,
    keys: await keysOf(session, ids('key')),
    workspaces: await workspacesOf(session, ids('workspace')),
    accounts: await accountsOf(session, ids('account')),
  };
}
