import type { DatabaseSync } from 'node:sqlite';
import type { KeyRecord, WorkspaceRecord } from '../../../identity/key-store.ts';
import type { AccountRecord } from '../../../metering/ledger-records.ts';
import type { Changes } from '../../store.ts';
import { query, transaction } from '../query.ts';

type Area = 'key' | 'workspace' | 'account';

interface Readers {
  readonly key: (id: string) => KeyRecord | null;
  readonly workspace: (id: string) => WorkspaceRecord | null;
  readonly allKeys: () => readonly KeyRecord[];
  readonly allWorkspaces: () => readonly WorkspaceRecord[];
  readonly account: (workspaceId: string) => AccountRecord;
}

/** The change feed: which keys, workspaces and accounts changed, in the order in which the changes were committed. */
export function makeChangeOperations(database: DatabaseSync, readers: Readers) {
  const raise = query<{ value: bigint }>(database, 'update epoch set value = value + 1 returning value');
  const note = database.prepare(
    'insert into change (area, id, epoch) values (?, ?, ?) on conflict (area, id) do update set epoch = excluded.epoch',
  );
  const last = query<{ value: bigint }>(database, 'select value from epoch');
  const since = query<{ area: Area; id: string }>(
    database,
    'select area, id from change where epoch > ? order by epoch',
  );
  const epoch = (): number => Number(last.get()?.value ?? 0n);
  const present = <Record>(record: Record | null): readonly Record[] => (record === null ? [] : [record]);

  return {
    /** The last statement of a transaction: a reader that sees its number sees all lower ones. */
    announce: (area: Area, id: string): void => void note.run(area, id, raise.get()?.value ?? 0n),
    /** All keys and workspaces, and the number up to which they are current, from one moment. */
    snapshot: () =>
      transaction(database, () => ({
        epoch: epoch(),
        keys: readers.allKeys(),
        workspaces: readers.allWorkspaces(),
      })),
    /** @see ChangeFeed.since */
    changesSince: (from: number): Changes =>
      transaction(database, () => {
        const changed = since.all(from);
        const ids = (wanted: Area): readonly string[] =>
          changed.filter(({ area }) => area === wanted).map(({ id }) => id);
        return {
          epoch: epoch(),
          keys: ids('key').flatMap((id) => present(readers.key(id))),
          workspaces: ids('workspace').flatMap((id) => present(readers.workspace(id))),
          accounts: ids('account').map(readers.account),
        };
      }),
  };
}
