import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { KeyRecord } from '../../src/identity/stores.ts';
import type { SettledCall } from '../../src/metering/ledger-records.ts';
import { silentLog } from '../../src/shared/log.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { failureKind } from '../../src/store/postgres/session.ts';
import { makeSpool } from '../../src/store/postgres/spool.ts';
import { writeCalls } from '../../src/store/shared/settle-row.ts';
import type { Store } from '../../src/store/store.ts';
import { openTransaction } from '../fakes/database-link.ts';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { makeKey, makeWorkspace } from '../fakes/make-key.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { entryOf, ofBalance } from '../unit/metering/set-up-metering.ts';
import { callOf, newFolder } from '../unit/store/set-up-store.ts';

const lockOther = `select 1 from account where workspace_id = 'other' for update`;
const wish = { ...ofBalance, need: 0n, giveBack: 0n, least: 0n, most: 0n };
const otherWish = { ...wish, workspaceId: 'other', subject: 'other' };
/** As many requests for a locked account would take twice the time of their test, a second each, if each of them waited for it. */
const tooMany = 40;
/** Milliseconds without a heartbeat after which an instance counts as gone. */
const recoveryGrace = 600_000;

let count = 0;
const callIn = (workspaceId: string, changes: Partial<SettledCall> = {}): SettledCall => {
  count += 1;
  return callOf({ id: `call_in_${count}`, workspaceId, ...changes });
};
const others = (number: number): readonly SettledCall[] => Array.from({ length: number }, () => callIn('other'));

