import { describe, expect, it } from 'vitest';
import { changeKey } from '../../src/identity/key-terms.ts';
import type { KeyRecord } from '../../src/identity/stores.ts';
import { momentOf } from '../../src/identity/people/sessions.ts';
import { largestCharge, largestEntry } from '../../src/shared/money.ts';
import { newObjectId, type Owned } from '../../src/objects/owned-object.ts';
import type { Store } from '../../src/store/store.ts';
import { makeKey, makeWorkspace } from '../fakes/make-key.ts';
import { entryOf, ofBalance } from '../unit/metering/set-up-metering.ts';
import { callOf, lineOf } from '../unit/store/set-up-store.ts';
import { alertOf, deliveryOf } from './alert-store.ts';
import type { Engine, NewEngine } from './engine.ts';
import { newSession, passkeyOf, personOf } from './person-store.ts';

/** Milliseconds without a heartbeat after which an instance counts as gone. */
const recoveryGrace = 600_000;

const event = { at: 1, actor: 'admin', action: 'a test', object: 'x', diff: '', requestId: null };
const viewer = { name: '', role: 'viewer', createdAt: 1, version: 1 } as const;
const charged = (charge: bigint) => ({ charge, hold: charge, lines: [lineOf(Number(charge))] });

async function startTwo(newEngine: NewEngine): Promise<{ engine: Engine; one: Store; other: Store }> {
  const engine = newEngine();
  const [one, other] = [await engine.start(), await engine.start()];
  await one.ledger.open(engine.clock.now());
  await other.ledger.open(engine.clock.now());
  return { engine, one, other };
}

async function addBatch({ objects }: Store, createdAt: number, upstreamId?: string): Promise<Owned<'batch'>> {
  const name = { id: newObjectId('batch'), kind: 'batch', spec: 'a', workspaceId: 'acme' } as const;
  const fields = { record: {}, charged: false };
  const theirs = { providerId: 'up-a', upstreamId: upstreamId ?? name.id };
  await objects.add({ ...name, ...theirs, createdAt, expiresAt: null, fields });
  const batch = await objects.find(name);
  if (batch === null) throw new Error('The batch is not there.');
  return batch;
}

