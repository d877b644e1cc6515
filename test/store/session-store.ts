import { describe, expect, it } from 'vitest';
import { idleMilliseconds, momentOf, type SessionRecord } from '../../src/identity/people/session-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { Engine, NewEngine } from './engine.ts';
import { personOf } from './person-store.ts';

const sessionOf = (changes: Partial<SessionRecord> = {}): SessionRecord => ({
  ...{ id: 'ses_1', hash: 'a'.repeat(64), personId: 'per_ada', method: 'password', client: 'Firefox' },
  ...{ createdAt: 100, lastUsedAt: 100, expiresAt: 10 * idleMilliseconds },
  ...changes,
});
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
      await sessions.add(sessionOf(), event);
      await close();
      const next = await setUp(engine);
      expect(await next.sessions.open('a'.repeat(64), soon)).toEqual({
        session: sessionOf(),
        person: personOf(),
        memberships: [],
      });
      expect(await next.sessions.open('b'.repeat(64), soon)).toBeNull();
    });

    it('end when they are not used, and at the latest at their end', async () => {
      const { sessions } = await setUp(newEngine());
      await sessions.add(sessionOf(), event);
      const { hash, expiresAt } = sessionOf();
      expect(await sessions.open(hash, momentOf(100 + idleMilliseconds))).toBeNull();
      await sessions.touch('ses_1', 150);
      expect(await sessions.open(hash, momentOf(100 + idleMilliseconds))).not.toBeNull();
      await sessions.touch('ses_1', expiresAt - 1);
      expect(await sessions.open(hash, momentOf(expiresAt))).toBeNull();
    });

    it('end at once for a person who is disabled', async () => {
      const { sessions, people } = await setUp(newEngine());
      await sessions.add(sessionOf(), event);
      await people.put(personOf({ disabledAt: 150 }), event);
      expect(await sessions.open(sessionOf().hash, soon)).toBeNull();
    });

    it('are listed and ended by their own person alone', async () => {
      const { sessions, audit } = await setUp(newEngine());
      await sessions.add(sessionOf(), event);
      await sessions.add(sessionOf({ id: 'ses_2', hash: 'b'.repeat(64) }), event);
      expect((await sessions.list('per_ada', soon)).map(({ id }) => id)).toEqual(['ses_2', 'ses_1']);
      const rows = async () => (await audit.page({ limit: 100 })).items.length;
      const before = await rows();
      expect(await sessions.end({ id: 'ses_1', personId: 'per_bob' }, event)).toBe(false);
      expect(await rows()).toBe(before);
      expect(await sessions.end({ id: 'ses_1', personId: 'per_ada' }, event)).toBe(true);
      expect(await rows()).toBe(before + 1);
      await sessions.endAll('per_ada');
      expect(await sessions.list('per_ada', soon)).toEqual([]);
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
      await sessions.add(sessionOf(), event);
      await sessions.sweep(momentOf(100 + idleMilliseconds));
      expect(await sessions.list('per_ada', soon)).toEqual([]);
    });
  });
}
