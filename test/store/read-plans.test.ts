import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { CallQuery } from '../../src/metering/ledger.ts';
import type { LeaseSubject, SpentLimit } from '../../src/metering/ledger-records.ts';
import { alertsByWorkspace, type AlertStore } from '../../src/notify/alert-store.ts';
import { makeLeaseOperations, makeOwnLeases } from '../../src/store/operations/leases.ts';
import { makeAlertOperations, makeDeliveryOperations } from '../../src/store/operations/alerts.ts';
import { makeAccountOperations } from '../../src/store/operations/accounts.ts';
import { makeCallOperations, makeUsageOperations } from '../../src/store/operations/calls.ts';
import { makeWindowOperations } from '../../src/store/operations/windows.ts';
import { operationsIn, postgresFacts } from '../../src/store/postgres/operations/operations.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { makeBookChecks } from '../../src/store/postgres/operations/book-checks.ts';
import { integersAsBigint, makeSession, type Session } from '../../src/store/postgres/session.ts';
import { makeAuditOperations } from '../../src/store/shared/audit-chain.ts';
import type { EngineFacts } from '../../src/store/shared/repository.ts';
import { operationsOver, sqliteFacts } from '../../src/store/sqlite/operations.ts';
import { openDatabase } from '../../src/store/sqlite/open-database.ts';
import { unitKinds } from '../../src/shared/usage.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';

const [manyAlerts, manyCalls, manyBuckets, workspaces] = [10_000, 60_000, 60_000, 200];
/** Keys of each workspace. Each has ten buckets, in as many quarters of an hour. */
const keysOfEach = 30;
const month = 2_678_400_000;

/** Fills tables of either engine from a list of numbers. */
const filling = (numbers: (count: number) => string): string => `
  insert into workspace (id, name, time_zone, created_at) select 'w' || n, 'W', 'UTC', 0 from ${numbers(workspaces)};
  insert into alert (id, workspace_id, watched, thresholds, channel, target, secret, enabled, created_at)
    select 'alr_' || n, 'w' || (n % ${workspaces}), 'balance', '[50]', 'webhook', 'https://x', 'sealed', n % 2, n
      from ${numbers(manyAlerts)};
  insert into account (workspace_id) select 'w' || n from ${numbers(workspaces)};
  insert into charge_line (call_id, unit_kind, quantity, unit_price_pico, amount_nano, rest_pico)
    select 'call_' || (n % ${manyCalls}), case when n < ${manyCalls} then 'input_tokens' else 'output_tokens' end,
        n % ${manyCalls} % 6, 1000, n % ${manyCalls} % 6, 0
      from ${numbers(2 * manyCalls)} where n < ${manyCalls} or n % 2 = 0;
  insert into call (id, request_id, workspace_id, key_id, product_sku, model, operation, provider, region, status, outcome,
      usage_source, hold, charge, price_from, started_at, ended_at, instance_id, flags, losses)
    select 'call_' || n, 'req_' || n, 'w' || (n % 3), 'key_' || (n % 30), 'p', 'm' || (n % 5), 'createChatCompletion', 'up', 'eu',
        case when n % 1000 = 0 then 500 else 200 end, 'completed', 'upstream', 9, 5, 0, 1000 * n + n % 7, 1000 * n + 900, 'i', '', ''
      from ${numbers(manyCalls)};
  insert into grant_entry (id, workspace_id, kind, amount, external_id, call_id, reason, actor, created_at)
    select 'gr_' || n, 'w' || (n % 200), case n % 10 when 0 then 'refund' else 'grant' end, 1, 'x' || n,
        case n % 10 when 0 then 'call_' || n end, 'r', 'a', n
      from ${numbers(manyAlerts)};
  insert into audit (seq, at, actor, action, object, diff, prev_hash, hash)
    select n + 1, n, 'a', 'x', 'key:' || (n % 200), '{}', 'h', 'h' || n from ${numbers(manyAlerts)};
  insert into usage_bucket (workspace_id, bucket_start, key_id, model, product_sku, operation, status, calls, charge,
      ${unitKinds.join(', ')})
    select 'w' || (n % 200), 900000 * (n / 200), 'k' || (n % 200) || '_' || (n / 200 % ${keysOfEach}), 'm', 'p', 'o', 200, 1, 1,
        ${unitKinds.map(() => 1).join(', ')}
      from ${numbers(manyBuckets)};
  delete from charge_bucket;
  insert into charge_bucket select workspace_id, bucket_start, sum(charge) from usage_bucket group by workspace_id, bucket_start;
  insert into lease (id, subject, instance_id, granted, state, expires_at, "window", window_start, window_end)
    select 'lease_' || n, 'k' || (n % 200) || '_' || (n / 200 % ${keysOfEach}), 'i', 5, case n % 50 when 0 then 'open' else 'closed' end,
        n, 'month', 0, ${month}
      from ${numbers(manyAlerts)};
  insert into limit_use (subject, "window", window_start, posted)
    select 'k' || (n % 200) || '_' || (n / 200), 'total', 0, 100 + n / 200 from ${numbers(200 * keysOfEach)};
  insert into delivery (id, alert_id, workspace_id, window_start, used, allowed, state, attempts, created_at)
    select 'dlv_' || n, 'alr_' || (n % 1000), 'w' || (n % 1000 % 200), n, 1, 1, 'delivered', 1, n from ${numbers(manyAlerts)};`;

