import { describe, expect, it } from 'vitest';
import type { AccountRecord } from '../../../src/metering/ledger-records.ts';
import { assembleStore } from '../../../src/store/shared/assemble-store.ts';
import type { Connection } from '../../../src/store/shared/batch-queue.ts';
import type { Changes } from '../../../src/store/store.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeKey, makeWorkspace } from '../../fakes/make-key.ts';

const acme = makeWorkspace('acme');
const lost = makeKey('a lost secret', { id: 'key_lost' });
const frozen: AccountRecord = {
  ...{ workspaceId: 'acme', granted: 100n, posted: 0n, leased: 0n },
  frozenReason: 'a reason that is lost',
};
const old: Changes = { epoch: 10, history: 'old', keys: [lost], workspaces: [acme], accounts: [frozen] };
const fresh: Changes = { epoch: 10, history: 'new', keys: [], workspaces: [acme], accounts: [] };
const nothingNew: Changes = { ...fresh, workspaces: [] };

/** A store whose polls are answered by a server that has lost transactions, and that reads these snapshots, the last one again and again. */
async function openStore(...snapshots: readonly Changes[]) {
  const left = [...snapshots];
  const answers = { changesSince: () => nothingNew, snapshot: () => (left.length > 1 ? left.shift() : left[0]) };
  const connection = {
    ask: (name: keyof typeof answers) => Promise.resolve(answers[name]()),
    health: () => ({ state: 'ok', message: '' }),
    close: () => Promise.resolve(),
  } as unknown as Connection;
  const store = await assembleStore({ engine: 'postgresql', connection, clock: makeHandClock() });
  const announced: AccountRecord[] = [];
  store.ledger.subscribe((account) => void announced.push(account));
  return { ...store, announced };
}

describe('a store whose database has lost transactions in a failover', () => {
  it('reads everything again until the answer is of the server that it polls', async () => {
    const { changes, keys } = await openStore(old, old, fresh);
    await changes.refresh();
    expect(keys.find(lost.hash)).toEqual(lost);
    await changes.refresh();
    expect(keys.find(lost.hash)).toBeUndefined();
  });

  it('announces that nothing is left of the accounts that are gone, also where their workspace is', async () => {
    const { changes, announced } = await openStore({ ...old, workspaces: [acme, makeWorkspace('gone')] }, fresh);
    await changes.refresh();
    expect(announced).toEqual(
      ['acme', 'gone'].map((workspaceId) => ({
        ...{ workspaceId, granted: 0n, posted: 0n, leased: 0n },
        frozenReason: null,
      })),
    );
  });

  it('announces the accounts that are left as they are', async () => {
    const account = { ...frozen, frozenReason: null };
    const { changes, announced } = await openStore(old, { ...fresh, accounts: [account] });
    await changes.refresh();
    expect(announced).toEqual([account]);
  });
});