/** Races that one engine shows with two instances on one state, by their numbers in the decision on several instances. */
export function describeRaces(newEngine: NewEngine): void {
  describe('with two instances at once', () => {
    it('2: a batch is set aside once, whichever instance starts, and its lines draw on that wherever they are charged', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      await one.ledger.post(entryOf(100n));
      const startedAt = engine.clock.now();
      const reservation = { batchId: 'batch_1', workspaceId: 'acme', keyId: 'key_1', startedAt, amount: 60n };
      await Promise.all([one.ledger.reserve(reservation), other.ledger.reserve(reservation)]);
      await other.ledger.settle(callOf({ batchId: 'batch_1', startedAt }));
      const third = await engine.start();
      const opened = await third.ledger.open(startedAt);
      expect(opened.reservations.map(({ left }) => left)).toEqual([50n]);
      expect(await one.ledger.account('acme')).toMatchObject({ posted: 10n, leased: 50n });
      await Promise.all([one, other, third].map(({ ledger }) => ledger.endReservation('batch_1')));
      expect(await one.ledger.account('acme')).toMatchObject({ posted: 10n, leased: 0n });
      await other.ledger.settle(callOf({ batchId: 'batch_1', startedAt }));
      expect(await one.ledger.account('acme')).toMatchObject({ posted: 20n, leased: 0n });
      expect(await one.ledger.verify()).toEqual([]);
    });

    it('3: a call of an instance that is cut off is recovered after the grace alone, and what it cost more is charged late', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      await one.ledger.post(entryOf(100n));
      const noted = callOf({ outcome: 'recovered', journalled: true, usageSource: 'partial', hold: 40n });
      const done = { ...noted, ...charged(30n), hold: 40n, outcome: 'completed', usageSource: 'upstream' } as const;
      await one.ledger.journal([noted]);
      expect((await (await engine.start()).ledger.open(engine.clock.now())).recovered).toBe(0);
      engine.clock.move(recoveryGrace - 1);
      expect(await other.ledger.heartbeat()).toBe(0);
      expect(await one.ledger.call(noted.id)).toBeNull();
      engine.clock.move(1);
      expect(await other.ledger.heartbeat()).toBe(1);
      expect(await other.ledger.call(noted.id)).toMatchObject({ charge: 10n, outcome: 'recovered' });
      expect(await one.ledger.settle(done)).toBe(30n);
      expect(await one.ledger.settle(done)).toBe(30n);
      expect(await one.ledger.call(`late:${noted.id}`)).toMatchObject({ charge: 20n, outcome: 'completed' });
      // The most that could have been lost was booked as lost, and none of it was.
      const { items } = await one.ledger.entries({ workspaceId: 'loss:gateway', limit: 10 });
      expect(items.map(({ amount }) => amount)).toEqual([30n, -30n]);
      expect(await one.ledger.account('loss:gateway')).toMatchObject({ granted: 0n, posted: 0n });
      expect(await one.ledger.account('acme')).toMatchObject({ posted: 30n });
      expect(await one.ledger.verify()).toEqual([]);
    });

    it('nothing is leased of an account that owes more than an integer of the database holds', async () => {
      const { one, other } = await startTwo(newEngine);
      await one.ledger.post(entryOf(largestEntry));
      const line = { unitKind: 'requests', quantity: 10 ** 9, unitPrice: 10n ** 12n, amount: 10n ** 21n } as const;
      await one.ledger.settle(callOf({ charge: largestCharge, hold: largestCharge, lines: [line] }));
      for (let count = 0; count < 10; count += 1) await one.ledger.post(entryOf(-largestEntry, { kind: 'adjust' }));
      const [answer] = await other.ledger.lease([{ ...ofBalance, need: 30n, least: 0n, most: 0n, giveBack: 0n }]);
      expect(answer).toMatchObject({ taken: 0n, available: -9n * largestEntry - largestCharge });
      expect(await other.ledger.verify()).toEqual([]);
    });

    it('3: opening leaves the calls and leases of an instance that lives', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      await one.ledger.post(entryOf(100n));
      await one.ledger.lease([{ ...ofBalance, need: 30n, least: 0n, most: 0n, giveBack: 0n }]);
      const own = callOf({ journalled: true });
      await one.ledger.journal([{ ...own, outcome: 'recovered' }]);
      expect(await (await engine.start()).ledger.open(engine.clock.now())).toMatchObject({ recovered: 0 });
      expect((await other.ledger.account('acme')).leased).toBe(30n);
      await one.ledger.settle(own);
      expect(await one.ledger.call(own.id)).toMatchObject({ outcome: 'completed' });
      expect(await other.ledger.account('acme')).toMatchObject({ posted: 10n, leased: 20n });
      expect(await other.ledger.verify()).toEqual([]);
    });

    it('6: a change that is committed is seen by all who ask from an epoch before it, and once', async () => {
      const { one, other } = await startTwo(newEngine);
      const { epoch } = await other.changes.since(0);
      await Promise.all(
        ['a', 'b', 'c'].map((id, index) => (index % 2 ? one : other).keys.addWorkspace(makeWorkspace(id))),
      );
      await one.ledger.freeze('a', 'a test');
      const seen = await other.changes.since(epoch);
      expect(seen.workspaces.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
      expect(seen.accounts).toMatchObject([{ workspaceId: 'a', frozenReason: 'a test' }]);
      expect(await other.changes.since(seen.epoch)).toEqual({ ...seen, keys: [], workspaces: [], accounts: [] });
      const steps = await Promise.all([1, 2, 3].map((step) => other.changes.since(seen.epoch - step)));
      expect(steps.map(({ accounts, workspaces }) => accounts.length + workspaces.length)).toEqual([1, 2, 3]);
    });

    it('an instance that is gone is not waited for, and counts for as long as it might serve calls', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      await one.keys.addWorkspace(makeWorkspace());
      const revoke = async (secret: string) => {
        const key = makeKey(secret, { id: secret });
        await one.keys.addKey(key);
        await one.keys.reach();
        await one.keys.putKey({ ...key, revokedAt: 9 });
        return one.keys.reach();
      };
      expect(await revoke('one secret')).toMatchObject({ reached: 2, instances: 2 });
      await other.close();
      expect(await revoke('a second secret')).toMatchObject({ reached: 1 });
      engine.clock.move(60_000);
      expect(await revoke('a last secret')).toMatchObject({ reached: 1, instances: 1 });
    });

    it('6: a key that one instance revokes, edits or issues is what the other one finds by itself', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      await one.keys.addWorkspace(makeWorkspace());
      const key = makeKey('a secret');
      await one.keys.addKey(key);
      const seen = async () => {
        engine.clock.move(250);
        await other.changes.refresh();
        return other.keys.find(key.hash);
      };
      expect(await seen()).toEqual(key);
      const news: string[] = [];
      other.changes.subscribe(({ keys }) => news.push(...keys.map(({ id }) => id)));
      await one.keys.putKey({ ...key, revokedAt: 9 });
      expect(await seen()).toMatchObject({ revokedAt: 9, version: 2 });
      await one.keys.putWorkspace(makeWorkspace('acme', { suspendedAt: 3 }));
      await seen();
      expect(other.keys.workspace('acme')).toMatchObject({ suspendedAt: 3, version: 2 });
      expect(news).toEqual([key.id]);
      expect(other.changes.confirmed?.().epoch).toBe((await one.changes.since(0)).epoch);
    });

    it('7: two edits of one key are both kept, and a revocation is not undone by an edit that was read before it', async () => {
      const { one, other } = await startTwo(newEngine);
      await one.keys.addWorkspace(makeWorkspace());
      const key = makeKey('a secret');
      await one.keys.addKey(key);
      await other.changes.refresh();
      const clock = { now: () => 9, monotonic: () => 9, after: () => () => undefined };
      const change = (store: Store, made: Partial<KeyRecord>) =>
        changeKey({ keyId: key.id }, (record) => ({ ...record, ...made }), {
          keys: store.keys,
          clock,
        });
      await Promise.all([
        change(one, { revokedAt: 9 }),
        change(other, { name: 'other' }),
        change(one, { expiresAt: 5 }),
        change(other, { lastFour: 'last' }),
      ]);
      await Promise.all([one, other].map(({ changes }) => changes.refresh()));
      const edited = { revokedAt: 9, name: 'other', expiresAt: 5, lastFour: 'last', version: 5 };
      expect([one, other].map(({ keys }) => keys.find(key.hash))).toMatchObject([edited, edited]);
    });

    it('7: a workspace keeps an owner, a call is refunded once, and the audit log stays one chain', async () => {
      const { one, other } = await startTwo(newEngine);
      await one.keys.addWorkspace(makeWorkspace());
      const member = { workspaceId: 'acme', name: '', role: 'owner', createdAt: 1, version: 1 } as const;
      const owners = ['ada', 'bob'].map((name) => ({ ...member, id: name, email: `${name}@example.com` }));
      for (const owner of owners) await one.members.add(owner, event);
      const removed = await Promise.allSettled(
        [one, other].map(({ members }, index) =>
          members.remove({ id: owners[index]?.id ?? '', workspaceId: 'acme', version: 1 }, event),
        ),
      );
      expect(removed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await other.members.list('acme')).toHaveLength(1);

      const call = callOf();
      await one.ledger.settle(call);
      const refund = { kind: 'refund', callId: call.id } as const;
      const refunds = await Promise.allSettled(
        [one, other].map(({ ledger }) => ledger.post(entryOf(6n, refund), event)),
      );
      expect(refunds.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await one.ledger.account('acme')).granted).toBe(6n);

      await one.ledger.post(entryOf(10n));
      const { granted, posted } = await one.ledger.account('acme');
      const whole = { kind: 'adjust', withinBalance: true } as const;
      const taken = await Promise.allSettled(
        [one, other].map(({ ledger }) => ledger.post(entryOf(posted - granted, whole), event)),
      );
      expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await other.ledger.account('acme')).granted).toBe(posted);

      await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).audit.append({ ...event, at: n })));
      expect(await one.audit.verify()).toEqual([]);
      expect((await other.audit.page({ limit: 100 })).items).toHaveLength(25);
    });

    it('7: an operator stays, and a link, a code and a message are used once', async () => {
      const { one, other } = await startTwo(newEngine);
      const both = <Result>(use: (store: Store, index: number) => Promise<Result>) =>
        Promise.all([one, other, one, other].map(use));
      const totp = { secret: 'A', confirmed: true, lastStep: 4 };
      const operators = ['ada', 'bob'].map((id) => personOf({ id, email: `${id}@x`, operator: true, totp }));
      for (const operator of operators) await one.people.add(operator, event);
      const signIn = (version: number, totpStep: number | null) => {
        const { session, ...rest } = newSession({ version, totpStep });
        return { session: { ...session, personId: 'ada' }, ...rest };
      };
      const byCode = await both(({ sessions }) => sessions.start(signIn(1, 5), event));
      expect(byCode.filter(Boolean)).toHaveLength(1);
      await Promise.all([1, 2, 3].map(() => both(({ sessions }) => sessions.start(signIn(2, null), event))));
      expect(await other.sessions.list('ada', momentOf(100))).toHaveLength(5);
      const rule = { free: 2, first: 5, longest: 5, since: 'last', memory: 9 } as const;
      const waits = await both(({ attempts }) => attempts.begin([{ name: 'a'.repeat(64), rule }], 20));
      expect(waits.filter(({ wait }) => wait === 0)).toHaveLength(2);
      const left = await Promise.allSettled(
        operators.map((operator, index) =>
          (index ? one : other).people.put({ ...operator, version: index ? 1 : 2, operator: false }, event),
        ),
      );
      expect(left.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect((await other.people.list()).filter(({ operator }) => operator)).toHaveLength(1);

      const ticket = { hash: 't'.repeat(64), kind: 'link', personId: 'ada', data: '{}', expiresAt: 300 } as const;
      await one.sessions.addTicket(ticket);
      const taken = await both(({ sessions }) => sessions.takeTicket(ticket, 200));
      expect(taken.filter((given) => given !== null)).toEqual([ticket]);

      await one.keys.addWorkspace(makeWorkspace());
      await one.alerts.add(alertOf(), event);
      const added = await both(({ alerts }, index) => alerts.addDelivery(deliveryOf({ id: `dlv_${index}` })));
      expect(added.filter(Boolean)).toHaveLength(1);
      const due = await both(({ alerts }) => alerts.takeDue({ now: 20, until: 90, limit: 5 }));
      expect(due.flat()).toHaveLength(1);
    });

    it('7: no more keys, members, alerts and passkeys are added than there may be, whichever instance adds them', async () => {
      const { one, other } = await startTwo(newEngine);
      await one.people.add(personOf(), event);
      const adds: Readonly<Record<string, (store: Store, id: string, workspaceId: string) => Promise<boolean>>> = {
        key: ({ keys }, id, workspaceId) => keys.addKey(makeKey(id, { id, workspaceId }), event, 3),
        member: ({ members }, id, workspaceId) =>
          members.add({ ...viewer, id, workspaceId, email: `${id}@example.com` }, event, 3),
        alert: ({ alerts }, id, workspaceId) => alerts.add(alertOf({ id, workspaceId }), event, 3),
      };
      for (const workspaceId of ['acme', 'other']) {
        await one.keys.addWorkspace(makeWorkspace(workspaceId));
        for (const [name, add] of Object.entries(adds)) {
          const ids = Array.from({ length: 8 }, (_, number) => `${name}_${workspaceId}_${number}`);
          const added = await Promise.all(ids.map((id, number) => add(number % 2 ? one : other, id, workspaceId)));
          expect(added.filter(Boolean), name).toHaveLength(3);
        }
        await Promise.all([one, other].map(({ changes }) => changes.refresh()));
        expect([one, other].map(({ keys }) => keys.listKeys(workspaceId).length)).toEqual([3, 3]);
        expect(await one.members.list(workspaceId)).toHaveLength(3);
        expect(await one.alerts.list(workspaceId)).toHaveLength(3);
      }
      const added = await Promise.all(
        Array.from({ length: 8 }, (_, n) => {
          const passkey = passkeyOf({ id: `pk_${n}`, credentialId: `c${n}` });
          return (n % 2 ? one : other).people.addPasskey(passkey, event, { most: 3 });
        }),
      );
      expect(added.filter(Boolean)).toHaveLength(3);
      expect(await one.people.passkeys('per_ada')).toHaveLength(3);
      // What was refused is no event.
      expect((await one.audit.page({ limit: 100 })).items).toHaveLength(1 + 2 * 9 + 3);
    });

    it('7: two changes of one object are both kept', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      const batch = await addBatch(one, engine.clock.now());
      const write = (store: Store, name: string) =>
        store.objects.change(batch, ({ fields }) => ({ fields: { ...fields, [name]: true } }));
      await Promise.all([write(one, 'a'), write(other, 'b'), write(one, 'c')]);
      const { fields, version } = (await one.objects.change(batch, () => ({}))) ?? { fields: {}, version: 0 };
      expect([fields, version]).toEqual([{ record: {}, charged: false, a: true, b: true, c: true }, 5]);
    });

    it('8: batches of settlements that touch the same accounts in any order all arrive, once', async () => {
      const { one, other } = await startTwo(newEngine);
      const calls = Array.from({ length: 60 }, (_, n) => callOf({ workspaceId: `w${n % 5}`, keyId: `key_w${n % 5}` }));
      for (const n of [0, 1, 2, 3, 4]) await one.ledger.post(entryOf(1000n, { workspaceId: `w${n}` }));
      await Promise.all([
        ...calls.map((call) => one.ledger.settle(call)),
        ...calls.toReversed().map((call) => other.ledger.settle(call)),
      ]);
      for (const n of [0, 1, 2, 3, 4]) expect((await one.ledger.account(`w${n}`)).posted).toBe(120n);
      expect(await other.ledger.verify()).toEqual([]);
    });

    it('10: one instance alone checks the books, and another one when that is gone', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      const leads = () => Promise.all([one, other].map(({ ledger }) => ledger.leads()));
      const first = await leads();
      expect(first.filter((isLeader) => isLeader)).toEqual([true]);
      engine.clock.move(60_000);
      const [leader, follower] = first[0] === true ? [one, other] : [other, one];
      await follower.ledger.heartbeat();
      expect(await leads()).toEqual(first);
      engine.clock.move(60_000);
      expect(await follower.ledger.leads()).toBe(true);
      expect(await leader.ledger.leads()).toBe(false);
    });

    it('11: one instance at a time has a batch, and who has lost it does not mark it', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      const batch = await addBatch(one, engine.clock.now());
      const claims = await Promise.all([one, other].map(({ objects }) => objects.claimBatch(batch, 1000)));
      expect(claims.filter((claim) => claim === null)).toHaveLength(1);
      const [winner, loser] = claims[0] === null ? [other, one] : [one, other];
      engine.clock.move(1000);
      const second = await loser.objects.claimBatch(batch, 1000);
      expect(second).toBe(2);
      expect(await winner.objects.markCharged(batch, 1, { reason: 'lost', at: 1 })).toBe(false);
      expect((await winner.objects.unchargedBatches(null, 10)).data).toHaveLength(1);
      expect(await loser.objects.markCharged(batch, 2, null)).toBe(true);
      expect((await winner.objects.unchargedBatches(null, 10)).data).toEqual([]);
      expect(await loser.objects.markCharged(batch, 2, { reason: 'released', at: 1 })).toBe(false);
      const [third] = [await loser.objects.claimBatch(batch, 1000)];
      expect(await loser.objects.markCharged(batch, third ?? 0, { reason: 'released', at: 1 })).toBe(false);
      expect((await loser.objects.find(batch))?.fields['uncharged']).toBeUndefined();
    });

    it('11: the claim of an instance that is gone lapses with its heartbeat', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      const batch = await addBatch(one, engine.clock.now());
      expect(await one.objects.claimBatch(batch, 600_000)).toBe(1);
      engine.clock.move(60_000);
      await other.ledger.heartbeat();
      expect(await other.objects.claimBatch(batch, 600_000)).toBeNull();
      engine.clock.move(30_000);
      expect(await other.objects.claimBatch(batch, 600_000)).toBe(2);
      expect(await one.objects.markCharged(batch, 1, null)).toBe(false);
    });

    it('of objects with one id at their provider that are deleted at once, one is the last', async () => {
      const { engine, one, other } = await startTwo(newEngine);
      for (let round = 0; round < 8; round += 1) {
        const made: Owned[] = [];
        for (let count = 0; count < 4; count += 1) made.push(await addBatch(one, engine.clock.now(), `up-${round}`));
        const storeOf = (at: number): Store => (at % 3 === 0 ? one : other);
        const shared = await Promise.all(made.map((object, at) => storeOf(at).objects.deleteShared(object)));
        expect(shared.filter((isShared) => !isShared)).toEqual([false]);
        const left = await Promise.all(made.map((object) => other.objects.find(object)));
        expect(left.map((object) => object === null)).toEqual(shared);
      }
    });

    it('12: what exists once is made once: a workspace, first credits, a key', async () => {
      const { one, other } = await startTwo(newEngine);
      const made = async (action: (store: Store) => Promise<unknown>) =>
        (await Promise.allSettled([one, other].map(action))).map(({ status }) => status).toSorted();
      expect(await made(({ keys }) => keys.addWorkspace(makeWorkspace()))).toEqual(['fulfilled', 'rejected']);
      expect(await made(({ keys }) => keys.addKey(makeKey('a secret')))).toEqual(['fulfilled', 'rejected']);
      const first = { externalId: 'bootstrap:acme' };
      await Promise.all([one, other].map(({ ledger }) => ledger.post(entryOf(5n, first))));
      expect((await one.ledger.account('acme')).granted).toBe(5n);
    });
  });
}
