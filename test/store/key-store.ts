import { describe, expect, it } from 'vitest';
import type { KeyRecord } from '../../src/identity/stores.ts';
import { makeWorkspace } from '../fakes/make-key.ts';
import type { NewEngine } from './engine.ts';

const key: KeyRecord = {
  id: 'key_1',
  workspaceId: 'acme',
  name: 'ci',
  hash: 'a'.repeat(64),
  previousHash: null,
  previousGrace: null,
  owner: 'ada@example.com',
  previousExpiresAt: null,
  prefix: 'sk-dg-',
  lastFour: 'k2Q9',
  scope: { models: ['gpt-*'], operations: null, products: [], regions: ['eu'], networks: ['10.0.0.0/8'] },
  limits: { day: null, month: 10n ** 18n, total: 1n },
  createdAt: 5,
  expiresAt: 9_007_199_254_740_991,
  revokedAt: null,
  version: 1,
};

export function describeKeyStore(newEngine: NewEngine): void {
  describe('keys and workspaces', () => {
    it('are found at once, and by the next process, exactly as they were written', async () => {
      const engine = newEngine();
      const { keys, close } = await engine.start();
      const workspace = makeWorkspace('acme', { timeZone: 'Asia/Kathmandu', suspendedAt: 3 });
      await keys.addWorkspace(workspace);
      await keys.addKey(key);
      expect(keys.find(key.hash)).toEqual(key);
      await close();
      const next = await engine.start();
      expect(next.keys.find(key.hash)).toEqual(key);
      expect(next.keys.key('key_1')).toBe(next.keys.find(key.hash));
      expect(next.keys.key('key_none')).toBeUndefined();
      expect(next.keys.workspace('acme')).toEqual(workspace);
      expect(next.keys.listKeys('acme')).toEqual([key]);
      expect(next.keys.listKeys('other')).toEqual([]);
      expect(next.keys.listWorkspaces()).toEqual([workspace]);
    });

    it('have a last client each, read for those that are asked for', async () => {
      const { keys, keyClients } = await newEngine().start();
      await keys.addWorkspace(makeWorkspace());
      const others = ['b', 'c'].map((letter) => ({ ...key, id: `key_${letter}`, hash: letter.repeat(64) }));
      for (const each of [key, ...others]) await keys.addKey(each);
      const seen = [key, ...others].map(({ id }, at) => ({ keyId: id, client: `curl/${at}`, seenAt: at }));
      await keyClients.put(seen);
      expect(await keyClients.list(['key_b', 'key_none'])).toEqual([seen[1]]);
      expect(await keyClients.list([])).toEqual([]);
    });

    it('stay the same objects until they change', async () => {
      const { keys } = await newEngine().start();
      await keys.addWorkspace(makeWorkspace());
      await keys.addKey(key);
      expect(keys.find(key.hash)).toBe(keys.find(key.hash));
      await keys.putKey({ ...key, name: 'changed', owner: null });
      expect(keys.find(key.hash)).toMatchObject({ name: 'changed', owner: null });
      expect(keys.key(key.id)).toBe(keys.find(key.hash));
      await keys.putWorkspace(makeWorkspace('acme', { name: 'changed' }));
      expect(keys.workspace('acme')?.name).toBe('changed');
    });

    it('are found by the old hash and the new one after a rotation, and by no other', async () => {
      const engine = newEngine();
      const { keys, close } = await engine.start();
      await keys.addWorkspace(makeWorkspace());
      await keys.addKey(key);
      const once = { ...key, hash: 'b'.repeat(64), previousHash: key.hash, previousExpiresAt: 7 };
      const kept = await keys.putKey(once);
      expect(kept).toEqual({ ...once, version: 2 });
      expect([keys.find(key.hash), keys.find(once.hash)]).toEqual([kept, kept]);
      const twice = { ...once, hash: 'c'.repeat(64), previousHash: once.hash, version: 3 };
      await keys.putKey({ ...twice, version: 2 });
      await close();
      const next = await engine.start();
      expect([key.hash, once.hash, twice.hash].map((hash) => next.keys.find(hash))).toEqual([undefined, twice, twice]);
    });

    it('keep the grace of a replaced secret that waits, and the end of one that does not', async () => {
      const engine = newEngine();
      const { keys, close } = await engine.start();
      await keys.addWorkspace(makeWorkspace());
      const waiting = { ...key, previousHash: 'b'.repeat(64), previousGrace: 0 };
      const waitingWithEnd = { ...waiting, previousExpiresAt: 9 };
      const ending = { ...waiting, previousGrace: null, previousExpiresAt: 7 };
      await keys.addKey(waiting);
      await close();
      const next = await engine.start();
      expect(next.keys.find(key.hash)).toEqual(waiting);
      await next.keys.putKey(waitingWithEnd);
      await next.close();
      const third = await engine.start();
      expect(third.keys.find(key.hash)).toEqual({ ...waitingWithEnd, version: 2 });
      await third.keys.putKey({ ...ending, version: 2 });
      await third.close();
      expect((await engine.start()).keys.find(key.hash)).toEqual({ ...ending, version: 3 });
    });

    it('are refused when the id, the hash or the workspace is wrong', async () => {
      const { keys } = await newEngine().start();
      await keys.addWorkspace(makeWorkspace());
      await keys.addKey(key);
      await expect(keys.addKey({ ...key, hash: 'd'.repeat(64) })).rejects.toMatchObject({ code: 'conflict' });
      await expect(keys.addKey({ ...key, id: 'key_2' })).rejects.toMatchObject({ code: 'conflict' });
      await expect(
        keys.addKey({ ...key, id: 'key_3', hash: 'e'.repeat(64), workspaceId: 'nobody' }),
      ).rejects.toMatchObject({ code: 'conflict' });
      await expect(keys.addWorkspace(makeWorkspace())).rejects.toMatchObject({ code: 'conflict' });
      expect(keys.listKeys()).toEqual([key]);
    });
  });
}
