import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import type { Caller } from '../../../src/identity/caller.ts';
import type { PostpaidCharge, BatchReservation } from '../../../src/metering/hold.ts';
import type { Ledger } from '../../../src/metering/ledger.ts';
import { batchCharge, newFile } from '../store/set-up-store.ts';
import { callerOf, credits, draftOf, ended, freeProduct, setUpMetering, team } from './set-up-metering.ts';

type SetUp = Awaited<ReturnType<typeof setUpMetering>>;

const noon = Date.UTC(2026, 10, 20, 12);
const limitedTo = (day: number, changes: Partial<Caller> = {}): Caller =>
  callerOf({ limits: { day: credits(day), month: credits(900), total: credits(900) }, ...changes });

/** Work whose parts may cost so many credits each. */
const workOf = (parts: readonly number[], caller = callerOf(), startedAt = noon): BatchReservation => ({
  caller,
  startedAt,
  parts: parts.map((amount) => draftOf(caller, { estimate: { input_tokens: amount } })),
});

const lineOf = (batchId: string, line: number, { caller, startedAt }: BatchReservation): PostpaidCharge => ({
  ...draftOf(caller, { callId: `call_${batchId}_${line}`, startedAt }),
  batchId,
});

/** A batch that is kept, and how its lines are charged. */
async function make({ metering }: SetUp, batchId: string, work: BatchReservation) {
  await metering.reserve(work).keep(batchId);
  return {
    charge: (line: number, amount: number) =>
      metering.charge(lineOf(batchId, line, work), ended({ input_tokens: amount })),
    finish: () => metering.finish(batchId),
  };
}

/** In credits: what is held and what is charged. */
const balance = ({ metering }: SetUp) => {
  const { held, posted } = metering.balance('acme');
  return { held: Number(held) / 1e9, posted: Number(posted) / 1e9 };
};

const heldOf = ({ metering }: SetUp, caller: Caller) =>
  Object.fromEntries(
    metering.limits(caller).map(({ subject, window, held }) => [`${subject} ${window}`, Number(held) / 1e9]),
  );