/** A list of calls, and the index that SQLite reads it by. */
type List = readonly [string, Partial<CallQuery>, index: string];

const lists: readonly List[] = [
  ['of a workspace', { workspaceId: 'w1' }, 'call_by_workspace_and_start'],
  ['of a workspace, of a time', { workspaceId: 'w1', from: 4_000_000, to: 5_000_000 }, 'call_by_workspace_and_start'],
  ['of a workspace, up to a time', { workspaceId: 'w1', to: 5_000_000 }, 'call_by_workspace_and_start'],
  ['of a key, up to a time', { workspaceId: 'w1', keyId: 'key_1', to: 5_000_000 }, 'call_by_workspace_and_start'],
  ['of a request', { requestId: 'req_77' }, 'call_by_request'],
  ['of all workspaces', {}, 'call_by_start'],
  ['of all workspaces, of a long time', { from: 1_000_000, to: 15_000_000 }, 'call_by_start'],
  ['of all workspaces, up to a time', { to: 5_000_000 }, 'call_by_start'],
];
const facts = (filter: Partial<CallQuery>): CallQuery => ({ workspaceId: null, limit: 51, ...filter });

/** Limits of two keys of a workspace and of the workspace itself: their windows, and the charges in each. */
const limited: readonly (readonly [LeaseSubject, spent: bigint])[] = (
  [
    ['k1_3', 'month', 0, month, 10n],
    ['k1_4', 'month', 0, month, 10n],
    ['k1_3', 'day', 0, 86_400_000, 4n],
    ['k1_4', 'total', 0, null, 104n],
    ['w1', 'month', 0, month, 300n],
  ] as const
).map(([subject, window, start, end, spent]) => [{ workspaceId: 'w1', subject, window, start, end }, spent]);
const wishes = limited.map(([subject]) => ({ ...subject, limit: 1000n, need: 0n, giveBack: 0n, least: 0n, most: 0n }));
const left = limited.map(([, spent]) => ({ available: 1000n - spent, taken: 0n }));

const inMonth = { start: 0, end: month };
const spentQuery = { workspaceId: 'w1', keyIds: ['k1_3'], day: { start: 0, end: 86_400_000 }, month: inMonth };
const spent: readonly SpentLimit[] = [
  { subject: 'w1', window: 'month', windowStart: 0, posted: 300n, reserved: 0n },
  { subject: 'k1_3', window: 'day', windowStart: 0, posted: 4n, reserved: 0n },
  { subject: 'k1_3', window: 'month', windowStart: 0, posted: 10n, reserved: 0n },
  { subject: 'k1_3', window: 'total', windowStart: 0, posted: 103n, reserved: 0n },
];

