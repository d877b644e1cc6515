import { describe, expect, it } from 'vitest';
import { changeWorkspace } from '../../../src/console-api/change-workspace.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';

describe('changes of a workspace', () => {
  it('are made one after the other, so that none is lost', async () => {
    const keys = makeMemoryKeyStore({ workspaces: [makeWorkspace()] });
    await Promise.all([
      changeWorkspace(keys, 'acme', (record) => ({ ...record, name: 'Acme Ltd' })),
      changeWorkspace(keys, 'acme', (record) => ({ ...record, planId: null })),
      changeWorkspace(keys, 'acme', (record) => ({ ...record, timeZone: 'Asia/Kathmandu' })),
    ]);
    expect(keys.workspace('acme')).toMatchObject({ name: 'Acme Ltd', planId: null, timeZone: 'Asia/Kathmandu' });
  });

  it('go on after one that failed', async () => {
    const keys = makeMemoryKeyStore({ workspaces: [makeWorkspace()] });
    const failing = changeWorkspace(keys, 'acme', () => {
      throw new Error('no');
    });
    const next = changeWorkspace(keys, 'acme', (record) => ({ ...record, name: 'After' }));
    await expect(failing).rejects.toThrow('no');
    expect((await next).after.name).toBe('After');
  });

  it('say 404 for a workspace that is not there', async () => {
    const change = changeWorkspace(makeMemoryKeyStore(), 'nobody', (record) => record);
    await expect(change).rejects.toMatchObject({ status: 404 });
  });
});
