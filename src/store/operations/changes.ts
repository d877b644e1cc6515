import type { Changes } from '../store.ts';
import { all, one, type ChangedArea, type EngineFacts, type Steps } from '../shared/steps.ts';
import { accountsOf } from './accounts.ts';
import { makeKeyLists } from './keys.ts';

/** The change feed: which keys, workspaces and accounts changed, in the order in which the changes were committed. */
export function makeChangeOperations(engine: EngineFacts) {
  const lists = makeKeyLists(engine);
  return {
    /** All keys and workspaces, and the number up to which they are current, from one moment. */
    *snapshot() {
      const epoch = yield* one<{ value: bigint }>('select value from epoch');
      return {
        epoch: Number(epoch?.value ?? 0n),
        keys: yield* lists.allKeys(),
        workspaces: yield* lists.allWorkspaces(),
      };
    },
    /**
     * Number and names are of one statement, so of one moment; the records are read after it, and are as new or newer.
     *
     * @see ChangeFeed.since
     */
    *changesSince(from: number): Steps<Changes> {
      const changed = yield* all<{ area: ChangedArea | null; id: string; latest: bigint }>(
        `select area, id, latest.value as latest from epoch as latest
          left join change on change.epoch > $1 order by change.epoch`,
        from,
      );
      const ids = (wanted: ChangedArea): readonly string[] =>
        changed.filter(({ area }) => area === wanted).map(({ id }) => id);
      function* read<Kept>(
        wanted: ChangedArea,
        records: (ids: readonly string[]) => Steps<readonly Kept[]>,
      ): Steps<readonly Kept[]> {
        const named = ids(wanted);
        return named.length === 0 ? [] : yield* records(named);
      }
      return {
        epoch: Number(changed[0]?.latest ?? 0n),
        keys: yield* read('key', (named) => lists.keysOf(named)),
        workspaces: yield* read('workspace', (named) => lists.workspacesOf(named)),
        accounts: yield* read('account', (named) => accountsOf(engine, named)),
      };
    },
  };
}