/** How many rows each page of all alerts has. */
async function pageLengths(page: AlertStore['page']): Promise<readonly number[]> {
  const lengths: number[] = [];
  const counted: AlertStore['page'] = async (query) => {
    const read = await page(query);
    lengths.push(read.items.length);
    return read;
  };
  let workspacesSeen = 0;
  for await (const [, ofWorkspace] of alertsByWorkspace({ page: counted }))
    workspacesSeen += Math.sign(ofWorkspace.length);
  expect(workspacesSeen).toBeGreaterThanOrEqual(workspaces);
  return lengths;
}
/** The operations whose statements are looked at. */
const operationsOf = (engine: EngineFacts) => ({
  ...makeAlertOperations(engine),
  ...makeDeliveryOperations(engine),
  ...makeAuditOperations(engine),
  ...makeAccountOperations(engine, makeOwnLeases(engine, { instanceId: 'own', isShared: true }).leaseFree),
  ...makeCallOperations(engine),
  ...makeUsageOperations(engine),
  ...makeWindowOperations(engine),
  ...makeLeaseOperations(engine, { instanceId: 'own', isShared: true }),
});
const pagesOf500 = Array.from({ length: manyAlerts / 500 }, () => 500);

describe('SQLite reads no table from end to end, and sorts nothing', () => {
  const database = openDatabase(':memory:', 0);
  const numbers = (count: number): string =>
    `(with recursive up (n) as (select 0 union all select n + 1 from up where n < ${count - 1}) select n from up)`;
  const plans = new Set<string>();
  const watched = {
    prepare: (sql: string) => {
      const statement = database.prepare(sql);
      const plan = (values: readonly SQLInputValue[]): void => {
        const steps = database.prepare(`explain query plan ${sql}`).all(...values);
        for (const { detail } of steps) plans.add(String(detail));
      };
      return {
        setReadBigInts: (enabled: boolean) => statement.setReadBigInts(enabled),
        run: statement.run.bind(statement),
        get: (...values: SQLInputValue[]) => {
          plan(values);
          return statement.get(...values);
        },
        all: (...values: SQLInputValue[]) => {
          plan(values);
          return statement.all(...values);
        },
      };
    },
  } as unknown as DatabaseSync;
  const operations = operationsOver(watched, operationsOf(sqliteFacts));
  const expectPlans = (): void => {
    expect([...plans].filter((step) => /^SCAN \w+$|TEMP B-TREE/.test(step))).toEqual([]);
    expect(plans.size).toBeGreaterThan(0);
    plans.clear();
  };
  beforeAll(() => database.exec(filling(numbers)));
  afterAll(() => database.close());

  it('for a page of alerts', async () => {
    expect(await pageLengths((query) => Promise.resolve(operations.alertPage(query)))).toEqual(pagesOf500);
    expectPlans();
  });

  it('for entries, events of an object, and deliveries', () => {
    const { entries, auditPage, deliveries } = operations;
    expect(entries({ workspaceId: 'w1', kind: 'topup', limit: 1 }).items).toEqual([]);
    expect(entries({ workspaceId: 'w10', callId: 'call_10', limit: 5 }).items).toHaveLength(1);
    expect(auditPage({ objects: ['key:3'], after: '5000', limit: 5 }).items).toHaveLength(5);
    expect(deliveries({ workspaceId: 'w7', limit: 5 }).items).toHaveLength(5);
    expect(deliveries({ workspaceId: 'w7', alertId: 'alr_7', limit: 50 }).items).toHaveLength(10);
    expect([...plans].map((step) => /USING INDEX (\w+)/.exec(step)?.[1])).toEqual([
      'grant_entry_by_workspace',
      'grant_entry_by_call',
      'audit_by_object',
      'delivery_by_workspace',
      'delivery_by_alert',
    ]);
    expectPlans();
  });

  it('for calls that no call matches, in slices', () => {
    const { callsSlice: slice } = operations;
    const ends: (number | null)[] = [];
    for (let before: number | null = null; ends.at(-1) !== null; before = ends.at(-1) ?? null)
      ends.push(slice(facts({ model: 'none' }), before).end);
    expect(ends).toHaveLength(manyCalls / 5_000 + 1);
    expectPlans();
  });

  it('for a count of unsuccessful calls: these alone', () => {
    expect(operations.unsuccessful('w1', 0, 1_000 * manyCalls)).toBe(0);
    expect([...plans]).toEqual([expect.stringContaining('USING COVERING INDEX call_unsuccessful (workspace_id=? AND')]);
    expectPlans();
  });

  it('for the start of the last call: the end of an index', () => {
    expect(operations.lastStart()).toBeGreaterThan(0);
    expect([...plans].filter((step) => !step.startsWith('SCALAR SUBQUERY'))).toEqual([
      expect.stringMatching(/^SEARCH call USING COVERING INDEX call_by_start/),
      'SEARCH call USING COVERING INDEX call_by_start',
    ]);
  });

  it('for leases of limits: of a key, its own buckets alone; of a workspace, one sum for each quarter of an hour', () => {
    expect(operations.lease(wishes, manyAlerts)).toMatchObject(left);
    // There are few instances, and few leases that have just ended.
    for (const step of ['SCAN instance', 'USE TEMP B-TREE FOR DISTINCT']) plans.delete(step);
    const ofBuckets = [...plans].filter((step) => / \w+_bucket /.test(step));
    expect(ofBuckets.toSorted()).toEqual([
      'SEARCH charge_bucket USING PRIMARY KEY (workspace_id=? AND bucket_start>? AND bucket_start<?)',
      'SEARCH usage_bucket USING INDEX usage_bucket_by_key (key_id=? AND bucket_start>? AND bucket_start<?)',
    ]);
    expectPlans();
  });

  it('for what a key and its workspace have spent, and for what an account was charged before: the same', () => {
    expect(operations.spent(spentQuery)).toEqual(spent);
    expect(operations.chargedBefore('w1', month)).toEqual({ granted: 0n, charged: 0n });
    expect([...plans].filter((step) => / \w+_bucket /.test(step))).toEqual([
      'SEARCH charge_bucket USING PRIMARY KEY (workspace_id=? AND bucket_start>? AND bucket_start<?)',
      'SEARCH usage_bucket USING INDEX usage_bucket_by_key (key_id=? AND bucket_start>? AND bucket_start<?)',
      'SEARCH charge_bucket USING PRIMARY KEY (workspace_id=? AND bucket_start>?)',
    ]);
    expectPlans();
  });

  it.each(lists)('for calls %s', (_, filter, index) => {
    const { callsSlice: slice } = operations;
    const { found } = slice(facts(filter), null);
    if (found.length === 51) expect(slice(facts(filter), Number(found.at(-1)?.seq)).found).toHaveLength(51);
    const used = [...plans].map((step) => / INDEX (call_by\w+)/.exec(step)?.[1]);
    expect(new Set(used.filter((name) => name !== undefined))).toEqual(new Set([index]));
    expectPlans();
  });
});