/** The account of workspace `other` is locked by a transaction of an operator; that of `acme` is not. */
describe.skipIf(!hasPostgres)('an account that another transaction keeps locked', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  async function setUp({ lasting = 30_000, spoolBytes = 1_000_000 } = {}) {
    const { url, drop } = await server.create();
    onTestFinished(drop);
    const spoolFolder = newFolder();
    const clock = makeHandClock();
    const start = async () => {
      const offline = { spoolFolder, milliseconds: lasting, spoolBytes };
      const store = await openPostgresStore({
        ...{ database: url, clock, log: silentLog, followsDatabaseClock: false, offline },
      });
      let closed: Promise<void> | null = null;
      const close = (): Promise<void> => (closed ??= store.close());
      onTestFinished(close);
      await store.ledger.open(clock.now());
      return { ...store, close };
    };
    const store = await start();
    const { ledger } = store;
    for (const id of ['acme', 'other']) {
      await store.keys.addWorkspace(makeWorkspace(id));
      await ledger.post(entryOf(1_000_000n, { workspaceId: id, externalId: `grant ${id}` }));
    }
    const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
      // Ended by the limit of vitest.
      while (!(await isSo())) {
        clock.move(250);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const isIn = async (call: SettledCall): Promise<boolean> => (await ledger.call(call.id)) !== null;
    const spoolBytesNow = (): number =>
      readdirSync(spoolFolder).reduce((sum, name) => sum + statSync(join(spoolFolder, name)).size, 0);
    /** Settles calls of the locked account; they end in the spool, or with an error. */
    const settleLocked = async (calls: readonly SettledCall[]): Promise<readonly PromiseSettledResult<bigint>[]> => {
      let isOver = false;
      const ends = Promise.allSettled(calls.map((call) => ledger.settle(call))).finally(() => (isOver = true));
      await until(() => isOver);
      return ends;
    };
    return { url, spoolFolder, clock, start, store, ledger, until, isIn, spoolBytesNow, settleLocked };
  }

  it('keeps the leases of other workspaces waiting once, however often its own are asked for', async () => {
    const { ledger, url } = await setUp();
    const holder = await openTransaction(url, lockOther);
    const reserved = { batchId: 'batch_1', workspaceId: 'other', keyId: 'key_1', startedAt: 1, amount: 1n };
    const locked = [
      ...Array.from({ length: tooMany / 2 }, () => ledger.lease([otherWish])),
      ledger.reserve(reserved),
      ...Array.from({ length: tooMany / 2 }, () => ledger.lease([otherWish])),
    ];
    const free = ledger.lease([wish]);
    expect(await free).toMatchObject([{ taken: 0n }]);
    for (const end of await Promise.allSettled(locked))
      expect(end).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } });
    expect(ledger.health().state).toBe('ok');
    await holder.query('commit');
  }, 20_000);

  it('leases again soon after it is free', async () => {
    const { ledger, url, until } = await setUp();
    const holder = await openTransaction(url, lockOther);
    for (let time = 0; time < 3; time += 1) await expect(ledger.lease([otherWish])).rejects.toThrow();
    await holder.query('commit');
    await until(() => ledger.lease([otherWish]).then(Boolean, () => false));
  });

  it('ends the reservation of its batch later, and those of others at once', async () => {
    const { ledger, url, until } = await setUp();
    for (const workspaceId of ['acme', 'other'])
      await ledger.reserve({ batchId: `of ${workspaceId}`, workspaceId, keyId: 'key_1', startedAt: 1, amount: 1n });
    const holder = await openTransaction(url, lockOther);
    const locked = Array.from({ length: tooMany }, () => ledger.endReservation('of other'));
    await ledger.endReservation('of acme');
    expect((await Promise.allSettled(locked)).map(({ status }) => status)).not.toContain('fulfilled');
    await holder.query('commit');
    await until(() =>
      ledger.endReservation('of other').then(
        () => true,
        () => false,
      ),
    );
    expect(await ledger.reservations()).toEqual([]);
  }, 20_000);

  it('keeps no instance from its heartbeat, nor the calls of others that a dead one left', async () => {
    const { ledger, start, url, clock, until, isIn } = await setUp();
    const gone = await start();
    const noted = { outcome: 'recovered', journalled: true } as const;
    const left = Array.from({ length: 250 }, (_, index) =>
      callIn('other', { ...noted, id: `call_a${String(index).padStart(3, '0')}` }),
    );
    const own = callIn('acme', { ...noted, id: 'call_b' });
    await gone.ledger.journal([...left, own]);
    const holder = await openTransaction(url, lockOther);
    clock.move(recoveryGrace + 1_000);
    expect(await ledger.heartbeat()).toBe(1);
    expect(await isIn(own)).toBe(true);
    const watcher = await openTransaction(url);
    const { rows } = await watcher.query('select max(heartbeat_at) as at from instance');
    expect(rows).toEqual([{ at: String(clock.now()) }]);
    await holder.query('commit');
    await until(async () => (await ledger.heartbeat()) > 0);
    await until(async () => (await ledger.heartbeat(), isIn(left[249] ?? own)));
    expect(await ledger.verify()).toEqual([]);
  });

  it('does not fill the spool with the calls of others', async () => {
    const { ledger, url, until, isIn, spoolBytesNow, settleLocked, store } = await setUp({ spoolBytes: 20_000 });
    const holder = await openTransaction(url, lockOther);
    const [locked, ...rest] = others(30);
    if (locked === undefined) throw new Error('There is no call.');
    expect(await settleLocked([locked])).toMatchObject([{ status: 'fulfilled' }]);
    // While the locked account keeps a call there, calls of acme pass through it, three times what it holds.
    const paused = await openTransaction(url, `select 1 from account where workspace_id = 'acme' for update`);
    for (let round = 0; round < 4; round += 1) {
      const calls = Array.from({ length: 40 }, () => callIn('acme'));
      if (round > 0) await paused.query(`begin; select 1 from account where workspace_id = 'acme' for update`);
      const ends = await settleLocked(calls);
      expect(ends.map(({ status }) => status)).not.toContain('rejected');
      await paused.query('commit');
      await until(async () => (await Promise.all(calls.map(isIn))).every(Boolean));
    }
    expect(await settleLocked(rest.slice(0, 1))).toMatchObject([{ status: 'fulfilled' }]);
    expect(spoolBytesNow()).toBeLessThan(20_000);
    expect(store.spooled()).toBe(2);
    await holder.query('commit');
    await until(() => isIn(locked));
    await until(() => spoolBytesNow() === 0);
    expect(await ledger.verify()).toEqual([]);
  });

  it('without a spool takes as long from each of its calls, and nothing from others', async () => {
    const { ledger, url, clock, until, isIn } = await setUp({ lasting: 0 });
    const holder = await openTransaction(url, lockOther);
    const start = clock.now();
    const ends = new Map<string, number>();
    const settle = (call: SettledCall): void =>
      void ledger.settle(call).then(
        () => ends.set('charged', clock.now()),
        () => ends.set(call.id, clock.now()),
      );
    const [first, second, third] = others(3);
    if (!first || !second || !third) throw new Error('There are no calls.');
    settle(first);
    const own = callIn('acme');
    const settled = ledger.settle(own);
    // Real time: the database says after two seconds that the account is locked.
    expect(await settled).toBe(10n);
    expect(await isIn(own)).toBe(true);
    expect(ends.size).toBe(0);
    settle(second);
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.move(5_000);
    settle(third);
    await until(() => ends.size === 3);
    const [ofFirst = 0, ofSecond = 0, ofThird = 0] = [first, second, third].map(({ id }) => ends.get(id));
    expect(ofFirst - start).toBeLessThanOrEqual(11_000);
    expect(ofSecond - start).toBeLessThanOrEqual(11_000);
    expect(ofThird - start).toBeGreaterThanOrEqual(14_000);
    expect(ofThird - start).toBeLessThanOrEqual(16_000);
    await holder.query('commit');
    await until(() => ledger.settle(first).then(Boolean, () => false));
    expect(await ledger.verify()).toEqual([]);
  });

  it('keeps no instance from its start, which settles the calls of its spool later', async () => {
    const { ledger, start, url, until, isIn, spoolFolder, spoolBytesNow } = await setUp();
    const holder = await openTransaction(url, lockOther);
    const spool = makeSpool({ folder: spoolFolder, instanceId: 'inst_before', mostBytes: 100_000 });
    const [locked, own] = [others(12), callIn('acme')];
    for (const call of [...locked, own]) await spool.write(writeCalls([call]).text);
    const next = await start();
    expect(await isIn(own)).toBe(true);
    expect(await next.ledger.settle(callIn('acme'))).toBe(10n);
    expect(spoolBytesNow()).toBeGreaterThan(0);
    expect(next.spooled()).toBe(12);
    await holder.query('commit');
    // Until the calls are in the books, their credit would be leased again.
    const notYet = { code: 'overloaded', cause: { message: expect.stringContaining('Settlements before it') } };
    await expect(next.ledger.lease([otherWish])).rejects.toMatchObject(notYet);
    await expect(next.ledger.lease([wish])).resolves.toMatchObject([{ taken: 0n }]);
    await until(async () => (await Promise.all(locked.map(isIn))).every(Boolean));
    await until(() => next.spooled() === 0);
    await expect(next.ledger.lease([otherWish])).resolves.toMatchObject([{ taken: 0n }]);
    await until(() => spoolBytesNow() === 0);
    expect(await ledger.verify()).toEqual([]);
    await spool.clear(false);
  }, 30_000);

  it('settles the calls of one file of its spool though another cannot be removed', async () => {
    const { start, url, until, isIn, spoolFolder } = await setUp();
    const holder = await openTransaction(url, lockOther);
    const calls = others(2);
    for (const [index, call] of calls.entries()) {
      const spool = makeSpool({ folder: spoolFolder, instanceId: `inst_${index}`, mostBytes: 100_000 });
      await spool.write(writeCalls([call]).text);
      onTestFinished(() => spool.clear(false));
    }
    const next = await start();
    const [first = ''] = readdirSync(spoolFolder).toSorted();
    rmSync(join(spoolFolder, first));
    mkdirSync(join(spoolFolder, first));
    await holder.query('commit');
    await until(async () => (await Promise.all(calls.map(isIn))).every(Boolean));
    await until(() => next.spooled() === 0);
  }, 30_000);

  it('keeps no lease waiting for what workspaces are counted to have spent in another zone', async () => {
    const { ledger, url, clock } = await setUp();
    const holder = await openTransaction(url, 'lock table usage_bucket');
    const counting = ledger.windows('other', 'Asia/Tokyo', clock.now());
    await expect(ledger.lease([wish])).resolves.toMatchObject([{ taken: 0n }]);
    await ledger.heartbeat();
    expect(await Promise.race([counting, Promise.resolve('still counting')])).toBe('still counting');
    await holder.query('commit');
    expect(await counting).toEqual([]);
  });

  it.each([
    [
      'keys',
      `select 1 from workspace where id = 'other' for update`,
      ({ keys }: Store, index: number) =>
        keys.addKey(makeKey(`sk-${index}`, { id: `key_${index}`, workspaceId: 'other' })),
    ],
    [
      'grants',
      lockOther,
      ({ ledger }: Store, index: number) =>
        ledger.post(entryOf(1n, { workspaceId: 'other', externalId: `more ${index}` })),
    ],
  ])(
    'keeps nothing else waiting for its %s: one connection waits, and the database is there',
    async (_, lock, write) => {
      const { store, url } = await setUp();
      const holder = await openTransaction(url, lock);
      const locked = Promise.allSettled(Array.from({ length: 10 }, (__, index) => write(store, index)));
      await store.keys.addKey(makeKey('sk-acme', { id: 'key_acme', workspaceId: 'acme' }));
      await store.ledger.post(entryOf(1n, { externalId: 'more' }));
      // Its text speaks of no call: none was made.
      const message: unknown = expect.stringMatching(/^(?!.*\bcall\b).*was not acknowledged/);
      for (const end of await locked)
        expect(end).toMatchObject({ status: 'rejected', reason: { code: 'overloaded', message } });
      expect(store.health().state).toBe('ok');
      await holder.query('commit');
    },
    30_000,
  );

  it('keeps nothing else waiting for changes of its keys, and gives up no revocation as soon as an edit', async () => {
    const { store, url } = await setUp();
    const keys = Array.from({ length: tooMany }, (_, index) =>
      makeKey(`sk-${index}`, { id: `key_${index}`, workspaceId: 'other' }),
    );
    for (const key of keys) await store.keys.addKey(key);
    const holder = await openTransaction(url, `select 1 from api_key where workspace_id = 'other' for update`);
    const ends: string[] = [];
    const put = async (name: string, key: KeyRecord): Promise<void> => {
      const isPut = await store.keys.putKey(key).then(
        () => true,
        () => false,
      );
      ends.push(`${name} ${isPut}`);
    };
    const edits = keys.map((key) => put('edit', { ...key, name: 'another' }));
    const [first] = keys;
    const revocation = first && put('revocation', { ...first, revokedAt: 9 });
    await store.keys.addKey(makeKey('sk-acme', { id: 'key_acme', workspaceId: 'acme' }));
    expect(ends).toEqual([]);
    await Promise.all(edits);
    expect(ends).toEqual(keys.map(() => 'edit false'));
    await holder.query('commit');
    await revocation;
    expect(ends.at(-1)).toBe('revocation true');
    expect(store.health().state).toBe('ok');
  }, 30_000);

  it('is no database that is away, nor one that answers again, to a request for which no connection is free', async () => {
    const { url } = await setUp();
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    pool.on('error', () => undefined); // the server may stop first
    onTestFinished(() => pool.end());
    const client = await pool.connect();
    pool.options.connectionTimeoutMillis = 20;
    const failure = await pool.query('select 1').catch((cause: unknown) => cause);
    client.release();
    expect(failureKind(failure)).toBe('busy');
  });
});