describe('a reservation', () => {
  it('is made of what is left: of two at once on credit for one, the second is refused, with the figures', async () => {
    const setUp = await setUpMetering({ granted: 5 });
    setUp.metering.reserve(workOf([2, 1]));
    expect(() => setUp.metering.reserve(workOf([1, 1, 1]))).toThrow(
      'Workspace acme has 2 credits left (3 more are set aside for calls under way and batches), and this call may cost up to 3.',
    );
    expect(balance(setUp)).toEqual({ held: 3, posted: 0 });
    expect(() => setUp.metering.admit(draftOf(callerOf(), { estimate: { input_tokens: 3 } }))).toThrow(
      '2 credits left',
    );
    setUp.metering.admit(draftOf(callerOf(), { estimate: { input_tokens: 2 } }));
  });

  it('and a call under way make what is held; the check each minute reports once where they do not, and freezes no account', async () => {
    const setUp = await setUpMetering();
    const { metering, mismatches } = setUp;
    const batch = await make(setUp, 'batch_a', workOf([5, 5]));
    metering.reserve(workOf([3])).release();
    metering.admit(draftOf(callerOf(), { estimate: { input_tokens: 2 } }));
    const lost = metering.admit(draftOf(callerOf(), { estimate: { input_tokens: 4 } }));
    await batch.charge(1, 7);
    await metering.moveZone({ workspaceId: 'acme', keyIds: ['key_1'], timeZone: 'Europe/Berlin' });
    expect(await metering.reconcile()).toEqual([]);
    expect(balance(setUp).held).toBe(9);
    const mistake = {
      ...ended({}),
      get usage(): never {
        throw new Error('a mistake in the gateway');
      },
    };
    await expect(lost.settle(mistake)).rejects.toThrow('a mistake in the gateway');
    await metering.reconcile();
    await metering.reconcile();
    const message =
      'Account acme holds 9000000000, its open calls and batches 5000000000 (nano-credits). A restart puts it right.';
    expect(mismatches).toEqual([{ workspaceId: null, invariant: 10, object: 'held of account acme', message }]);
    expect(metering.balance('acme').frozenReason).toBeNull();
  });

  it('counts in every limit of its key and its plan', async () => {
    const setUp = await setUpMetering({ plans: [{ ...team, monthlyCredits: credits(10) }] });
    const caller = limitedTo(5);
    setUp.metering.reserve(workOf([3], caller));
    expect(heldOf(setUp, caller)).toEqual({ 'key day': 3, 'key month': 3, 'key total': 3, 'plan month': 3 });
    expect(() => setUp.metering.reserve(workOf([3], caller))).toThrow(
      'Daily limit of key ci reached: 0 of 5 credits are used and 3 set aside for calls under way and batches, 2 left, and this call may cost up to 3.',
    );
    const other = callerOf({ keyId: 'key_2' });
    expect(() => setUp.metering.reserve(workOf([8], other))).toThrow('Monthly limit of plan Team reached');
    setUp.metering.reserve(workOf([7], other));
  });

  it('is nothing for free Products and for unread lines; the latter need some credit left', async () => {
    const setUp = await setUpMetering({ granted: 5 });
    const priced = { ...freeProduct, prices: [{ from: 0, rates: { input_tokens: 1_000_000_000_000n } }] };
    const gratis = draftOf(callerOf(), { product: priced, estimate: { input_tokens: 100 } });
    setUp.metering.reserve({ ...workOf([]), parts: [gratis] });
    setUp.metering.reserve({ ...workOf([]), parts: [gratis, ...workOf([4]).parts] });
    expect(balance(setUp).held).toBe(4);
    setUp.metering.reserve(workOf([]));
    setUp.metering.reserve(workOf([1]));
    expect(() => setUp.metering.reserve(workOf([]))).toThrow('0 credits left');
  });

  it('is given back once when it is released, and not at all when it is kept', async () => {
    const setUp = await setUpMetering();
    const released = setUp.metering.reserve(workOf([4]));
    const kept = setUp.metering.reserve(workOf([8]));
    released.release();
    released.release();
    await released.keep('late');
    await setUp.metering.finish('late');
    await kept.keep('batch');
    kept.release();
    expect(balance(setUp).held).toBe(8);
    await setUp.metering.finish('batch');
    await setUp.metering.finish('batch');
    kept.release();
    await setUp.metering.finish('unknown');
    expect(balance(setUp).held).toBe(0);
  });

  it('shrinks by each charge, in the same moment, and its rest is given back at the end', async () => {
    const gate = Promise.withResolvers<undefined>();
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      settle: async (settled) => {
        await gate.promise;
        return ledger.settle(settled);
      },
    });
    const setUp = await setUpMetering({ granted: 10, around });
    const batch = await make(setUp, 'batch', workOf([5, 5]));
    const seen: unknown[] = [];
    const charging = Promise.all([batch.charge(1, 3), batch.charge(2, 4)]);
    for (let turn = 0; turn < 10; turn += 1) {
      await new Promise(setImmediate);
      seen.push(setUp.metering.balance('acme').available);
    }
    // Neither counted twice nor free in between.
    expect(seen.every((available) => available === 0n)).toBe(true);
    expect(balance(setUp)).toEqual({ held: 3, posted: 7 });
    gate.resolve(undefined);
    await charging;
    expect(balance(setUp)).toEqual({ held: 3, posted: 7 });
    await batch.finish();
    expect(balance(setUp)).toEqual({ held: 0, posted: 7 });
    expect(heldOf(setUp, callerOf())).toEqual({ 'key day': 0, 'key month': 0, 'key total': 0, 'plan month': 0 });
    expect(await setUp.metering.reconcile()).toEqual([]);
  });

  it('shrinks once by a line whose results are read again', async () => {
    const setUp = await setUpMetering({ granted: 10 });
    const batch = await make(setUp, 'batch', workOf([5, 5]));
    await Promise.all([batch.charge(1, 3), batch.charge(1, 3)]);
    await batch.charge(1, 3);
    expect(balance(setUp)).toEqual({ held: 7, posted: 3 });
  });

  it('that another instance has ended is forgotten, and one on its way into the ledger is not', async () => {
    const gate = Promise.withResolvers<undefined>();
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      reserve: async (facts) => {
        if (facts.batchId === 'late') await gate.promise;
        return ledger.reserve(facts);
      },
    });
    const setUp = await setUpMetering({ granted: 10, around });
    const names = async () => (await setUp.metering.reservations()).map(({ batchId }) => batchId).toSorted();
    await make(setUp, 'ended', workOf([5]));
    await make(setUp, 'open', workOf([2]));
    const late = make(setUp, 'late', workOf([1]));
    expect(await names()).toEqual(['ended', 'open']);
    await setUp.ledger.endReservation('ended');
    expect(balance(setUp).held).toBe(8);
    expect(await names()).toEqual(['open']);
    expect(balance(setUp).held).toBe(3);
    gate.resolve(undefined);
    await late;
    expect(await names()).toEqual(['late', 'open']);
    expect(balance(setUp).held).toBe(3);
    expect(await setUp.metering.reconcile()).toEqual([]);
  });

  it('whose end failed is ended when all are read again, and keeps no other from it for ever', async () => {
    const locked = new Set(['locked', 'other']);
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      endReservation: (id) => (locked.has(id) ? Promise.reject(new Error('locked')) : ledger.endReservation(id)),
    });
    const setUp = await setUpMetering({ granted: 10, around });
    const names = async () => (await setUp.metering.reservations()).map(({ batchId }) => batchId);
    for (const batchId of locked) {
      const batch = await make(setUp, batchId, workOf([4]));
      await expect(batch.finish()).rejects.toThrow('locked');
    }
    locked.delete('other');
    // One that fails may keep the leases of all waiting, so it is the only one of its round.
    expect(await names()).toEqual(['locked', 'other']);
    expect(await names()).toEqual(['locked']);
    locked.clear();
    expect(await names()).toEqual([]);
    expect(balance(setUp)).toEqual({ held: 0, posted: 0 });
  });

  it('never falls below nothing; what goes beyond it is charged all the same, and other reservations stand', async () => {
    const setUp = await setUpMetering({ granted: 10 });
    const batch = await make(setUp, 'batch', workOf([2]));
    await make(setUp, 'other', workOf([8]));
    await batch.charge(1, 5);
    await batch.charge(2, 5);
    expect(balance(setUp)).toEqual({ held: 8, posted: 10 });
    await batch.finish();
    expect(balance(setUp)).toEqual({ held: 8, posted: 10 });
  });

  it('shrinks by what the ledger could not take at first, once', async () => {
    let isFull = true;
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      settle: (settled) => (isFull ? Promise.reject(new Error('full')) : ledger.settle(settled)),
    });
    const setUp = await setUpMetering({ granted: 10, around });
    const batch = await make(setUp, 'batch', workOf([5]));
    await expect(batch.charge(1, 3)).rejects.toThrow();
    expect(balance(setUp)).toEqual({ held: 2, posted: 3 });
    await expect(batch.charge(1, 3)).rejects.toThrow('still on its way');
    isFull = false;
    setUp.clock.move(60_000);
    await expect.poll(() => batch.charge(1, 3).catch(() => null)).toBe(credits(3));
    expect(balance(setUp)).toEqual({ held: 2, posted: 3 });
  });

  it('that could not be looked up keeps no line from being charged later', async () => {
    let isAway = true;
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      isShared: true,
      reservation: (batchId) =>
        isAway ? Promise.reject(new GatewayError('overloaded', 'away')) : ledger.reservation(batchId),
    });
    const { metering, ledger } = await setUpMetering({ around });
    const charge = () => metering.charge(lineOf('batch', 1, workOf([3])), ended({ input_tokens: 3 }));
    await expect(charge()).rejects.toThrow('away');
    isAway = false;
    expect(await charge()).toBe(credits(3));
    expect(await batchCharge(ledger, 'batch')).toBe(credits(3));
  });

  it('stands in the day in which the batch was made, and so do its charges', async () => {
    const setUp = await setUpMetering();
    const lastSecond = Date.parse('2026-11-20T23:59:59Z');
    const caller = limitedTo(5);
    const batch = await make(setUp, 'batch', workOf([5], caller, lastSecond));
    expect(() => setUp.metering.reserve(workOf([1], caller, lastSecond))).toThrow('Daily limit');
    setUp.clock.jump(Date.parse('2026-11-21T00:00:00Z') - setUp.clock.now());
    expect(heldOf(setUp, caller)).toMatchObject({ 'key day': 0, 'key month': 5 });
    await batch.charge(1, 4);
    await batch.finish();
    setUp.metering.reserve(workOf([5], caller, setUp.clock.now())).release();
    expect(() => setUp.metering.reserve(workOf([2], caller, lastSecond))).toThrow('4 of 5 credits are used, 1 left');
  });

  it('of today stays counted while batches of many earlier days are charged', async () => {
    const setUp = await setUpMetering({ granted: 1000 });
    const caller = limitedTo(5);
    await setUp.metering.admit(draftOf(caller)).settle(ended({ input_tokens: 1 }));
    await setUp.metering.reserve(workOf([3], caller)).keep('today');
    for (let days = 1; days < 12; days += 1) {
      const work = workOf([9], callerOf(), noon - days * 86_400_000);
      const old = await make(setUp, `old-${days}`, work);
      await old.charge(1, 9);
    }
    expect(() => setUp.metering.reserve(workOf([2], caller))).toThrow('1 of 5 credits are used and 3 set aside');
  });

  it('counts in the windows of the zone that its workspace moves to', async () => {
    const setUp = await setUpMetering();
    const caller = limitedTo(50, { timeZone: 'UTC' });
    const work = workOf([7], caller, Date.parse('2026-11-20T14:00:00Z'));
    const batch = await make(setUp, 'batch', work);
    const open = setUp.metering.reserve(workOf([2], caller));
    setUp.clock.jump(Date.parse('2026-11-20T14:30:00Z') - setUp.clock.now());
    await setUp.metering.moveZone({ workspaceId: 'acme', keyIds: ['key_1'], timeZone: 'Asia/Tokyo' });
    const moved = { ...caller, timeZone: 'Asia/Tokyo' };
    expect(heldOf(setUp, moved)).toEqual({ 'key day': 9, 'key month': 9, 'key total': 9, 'plan month': 9 });
    await batch.charge(1, 4);
    open.release();
    expect(heldOf(setUp, moved)).toEqual({ 'key day': 3, 'key month': 3, 'key total': 3, 'plan month': 3 });
    await batch.finish();
    expect(heldOf(setUp, moved)).toEqual({ 'key day': 0, 'key month': 0, 'key total': 0, 'plan month': 0 });
    expect(balance(setUp)).toEqual({ held: 0, posted: 4 });
  });

  it('is set aside again, once, by the next process, less what its lines were charged', async () => {
    const file = newFile();
    const database = `sqlite:${file}`;
    const first = await setUpMetering({ granted: 10, database });
    const work = workOf([5, 5]);
    const batch = await make(first, 'batch', work);
    await batch.charge(1, 4);
    await first.die();
    const setUp = await setUpMetering({ granted: 0, database });
    expect(balance(setUp)).toEqual({ held: 6, posted: 4 });
    expect(() => setUp.metering.admit(draftOf(callerOf()))).toThrow('0 credits left');
    await setUp.metering.charge(lineOf('batch', 1, work), ended({ input_tokens: 4 }));
    expect(balance(setUp)).toEqual({ held: 6, posted: 4 });
    await setUp.metering.charge(lineOf('batch', 2, work), ended({ input_tokens: 5 }));
    expect(balance(setUp)).toEqual({ held: 1, posted: 9 });
    expect(await setUp.ledger.account('acme')).toMatchObject({ posted: credits(9), leased: credits(1) });
    await setUp.metering.finish('batch');
    expect(balance(setUp)).toEqual({ held: 0, posted: 9 });
    expect(await setUp.metering.reconcile()).toEqual([]);
  });

  it('may be kept for another id where it could not be kept, and is set aside until then', async () => {
    let isFull = true;
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      reserve: (facts) => (isFull ? Promise.reject(new Error('full')) : ledger.reserve(facts)),
    });
    const setUp = await setUpMetering({ granted: 10, around });
    const reservation = setUp.metering.reserve(workOf([4]));
    await expect(reservation.keep('batch')).rejects.toThrow('full');
    expect(balance(setUp).held).toBe(4);
    isFull = false;
    await reservation.keep('another');
    reservation.release();
    expect(balance(setUp).held).toBe(4);
    expect(await setUp.ledger.reservations()).toMatchObject([{ batchId: 'another', left: credits(4) }]);
    await setUp.metering.finish('batch');
    expect(balance(setUp).held).toBe(4);
    await setUp.metering.finish('another');
    expect(balance(setUp).held).toBe(0);
    expect(await setUp.metering.reconcile()).toEqual([]);
  });

  it('is given back where the ledger cannot be reached at all, with the first reason', async () => {
    const away = (what: string) => () => Promise.reject(new GatewayError('overloaded', `${what} failed`));
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      reserve: away('reserve'),
      endReservation: away('endReservation'),
    });
    const setUp = await setUpMetering({ granted: 10, around });
    const reservation = setUp.metering.reserve(workOf([4]));
    await expect(reservation.keep('batch')).rejects.toThrow('reserve failed');
    reservation.release();
    expect(balance(setUp)).toEqual({ held: 0, posted: 0 });
    expect(await setUp.metering.reconcile()).toEqual([]);
  });

  it('is what its lines hold; what they cost beyond it is flagged, and no mistake in the books', async () => {
    const setUp = await setUpMetering({ granted: 10 });
    const work = workOf([5]);
    const batch = await make(setUp, 'batch', work);
    const other = await make(setUp, 'unread', workOf([]));
    await batch.charge(1, 4);
    await batch.charge(2, 20);
    await other.charge(1, 3);
    const ids = ['call_batch_1', 'call_batch_2', 'call_unread_1'];
    const calls = await Promise.all(ids.map((id) => setUp.ledger.call(id)));
    expect(calls.map((call) => [call?.hold, call?.charge, call?.flags])).toEqual([
      [credits(4), credits(4), ''],
      [credits(1), credits(20), 'over_hold'],
      [0n, credits(3), 'over_hold'],
    ]);
    expect(balance(setUp)).toEqual({ held: 0, posted: 27 });
    expect(await setUp.metering.reconcile()).toEqual([]);
    expect(await setUp.ledger.verify()).toEqual([]);
    expect(setUp.metering.balance('acme').frozenReason).toBeNull();
  });

  it('knows its lines, and what other models used in them, from those of a batch made in the same millisecond', async () => {
    const setUp = await setUpMetering();
    const work = workOf([9]);
    const [one, other] = [await make(setUp, 'one', work), await make(setUp, 'other', work)];
    const { route } = draftOf(callerOf());
    const end = { ...ended({ input_tokens: 2 }), side: [{ route, usage: { input_tokens: 3 } }] };
    await one.charge(1, 1);
    await setUp.metering.charge(lineOf('one', 2, work), end);
    await other.charge(1, 4);
    await setUp.metering.admit(draftOf(callerOf())).settle(ended({ input_tokens: 1 }));
    const charges = await Promise.all(['one', 'other', 'third'].map((id) => batchCharge(setUp.ledger, id)));
    expect(charges).toEqual([credits(6), credits(4), 0n]);
    expect(await setUp.ledger.verify()).toEqual([]);
  });
});
