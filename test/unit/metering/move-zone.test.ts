import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/identity/caller.ts';
import type { Ledger } from '../../../src/metering/ledger.ts';
import { callerOf, credits, draftOf, ended, setUpMetering, team } from './set-up-metering.ts';

type Room = Awaited<ReturnType<typeof setUpMetering>>;

const caller = (timeZone: string, changes: Partial<Caller> = {}): Caller =>
  callerOf({ timeZone, limits: { day: credits(50), month: credits(900), total: null }, ...changes });

const call = (timeZone: string, moment: string, amount: number) =>
  draftOf(caller(timeZone), { startedAt: Date.parse(moment), estimate: { input_tokens: amount } });

const spend = async ({ metering }: Room, timeZone: string, [moment, amount]: readonly [string, number]) => {
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

const used = ({ metering }: Room, timeZone: string) =>
  Object.fromEntries(
    metering
      .limits(caller(timeZone))
      .map(({ subject, window, used: posted, held }) => [`${subject} ${window}`, Number((posted + held) / credits(1))]),
  );

const move = ({ metering }: Room, timeZone: string) =>
  metering.moveZone({ workspaceId: 'acme', keyIds: ['key_1'], timeZone });

const plans = [{ ...team, monthlyCredits: credits(1000) }];

describe('a workspace that moves to another zone', () => {
  it.each([
    ['UTC', 'Asia/Tokyo', 9, 11],
    ['Asia/Tokyo', 'UTC', 11, 9],
    ['UTC', 'America/Los_Angeles', 9, 1],
    ['America/Los_Angeles', 'Asia/Tokyo', 1, 11],
  ])('from %s to %s has spent today what the new day holds, at once', async (from, to, before, after) => {
    const room = await setUpMetering({ plans });
    for (const one of spent) await spend(room, from, one);
    expect(used(room, from)).toMatchObject({ 'key day': before });
    await move(room, to);
    expect(used(room, to)).toEqual({ 'key day': after, 'key month': 15, 'key total': 15, 'plan month': 15 });
    // The next call is held to the figure, to the credit, also where it was let in with the old zone.
    for (const zone of [from, to]) {
      expect(() => room.metering.admit(call(zone, '2026-11-20T12:00:00Z', 51 - after))).toThrow(
        `${after} of 50 credits are used, ${50 - after} left`,
      );
    }
    await spend(room, from, ['2026-11-20T12:00:00Z', 50 - after]);
    expect(used(room, to)).toMatchObject({ 'key day': 50 });
  });

  it('begins another month where the zone does', async () => {
    const room = await setUpMetering({ plans });
    room.clock.jump(Date.parse('2026-11-30T20:00:00Z') - room.clock.now());
    await spend(room, 'UTC', ['2026-11-30T10:00:00Z', 3]);
    await spend(room, 'UTC', ['2026-11-30T16:00:00Z', 5]);
    expect(used(room, 'UTC')).toMatchObject({ 'key month': 8, 'plan month': 8 });
    await move(room, 'Asia/Tokyo');
    expect(used(room, 'Asia/Tokyo')).toMatchObject({ 'key month': 5, 'plan month': 5, 'key total': 8 });
    await move(room, 'UTC');
    expect(used(room, 'UTC')).toMatchObject({ 'key month': 8, 'plan month': 8 });
  });

  it('and back, without a call in between, goes by the same counters for all its keys', async () => {
    const room = await setUpMetering({ plans });
    await spend(room, 'UTC', ['2026-11-20T10:00:00Z', 3]);
    await move(room, 'Asia/Tokyo');
    await move(room, 'UTC');
    const other = draftOf(caller('UTC', { keyId: 'key_2' }), { estimate: { input_tokens: 5 } });
    await room.metering.admit(other).settle(ended(other.estimate));
    expect(used(room, 'UTC')).toEqual({ 'key day': 3, 'key month': 3, 'key total': 3, 'plan month': 8 });
  });

  it('says the same after a restart', async () => {
    const room = await setUpMetering({ plans });
    for (const one of spent) await spend(room, 'UTC', one);
    await move(room, 'Asia/Tokyo');
    const fresh = await room.ledger.windows('acme', 'Asia/Tokyo', room.clock.now());
    const today = fresh.find(
      ({ window, windowStart }) => window === 'day' && windowStart === Date.parse('2026-11-19T15:00Z'),
    );
    expect(today?.posted).toBe(credits(used(room, 'Asia/Tokyo')['key day'] ?? 0));
  });

  it('counts calls under way in the new windows, and their charges when they end', async () => {
    const room = await setUpMetering({ plans });
    const hold = room.metering.admit(call('UTC', '2026-11-20T11:00:00Z', 7));
    await move(room, 'Asia/Tokyo');
    expect(used(room, 'Asia/Tokyo')).toEqual({ 'key day': 7, 'key month': 7, 'key total': 7, 'plan month': 7 });
    await hold.settle(ended({ input_tokens: 6 }));
    expect(used(room, 'Asia/Tokyo')).toEqual({ 'key day': 6, 'key month': 6, 'key total': 6, 'plan month': 6 });
    expect(room.metering.balance('acme')).toMatchObject({ held: 0n, posted: credits(6) });
  });

  it('counts what the ledger had not heard of when it was asked, once', async () => {
    const gate = Promise.withResolvers<undefined>();
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      settle: async (settled) => {
        await gate.promise;
        return ledger.settle(settled);
      },
    });
    const room = await setUpMetering({ plans, around });
    const settling = spend(room, 'UTC', ['2026-11-20T11:59:00Z', 9]);
    await move(room, 'Asia/Tokyo');
    expect(used(room, 'Asia/Tokyo')).toEqual({ 'key day': 9, 'key month': 9, 'key total': 9, 'plan month': 9 });
    gate.resolve(undefined);
    await settling;
    expect(used(room, 'Asia/Tokyo')).toEqual({ 'key day': 9, 'key month': 9, 'key total': 9, 'plan month': 9 });
  });
});
