import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeBookChecks } from '../../src/store/postgres/operations/book-checks.ts';
import { integersAsBigint, makeSession, type Session } from '../../src/store/postgres/session.ts';
import { silentLog } from '../../src/shared/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makeCertificate } from '../fakes/make-certificate.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { entryOf, ofBalance } from '../unit/metering/set-up-metering.ts';
import { callOf, newFolder } from '../unit/store/set-up-store.ts';

describe.skipIf(!hasPostgres)('a PostgreSQL database', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  const open = async (database: string, sealKeys?: readonly string[]) => {
    const store = await openStore({ database, clock: systemClock, log: silentLog, ...(sealKeys && { sealKeys }) });
    let closed: Promise<void> | null = null;
    const close = (): Promise<void> => (closed ??= store.close());
    onTestFinished(close);
    return { ...store, close };
  };
  const change = async (database: string, sql: string): Promise<void> => {
    const client = new pg.Client(database);
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };

  it('of a newer release, or of another program, is refused in one line and left as it is', async () => {
    const { url } = await server.create();
    await (await open(url)).close();
    await change(url, `insert into migration values (9999, '9999-future.sql', 0)`);
    await expect(open(url)).rejects.toThrow('was last used by a newer release (its tables are at 9999');
    const { url: foreign } = await server.create();
    await change(foreign, 'create table diary (text text)');
    await expect(open(foreign)).rejects.toThrow('holds tables of another program');
  });

  it('is refused by an instance that cannot open what a live one seals, or the other way round, and not otherwise', async () => {
    const { url } = await server.create();
    const first = await open(url, ['aaaa0000']);
    await first.ledger.open(Date.now());
    await expect(open(url, ['bbbb1111'])).rejects.toThrow('server.seal_keys differ');
    // It could open what the first one sealed, which could not open its own.
    await expect(open(url, ['bbbb1111', 'aaaa0000'])).rejects.toThrow('bbbb1111 here, aaaa0000 there');
    const second = await open(url, ['aaaa0000', 'bbbb1111']);
    await second.ledger.open(Date.now());
    await expect(open(url, ['bbbb1111', 'aaaa0000'])).rejects.toThrow('server.seal_keys differ');
    await first.ledger.release();
    const third = await open(url, ['bbbb1111', 'aaaa0000']);
    expect(await third.instances.live()).toHaveLength(2);
    const opened = await Promise.allSettled([open(url, ['cccc2222']), open(url, ['dddd3333'])]);
    expect(opened.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('keeps refusing other keys when an instance has been away so long that its row was deleted', async () => {
    const { url } = await server.create();
    const { ledger } = await open(url, ['aaaa0000']);
    await ledger.open(Date.now());
    await change(url, 'delete from instance');
    await ledger.heartbeat();
    await expect(open(url, ['bbbb1111'])).rejects.toThrow('server.seal_keys differ');
  });

  it('that cannot be reached is named without its password', async () => {
    const failure = await open('postgres://diglot:CANARY@127.0.0.1:1/diglot').catch((cause: unknown) => String(cause));
    expect(failure).toContain('cannot be used');
    expect(failure).not.toContain('CANARY');
  });

  it.each(['diglot:CANARY@one:5432,two:5432/diglot', '[::1]:5432,two/diglot', '/diglot?host=one,two'])(
    'with several hosts is refused in words that say so: %s',
    async (address) => {
      const failure = await open(`postgres://${address}`).catch((cause: unknown) => String(cause));
      expect(failure).toContain('names several hosts');
      expect(failure).not.toContain('CANARY');
    },
  );

  it.each(['require', 'verify-full'])(
    'is read over TLS with sslmode=%s, from the server of the address alone, and without a warning',
    async (mode) => {
      const warnings: string[] = [];
      const note = ({ message }: Error): void => void warnings.push(message);
      process.on('warning', note);
      onTestFinished(() => void process.off('warning', note));
      const folder = newFolder();
      const authority = makeCertificate({ host: 'an authority', by: null, authority: true });
      const { cert, key } = makeCertificate({ host: 'localhost', by: authority.issuer });
      const files = { 'ca.pem': authority.cert, 'cert.pem': cert, 'key.pem': key };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
      const secure = await startPostgres([
        ...['fsync=off', 'ssl=on', `ssl_cert_file=${folder}/cert.pem`, `ssl_key_file=${folder}/key.pem`],
      ]);
      onTestFinished(secure.stop);
      const { url } = await secure.create();
      const at = (host: string): string => url.replace('127.0.0.1', host);
      const query = `?sslmode=${mode}`;
      await open(`${at('localhost')}${query}&sslrootcert=${folder}/ca.pem`);
      const client = new pg.Client(url);
      await client.connect();
      onTestFinished(() => client.end());
      const { rows } = await client.query(
        'select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = $1',
        ['diglot'],
      );
      expect(rows).toEqual([{ ssl: true }]);
      await expect(open(`${at('127.0.0.1')}${query}&sslrootcert=${folder}/ca.pem`)).rejects.toThrow('altnames');
      await expect(open(`${at('localhost')}${query}`)).rejects.toThrow('certificate');
      expect(warnings).toEqual([]);
    },
    60_000,
  );

  it('keeps calls and entries as they are written', async () => {
    const { url } = await server.create();
    const { ledger } = await open(url);
    await ledger.settle(callOf());
    for (const sql of ['update call set charge = 0', 'delete from call', 'delete from charge_line'])
      await expect(change(url, sql)).rejects.toThrow('append-only');
  });

  it.each([
    ['a balance', 'update account set posted = posted + 1', 1],
    ['what was granted', 'update account set granted = granted + 1', 2],
    [
      'a grant',
      'alter table grant_entry disable trigger user; update grant_entry set amount = 1; update account set granted = 1',
      5,
    ],
    ['a bucket', 'update usage_bucket set input_tokens = input_tokens + 1', 11],
    ['a quarter of an hour', 'update charge_bucket set charge = charge + 1', 11],
    ['the total of a key', 'update limit_use set posted = posted + 1', 11],
    ['a line', 'alter table charge_line disable trigger user; delete from charge_line', 7],
  ])('does not hide that %s was changed', async (_, sql, invariant) => {
    const { url } = await server.create();
    const { ledger } = await open(url);
    await ledger.post(entryOf(100n));
    await ledger.lease([{ ...ofBalance, need: 10n, least: 0n, most: 0n, giveBack: 0n }]);
    await ledger.settle(callOf());
    expect([await ledger.verify(), await ledger.reconcile()]).toEqual([[], []]);
    await change(url, sql);
    expect((await ledger.verify()).map((mismatch) => mismatch.invariant)).toContain(invariant);
  });

  it.each([
    ['a bucket', 'update usage_bucket set charge = charge + 1', 11],
    ['a bucket that is gone', 'delete from usage_bucket', 11],
    ['a quarter of an hour', 'update charge_bucket set charge = charge + 1', 11],
    ['a line', 'alter table charge_line disable trigger user; delete from charge_line', 7],
    ['a charge', 'alter table call disable trigger user; update call set charge = charge + 1', 7],
  ])('is checked every minute, which does not miss that %s was changed', async (_, sql, invariant) => {
    const { url } = await server.create();
    const { ledger } = await open(url);
    await ledger.post(entryOf(100n));
    await ledger.lease([{ ...ofBalance, need: 30n, least: 0n, most: 0n, giveBack: 0n }]);
    await ledger.settle(callOf({ startedAt: Date.now() - 10_800_000 }));
    await ledger.settle(callOf({ startedAt: Date.now() }));
    expect(await ledger.reconcile()).toEqual([]);
    await ledger.settle(callOf({ startedAt: Date.now() }));
    await change(url, sql);
    expect(await ledger.reconcile()).toContainEqual(expect.objectContaining({ workspaceId: 'acme', invariant }));
  });

  it('that keeps wrong sums is said to keep them, beside what its calls add up to', async () => {
    const { url } = await server.create();
    const { ledger } = await open(url);
    await ledger.settle(callOf({ startedAt: Date.now() }));
    await change(url, 'update usage_bucket set charge = charge + 1; update limit_use set posted = posted + 2');
    const messages = (await ledger.reconcile()).map(({ message }) => message);
    expect(messages).toContain('A usage bucket of acme has 11 nano-credits, but its calls add up to 10.');
    expect(messages).toContain('The total of key key_1 is 12 nano-credits, but its calls add up to 10.');
  });

  it('is checked every minute without reading every bucket, and finds the one that is wrong', async () => {
    const { url } = await server.create();
    const { ledger } = await open(url);
    const models = Array.from({ length: 40 }, (_, index) => `m-${index}`);
    for (const model of models) await ledger.settle(callOf({ model, startedAt: Date.now() }));
    const client = new pg.Client({ connectionString: url, types: integersAsBigint });
    await client.connect();
    onTestFinished(() => client.end());
    const session = makeSession(client);
    let read = 0;
    const all: Session['all'] = async <Row>(
      sql: string,
      ...values: Parameters<Session['run']> extends [string, ...infer V] ? V : never
    ) => {
      const rows = await session.all<Row>(sql, ...values);
      if (sql.includes('usage_bucket')) read += rows.length;
      return rows;
    };
    const { reconcileSlice } = makeBookChecks();
    const check = async () => {
      for (;;) {
        const { done, mismatches } = await reconcileSlice({ ...session, all }, Date.now(), 0);
        if (done) return mismatches.filter(({ invariant }) => invariant === 11);
      }
    };
    expect(await check()).toEqual([]);
    expect(read).toBeLessThan(3);
    await client.query(
      `update usage_bucket set charge = charge + case model when 'm-7' then 1 when 'm-8' then -1 else 0 end`,
    );
    expect((await check()).map(({ object }) => / (m-\d+) /.exec(object)?.[1] ?? '').toSorted()).toEqual(['m-7', 'm-8']);
  });

  it('is checked in parts, which miss no call that is committed after later ones, and no wrong one', async () => {
    const { url } = await server.create();
    await open(url);
    const [first, second] = [new pg.Client({ connectionString: url, types: integersAsBigint }), new pg.Client(url)];
    for (const client of [first, second]) {
      await client.connect();
      onTestFinished(() => client.end());
    }
    /** Calls of a workspace, of which the first one costs 1 although it has no lines. */
    const settled = (workspace: string, calls: number): string => `
      insert into account (workspace_id, posted, granted, unleased) values ('${workspace}', 1, 1, 0);
      insert into grant_entry (id, workspace_id, kind, amount, external_id, reason, actor, created_at)
        values ('e_${workspace}', '${workspace}', 'grant', 1, '${workspace}', '', '', 0);
      insert into limit_use (subject, "window", window_start, posted) values ('k_${workspace}', 'total', 0, 1);
      insert into call (id, request_id, workspace_id, key_id, product_sku, model, operation, provider, region, status, outcome,
          usage_source, hold, charge, price_from, started_at, ended_at, instance_id, flags, losses)
        select '${workspace}_' || n, 'r', '${workspace}', 'k_${workspace}', 'p', 'm', 'o', 'up', 'eu', 200, 'completed', 'upstream', 1,
            case n when 1 then 1 else 0 end, 0, 0, 0, 'i', '', ''
          from generate_series(1, ${calls}) as n`;
    await second.query(`begin; ${settled('late', 3)}`);
    await first.query(settled('many', 25_000));
    const { reconcileSlice } = makeBookChecks();
    const part = (received = 0) => reconcileSlice(makeSession(first), Date.now(), received);
    expect(await part()).toEqual({ done: false, mismatches: [] });
    await second.query('commit');
    let last = await part();
    while (!last.done) last = await part();
    const wrong = (id: string) => expect.objectContaining({ invariant: 7, object: `call ${id}` });
    expect(last.mismatches).toEqual([wrong('many_1'), wrong('late_1')]);
    // The check was made, and its answer was lost.
    expect((await part()).mismatches).toEqual([wrong('many_1'), wrong('late_1')]);
    expect(await part(1)).toEqual({ done: true, mismatches: [] });
  });

  it('with more wrong calls of one workspace than a check reports is still checked for those of others', async () => {
    const { url } = await server.create();
    const { ledger } = await open(url);
    const calls = Array.from({ length: 150 }, () => callOf({ startedAt: 0 }));
    for (const call of calls) await ledger.settle(call);
    await ledger.settle(callOf({ workspaceId: 'other', keyId: 'key_2', startedAt: 0 }));
    await change(url, 'alter table charge_line disable trigger user; delete from charge_line');
    for (const check of [ledger.reconcile, ledger.verify]) {
      const found = (await check()).filter(({ invariant }) => invariant === 7).map((mismatch) => mismatch.workspaceId);
      expect([found.length < 110, new Set(found)]).toEqual([true, new Set(['acme', 'other'])]);
    }
  });

  it('takes a model and a body with characters that PostgreSQL has no place for', async () => {
    const { url } = await server.create();
    const { ledger, objects } = await open(url);
    const call = callOf({ model: 'a\0b\ud800' });
    await ledger.settle(call);
    expect(await ledger.call(call.id)).toMatchObject({ charge: 10n });
    const name = { id: 'file_1', kind: 'file', spec: 'a', workspaceId: 'acme' } as const;
    const fields = { record: { text: '\0\ud800\\u0000' }, scope_id: 'x' };
    await objects.add({ ...name, providerId: null, upstreamId: null, createdAt: 0, expiresAt: null, fields });
    const query = { ...name, limit: 1, order: 'asc', where: [{ path: ['scope_id'], equals: 'x' }] } as const;
    expect((await objects.page(query)).data[0]?.fields).toEqual(fields);
  });
});
