import { readdirSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SettledCall } from '../../../src/metering/ledger-records.ts';
import { failureKind } from '../../../src/store/postgres/session.ts';
import { makeSettling } from '../../../src/store/postgres/settling.ts';
import { makeSpool, takeOverSpool } from '../../../src/store/postgres/spool.ts';
import { writeCalls } from '../../../src/store/shared/settle-row.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { callOf, newFolder } from './set-up-store.ts';

/** An error as the server reports it. */
function refusal(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError(`reported with ${code}`, 0, 'error');
  error.code = code;
  return error;
}

/** What a socket of Node.js fails with. */
const brokenPipe = (): Error => Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Settlements of one instance, on a database that fails as `failing` says, for one call or all. */
function setUp(mostBytes = 100_000) {
  const clock = makeHandClock();
  const folder = newFolder();
  const posted = new Set<string>();
  const refused: string[] = [];
  const troubles: (string | null)[] = [];
  const delayed: string[] = [];
  /** How long each statement would have waited for a lock. */
  const waits: number[] = [];
  /** The calls that have been sent, whatever came of it. */
  const tried = new Set<string>();
  let failing: (call: SettledCall) => Error | null = () => null;
  let isThere = true;
  const spool = makeSpool({ folder, instanceId: 'inst_one', mostBytes });
  const settling = makeSettling({
    instanceId: 'inst_one',
    clock,
    spool,
    isThere: () => isThere,
    onSpool: (trouble) => troubles.push(trouble),
    onRefused: (ids) => refused.push(...ids),
    onDelayed: (_, reason) => delayed.push(reason),
    send: async (calls, locked) => {
      waits.push(locked);
      for (const { id } of calls) tried.add(id);
      await Promise.resolve();
      for (const call of calls) {
        const failure = failing(call);
        if (failure) throw failure;
      }
      for (const { id } of calls) posted.add(id);
      return calls.map(() => null);
    },
  });
  onTestFinished(async () => {
    settling.end();
    await spool.clear(false);
  });
  return {
    clock,
    folder,
    posted,
    refused,
    troubles,
    delayed,
    waits,
    fail: (next: typeof failing): void => void (failing = next),
    leave: (): void => void (isThere = false),
    caughtUp: settling.caughtUp,
    /** Settles calls together; the database has 250 ms. */
    settle: async (...calls: readonly SettledCall[]) => {
      const settled = settling.settle(writeCalls(calls), false);
      const isSent = async (): Promise<void> => {
        while (!calls.every(({ id }) => tried.has(id))) await turn();
      };
      // What the database says of them is known before the time is over.
      await Promise.race([settled, isSent()]);
      for (let turns = 0; turns < 10; turns += 1) await turn();
      clock.move(250);
      return settled;
    },
  };
}

