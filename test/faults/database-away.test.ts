import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { GatewayError } from '../../src/errors/gateway-error.ts';
import type { Hold } from '../../src/metering/hold.ts';
import type { SettledCall } from '../../src/metering/ledger-records.ts';
import { makeMetering } from '../../src/metering/metering.ts';
import { silentLog } from '../../src/shared/log.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { makeSpool } from '../../src/store/postgres/spool.ts';
import { writeCalls } from '../../src/store/shared/settle-row.ts';
import { openDatabaseLink, openTransaction, waitingForLocks } from '../fakes/database-link.ts';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { makeWorkspace } from '../fakes/make-key.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import {
  callerOf,
  credits,
  draftOf,
  ended,
  entryOf,
  freeProduct,
  ofBalance,
  team,
} from '../unit/metering/set-up-metering.ts';
import { callOf, newFolder } from '../unit/store/set-up-store.ts';

const { catalog } = makeConfig({ providers: [makeProvider('one', 'a', 'http://one')], plans: [team] });
const offline = 30_000;
const oneCredit = ended({ input_tokens: 1 });

let beside = 0;
/** A call that none of those admitted here is. */
const callBeside = (changes: Partial<SettledCall> = {}): SettledCall => {
  beside += 1;
  return callOf({ id: `call_beside_${beside}`, ...changes });
};

