import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import pg from 'pg';
import { silentLog } from '../../src/shared/log.ts';
import { systemClock, type Clock } from '../../src/shared/time/clock.ts';
import { openPostgresStore, serverTimeouts } from '../../src/store/postgres/open-postgres-store.ts';
import { openDatabaseLink } from '../fakes/database-link.ts';
import { makeKey, makeWorkspace } from '../fakes/make-key.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { startSilentPooler } from '../fakes/silent-pooler.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { entryOf, ofBalance } from '../unit/metering/set-up-metering.ts';
import { callOf } from '../unit/store/set-up-store.ts';

const event = { at: 1, actor: 'admin', action: 'a test', object: 'x', diff: '', requestId: null };
const rounds = 20;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);

/** What only the locks of the database keep right: each is tried many times by two instances at once. */
describe.skipIf(!hasPostgres)('two instances on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  async function startTwo(clocks: readonly [Clock, Clock] = [systemClock, systemClock]) {
    const { url: database } = await server.create();
    const start = async (clock: Clock) => {
      const store = await openPostgresStore({ database, clock, log: silentLog });
      onTestFinished(store.close);
      await store.ledger.open(store.clock.now());
      return store;
    };
    const [one, other] = [await start(clocks[0]), await start(clocks[1])];
    await one.keys.addWorkspace(makeWorkspace());
    await one.ledger.post(entryOf(1_000_000n));
    return { database, one, other, both: [one, other] as const };
  }

  it('5: leave a lease that is renewed while another instance is about to close it', async () => {
    const { database, one, other } = await startTwo();
    const connect = async () => {
      const client = new pg.Client(database);
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    const [holder, watcher] = [await connect(), await connect()];
    const wish = { ...ofBalance, need: 300n, least: 0n, most: 0n, giveBack: 0n };
    const [leased] = await one.ledger.lease([wish]);
    await holder.query('update lease set expires_at = 1');
    await holder.query('begin');
    await holder.query(`select 1 from account where workspace_id = 'acme' for update`);
    const closing = other.ledger.lease([wish]);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await watcher.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
    await holder.query('update lease set expires_at = $1', [Date.now() + 3_600_000]);
    await holder.query('commit');
    await closing;
    const { rows } = await watcher.query('select state from lease where id = $1', [leased?.id]);
    expect(rows).toEqual([{ state: 'open' }]);
    expect(await one.ledger.verify()).toEqual([]);
  });

  it('keep nothing of what they recover locked while they read the books', async () => {
    const { database, one } = await startTwo();
    const connect = async () => {
      const client = new pg.Client(database);
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    const [holder, watcher] = [await connect(), await connect()];
    await one.ledger.lease([{ ...ofBalance, need: 300n, least: 0n, most: 0n, giveBack: 0n }]);
    await holder.query('update instance set heartbeat_at = 1');
    await holder.query('begin');
    await holder.query('lock table usage_bucket in access exclusive mode');
    const next = await openPostgresStore({ database, clock: systemClock, log: silentLog });
    onTestFinished(next.close);
    const opening = next.ledger.open(next.clock.now());
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await watcher.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
    expect((await watcher.query('select 1 from account for update nowait')).rowCount).toBe(1);
    expect((await watcher.query('select state from lease')).rows).toEqual([{ state: 'closed' }]);
    await holder.query('commit');
    expect((await opening).accounts).toMatchObject([{ granted: 1_000_000n, leased: 0n }]);
  });

  it('7: refund a call once', async () => {
    const { both, one } = await startTwo();
    for (const round of numbers(rounds)) {
      const call = callOf();
      await one.ledger.settle(call);
      const refunds = await Promise.allSettled(
        both.map(({ ledger }, index) =>
          ledger.post(entryOf(6n, { kind: 'refund', callId: call.id, externalId: `refund ${round} ${index}` })),
        ),
      );
      expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    expect(await one.ledger.verify()).toEqual([]);
  });

  it('7: leave a workspace an owner', async () => {
    const { both, one } = await startTwo();
    for (const round of numbers(rounds)) {
      const workspaceId = `w${round}`;
      await one.keys.addWorkspace(makeWorkspace(workspaceId));
      const owners = ['ada', 'bob'].map((name) => ({
        id: `${name}${round}`,
        workspaceId,
        email: `${name}@example.com`,
        name: '',
        role: 'owner' as const,
        createdAt: 1,
        version: 1,
      }));
      for (const owner of owners) await one.members.add(owner, event);
      await Promise.allSettled(
        both.map(({ members }, index) =>
          members.remove({ id: owners[index]?.id ?? '', workspaceId, version: 1 }, event),
        ),
      );
      expect(await one.members.list(workspaceId)).toHaveLength(1);
    }
  });

  it('7: write one chain of the audit log', async () => {
    const { both, one } = await startTwo();
    await Promise.all(
      numbers(rounds).map((at) => both[at % 2 ? 0 : 1].people.list().then(() => one.audit.append({ ...event, at }))),
    );
    await Promise.all(both.flatMap(({ audit }) => numbers(rounds).map((at) => audit.append({ ...event, at }))));
    expect(await one.audit.verify()).toEqual([]);
  });

  it('8: settle the calls of a workspace in the order in which a check reads them on', async () => {
    const { both, one, other } = await startTwo();
    for (const _ of numbers(rounds)) {
      const settled = both.map(({ ledger }) =>
        Promise.all(numbers(200).map(() => ledger.settle(callOf({ startedAt: Date.now() })))),
      );
      for (let checks = 0; checks < 5; checks += 1) expect(await other.ledger.reconcile()).toEqual([]);
      await Promise.all(settled);
    }
    expect(await one.ledger.reconcile()).toEqual([]);
    expect(await other.ledger.reconcile()).toEqual([]);
  }, 120_000);

  describe('when the database has lost its last transactions', () => {
    const lost = makeKey('a lost secret', { id: 'key_lost' });

    /** A key that both know at version 2, and one that is lost; then the key is at version 1 again, and the other one is gone. */
    async function lose(how: string) {
      const { database, one, other } = await startTwo();
      const key = makeKey('a secret');
      await one.keys.addKey(key);
      await one.keys.putKey({ ...key, name: 'an edit that is lost' });
      await one.keys.addKey(lost);
      await one.keys.putWorkspace(makeWorkspace('acme', { name: 'a name that is lost' }));
      await one.ledger.freeze('acme', 'a reason that is lost');
      await other.changes.refresh();
      const client = new pg.Client(database);
      await client.connect();
      onTestFinished(() => client.end());
      await client.query(`begin; update api_key set version = 1, name = '${key.name}'; ${how};
        update workspace set version = 1, name = 'before'; update account set frozen_reason = null;
        delete from api_key where id = '${lost.id}'; commit`);
      return { key, one, other, ended: client.end.bind(client) };
    }

    it.each([
      ['and its number is lower', 'update epoch set value = 1'],
      ['and others have made as many changes since', 'truncate epoch; insert into epoch values (1, 100)'],
    ])('16: know what is left, %s', async (_, how) => {
      const { key, one, other } = await lose(how);
      const frozen: (string | null)[] = [];
      other.ledger.subscribe(({ frozenReason }) => void frozen.push(frozenReason));
      await Promise.all([one, other].map(({ changes }) => changes.refresh()));
      for (const { keys } of [one, other]) {
        expect(keys.find(key.hash)).toEqual(key);
        expect(keys.find(lost.hash)).toBeUndefined();
        expect(keys.listKeys('acme')).toEqual([key]);
        expect(keys.workspace('acme')).toMatchObject({ name: 'before', version: 1 });
      }
      expect(frozen).toContain(null);
      expect(await one.keys.putKey({ ...key, revokedAt: 9 })).toMatchObject({ version: 2 });
      expect(await one.keys.reach()).toEqual({ reached: 2, instances: 2 });
      expect(other.keys.find(key.hash)).toMatchObject({ revokedAt: 9 });
    });

    it('16: know what is left after a restart of the server', async () => {
      const { key, one, other, ended } = await lose('select 1');
      await ended();
      await server.restart();
      for (const { keys, changes } of [one, other]) {
        await expect.poll(() => changes.refresh().then(() => keys.find(key.hash)), { timeout: 10_000 }).toEqual(key);
        expect(keys.find(lost.hash)).toBeUndefined();
      }
    });
  });

  it('15: find changes by asking where a pooler swallows notifications, and say so', async () => {
    const { url } = await server.create();
    const pooler = await startSilentPooler(url);
    onTestFinished(pooler.close);
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
    const open = async (database: string) => {
      const store = await openPostgresStore({ database, clock: systemClock, log });
      onTestFinished(store.close);
      return store;
    };
    const [one, other] = [await open(url), await open(pooler.url)];
    expect(warnings).toEqual([expect.stringContaining('a pooler in between?')]);
    await one.keys.addWorkspace(makeWorkspace());
    const key = makeKey('a secret');
    await one.keys.addKey(key);
    await expect.poll(() => other.keys.find(key.hash), { timeout: 20_000 }).toEqual(key);
    // The one that hears nothing tells the others all the same.
    await other.keys.putKey({ ...key, revokedAt: 9 });
    await expect.poll(() => one.keys.find(key.hash)?.revokedAt, { timeout: 20_000 }).toBe(9);
  });

  it('15: take no harm from a notification that is not of an instance', async () => {
    const { database, one, other } = await startTwo();
    const client = new pg.Client(database);
    onTestFinished(() => client.end());
    await client.connect();
    for (const text of ['', 'hello', '{}', 'null', '{"from":"x","message":null}'])
      await client.query("select pg_notify('diglot', $1)", [text]);
    const key = makeKey('a secret');
    await one.keys.addKey(key);
    await expect.poll(() => other.keys.find(key.hash), { timeout: 20_000 }).toEqual(key);
  });

  it('14: go by the time of the database, however far apart their own clocks are', async () => {
    const [ahead, behind] = [makeShiftedClock(), makeShiftedClock()];
    ahead.shift(300_000);
    behind.shift(-300_000);
    const { one, other } = await startTwo([ahead, behind]);
    expect(Math.abs(one.clock.now() - other.clock.now())).toBeLessThan(2_000);
    expect(Math.abs(one.clock.now() - Date.now())).toBeLessThan(2_000);
    // Both are live to each other, neither takes the other for gone, and one of them leads.
    expect((await one.instances.live()).length).toBe(2);
    expect((await other.instances.live()).length).toBe(2);
    expect([await one.ledger.leads(), await other.ledger.leads()].filter(Boolean)).toHaveLength(1);
    // The lease of the one that is ahead is open for the one that is behind, and the other way round.
    const wish = { workspaceId: 'acme', subject: 'acme', window: 'balance', start: 0, end: null, limit: null } as const;
    for (const { ledger } of [one, other])
      await ledger.lease([{ ...wish, need: 400_000n, least: 0n, most: 0n, giveBack: 0n }]);
    expect((await other.ledger.account('acme')).leased).toBe(800_000n);
    const [refused] = await one.ledger.lease([{ ...wish, need: 400_000n, least: 0n, most: 0n, giveBack: 0n }]);
    expect(refused).toMatchObject({ taken: 0n, granted: 400_000n });
    const noted = callOf({ outcome: 'recovered', journalled: true });
    await one.ledger.journal([noted]);
    expect(await other.ledger.heartbeat()).toBe(0);
    expect(await other.ledger.call(noted.id)).toBeNull();
  });

  it('do not move with the wall clock of one machine', async () => {
    const clock = makeShiftedClock();
    const { one } = await startTwo([clock, systemClock]);
    const before = one.clock.now();
    clock.shift(90_000);
    expect(one.clock.now() - before).toBeLessThan(60_000);
  });

  it('have the time again as soon as their machine wakes from a suspension', async () => {
    const clock = makeShiftedClock();
    const { one } = await startTwo([clock, systemClock]);
    clock.suspend(90_000);
    await expect.poll(() => Math.abs(one.clock.now() - Date.now())).toBeLessThan(2_000);
  });

  it.each(['cut', 'strand'] as const)('have it though the database does not answer at once (%s)', async (fault) => {
    const { url, drop } = await server.create();
    onTestFinished(drop);
    const link = await openDatabaseLink(url);
    onTestFinished(link.close);
    const clock = makeShiftedClock();
    const store = await openPostgresStore({ database: link.url, clock, log: silentLog });
    onTestFinished(store.close);
    onTestFinished(link.mend);
    clock.suspend(90_000);
    link[fault]();
    // Asks for the time of the database in vain.
    expect(Date.now() - store.clock.now()).toBeGreaterThan(60_000);
    if (fault === 'cut') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      link.mend();
    }
    await expect.poll(() => Math.abs(store.clock.now() - Date.now())).toBeLessThan(2_000);
  });

  it('are not held up by one that stands still within a transaction', async () => {
    const { database, one } = await startTwo();
    const frozen = new pg.Client(database);
    frozen.on('error', () => undefined);
    await frozen.connect();
    onTestFinished(() => frozen.end().catch(() => undefined));
    await frozen.query(serverTimeouts);
    await frozen.query('begin');
    await frozen.query('select 1 from account for update');
    await one.ledger.settle(callOf());
    expect(await one.ledger.verify()).toEqual([]);
  });

  it('keep nothing of attempts to sign in that have to wait, and count those that do not', async () => {
    const { both, database } = await startTwo();
    const rule = { free: 2, first: 1_000, longest: 1_000, since: 'first', memory: 1_000 } as const;
    const network = { name: 'network', rule };
    for (const now of [1, 2]) await both[0].attempts.begin([network], now);
    const guesses = numbers(rounds).map((number) => [{ name: `person ${number}`, rule }, network] as const);
    await Promise.all(guesses.map((counters, index) => (index % 2 ? both[0] : both[1]).attempts.begin(counters, 3)));
    const client = new pg.Client(database);
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query('select name, failures from sign_in_attempt');
    expect(rows).toEqual([{ name: 'network', failures: '2' }]);
  });

  it('settle calls while all connections for other things are busy', async () => {
    const { database, one } = await startTwo();
    const other = new pg.Client(database);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('begin');
    await other.query('lock table person in access exclusive mode');
    const reads = numbers(20).map(() => one.people.list());
    await one.ledger.settle(callOf());
    expect(one.ledger.health().state).toBe('ok');
    await other.query('rollback');
    await Promise.all(reads);
  });

  it('find what calls need while reports are read that take long', async () => {
    const { database, one } = await startTwo();
    const other = new pg.Client(database);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('begin');
    await other.query('lock table audit, grant_entry in access exclusive mode');
    const long = numbers(10).flatMap(() => [
      one.audit.page({ limit: 10 }),
      one.ledger.entries({ workspaceId: 'acme', limit: 10 }),
    ]);
    const given = { up: false };
    for (const read of long) read.catch(() => (given.up = true));
    const states = new Set<string>();
    // Until the first of them finds no connection in time.
    while (!given.up) {
      const wanted = { spec: 'a', kind: 'response', id: 'resp_1', workspaceId: 'acme' } as const;
      expect(await one.objects.find(wanted)).toBeNull();
      states.add(one.ledger.health().state);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    states.add(one.ledger.health().state);
    expect([...states]).toEqual(['ok']);
    await other.query('rollback');
    await Promise.allSettled(long);
  });
});