describe('settlements on their way into PostgreSQL', () => {
  it.each([
    ['a socket that broke', brokenPipe],
    ['a statement that was cancelled (57014)', () => refusal('57014')],
    ['an account that was locked (55P03)', () => refusal('55P03')],
    ['a disk that failed (58030)', () => refusal('58030')],
    ['an internal error (XX000)', () => refusal('XX000')],
  ])('keep an acknowledged call after %s, and send it until it is in the database', async (_, failure) => {
    const { clock, fail, settle, posted, refused, folder } = setUp();
    const call = callOf();
    fail(failure);
    expect(await settle(call)).toEqual([null]);
    expect(readdirSync(folder)).toHaveLength(1);
    fail(() => null);
    clock.move(1_000);
    await vi.waitFor(() => expect([...posted]).toEqual([call.id]));
    expect(refused).toEqual([]);
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]));
  });

  it('go on past a call on which the database fails, and report it once a minute', async () => {
    const { fail, settle, posted, delayed, clock } = setUp();
    const [bad, good] = [callOf(), callOf()];
    fail(({ id }) => (id === bad.id ? refusal('XX000') : null));
    expect(await settle(bad)).toEqual([null]);
    expect(await settle(good)).toEqual([null]);
    await vi.waitFor(() => expect([...posted]).toEqual([good.id]));
    clock.move(250);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect(delayed).toEqual(['reported with XX000']);
    clock.move(60_000);
    await vi.waitFor(() => expect(delayed).toHaveLength(2));
  });

  it('of a locked account are asked for once in a while, for longer each time, and never keep others waiting', async () => {
    const { clock, fail, settle, posted, waits, caughtUp } = setUp();
    const [locked, free] = [callOf({ workspaceId: 'other' }), callOf()];
    fail(({ workspaceId }) => (workspaceId === 'other' ? refusal('55P03') : null));
    expect(await settle(locked, free)).toEqual([null, null]);
    expect([...posted]).toEqual([free.id]);
    expect(waits.splice(0)).toEqual([2_000, 100, 100]);
    for (let second = 0; second < 60; second += 1) {
      clock.move(750);
      await settle(callOf());
    }
    expect(posted.size).toBe(61);
    expect(waits.filter((wait) => wait < 2_000)).toEqual([
      100,
      200,
      400,
      800,
      ...Array.from({ length: 5 }, () => 1_000),
    ]);
    expect(await caughtUp(10_000, ({ workspaceId }) => workspaceId === 'other')).toBe(false);
    expect(await caughtUp(10_000, ({ workspaceId }) => workspaceId === 'acme')).toBe(true);
    fail(() => null);
    clock.move(10_000);
    await vi.waitFor(() => expect(posted).toContain(locked.id));
    expect(await caughtUp(10_000)).toBe(true);
  });

  it.each(['23514', '22003'])('keep the file of an acknowledged call that is refused (%s)', async (code) => {
    const { clock, fail, settle, posted, refused, folder, leave } = setUp();
    const [bad, good] = [callOf(), callOf()];
    fail(brokenPipe);
    leave();
    expect(await settle(bad)).toEqual([null]);
    expect(await settle(good)).toEqual([null]);
    fail(({ id }) => (id === bad.id ? refusal(code) : null));
    await vi.waitFor(() => {
      clock.move(100);
      expect(refused).toEqual([bad.id]);
    });
    await vi.waitFor(() => expect([...posted]).toEqual([good.id]));
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['inst_one-1.calls.refused']));
    // It is for a person: no process fails at it again.
    for await (const left of takeOverSpool({ folder, instanceId: 'inst_next' })) expect(left).toBeNull();
    const next = callOf();
    fail(() => null);
    await settle(next);
    expect(readdirSync(folder)).toEqual(['inst_one-1.calls.refused']);
  });

  it('are waited for by what was asked after them, and not those that come later', async () => {
    const { fail, settle, caughtUp } = setUp();
    const late = callOf();
    fail(({ id }) => (id === late.id ? brokenPipe() : null));
    const first = settle(callOf());
    const isCaughtUp = caughtUp(10_000);
    const second = settle(late);
    expect(await isCaughtUp).toBe(true);
    await Promise.all([first, second]);
  });

  it('answer a refused call that was not acknowledged with the refusal', async () => {
    const { fail, settle, folder } = setUp();
    fail(() => refusal('23514'));
    expect(await settle(callOf())).toMatchObject([{ code: 'conflict' }]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('forget that the spool was full once it has been emptied', async () => {
    const { clock, fail, settle, troubles, leave, posted } = setUp(400);
    leave();
    fail(brokenPipe);
    expect(await settle(callOf())).toEqual([null]);
    const waiting = settle(callOf());
    await vi.waitFor(() => expect(String(troubles.at(-1))).toContain('400 bytes'));
    fail(() => null);
    clock.move(100);
    await waiting;
    expect(posted.size).toBe(2);
    await vi.waitFor(() => expect(troubles.at(-1)).toBeNull());
  });
});

describe('a failure of a statement', () => {
  it('is known by the code of the database alone', () => {
    expect(failureKind(brokenPipe())).toBe('away');
    expect(failureKind(Object.assign(new Error('not of the database'), { code: '23505' }))).toBe('away');
    expect(failureKind(refusal('23505'))).toBe('constraint');
    expect(failureKind(refusal('22003'))).toBe('value');
    expect(failureKind(refusal('40P01'))).toBe('again');
    expect(failureKind(refusal('53300'))).toBe('away');
    expect(failureKind(refusal('53100'))).toBe('full');
    expect(failureKind(refusal('57P01'))).toBe('away');
    expect(failureKind(refusal('54000'))).toBe('value');
    expect(failureKind(refusal('XX000'))).toBe('other');
  });

  it('is not about the statement where the server has run out of numbers for transactions', () => {
    for (const routine of ['GetNewTransactionId', 'GetNewMultiXactId'])
      expect(failureKind(Object.assign(refusal('54000'), { routine }))).toBe('full');
    expect(failureKind(Object.assign(refusal('54000'), { routine: '_bt_check_third_page' }))).toBe('value');
  });
});
