import { describe, expect, it } from 'vitest';
import { changeWorkspace, type WorkspaceChange } from '../../../src/control-api/workspaces.ts';
import type { KeyStore } from '../../../src/identity/stores.ts';
import type { ZoneMove } from '../../../src/metering/move-zone.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';

const note = () => ({ at: 0, actor: 'admin', action: 'workspace.update', object: '', diff: '', requestId: null });
const moved: ZoneMove[] = [];
const metering = {
  moveZone: async (move: ZoneMove) => {
    moved.push(move);
  },
};
const change = (keys: KeyStore, make: WorkspaceChange['change']) =>
  changeWorkspace({ workspaceId: 'acme', change: make, note }, { keys, metering });

describe('changes of a workspace', () => {
  it('are made one after the other, so that none is lost', async () => {
    const keys = makeMemoryKeyStore({ workspaces: [makeWorkspace()] });
    await Promise.all([
      change(keys, (record) => ({ ...record, name: 'Acme Ltd' })),
      change(keys, (record) => ({ ...record, planId: null })),
      change(keys, (record) => ({ ...record, timeZone: 'Asia/Kathmandu' })),
    ]);
    expect(keys.workspace('acme')).toMatchObject({ name: 'Acme Ltd', planId: null, timeZone: 'Asia/Kathmandu' });
    expect(moved).toEqual([{ workspaceId: 'acme', keyIds: [], timeZone: 'Asia/Kathmandu' }]);
  });

  it('go on after one that failed', async () => {
    const keys = makeMemoryKeyStore({ workspaces: [makeWorkspace()] });
    const failing = change(keys, () => {
      throw new Error('no');
    });
    const next = change(keys, (record) => ({ ...record, name: 'After' }));
    await expect(failing).rejects.toThrow('no');
    expect((await next).name).toBe('After');
  });

  it('are refused once a hundred wait for a database that hangs', async () => {
    const keys = makeMemoryKeyStore({ workspaces: [makeWorkspace()] });
    const hanging = Promise.withResolvers<void>();
    const slow = {
      ...keys,
      putWorkspace: (...given: Parameters<KeyStore['putWorkspace']>) =>
        hanging.promise.then(() => keys.putWorkspace(...given)),
    };
    const ends = Promise.allSettled(
      Array.from({ length: 150 }, (_, at) => change(slow, (record) => ({ ...record, name: `Acme ${at}` }))),
    );
    await new Promise((resolve) => void setImmediate(resolve));
    hanging.resolve();
    const refused = (await ends).flatMap((end) => (end.status === 'rejected' ? [end.reason as { code: string }] : []));
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 50 }, () => 'overloaded'));
    expect(keys.workspace('acme')?.name).toBe('Acme 99');
  });

  it('say 404 for a workspace that is not there', async () => {
    const changing = changeWorkspace(
      { workspaceId: 'nobody', change: (record) => record, note },
      { keys: makeMemoryKeyStore(), metering },
    );
    await expect(changing).rejects.toMatchObject({ status: 404 });
  });
});
