import { describe, expect, it } from 'vitest';
import type { MemberRecord } from '../../src/identity/stores.ts';
import type { Store } from '../../src/store/store.ts';
import { makeWorkspace } from '../fakes/make-key.ts';
import type { Engine, NewEngine } from './engine.ts';

const memberOf = (changes: Partial<MemberRecord> = {}): MemberRecord => ({
  id: 'mem_ada',
  workspaceId: 'acme',
  email: 'Ada@Example.com',
  name: 'Ada',
  role: 'owner',
  createdAt: 5,
  version: 1,
  ...changes,
});
const bob = memberOf({ id: 'mem_bob', email: 'bob@example.com', role: 'viewer' });
const event = { at: 1, actor: 'admin', action: 'member.test', object: 'member:x', diff: '', requestId: null };

async function setUp(engine: Engine): Promise<Store> {
  const store = await engine.start();
  for (const id of ['acme', 'other']) if (!store.keys.workspace(id)) await store.keys.addWorkspace(makeWorkspace(id));
  return store;
}

export function describeMemberStore(newEngine: NewEngine): void {
  describe('the members of a workspace', () => {
    it('are listed in the order in which they were added, also by the next process', async () => {
      const engine = newEngine();
      const { members, close } = await setUp(engine);
      await members.add(memberOf({ id: 'mem_z' }), event);
      await members.add(bob, event);
      await close();
      const next = await setUp(engine);
      expect(await next.members.list('acme')).toEqual([memberOf({ id: 'mem_z' }), bob]);
      expect(await next.members.list('other')).toEqual([]);
    });

    it('are read in parts, also after one that was removed', async () => {
      const { members } = await setUp(newEngine());
      const all = ['a', 'b', 'c', 'd'].map((id, at) => memberOf({ id, email: `${id}@example.com`, createdAt: at }));
      for (const member of all) {
        await members.add(member, event);
        await members.add({ ...member, id: `other-${member.id}`, workspaceId: 'other' }, event);
      }
      const [first, second, third, fourth] = all;
      expect(await members.list('acme', { limit: 2 })).toEqual([first, second]);
      expect(await members.list('acme', { limit: 1, ...(second && { after: second }) })).toEqual([third]);
      if (second) await members.remove(second, event);
      expect(await members.list('acme', { ...(second && { after: second }) })).toEqual([third, fourth]);
      expect(await members.list('acme', { after: { id: 'gone', createdAt: 9 } })).toEqual([]);
      expect(await members.list('acme', { after: { id: 'other-a', createdAt: 2 } })).toEqual([third, fourth]);
    });

    it('are found by a part of name or e-mail address, in capitals or not, and by nothing that stands for other text', async () => {
      const { members } = await setUp(newEngine());
      const zoe = memberOf({ id: 'mem_zoe', name: 'Zoë Óhara', email: 'ZOË@example.com' });
      const dash = memberOf({ id: 'mem_dash', name: '100%_sure', email: 'x@example.org' });
      for (const member of [memberOf(), { ...bob, name: 'Bob' }, zoe, dash]) await members.add(member, event);
      const found = async (search: string): Promise<readonly string[]> =>
        (await members.list('acme', { search })).map(({ id }) => id);
      expect(await found('aDa')).toEqual(['mem_ada']);
      expect(await found('BOB@')).toEqual(['mem_bob']);
      expect(await found('Óhara')).toEqual(['mem_zoe']);
      expect(await found('zoe\u0308@')).toEqual(['mem_zoe']);
      expect(await found('%')).toEqual(['mem_dash']);
      expect(await found('0%_S')).toEqual(['mem_dash']);
      expect(await found('nobody')).toEqual([]);
      expect(await members.list('acme', { search: 'example.com', limit: 1, after: bob })).toEqual([zoe]);
    });

    it('are found, changed and removed in their own workspace only', async () => {
      const { members } = await setUp(newEngine());
      await members.add(memberOf(), event);
      await members.add(bob, event);
      const foreign = { id: bob.id, workspaceId: 'other', version: 1 };
      expect(await members.find(foreign)).toBeNull();
      await expect(members.put({ ...bob, ...foreign }, event)).rejects.toMatchObject({ code: 'not_found' });
      await expect(members.remove(foreign, event)).rejects.toMatchObject({ code: 'not_found' });
      expect(await members.find(bob)).toEqual(bob);
    });

    it('are removed only as they were seen: who was made owner meanwhile stays', async () => {
      const { members, audit } = await setUp(newEngine());
      await members.add(memberOf(), event);
      await members.add(bob, event);
      const owner = await members.put({ ...bob, role: 'owner' }, event);
      expect(await members.remove(bob, event)).toBe(false);
      expect(await members.find(bob)).toEqual(owner);
      expect((await audit.page({ limit: 10 })).items).toHaveLength(3);
      expect(await members.remove({ ...bob, version: 2 }, event)).toBe(true);
      await expect(members.remove({ ...bob, version: 2 }, event)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('have one e-mail address each, whatever its capitals and however its accents are composed', async () => {
      const { members } = await setUp(newEngine());
      await members.add(memberOf({ email: 'Zoë@example.com' }), event);
      const again = memberOf({ id: 'mem_2', email: 'ZOE\u0308@EXAMPLE.com' });
      await expect(members.add(again, event)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('already (mem_ada, owner)'),
      });
      await members.add({ ...again, workspaceId: 'other' }, event);
      expect(await members.list('other')).toHaveLength(1);
    });

    it('keep their last owner, also where two try to leave at once', async () => {
      const { members } = await setUp(newEngine());
      await members.add(memberOf(), event);
      await members.add(memberOf({ id: 'mem_eve', email: 'eve@example.com' }), event);
      const outcomes = await Promise.allSettled([
        members.remove(memberOf(), event),
        members.put(memberOf({ id: 'mem_eve', role: 'viewer' }), event),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      // Whichever came first.
      const [left, ...others] = (await members.list('acme')).filter(({ role }) => role === 'owner');
      expect(others).toEqual([]);
      const owner = memberOf(left);
      await expect(members.remove(owner, event)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('last owner'),
      });
      await members.put({ ...owner, name: 'Eve' }, event);
      expect(await members.find(owner)).toMatchObject({ name: 'Eve', role: 'owner' });
    });

    it('leave nothing in the audit log that did not happen', async () => {
      const { members, audit } = await setUp(newEngine());
      await members.add(memberOf(), event);
      await members.remove(memberOf(), event).catch(() => undefined);
      await members.add(memberOf({ id: 'mem_2' }), event).catch(() => undefined);
      expect((await audit.page({ limit: 10 })).items).toHaveLength(1);
    });
  });
}
