import { describe, expect, it } from 'vitest';
import type { PasskeyRecord, PersonRecord } from '../../src/identity/people/person-store.ts';
import { hashToken, idleMilliseconds, momentOf, type NewSession } from '../../src/identity/people/sessions.ts';
import { newId } from '../../src/shared/ids.ts';
import type { NewEngine } from './engine.ts';
import { makeWorkspace } from '../fakes/make-key.ts';

/** A person as a test wants it. */
export const personOf = (changes: Partial<PersonRecord> = {}): PersonRecord => ({
  ...{ id: 'per_ada', email: 'Ada@Example.com', name: 'Ada', operator: false, passwordHash: null, totp: null },
  ...{ disabledAt: null, createdAt: 5, lastSignedInAt: null, version: 1 },
  ...changes,
});
export const passkeyOf = (changes: Partial<PasskeyRecord> = {}): PasskeyRecord => ({
  ...{ id: 'pk_1', personId: 'per_ada', credentialId: 'cred', publicKey: 'key', counter: 0, transports: ['usb'] },
  ...{ name: 'Laptop', createdAt: 7, lastUsedAt: null },
  ...changes,
});

/** A session that begins at 100, for the person as they were added. */
export const newSession = (changes: Partial<NewSession & { readonly id: string }> = {}): NewSession => {
  const { id = newId('ses'), ...checked } = changes;
  const times = { createdAt: 100, lastUsedAt: 100, expiresAt: 10 * idleMilliseconds };
  const session = {
    id,
    hash: hashToken(id),
    personId: 'per_ada',
    method: 'password',
    client: 'Firefox',
    ...times,
  } as const;
  return { session, version: 1, totpStep: null, passkey: null, most: 5, moment: momentOf(100), ...checked };
};
const event = { at: 1, actor: 'admin', action: 'person.test', object: 'person:x', diff: '', requestId: null };

