import { describe, expect, it } from 'vitest';
import { idleMilliseconds, momentOf } from '../../src/identity/people/sessions.ts';
import type { Store } from '../../src/store/store.ts';
import type { Engine, NewEngine } from './engine.ts';
import { newSession, passkeyOf, personOf } from './person-store.ts';

const added = newSession({ id: 'ses_1' });
const { session } = added;
const event = { at: 1, actor: 'per_ada', action: 'session.test', object: 'person:x', diff: '', requestId: null };
const soon = momentOf(200);

async function setUp(engine: Engine): Promise<Store> {
  const store = await engine.start();
  if (!(await store.people.find('per_ada'))) await store.people.add(personOf(), event);
  return store;
}

export function describeSessionStore(newEngine: NewEngine): void {
  describe('the sessions of people', () => {
    it('are found by the hash of their token, with the person, also by the next process', async () => {
      const engine = newEngine();
      const { sessions, close } = await setUp(engine);
      await sessions.start(added, event);
      await close();
      const next = await setUp(engine);
      expect(await next.sessions.open(session.hash, soon)).toEqual({
        session,
        person: personOf({ lastSignedInAt: 100 }),
        memberships: [],
      });
      expect(await next.sessions.open('b'.repeat(64), soon)).toBeNull();
    });

    it('end when they are not used, and at the latest at their end', async () => {
      const { sessions } = await setUp(newEngine());
      await sessions.start(added, event);
      const { hash, expiresAt } = session;
      expect(await sessions.open(hash, momentOf(100 + idleMilliseconds))).toBeNull();
      await sessions.touch('ses_1', 150);
      expect(await sessions.open(hash, momentOf(100 + idleMilliseconds))).not.toBeNull();
      await sessions.touch('ses_1', expiresAt - 1);
      expect(await sessions.open(hash, momentOf(expiresAt))).toBeNull();
    });

    it('end at once for a person who is disabled', async () => {
      const { sessions, people } = await setUp(newEngine());
      await sessions.start(added, event);
      await people.put(personOf({ disabledAt: 150 }), event);
      expect(await sessions.open(session.hash, soon)).toBeNull();
    });

    it('end with a change of the person that says so', async () => {
      const { sessions, people } = await setUp(newEngine());
      await people.add(personOf({ id: 'per_bob', email: 'bob@example.com' }), event);
      const bob = newSession({});
      await sessions.start({ ...bob, session: { ...bob.session, personId: 'per_bob' } }, event);
      await sessions.start(added, event);
      await people.put(personOf({ name: 'Countess' }), event);
      expect(await sessions.list('per_ada', soon)).toHaveLength(1);
      expect(await people.put(personOf({ passwordHash: 'stale' }), event, { sessions: true })).toBeNull();
      expect(await sessions.list('per_ada', soon)).toHaveLength(1);
      await people.put(personOf({ passwordHash: 'new', version: 2 }), event, { sessions: true });
      expect(await sessions.list('per_ada', soon)).toEqual([]);
      expect(await sessions.list('per_bob', soon)).toHaveLength(1);
    });

    it('end with a change that one of them makes, which changes nothing once that one has ended', async () => {
      const { sessions, people, audit } = await setUp(newEngine());
      await sessions.start(added, event);
      const noted = (await audit.page({ limit: 99 })).items.length;
      const ends = { sessions: true, session: 'ses_gone' };
      const late = people.put(personOf({ passwordHash: 'late' }), event, ends);
      await expect(late).rejects.toMatchObject({ code: 'session_ended' });
      expect(await people.find('per_ada')).toMatchObject({ passwordHash: null, version: 1 });
      expect(await sessions.list('per_ada', soon)).toHaveLength(1);
      expect((await audit.page({ limit: 99 })).items).toHaveLength(noted);
      await people.put(personOf({ passwordHash: 'new' }), event, { sessions: true, session: session.id });
      expect(await people.find('per_ada')).toMatchObject({ passwordHash: 'new', version: 2 });
      expect(await sessions.list('per_ada', soon)).toEqual([]);
    });

    it('end before a change of passkeys that one of them makes, or that is not made', async () => {
      const { sessions, people, audit } = await setUp(newEngine());
      await sessions.start(added, event);
      const terms = { session: session.id };
      expect(await people.addPasskey(passkeyOf(), event, terms)).toBe(true);
      const two = passkeyOf({ id: 'pk_2', credentialId: 'cred2' });
      const ended = people.put(personOf(), event, { sessions: true, passkeys: true });
      await Promise.allSettled([ended, people.addPasskey(two, event, terms)]);
      expect(await people.passkeys('per_ada')).toEqual([]);
      await people.addPasskey(passkeyOf(), event);
      const noted = (await audit.page({ limit: 99 })).items.length;
      const adding = people.addPasskey(two, event, terms);
      await expect(adding).rejects.toMatchObject({ code: 'session_ended' });
      const removing = people.removePasskey({ id: 'pk_1', personId: 'per_ada' }, event, terms);
      await expect(removing).rejects.toMatchObject({ code: 'session_ended' });
      expect(await people.passkeys('per_ada')).toEqual([passkeyOf()]);
      expect((await audit.page({ limit: 99 })).items).toHaveLength(noted);
    });

    it('begin with a passkey that is still there then, whose use is noted, and with no other', async () => {
      const { sessions, people, audit } = await setUp(newEngine());
      await people.add(personOf({ id: 'per_bob', email: 'bob@example.com' }), event);
      await people.addPasskey(passkeyOf(), event);
      await people.addPasskey(passkeyOf({ id: 'pk_2', credentialId: 'cred2', personId: 'per_bob' }), event);
      const start = (id: string) => sessions.start(newSession({ passkey: { id, counter: 3 } }), event);
      expect(await start('pk_1')).toBe(true);
      expect(await people.findPasskey('cred')).toEqual(passkeyOf({ counter: 3, lastUsedAt: 100 }));
      expect(await start('pk_2')).toBe(false);
      expect(await people.findPasskey('cred2')).toMatchObject({ counter: 0, lastUsedAt: null });
      await people.removePasskey({ id: 'pk_1', personId: 'per_ada' }, event);
      const noted = (await audit.page({ limit: 99 })).items.length;
      expect(await start('pk_1')).toBe(false);
      expect((await audit.page({ limit: 99 })).items).toHaveLength(noted);
      expect(await sessions.list('per_ada', soon)).toHaveLength(1);
    });

    it('are at most as many as were asked for, also when all begin at once; the oldest end, each with its event', async () => {
      const { sessions, audit } = await setUp(newEngine());
      const ids = Array.from({ length: 8 }, (_, index) => `ses_${index}`);
      const starts = ids.map((id) =>
        sessions.start(newSession({ id, most: 3 }), { ...event, action: 'session.start' }),
      );
      expect(await Promise.all(starts)).toEqual(ids.map(() => true));
      const left = (await sessions.list('per_ada', soon)).map(({ id }) => id);
      expect(left).toHaveLength(3);
      const rows = (await audit.page({ limit: 100 })).items;
      expect(rows.filter(({ action }) => action === 'session.start')).toHaveLength(8);
      const ended = rows
        .filter(({ action }) => action === 'session.end')
        .map(({ diff }) => (JSON.parse(diff) as { readonly session: string }).session);
      expect([...ended, ...left].toSorted()).toEqual(ids);
    });

    it('are listed and ended by their own person alone', async () => {
      const { sessions, audit } = await setUp(newEngine());
      await sessions.start(added, event);
      await sessions.start(newSession({ id: 'ses_2' }), event);
      expect((await sessions.list('per_ada', soon)).map(({ id }) => id)).toEqual(['ses_2', 'ses_1']);
      const rows = async () => (await audit.page({ limit: 100 })).items.length;
      const before = await rows();
      expect(await sessions.end({ id: 'ses_1', personId: 'per_bob' }, event)).toBe(false);
      expect(await rows()).toBe(before);
      expect(await sessions.end({ id: 'ses_1', personId: 'per_ada' }, event)).toBe(true);
      expect(await rows()).toBe(before + 1);
    });

    it('come from tickets that are good once, in time, and for their kind', async () => {
      const { sessions } = await setUp(newEngine());
      const ticket = { hash: 't'.repeat(64), kind: 'link', personId: 'per_ada', data: '{}', expiresAt: 300 } as const;
      await sessions.addTicket(ticket);
      expect(await sessions.takeTicket({ hash: ticket.hash, kind: 'oidc' }, 200)).toBeNull();
      const taken = await Promise.all([1, 2].map(() => sessions.takeTicket(ticket, 200)));
      expect(taken.filter((one) => one !== null)).toEqual([ticket]);
      await sessions.addTicket(ticket);
      expect(await sessions.takeTicket(ticket, 300)).toBeNull();
    });

    it('are forgotten when they are over', async () => {
      const { sessions } = await setUp(newEngine());
      await sessions.start(added, event);
      await sessions.sweep(momentOf(100 + idleMilliseconds));
      expect(await sessions.list('per_ada', soon)).toEqual([]);
    });
  });
}