describe.skipIf(!hasPostgres)('a database that is away', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  async function setUp({ spoolBytes, lasting = offline }: { spoolBytes?: number; lasting?: number } = {}) {
    const { url, drop } = await server.create();
    onTestFinished(drop);
    const link = await openDatabaseLink(url);
    onTestFinished(link.close);
    const spoolFolder = newFolder();
    const clock = makeHandClock();
    const errors: string[] = [];
    const log = {
      ...silentLog,
      error: (message: string, fields = {}) => void errors.push(JSON.stringify([message, fields])),
    };
    const start = async (database = link.url) => {
      const store = await openPostgresStore({
        database,
        clock,
        log,
        followsDatabaseClock: false,
        offline: { spoolFolder, milliseconds: lasting, ...(spoolBytes !== undefined && { spoolBytes }) },
      });
      let closed: Promise<void> | null = null;
      const close = (): Promise<void> => (closed ??= store.close());
      onTestFinished(close);
      const metering = makeMetering({ ledger: store.ledger, clock, catalog: () => catalog, log: silentLog });
      await metering.start();
      return { store, metering, close };
    };
    const instance = await start();
    await instance.store.keys.addWorkspace(makeWorkspace());
    await instance.store.ledger.post(entryOf(credits(1000)));
    await instance.store.changes.refresh();
    /** A call from its admission to its end. */
    const call = async ({ metering }: Pick<typeof instance, 'metering'> = instance): Promise<bigint> => {
      const hold = await metering.admit(draftOf(callerOf()));
      return hold.settle(oneCredit);
    };
    for (let number = 0; number < 20; number += 1) await call();
    /** Time passes, and what comes due is done. */
    const pass = async (milliseconds: number): Promise<void> => {
      for (let passed = 0; passed < milliseconds; passed += 250) {
        clock.move(250);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const { ledger } = instance.store;
    const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
      // Ended by the limit of vitest.
      while (!(await isSo())) await pass(250);
    };
    const cut = async (): Promise<void> => {
      link.cut();
      await until(() => ledger.health().state !== 'ok');
    };
    const posted = async (): Promise<bigint> => (await ledger.account('acme')).posted;
    const files = (): readonly string[] => readdirSync(spoolFolder);
    return { ...instance, url, errors, spoolFolder, link, clock, start, call, pass, until, cut, posted, files, ledger };
  }

  it('lets calls go on within leases and the spool for 30 s, then refuses them with a reason, and goes on by itself', async () => {
    const { call, cut, files, ledger, link, pass, posted, until, metering } = await setUp();
    await cut();
    const { state, awayFor = NaN } = ledger.health();
    await pass(500);
    expect([state, ledger.health().awayFor]).toEqual(['offline', awayFor + 500]);
    for (let number = 0; number < 5; number += 1) expect(await call()).toBe(credits(1));
    expect(files()).toHaveLength(1);
    await pass(offline);
    const refused = await call().catch((error: unknown) => error as GatewayError);
    expect(refused).toMatchObject({ code: 'overloaded', status: 503 });
    expect((refused as GatewayError).message).toContain('has not answered for 30 s');
    link.mend();
    await until(() => ledger.health().state === 'ok');
    await until(() => files().length === 0);
    expect(await posted()).toBe(credits(25));
    expect(await call()).toBe(credits(1));
    expect(await ledger.verify()).toEqual([]);
    await metering.stop();
    expect(await ledger.account('acme')).toMatchObject({ posted: credits(26), leased: 0n });
  });

  it('lets calls that cost something go on until the lease ends, 13 to 48 s later, and free ones for all the time', async () => {
    const { call, cut, clock, link, metering, pass, until, ledger } = await setUp({ lasting: 300_000 });
    const start = clock.now();
    await cut();
    const next = (): Promise<unknown> => call().catch((error: unknown) => error);
    let answer = await next();
    while (typeof answer === 'bigint') {
      await pass(1_000);
      answer = await next();
    }
    expect(answer).toMatchObject({ code: 'overloaded' });
    expect(clock.now() - start).toBeGreaterThanOrEqual(13_000);
    expect(clock.now() - start).toBeLessThanOrEqual(50_000);
    await pass(120_000);
    const free = await metering.admit(draftOf(callerOf(), { product: freeProduct }));
    expect(await free.settle(oneCredit)).toBe(0n);
    link.mend();
    await until(() => ledger.health().state === 'ok');
    expect(await ledger.verify()).toEqual([]);
  });

  it('never lets the balance be spent again that calls in the spool have spent', async () => {
    const { start, url, call, cut, ledger, link, posted, until } = await setUp();
    const other = await start(url);
    // What the first one may still spend of its lease, and all else, is 980 credits together.
    await cut();
    let spent = 0;
    while (await call().then(Boolean, () => false)) spent += 1;
    expect(spent).toBeGreaterThan(3);
    link.mend();
    await until(() => ledger.health().state === 'ok');
    const rest = await Promise.allSettled(Array.from({ length: 990 }, () => call(other)));
    const served = rest.filter(({ status }) => status === 'fulfilled').length;
    expect(await posted()).toBeLessThanOrEqual(credits(1000));
    expect(await posted()).toBe(credits(20 + spent + served));
    expect(await ledger.verify()).toEqual([]);
  });

  it('4: loses no call of the spool when the process is killed, and posts it once though two processes find it', async () => {
    const { start, url, call, cut, files, ledger, link, posted, until } = await setUp();
    await cut();
    for (let number = 0; number < 3; number += 1) await call();
    // A process after it on the same folder, while this one still writes there.
    const next = await start(url);
    expect(files()).toEqual([]);
    expect((await next.store.ledger.account('acme')).posted).toBe(credits(23));
    await call();
    expect(files()).toHaveLength(1);
    link.mend();
    await until(() => ledger.health().state === 'ok');
    await until(() => files().length === 0);
    expect(await posted()).toBe(credits(24));
    await start(url);
    expect(await posted()).toBe(credits(24));
    expect(await ledger.verify()).toEqual([]);
  });

  it('starts though it refuses a line of the spool, posts the others and keeps the file', async () => {
    const { start, url, ledger, posted, spoolFolder } = await setUp();
    const tooMuch = callOf({ charge: 10n ** 30n });
    const spool = makeSpool({ folder: spoolFolder, instanceId: 'inst_before', mostBytes: 10_000 });
    onTestFinished(() => spool.clear(false));
    for (const call of [callBeside(), tooMuch, callBeside()]) await spool.write(writeCalls([call]).text);
    await start(url);
    expect(readdirSync(spoolFolder)).toEqual([expect.stringMatching(/\.calls\.refused$/)]);
    expect(await posted()).toBe(credits(20) + 20n);
    expect(await ledger.call(tooMuch.id)).toBeNull();
    expect(await ledger.verify()).toEqual([]);
  });

  it('ends calls with an error when the spool is full, and charges them when the database is back', async () => {
    const { call, cut, files, ledger, link, metering, posted, until } = await setUp({ spoolBytes: 1000 });
    await cut();
    const holds: Hold[] = [];
    for (let number = 0; number < 6; number += 1) holds.push(await metering.admit(draftOf(callerOf())));
    const ends: string[] = [];
    const settle = async (hold: Hold): Promise<void> => {
      const end = await hold.settle(oneCredit).catch((error: unknown) => error as GatewayError);
      ends.push(typeof end === 'bigint' ? 'charged' : end.code);
    };
    for (const hold of holds) {
      const before = ends.length;
      const settled = settle(hold);
      await until(() => ends.length > before);
      await settled;
    }
    expect(ends.slice(0, 2)).toEqual(['charged', 'charged']);
    expect(ends.slice(-2)).toEqual(['overloaded', 'overloaded']);
    expect(ledger.health().message).toContain('spool');
    await expect(call()).rejects.toMatchObject({ code: 'overloaded' });
    link.mend();
    await until(() => ledger.health().state === 'ok');
    await until(async () => (await posted()) === credits(26));
    expect(files()).toEqual([]);
    expect(await call()).toBe(credits(1));
    expect(await ledger.verify()).toEqual([]);
  });

  it('tells callers that the spool cannot be written, and the log alone where it is and why', async () => {
    const { call, cut, errors, link, spoolFolder, until, ledger } = await setUp();
    rmSync(spoolFolder, { recursive: true });
    writeFileSync(spoolFolder, 'not a folder');
    await cut();
    const running = call().catch(() => 'not charged');
    await until(() => ledger.health().state === 'full');
    const refused = await call().catch((error: unknown) => error as GatewayError);
    expect(refused).toMatchObject({ code: 'overloaded', message: expect.stringContaining('its spool') as string });
    expect((refused as GatewayError).message).not.toMatch(/inst_|\/|E[A-Z]{4,}/);
    expect(errors.join(' ')).toContain(spoolFolder);
    link.mend();
    await until(() => ledger.health().state === 'ok');
    await running;
  });

  it('takes 250 ms from a call when it is silent, and nothing is charged twice that did arrive', async () => {
    const { call, clock, files, ledger, link, posted, until } = await setUp();
    link.stall();
    const charged = call();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(files()).toEqual([]);
    clock.move(250);
    expect(await charged).toBe(credits(1));
    expect(files()).toHaveLength(1);
    link.mend();
    await until(() => files().length === 0);
    await until(() => ledger.health().state === 'ok');
    expect(await posted()).toBe(credits(21));
    expect(await ledger.verify()).toEqual([]);
  });

  it('takes 250 ms from calls when it falls silent during another request, which they do not wait for', async () => {
    const { call, clock, files, ledger, link, posted, until } = await setUp();
    link.stall();
    let isOver = false;
    const asked = Promise.allSettled([ledger.heartbeat(), ledger.journal([callBeside()])]).then(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const charged = [call(), call()];
    await new Promise((resolve) => setTimeout(resolve, 50));
    clock.move(250);
    expect(await Promise.all(charged)).toEqual([credits(1), credits(1)]);
    expect(isOver).toBe(false);
    expect(files()).toHaveLength(1);
    link.mend();
    await asked;
    await until(() => ledger.health().state === 'ok');
    await until(() => files().length === 0);
    expect(await posted()).toBe(credits(22));
    expect(await ledger.verify()).toEqual([]);
  });

  const openCalls = async (client: pg.Client) => (await client.query('select call_id from open_call')).rows;
  const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50));

  const addOther = `insert into account (workspace_id) values ('other')`;
  const wish = { ...ofBalance, need: 0n, giveBack: 0n, least: 0n, most: 0n };
  const otherWish = { ...wish, workspaceId: 'other', subject: 'other' };

  it('settles calls while a lease waits for the account of another workspace', async () => {
    const { ledger, url, files, posted } = await setUp();
    const holder = await openTransaction(url, addOther);
    const together = ledger.settle(callBeside());
    const leased = ledger.lease([otherWish]);
    expect(await together).toBe(10n);
    expect(await ledger.settle(callBeside())).toBe(10n);
    expect(files()).toEqual([]);
    await holder.query('commit');
    expect(await leased).toMatchObject([{ taken: 0n }]);
    expect(await posted()).toBe(credits(20) + 20n);
  });

  it.each([
    ['a spool', offline, '10'],
    ['no spool', 0, 'not acknowledged'],
  ])('keeps on with all other workspaces while an account is locked, with %s', async (_, lasting, end) => {
    const { call, ledger, url, pass, until, posted } = await setUp({ lasting });
    await ledger.lease([otherWish]);
    const holder = await openTransaction(url, `select 1 from account where workspace_id = 'other' for update`);
    const locked = callBeside({ workspaceId: 'other' });
    const ends: string[] = [];
    void ledger
      .settle(locked)
      .then(String, String)
      .then((how) => ends.push(how));
    await until(() => ends.length > 0);
    expect(ends).toEqual([expect.stringContaining(end)]);
    const own = callBeside();
    expect(await ledger.settle(own)).toBe(10n);
    await until(async () => (await ledger.call(own.id)) !== null);
    // The lease of the other workspace ends, and nothing can close it.
    await pass(65_000);
    for (let number = 0; number < 5; number += 1) expect(await call()).toBe(credits(1));
    expect(await posted()).toBe(credits(25) + 10n);
    expect(ledger.health().state).toBe('ok');
    await holder.query('rollback');
    await until(() => ledger.settle(locked).then(Boolean, () => false));
    await until(async () => (await ledger.call(locked.id))?.charge === 10n);
    expect(await ledger.verify()).toEqual([]);
  });

  it('is not taken for away where a lock is not free, and answers what was asked after that', async () => {
    const { ledger, url } = await setUp();
    const holder = await openTransaction(url, addOther);
    const [locked, free] = [ledger.lease([otherWish]), ledger.lease([wish])];
    await expect(locked).rejects.toMatchObject({ code: 'overloaded' });
    expect(await free).toMatchObject([{ taken: 0n }]);
    await holder.query('commit');
  });

  it('counts as back when it refuses a call that waited for it', async () => {
    const { cut, link, ledger, pass, until } = await setUp({ lasting: 0 });
    const refused = expect(ledger.settle(callBeside({ charge: 10n ** 30n }))).rejects.toThrow();
    await cut();
    link.mend();
    await Promise.all([refused, pass(10_000)]);
    await until(() => ledger.health().state === 'ok');
  });

  it('answers no request with an older state than that of the calls settled before it', async () => {
    const { ledger, posted } = await setUp();
    for (let round = 1n; round <= 20n; round += 1n) {
      void ledger.settle(callBeside());
      expect(await posted()).toBe(credits(20) + 10n * round);
    }
  });

  it('leaves no call open that is settled while its progress is noted', async () => {
    const { ledger, url, clock, until } = await setUp();
    const holder = await openTransaction(url);
    const call = callBeside();
    await holder.query(
      `insert into open_call (call_id, instance_id, settlement, journal_at) values ($1, 'inst_none', '{}', 0)`,
      [call.id],
    );
    const noted = ledger.journal([call]);
    await until(async () => (await waitingForLocks(holder)) === 1);
    const settled = ledger.settle(call);
    await pause();
    clock.move(250);
    expect(await settled).toBe(10n);
    await holder.query('rollback');
    await noted;
    await until(async () => (await ledger.call(call.id)) !== null);
    expect(await openCalls(holder)).toEqual([]);
  });

  it('leaves no call open whose progress is noted while it is settled', async () => {
    const { ledger, url, clock, until } = await setUp();
    const ofInstances = await openTransaction(url, 'select 1 from instance for update');
    const ofUsage = await openTransaction(url, 'lock table usage_bucket in share mode');
    const call = callBeside();
    const noted = Promise.all([ledger.heartbeat(), ledger.journal([call])]);
    await until(async () => (await waitingForLocks(ofUsage)) === 1);
    const settled = ledger.settle(call);
    await until(async () => (await waitingForLocks(ofUsage)) === 2);
    await ofInstances.query('commit');
    await pause();
    clock.move(250);
    await settled;
    await ofUsage.query('commit');
    await noted;
    expect(await openCalls(ofUsage)).toEqual([]);
  });

  it('refuses at once what waits for it, once it is known to be away', async () => {
    const { cut, ledger, link, until } = await setUp();
    await cut();
    link.stall();
    const asked = Array.from({ length: 12 }, () => ledger.heartbeat());
    for (const result of await Promise.allSettled(asked)) expect(result.status).toBe('rejected');
    link.mend();
    await until(() => ledger.health().state === 'ok');
    await ledger.heartbeat();
  });
});