describe.skipIf(!hasPostgres)('PostgreSQL reads no table from end to end', () => {
  const operations = operationsIn(operationsOf(postgresFacts));
  let server: PostgresServer;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startPostgres();
    const { url } = await server.create();
    client = new pg.Client({ connectionString: url, types: integersAsBigint });
    await client.connect();
    const pool = new pg.Pool({ connectionString: url });
    await migrate(pool, 0);
    await pool.end();
    await client.query(filling((count) => `generate_series(0, ${count - 1}) as n`));
    await client.query('analyze');
  }, 60_000);
  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  const watch = () => {
    const session = makeSession(client);
    const steps: string[] = [];
    const watched: Session = {
      ...session,
      all: async <Row>(sql: string, ...values: Parameters<Session['all']> extends [string, ...infer V] ? V : never) => {
        const plan = await session.all<{ readonly 'QUERY PLAN': string }>(`explain ${sql}`, ...values);
        steps.push(...plan.map((step) => step['QUERY PLAN']));
        return session.all<Row>(sql, ...values);
      },
      one: async <Row>(sql: string, ...values: Parameters<Session['one']> extends [string, ...infer V] ? V : never) =>
        (await watched.all<Row>(sql, ...values))[0],
    };
    onTestFinished(() => {
      expect(steps.length).toBeGreaterThan(0);
      expect(
        steps.filter((step) =>
          /Seq Scan on (call|charge_line|alert|grant_entry|audit|delivery|usage_bucket|charge_bucket)\b/.test(step),
        ),
      ).toEqual([]);
    });
    return { ...watched, steps };
  };

  it('for a count of unsuccessful calls: these alone', async () => {
    const session = watch();
    expect(await operations.unsuccessful(session, 'w1', 0, 1_000 * manyCalls)).toBe(0);
    expect(session.steps.join('\n')).toContain('using call_unsuccessful');
  });

  it('for the start of the last call: the end of an index', async () => {
    const session = watch();
    expect(await operations.lastStart(session)).toBeGreaterThan(0);
    expect(session.steps.join('\n')).toContain('using call_by_quarter');
  });

  it('for a page of alerts', async () => {
    const session = watch();
    expect(await pageLengths((query) => operations.alertPage(session, query))).toEqual(pagesOf500);
  });

  it('for entries, events of an object, and deliveries', async () => {
    const session = watch();
    expect((await operations.entries(session, { workspaceId: 'w1', kind: 'topup', limit: 1 })).items).toEqual([]);
    expect((await operations.entries(session, { workspaceId: 'w10', callId: 'call_10', limit: 5 })).items).toHaveLength(
      1,
    );
    expect((await operations.auditPage(session, { objects: ['key:3'], after: '5000', limit: 5 })).items).toHaveLength(
      5,
    );
    const ofAlert = { workspaceId: 'w7', alertId: 'alr_7', limit: 50 };
    expect((await operations.deliveries(session, ofAlert)).items).toHaveLength(10);
  });

  it('for what a key and its workspace have spent', async () => {
    const session = watch();
    expect(await operations.spent(session, spentQuery)).toEqual(spent);
    expect(session.steps.join('\n')).toContain('on charge_bucket_pkey');
    expect(session.steps.join('\n')).toContain('on usage_bucket_by_key');
  });

  it('for leases of limits: of a key, its own buckets alone', async () => {
    const session = watch();
    expect(await operations.lease(session, wishes, manyAlerts)).toMatchObject(left);
    const ofBuckets = session.steps.filter((step) => /Index Cond.*bucket_start/.test(step));
    expect(ofBuckets).toHaveLength(3);
    expect(session.steps.filter((step) => /Seq Scan on (lease|limit_use)/.test(step))).toEqual([]);
    expect(ofBuckets.map((step) => /(key_id|workspace_id) = /.exec(step)?.[1])).toEqual([
      'key_id',
      'key_id',
      'workspace_id',
    ]);
  });

  it('for the usage of all workspaces, in slices of time', async () => {
    const session = watch();
    const filter = { workspaceId: null, groupBy: [] };
    const rows = await operations.usageSlice(session, filter, [{ rowStart: 0, from: 90_000_000, to: 95_400_000 }]);
    expect(rows).toMatchObject([{ calls: 6 * workspaces }]);
  });

  it('for what all workspaces have spent in their days and months, in one query for each zone', async () => {
    const session = watch();
    let queries = 0;
    const counted: Session = { ...session, all: (...query) => ((queries += 1), session.all(...query)) };
    await client.query(`update workspace set time_zone = 'Asia/Tokyo' where id = 'w7'`);
    const uses = await operations.allWindows(counted, Date.UTC(1970, 1, 2));
    expect([queries, uses.filter(({ window }) => window !== 'total')]).toEqual([4, []]);
  });

  it('for calls that no call matches, in slices', async () => {
    const session = watch();
    const first = await operations.callsSlice(session, facts({ model: 'none' }), null);
    expect(first).toMatchObject({ found: [], end: expect.any(Number) });
    expect(await operations.callsSlice(session, facts({ model: 'none' }), first.end)).toMatchObject({
      found: [],
      end: null,
    });
  });

  it('for the check of the books of every minute, in parts: of all calls, and of those that are new', async () => {
    const session = watch();
    const { reconcileSlice } = makeBookChecks();
    const partsOf = async (): Promise<number> => {
      for (let parts = 1; ; parts += 1) if ((await reconcileSlice(session, 1_000 * manyCalls, 0)).done) return parts;
    };
    expect(await partsOf()).toBeGreaterThan(manyCalls / 20_000);
    const columns = `request_id, workspace_id, key_id, product_sku, model, operation, provider, region, status, outcome, usage_source,
      hold, charge, price_from, started_at, ended_at, instance_id, flags, losses`;
    await client.query(
      `insert into call (id, ${columns}) select 'new_' || id, ${columns} from call order by seq desc limit 50`,
    );
    expect(await partsOf()).toBe(1);
  });

  it.each(lists)('for calls %s', async (_, filter) => {
    const session = watch();
    const { found } = await operations.callsSlice(session, facts(filter), null);
    if (found.length === 51)
      expect((await operations.callsSlice(session, facts(filter), Number(found.at(-1)?.seq))).found).toHaveLength(51);
  });
});
