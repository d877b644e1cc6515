import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../src/identity/caller.ts';
import type { Hold } from '../../src/metering/hold.ts';
import type { Ledger } from '../../src/metering/ledger.ts';
import { makeMetering } from '../../src/metering/metering.ts';
import { silentLog } from '../../src/shared/log.ts';
import type { Clock } from '../../src/shared/time/clock.ts';
import type { Store } from '../../src/store/store.ts';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { makeWorkspace } from '../fakes/make-key.ts';
import { makeStillClock } from '../fakes/still-clock.ts';
import { callerOf, credits, draftOf, ended, entryOf, ofBalance, team } from '../unit/metering/set-up-metering.ts';
import type { Engine, NewEngine } from './engine.ts';

const { catalog } = makeConfig({ providers: [makeProvider('one', 'a', 'http://one')], plans: [team] });
const leaseMilliseconds = 60_000;

/** The metering of one of several instances, with its part of the store. */
async function startInstance(
  engine: Engine,
  { clock = engine.clock, around = ({ ledger }) => ledger }: { clock?: Clock; around?: (store: Store) => Ledger } = {},
) {
  const store: Store = await engine.start();
  const metering = makeMetering({ ledger: around(store), clock, catalog: () => catalog, log: silentLog });
  await metering.start();
  onTestFinished(() => metering.stop());
  return { store, metering };
}

type Instance = Awaited<ReturnType<typeof startInstance>>;

/** Instances on a workspace that was granted so many credits. */
async function startInstances(newEngine: NewEngine, { count = 2, granted = 10 } = {}) {
  const engine = newEngine();
  const instances: Instance[] = [];
  for (let index = 0; index < count; index += 1) instances.push(await startInstance(engine));
  const [one, other] = instances;
  if (!one || !other) throw new Error('There are too few instances.');
  await one.store.keys.addWorkspace(makeWorkspace());
  await one.store.ledger.post(entryOf(credits(granted)));
  await Promise.all(instances.map(({ store }) => store.changes.refresh()));
  return { engine, instances, one, other };
}

const limitedTo = (day: number): Caller => callerOf({ limits: { day: credits(day), month: null, total: null } });

/** A hold for one credit, or null for a refusal. */
async function tryAdmit({ metering }: Instance, caller = callerOf(), startedAt?: number): Promise<Hold | null> {
  try {
    return await metering.admit(draftOf(caller, startedAt === undefined ? {} : { startedAt }));
  } catch {
    return null;
  }
}

const isInstance = (instance: Instance | undefined): instance is Instance => instance !== undefined;
const isHold = (hold: Hold | null): hold is Hold => hold !== null;

async function admitMany(instances: readonly Instance[], count: number, caller = callerOf()): Promise<readonly Hold[]> {
  const wishes = Array.from({ length: count }, (_, index) => instances[index % instances.length]).filter(isInstance);
  const answers = await Promise.all(wishes.map((instance) => tryAdmit(instance, caller)));
  return answers.filter(isHold);
}

/** Lets time pass, in steps in which everything that comes due is done. */
async function pass({ clock, turn }: Engine, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 2500) {
    clock.move(2500);
    await turn();
  }
}

const failed = ended({}, { outcome: 'failed', usageSource: 'none' });

