import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/identity/caller.ts';
import { makeAccountBook } from '../../../src/metering/account-book.ts';
import type { Ledger } from '../../../src/metering/ledger.ts';
import type { LimitWindows } from '../../../src/metering/limit-windows.ts';
import { followMoves, makeZoneMove } from '../../../src/metering/move-zone.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { callerOf, credits, draftOf, ended, setUpMetering, team } from './set-up-metering.ts';

type SetUp = Awaited<ReturnType<typeof setUpMetering>>;

const caller = (timeZone: string, changes: Partial<Caller> = {}): Caller =>
  callerOf({ timeZone, limits: { day: credits(50), month: credits(900), total: null }, ...changes });

const call = (timeZone: string, moment: string, amount: number) =>
  draftOf(caller(timeZone), { startedAt: Date.parse(moment), estimate: { input_tokens: amount } });

const spend = async ({ metering }: SetUp, timeZone: string, [moment, amount]: readonly [string, number]) => {
  const draft = call(timeZone, moment, amount);
  await metering.admit(draft).settle(ended(draft.estimate));
};

/** Around noon of 20 November in UTC: what a day in Tokyo and a day in Los Angeles have in common with it differs. */
const spent: readonly (readonly [string, number])[] = [
  ['2026-11-19T10:00:00Z', 4],
  ['2026-11-19T16:00:00Z', 2],
  ['2026-11-20T05:00:00Z', 8],
  ['2026-11-20T10:00:00Z', 1],
];

const used = ({ metering }: SetUp, timeZone: string) =>
  Object.fromEntries(
    metering
      .limits(caller(timeZone))
      .map(({ subject, window, used: posted, held }) => [`${subject} ${window}`, Number((posted + held) / credits(1))]),
  );

const move = ({ metering }: SetUp, timeZone: string) =>
  metering.moveZone({ workspaceId: 'acme', keyIds: ['key_1'], timeZone });

const plans = [{ ...team, monthlyCredits: credits(1000) }];