export function describePersonStore(newEngine: NewEngine): void {
  describe('the people who sign in', () => {
    it('are read in parts, and found by a part of name or e-mail address, in capitals or not', async () => {
      const { people } = await newEngine().start();
      const all = ['Ada', 'Bob', 'Cleo'].map((name, at) =>
        personOf({ id: `per_${at}`, name, email: `${name}@Example.com`, createdAt: at }),
      );
      for (const person of all) await people.add(person, event);
      const [ada, bob, cleo] = all;
      expect(await people.list({ limit: 2 })).toEqual([ada, bob]);
      expect(await people.list({ limit: 5, ...(bob && { after: bob }) })).toEqual([cleo]);
      expect(await people.list({ after: { id: 'gone', createdAt: 1 } })).toEqual([bob, cleo]);
      expect(await people.list({ after: { id: 'gone', createdAt: 3 } })).toEqual([]);
      expect(await people.list({ search: 'cLe' })).toEqual([cleo]);
      expect(await people.list({ search: 'BOB@EX' })).toEqual([bob]);
      expect(await people.list({ search: '_' })).toEqual([]);
      expect(await people.list({ search: 'example', limit: 1, ...(ada && { after: ada }) })).toEqual([bob]);
    });

    it('are kept whole, also for the next process', async () => {
      const engine = newEngine();
      const { people, close } = await engine.start();
      const totp = { secret: 'JBSWY3DP', confirmed: true, lastStep: 9 };
      const whole = personOf({ passwordHash: '$argon2id$x', totp, operator: true, disabledAt: 8, lastSignedInAt: 9 });
      await people.add(whole, event);
      await people.add(personOf({ id: 'per_bob', email: 'bob@example.com' }), event);
      await close();
      const next = await engine.start();
      expect(await next.people.find('per_ada')).toEqual(whole);
      expect((await next.people.list()).map(({ id }) => id)).toEqual(['per_ada', 'per_bob']);
      expect(await next.people.find('per_none')).toBeNull();
    });

    it('have one e-mail address each, whatever its capitals', async () => {
      const { people } = await newEngine().start();
      await people.add(personOf(), event);
      expect(await people.findByEmail('ada@EXAMPLE.com')).toMatchObject({ id: 'per_ada' });
      await expect(people.add(personOf({ id: 'per_2', email: 'ADA@example.com' }), event)).rejects.toMatchObject({
        code: 'conflict',
      });
      await people.add(personOf({ id: 'per_bob', email: 'bob@example.com' }), event);
      const taken = personOf({ id: 'per_bob', email: 'ada@example.com' });
      await expect(people.put(taken, event)).rejects.toMatchObject({ code: 'conflict' });
    });

    it('are changed from the state that was read, or not at all', async () => {
      const { people, audit } = await newEngine().start();
      await people.add(personOf(), event);
      const names = ['One', 'Other'];
      const done = await Promise.all(names.map((name) => people.put(personOf({ name }), event)));
      const first = done.findIndex((kept) => kept !== null);
      expect(done.filter((kept) => kept === null)).toHaveLength(1);
      expect(await people.find('per_ada')).toMatchObject({ name: names[first], version: 2 });
      expect((await audit.page({ limit: 10 })).items).toHaveLength(2);
    });

    it('keep the last operator who can sign in', async () => {
      const { people } = await newEngine().start();
      const ada = personOf({ operator: true });
      await people.add(ada, event);
      await people.add(personOf({ id: 'per_off', email: 'off@x', operator: true, disabledAt: 1 }), event);
      await expect(people.put({ ...ada, operator: false }, event)).rejects.toMatchObject({ code: 'conflict' });
      await expect(people.put({ ...ada, disabledAt: 3 }, event)).rejects.toMatchObject({ code: 'conflict' });
      await people.add(personOf({ id: 'per_bob', email: 'bob@x', operator: true }), event);
      await people.put({ ...ada, operator: false }, event);
      expect(await people.find('per_ada')).toMatchObject({ operator: false });
    });

    it('are let in once by one code', async () => {
      const { people, sessions } = await newEngine().start();
      await people.add(personOf({ totp: { secret: 'A', confirmed: true, lastStep: 4 } }), event);
      const signIn = async (totpStep: number | null) => {
        const version = (await people.find('per_ada'))?.version ?? 0;
        return sessions.start(newSession({ version, totpStep }), event);
      };
      expect((await Promise.all([5, 5].map(signIn))).filter(Boolean)).toHaveLength(1);
      expect(await signIn(4)).toBe(false);
      expect(await signIn(5)).toBe(false);
      expect(await signIn(null)).toBe(true);
      expect(await people.find('per_ada')).toMatchObject({ lastSignedInAt: 100, totp: { lastStep: 5 }, version: 2 });
    });

    it('do not get a used code back by a change that was made from the state before it', async () => {
      const { people, sessions } = await newEngine().start();
      const read = personOf({ totp: { secret: 'A', confirmed: true, lastStep: 4 } });
      await people.add(read, event);
      expect(await sessions.start(newSession({ totpStep: 5 }), event)).toBe(true);
      expect(await people.put({ ...read, name: 'Countess' }, event)).toBeNull();
      expect(await people.find('per_ada')).toMatchObject({ name: 'Ada', totp: { lastStep: 5 } });
      expect(await sessions.start(newSession({ totpStep: 5, version: 2 }), event)).toBe(false);
    });

    it('keep the time of their sign-in when a change that was made before it is written after it', async () => {
      const { people, sessions } = await newEngine().start();
      await people.add(personOf(), event);
      await sessions.start(newSession({}), event);
      expect(await people.put(personOf({ name: 'Countess' }), event)).toMatchObject({
        lastSignedInAt: 100,
        version: 2,
      });
      expect(await people.find('per_ada')).toMatchObject({ name: 'Countess', lastSignedInAt: 100 });
    });

    it('are not let in by what was checked before they were changed', async () => {
      const { people, sessions } = await newEngine().start();
      await people.add(personOf({ passwordHash: 'old' }), event);
      await people.put(personOf({ passwordHash: 'new' }), event);
      expect(await sessions.start(newSession({ version: 1 }), event)).toBe(false);
      await people.put(personOf({ passwordHash: 'new', disabledAt: 9, version: 2 }), event);
      expect(await sessions.start(newSession({ version: 3 }), event)).toBe(false);
      expect(await people.find('per_ada')).toMatchObject({ lastSignedInAt: null });
    });

    it('have the roles of their e-mail address', async () => {
      const { people, keys, members } = await newEngine().start();
      for (const id of ['acme', 'other']) {
        if (!keys.workspace(id)) await keys.addWorkspace(makeWorkspace(id));
      }
      const member = { email: 'ADA@example.com', name: 'Ada', createdAt: 1, version: 1 };
      await members.add({ ...member, id: 'mem_2', workspaceId: 'other', role: 'viewer' }, event);
      await members.add({ ...member, id: 'mem_1', workspaceId: 'acme', role: 'owner' }, event);
      expect(await people.memberships('ada@example.com')).toEqual([
        { workspaceId: 'acme', role: 'owner' },
        { workspaceId: 'other', role: 'viewer' },
      ]);
      expect(await people.memberships('bob@example.com')).toEqual([]);
    });

    it('have passkeys of their own', async () => {
      const { people } = await newEngine().start();
      await people.add(personOf(), event);
      await people.addPasskey(passkeyOf(), event);
      await people.addPasskey(passkeyOf({ id: 'pk_2', credentialId: 'cred2' }), event);
      await expect(people.addPasskey(passkeyOf({ id: 'pk_3' }), event)).rejects.toMatchObject({ code: 'conflict' });
      expect(await people.findPasskey('cred')).toEqual(passkeyOf());
      expect((await people.passkeys('per_ada')).map(({ id }) => id)).toEqual(['pk_2', 'pk_1']);
      const foreign = people.removePasskey({ id: 'pk_1', personId: 'per_bob' }, event);
      await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
      await people.removePasskey({ id: 'pk_1', personId: 'per_ada' }, event);
      expect(await people.findPasskey('cred')).toBeNull();
    });
  });
}