/** Credit and limits that instances share: none is spent twice, and none is refused that lies idle elsewhere. */
export function describeSharedCredit(newEngine: NewEngine): void {
  describe('credit that instances share', () => {
    it('1: admission answers at once from the lease, and with a promise where it must lease', async () => {
      const { one } = await startInstances(newEngine, { granted: 1000 });
      const first = one.metering.admit(draftOf(callerOf()));
      expect(first).toBeInstanceOf(Promise);
      await first;
      const second = one.metering.admit(draftOf(callerOf()));
      expect(second).not.toBeInstanceOf(Promise);
    });

    it('1: what lies idle elsewhere is recalled before a call is refused, and all of it can be spent', async () => {
      const { one, other } = await startInstances(newEngine, { granted: 10 });
      // Far too little for a share of its own: the first call takes what it needs, and leaves it idle when it is over.
      const holds = await admitMany([one], 6);
      expect(holds).toHaveLength(6);
      for (const hold of holds) await hold.settle(failed);
      const all = await admitMany([other], 10);
      expect(all).toHaveLength(10);
      expect(await tryAdmit(one)).toBeNull();
      const balance = await other.metering.balance('acme');
      expect(balance).toMatchObject({ held: credits(10), available: 0n, posted: 0n });
      for (const hold of all) await hold.settle(ended({ input_tokens: 1 }));
      expect(await one.metering.balance('acme')).toMatchObject({ posted: credits(10), held: 0n });
      expect(await one.store.ledger.verify()).toEqual([]);
    });

    it('1: limits are reported, and calls refused, with what all instances have spent', async () => {
      const { one, other } = await startInstances(newEngine, { granted: 1000 });
      const caller = limitedTo(10);
      for (const [instance, count] of [
        [one, 3],
        [other, 4],
      ] as const)
        for (const hold of await admitMany([instance], count, caller)) await hold.settle(ended({ input_tokens: 1 }));
      for (const { metering } of [one, other]) {
        const [ofKey = []] = await metering.limits(caller, [caller]);
        expect(ofKey.map(({ subject, window, used }) => [`${subject} ${window}`, used])).toEqual([
          ['key day', credits(7)],
          ['key month', credits(7)],
          ['key total', credits(7)],
          ['plan month', credits(7)],
        ]);
        const admit = async () => metering.admit(draftOf(caller, { estimate: { input_tokens: 5 } }));
        await expect(admit()).rejects.toThrow(
          'Daily limit of key ci reached: 7 of 10 credits are used or set aside for calls under way and batches, 3 left, and this call may cost up to 5.',
        );
      }
    });

    it('1: a call that the balance does not cover is refused with what all instances have left', async () => {
      const { one, other } = await startInstances(newEngine, { granted: 10 });
      for (const hold of await admitMany([other], 4)) await hold.settle(ended({ input_tokens: 1 }));
      const admit = async () => one.metering.admit(draftOf(callerOf(), { estimate: { input_tokens: 7 } }));
      await expect(admit()).rejects.toThrow(
        'Workspace acme has 6 credits left besides what is set aside for calls under way and batches, and this call may cost up to 7.',
      );
    });

    it('1: of two hundred calls at once on credit for ten, over three instances, ten are let through', async () => {
      const { instances, one } = await startInstances(newEngine, { count: 3, granted: 10 });
      const holds = await admitMany(instances, 200);
      expect(holds).toHaveLength(10);
      await Promise.all(holds.slice(0, 5).map((hold) => hold.settle(failed)));
      const rest = await admitMany(instances, 50);
      expect(rest).toHaveLength(5);
      await Promise.all([...holds.slice(5), ...rest].map((hold) => hold.settle(ended({ input_tokens: 1 }))));
      expect(await one.store.ledger.account('acme')).toMatchObject({ posted: credits(10), leased: 0n });
      expect(await one.store.ledger.verify()).toEqual([]);
    });

    it('1: a limit of a key is met by the sum of all instances, and not before', async () => {
      const { instances, one } = await startInstances(newEngine, { granted: 1000 });
      const caller = limitedTo(7);
      const holds = await admitMany(instances, 40, caller);
      expect(holds).toHaveLength(7);
      await Promise.all(holds.map((hold) => hold.settle(ended({ input_tokens: 1 }))));
      expect(await admitMany(instances, 4, caller)).toEqual([]);
      expect(await admitMany(instances, 4, callerOf({ keyId: 'key_2' }))).toHaveLength(4);
      expect(await one.store.ledger.verify()).toEqual([]);
    });

    it('1: a limit that is lowered is met by the sum of all instances, although they had leased more', async () => {
      const { instances, one, other } = await startInstances(newEngine, { count: 3, granted: 100_000 });
      const before = limitedTo(10_000);
      for (let call = 0; call < 30; call += 1)
        for (const hold of await admitMany(instances, 3, before)) await hold.settle(ended({ input_tokens: 1 }));
      const lowered = limitedTo(97);
      const running = await admitMany([other], 3, before);
      const holds = await admitMany(instances, 30, lowered);
      expect(running.length + holds.length).toBe(7);
      for (const hold of [...running, ...holds]) await hold.settle(ended({ input_tokens: 1 }));
      expect(await admitMany(instances, 3, lowered)).toEqual([]);
      expect(await admitMany(instances, 3, before)).toHaveLength(3);
      expect(await one.store.ledger.verify()).toEqual([]);
    });

    it('2: a reservation is neither spent by another instance nor counted twice, and its rest comes back', async () => {
      const { one, other } = await startInstances(newEngine, { granted: 10 });
      const caller = callerOf();
      const work = {
        caller,
        startedAt: draftOf(caller).startedAt,
        parts: [draftOf(caller, { estimate: { input_tokens: 6 } })],
      };
      const reservation = await one.metering.reserve(work);
      await reservation.keep('batch_1');
      expect(await one.metering.balance('acme')).toMatchObject({ held: credits(6), available: credits(4) });
      const holds = await admitMany([one, other], 20);
      expect(holds).toHaveLength(4);
      const line = { ...draftOf(caller), batchId: 'batch_1' };
      expect(await other.metering.charge(line, ended({ input_tokens: 5 }))).toBe(credits(5));
      expect(await other.store.ledger.call(line.callId)).toMatchObject({ charge: credits(5), flags: '' });
      await Promise.all(holds.map((hold) => hold.settle(ended({ input_tokens: 1 }))));
      await other.metering.finish('batch_1');
      expect(await other.metering.balance('acme')).toMatchObject({ posted: credits(9), available: credits(1) });
      expect(await admitMany([one, other], 4)).toHaveLength(1);
      expect(await one.store.ledger.verify()).toEqual([]);
    });

    it('2: a reservation counts as set aside in the limits of its key and its plan, whichever instance is asked', async () => {
      const { one, other } = await startInstances(newEngine, { granted: 100 });
      const caller = callerOf({ limits: { day: null, month: credits(10), total: null } });
      const [draft, before] = [8, 5].map((tokens) => draftOf(caller, { estimate: { input_tokens: tokens } }));
      if (!draft || !before) throw new Error('There are two drafts.');
      const lastMonth = { ...before, startedAt: before.startedAt - 31 * 86_400_000 };
      for (const [name, of] of Object.entries({ now: draft, before: lastMonth }))
        await (await one.metering.reserve({ caller, startedAt: of.startedAt, parts: [of] })).keep(`batch_${name}`);
      const running = await one.metering.admit(draftOf(caller));
      const setAside = async ({ metering }: Instance): Promise<Record<string, readonly bigint[]>> => {
        const [ofKey = []] = await metering.limits(caller, [caller]);
        return Object.fromEntries(
          ofKey.map(({ subject, window, used, held }) => [`${subject} ${window}`, [used, held]]),
        );
      };
      const reserved = { 'key day': 8, 'key month': 8, 'key total': 13, 'plan month': 8 };
      const inAll = (used: number, drawn: number, held: number) =>
        Object.fromEntries(
          Object.entries(reserved).map(([name, amount]) => [name, [credits(used), credits(amount - drawn + held)]]),
        );
      // What another instance holds for its running calls is not known.
      expect(await setAside(one)).toEqual(inAll(0, 0, 1));
      expect(await setAside(other)).toEqual(inAll(0, 0, 0));
      await expect(
        (async () => other.metering.admit(draftOf(caller, { estimate: { input_tokens: 5 } })))(),
      ).rejects.toThrow(
        'Monthly limit of key ci reached: 9 of 10 credits are used or set aside for calls under way and batches, 1 left',
      );
      await running.settle(failed);
      await other.metering.charge({ ...draftOf(caller), batchId: 'batch_now' }, ended({ input_tokens: 3 }));
      for (const instance of [one, other]) expect(await setAside(instance)).toEqual(inAll(3, 3, 0));
    });

    it('2: a reservation that another instance drew on, or ended, sets aside no more than is left of it', async () => {
      const { one, other } = await startInstances(newEngine, { granted: 10 });
      const caller = callerOf();
      const draft = draftOf(caller, { estimate: { input_tokens: 6 } });
      const reservation = await one.metering.reserve({ caller, startedAt: draft.startedAt, parts: [draft] });
      await reservation.keep('batch_1');
      const holdOf = async ({ metering, store }: Instance, tokens: number): Promise<bigint | undefined> => {
        const line = { ...draftOf(caller), batchId: 'batch_1' };
        await metering.charge(line, ended({ input_tokens: tokens }));
        return (await store.ledger.call(line.callId))?.hold;
      };
      expect(await holdOf(one, 1)).toBe(credits(1));
      expect(await holdOf(other, 3)).toBe(credits(3));
      expect(await holdOf(one, 1)).toBe(credits(1));
      expect(await holdOf(other, 3)).toBe(credits(1));
      expect(await one.store.ledger.verify()).toEqual([]);
      await other.metering.finish('batch_1');
      expect(await holdOf(one, 1)).toBe(0n);
      expect(await other.metering.balance('acme')).toMatchObject({ posted: credits(9), held: 0n });
      expect(await one.store.ledger.verify()).toEqual([]);
    });

    it('5: an instance that was frozen admits nothing on a lease that has ended meanwhile', async () => {
      const engine = newEngine();
      const frozen = makeStillClock(engine.clock.now());
      const one = await startInstance(engine, { clock: frozen });
      const other = await startInstance(engine);
      await one.store.keys.addWorkspace(makeWorkspace());
      await one.store.ledger.post(entryOf(credits(1000)));
      await Promise.all([one, other].map(({ store }) => store.changes.refresh()));
      const [hold] = await admitMany([one], 1);
      await hold?.settle(failed);
      expect(one.metering.admit(draftOf(callerOf()))).not.toBeInstanceOf(Promise);
      engine.clock.move(leaseMilliseconds);
      const taken = await admitMany([other], 1000);
      expect(taken).toHaveLength(1000);
      // It wakes: its own clock says so before any other instance does.
      frozen.move(leaseMilliseconds);
      expect(await tryAdmit(one)).toBeNull();
    });

    it('5: a holder stops at four fifths of the life of a lease, by its own clock', async () => {
      const engine = newEngine();
      const clock = makeStillClock(engine.clock.now());
      const one = await startInstance(engine, { clock });
      await one.store.ledger.post(entryOf(credits(1000)));
      await tryAdmit(one);
      clock.move(leaseMilliseconds * 0.8 - 1);
      expect(one.metering.admit(draftOf(callerOf()))).not.toBeInstanceOf(Promise);
      clock.move(1);
      expect(one.metering.admit(draftOf(callerOf()))).toBeInstanceOf(Promise);
    });

    it('5: the lease of an instance that is gone is free again when its time has ended', async () => {
      const { engine, one, other } = await startInstances(newEngine, { granted: 10 });
      // Gone: it answers no recall and settles no call.
      const gone = await engine.start();
      await gone.ledger.open(engine.clock.now());
      await gone.ledger.lease([{ ...ofBalance, need: credits(8), least: 0n, most: 0n, giveBack: 0n }]);
      expect(await admitMany([one], 5)).toHaveLength(2);
      await pass(engine, leaseMilliseconds);
      expect(await admitMany([other], 20)).toHaveLength(8);
    });

    it('9: a move to another zone lets no caller spend a limit twice', async () => {
      const { instances, one, other } = await startInstances(newEngine, { granted: 1000 });
      const caller = limitedTo(10);
      const holds = await admitMany(instances, 6, caller);
      expect(holds).toHaveLength(6);
      const moved = { ...caller, timeZone: 'Asia/Tokyo' };
      const move = { workspaceId: 'acme', keyIds: ['key_1'], timeZone: 'Asia/Tokyo' };
      await one.store.keys.putWorkspace(makeWorkspace('acme', { timeZone: 'Asia/Tokyo' }));
      await one.metering.moveZone(move);
      // The other one does not know it yet: what it has leased of the old day counts in the new one.
      const early = await admitMany([one], 20, moved);
      const late = await admitMany([other], 20, caller);
      expect(early.length + late.length).toBeLessThanOrEqual(4);
      await other.metering.moveZone(move);
      const rest = await admitMany(instances, 20, moved);
      expect(holds.length + early.length + late.length + rest.length).toBe(10);
    });

    it('is frozen everywhere as soon as one instance freezes it', async () => {
      const { one, other } = await startInstances(newEngine, { granted: 10 });
      expect(await tryAdmit(other)).not.toBeNull();
      await one.store.ledger.freeze('acme', 'a test');
      await other.store.changes.refresh();
      expect(await tryAdmit(other)).toBeNull();
    });

    it.each([
      ['1: a top-up', 1, ({ post }: Ledger) => post(entryOf(credits(10))), true],
      ['a freeze', 10, ({ freeze }: Ledger) => freeze('acme', 'a test'), false],
    ])(
      '%s is not overlooked by an instance that reads the books at that moment',
      async (_, granted, change, admits) => {
        const { engine, one } = await startInstances(newEngine, { granted });
        await (await tryAdmit(one))?.settle(ended({ input_tokens: 1 }));
        const around = ({ ledger, changes }: Store): Ledger => ({
          ...ledger,
          open: async (now) => {
            const books = await ledger.open(now);
            await change(one.store.ledger);
            await changes.refresh();
            return books;
          },
        });
        const next = await startInstance(engine, { around });
        expect((await tryAdmit(next)) !== null).toBe(admits);
      },
    );

    it('is given back by an instance that stops', async () => {
      const { one, other } = await startInstances(newEngine, { granted: 100 });
      await (await tryAdmit(one))?.settle(ended({ input_tokens: 1 }));
      await one.metering.stop();
      expect(await other.store.ledger.account('acme')).toMatchObject({ leased: 0n, posted: credits(1) });
      expect(await admitMany([other], 100)).toHaveLength(99);
    });

    it('is leased in larger parts the more is spent, and goes back when it lies idle', async () => {
      const { engine, one, other } = await startInstances(newEngine, { granted: 10_000 });
      let waits = 0;
      for (let call = 0; call < 200; call += 1) {
        const hold = one.metering.admit(draftOf(callerOf()));
        if (hold instanceof Promise) waits += 1;
        await (await hold).settle(ended({ input_tokens: 1 }));
      }
      expect(waits).toBeLessThan(20);
      expect((await other.store.ledger.account('acme')).leased).toBeGreaterThan(credits(100));
      await pass(engine, leaseMilliseconds + 5000);
      expect(await other.store.ledger.account('acme')).toMatchObject({ leased: 0n, posted: credits(200) });
      expect(await other.store.ledger.verify()).toEqual([]);
    });

    it('is renewed for a call that runs longer than a lease', async () => {
      const { engine, one, other } = await startInstances(newEngine, { granted: 10 });
      const holds = await admitMany([one], 3);
      await pass(engine, 5 * leaseMilliseconds);
      expect(await admitMany([other], 20)).toHaveLength(7);
      for (const hold of holds) await hold.settle(ended({ input_tokens: 1 }));
      expect(await other.store.ledger.account('acme')).toMatchObject({ leased: credits(7), posted: credits(3) });
    });
  });
}