describe('a workspace that moves to another zone', () => {
  it.each([
    ['UTC', 'Asia/Tokyo', 9, 11],
    ['Asia/Tokyo', 'UTC', 11, 9],
    ['UTC', 'America/Los_Angeles', 9, 1],
    ['America/Los_Angeles', 'Asia/Tokyo', 1, 11],
  ])('from %s to %s has spent today what the new day holds, at once', async (from, to, before, after) => {
    const setUp = await setUpMetering({ plans });
    for (const one of spent) await spend(setUp, from, one);
    expect(used(setUp, from)).toMatchObject({ 'key day': before });
    await move(setUp, to);
    expect(used(setUp, to)).toEqual({ 'key day': after, 'key month': 15, 'key total': 15, 'plan month': 15 });
    // The next call is held to the figure, to the credit, also where it was let in with the old zone.
    for (const zone of [from, to]) {
      expect(() => setUp.metering.admit(call(zone, '2026-11-20T12:00:00Z', 51 - after))).toThrow(
        `${after} of 50 credits are used, ${50 - after} left`,
      );
    }
    await spend(setUp, from, ['2026-11-20T12:00:00Z', 50 - after]);
    expect(used(setUp, to)).toMatchObject({ 'key day': 50 });
  });

  it('begins another month where the zone does', async () => {
    const setUp = await setUpMetering({ plans });
    setUp.clock.jump(Date.parse('2026-11-30T20:00:00Z') - setUp.clock.now());
    await spend(setUp, 'UTC', ['2026-11-30T10:00:00Z', 3]);
    await spend(setUp, 'UTC', ['2026-11-30T16:00:00Z', 5]);
    expect(used(setUp, 'UTC')).toMatchObject({ 'key month': 8, 'plan month': 8 });
    await move(setUp, 'Asia/Tokyo');
    expect(used(setUp, 'Asia/Tokyo')).toMatchObject({ 'key month': 5, 'plan month': 5, 'key total': 8 });
    await move(setUp, 'UTC');
    expect(used(setUp, 'UTC')).toMatchObject({ 'key month': 8, 'plan month': 8 });
  });

  it('and back, without a call in between, goes by the same counters for all its keys', async () => {
    const setUp = await setUpMetering({ plans });
    await spend(setUp, 'UTC', ['2026-11-20T10:00:00Z', 3]);
    await move(setUp, 'Asia/Tokyo');
    await move(setUp, 'UTC');
    const other = draftOf(caller('UTC', { keyId: 'key_2' }), { estimate: { input_tokens: 5 } });
    await setUp.metering.admit(other).settle(ended(other.estimate));
    expect(used(setUp, 'UTC')).toEqual({ 'key day': 3, 'key month': 3, 'key total': 3, 'plan month': 8 });
  });

  it('says the same after a restart', async () => {
    const setUp = await setUpMetering({ plans });
    for (const one of spent) await spend(setUp, 'UTC', one);
    await move(setUp, 'Asia/Tokyo');
    const fresh = await setUp.ledger.windows('acme', 'Asia/Tokyo', setUp.clock.now());
    const today = fresh.find(
      ({ window, windowStart }) => window === 'day' && windowStart === Date.parse('2026-11-19T15:00Z'),
    );
    expect(today?.posted).toBe(credits(used(setUp, 'Asia/Tokyo')['key day'] ?? 0));
  });

  it('counts calls under way in the new windows, and their charges when they end', async () => {
    const setUp = await setUpMetering({ plans });
    const hold = setUp.metering.admit(call('UTC', '2026-11-20T11:00:00Z', 7));
    await move(setUp, 'Asia/Tokyo');
    expect(used(setUp, 'Asia/Tokyo')).toEqual({ 'key day': 7, 'key month': 7, 'key total': 7, 'plan month': 7 });
    await hold.settle(ended({ input_tokens: 6 }));
    expect(used(setUp, 'Asia/Tokyo')).toEqual({ 'key day': 6, 'key month': 6, 'key total': 6, 'plan month': 6 });
    expect(setUp.metering.balance('acme')).toMatchObject({ held: 0n, posted: credits(6) });
  });

  it('counts charges once that the ledger did not have when it was read', async () => {
    const gate = Promise.withResolvers<undefined>();
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      settle: async (settled) => {
        await gate.promise;
        return ledger.settle(settled);
      },
    });
    const setUp = await setUpMetering({ plans, around });
    const settling = spend(setUp, 'UTC', ['2026-11-20T11:59:00Z', 9]);
    await move(setUp, 'Asia/Tokyo');
    expect(used(setUp, 'Asia/Tokyo')).toEqual({ 'key day': 9, 'key month': 9, 'key total': 9, 'plan month': 9 });
    gate.resolve(undefined);
    await settling;
    expect(used(setUp, 'Asia/Tokyo')).toEqual({ 'key day': 9, 'key month': 9, 'key total': 9, 'plan month': 9 });
  });

  it('is counted once, however often it moves meanwhile, and not at all where it is there already', async () => {
    let counts = 0;
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      windows: (...asked) => ((counts += 1), ledger.windows(...asked)),
    });
    const setUp = await setUpMetering({ plans, around });
    for (const one of spent) await spend(setUp, 'UTC', one);
    const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'America/Los_Angeles', 'Asia/Tokyo'];
    await Promise.all(zones.map((zone) => move(setUp, zone)));
    await move(setUp, 'Asia/Tokyo');
    expect([counts, used(setUp, 'Asia/Tokyo')['key day']]).toEqual([1, 11]);
  });

  it('is counted for the next who asks, when it could not be counted for the first', async () => {
    const failures = [new Error('no')];
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      windows: async (...asked) => {
        const failure = failures.pop();
        if (failure) throw failure;
        return ledger.windows(...asked);
      },
    });
    const setUp = await setUpMetering({ plans, around });
    for (const one of spent) await spend(setUp, 'UTC', one);
    const moves = await Promise.allSettled([move(setUp, 'Asia/Tokyo'), move(setUp, 'Asia/Tokyo')]);
    expect(moves.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(used(setUp, 'Asia/Tokyo')['key day']).toBe(11);
  });

  it.each(['Asia/Tokyo', 'UTC'])(
    'exchanges its leases later, when they could not be at first, and then moves to %s',
    async (next) => {
      const { ledger, clock } = await setUpMetering({ plans });
      const failures: Error[] = [];
      let exchanges = 0;
      const nothing = { forget: () => undefined, of: () => undefined, rebind: () => undefined };
      const moveZone = makeZoneMove({
        ...{ ledger, clock, book: makeAccountBook(), holds: nothing, reservations: nothing },
        windows: nothing as unknown as LimitWindows,
        leases: {
          moveWindows: async () => {
            await Promise.resolve();
            const failure = failures.pop();
            if (failure) throw failure;
            exchanges += 1;
          },
        },
      });
      const moveTo = (timeZone: string) => moveZone({ workspaceId: 'acme', keyIds: [], timeZone });
      await moveTo('UTC');
      failures.push(new Error('no'));
      await expect(moveTo('Asia/Tokyo')).rejects.toThrow('no');
      await moveTo(next);
      await moveTo(next);
      expect(exchanges).toBe(2);
    },
  );

  it('waits for no other that is still counted', async () => {
    const gate = Promise.withResolvers<undefined>();
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      windows: async (workspaceId, ...asked) => {
        if (workspaceId === 'big') await gate.promise;
        return ledger.windows(workspaceId, ...asked);
      },
    });
    const setUp = await setUpMetering({ plans, around });
    const big = setUp.metering.moveZone({ workspaceId: 'big', keyIds: [], timeZone: 'Asia/Tokyo' });
    await move(setUp, 'Asia/Tokyo');
    gate.resolve(undefined);
    await big;
  });
});

describe('an instance that hears of workspaces', () => {
  const acme = { id: 'acme', timeZone: 'UTC' };
  const [inTokyo, fresh] = [
    { ...acme, timeZone: 'Asia/Tokyo' },
    { id: 'new', timeZone: 'Asia/Tokyo' },
  ];

  function follow(moveZone: () => Promise<void> = () => Promise.resolve()) {
    const moves: string[] = [];
    let hear: (...workspaces: readonly (typeof acme)[]) => void = () => undefined;
    const changes = {
      subscribe: (listener: (news: { readonly workspaces: readonly (typeof acme)[] }) => void): void =>
        void (hear = (...workspaces) => listener({ workspaces })),
    };
    const keys = { listKeys: () => [], listWorkspaces: () => [acme] };
    followMoves(
      { changes, keys },
      ({ workspaceId, timeZone }) => {
        moves.push(`${workspaceId} to ${timeZone}`);
        return moveZone();
      },
      silentLog,
    );
    return { moves, hear };
  }

  it('counts nothing for a new name or a new workspace, and counts once for a new zone', () => {
    const { moves, hear } = follow();
    hear(acme);
    hear(acme, fresh);
    expect(moves).toEqual([]);
    hear(inTokyo, fresh);
    hear(inTokyo);
    expect(moves).toEqual(['acme to Asia/Tokyo']);
    hear(acme);
    expect(moves).toEqual(['acme to Asia/Tokyo', 'acme to UTC']);
  });

  it('counts at the next change of a workspace what it could not count before', async () => {
    const { moves, hear } = follow(() => Promise.reject(new Error('no')));
    hear(inTokyo);
    await Promise.resolve();
    await Promise.resolve();
    hear(inTokyo);
    expect(moves).toHaveLength(2);
  });
});
