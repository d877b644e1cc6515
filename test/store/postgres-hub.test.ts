import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LeaseSubject } from '../../src/metering/ledger-records.ts';
import { silentLog } from '../../src/shared/log.ts';
import { openHub } from '../../src/store/postgres/hub.ts';
import { makeChangeOperations } from '../../src/store/operations/keys.ts';
import { operationsIn, postgresFacts } from '../../src/store/postgres/operations/operations.ts';
import type { Session } from '../../src/store/postgres/session.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';

describe.skipIf(!hasPostgres)('instances that speak over the database', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  async function setUp() {
    const { url } = await server.create();
    const pool = new pg.Pool({ connectionString: url });
    onTestFinished(() => pool.end());
    const open = async (instanceId: string) => {
      const parts = { pool, address: { connectionString: url }, instanceId, log: silentLog };
      const listening = ['inst_one', 'inst_other'].filter((id) => id !== instanceId);
      const hub = await openHub({ ...parts, others: () => Promise.resolve({ listening, count: 1 }) });
      onTestFinished(hub.close);
      return hub;
    };
    return { pool, one: await open('inst_one'), other: await open('inst_other') };
  }

  it('recall any number of leases, though a notification has 8,000 bytes at most', async () => {
    const { one, other } = await setUp();
    const recalled: string[] = [];
    other.onRecall(async (subjects) => void recalled.push(...subjects.map(({ subject }) => subject)));
    const names = Array.from({ length: 500 }, (_, index) => `key_${index}`);
    const subjects = names.map((subject): LeaseSubject => ({
      workspaceId: 'acme',
      subject,
      window: 'day',
      start: 1,
      end: 86_400_000,
    }));
    await one.recall(subjects);
    await expect.poll(() => recalled.toSorted()).toEqual(names.toSorted());
  });

  it.each([
    ['nothing', ''],
    ['a text', 'hello'],
    ['JSON of another program', 'null'],
    ['a message without a kind', '{"from":"x","message":{}}'],
  ])('go on when another program sends them %s', async (_, payload) => {
    const { pool, one, other } = await setUp();
    let changes = 0;
    other.onChange(async () => void (changes += 1));
    await pool.query('select pg_notify($1, $2)', ['diglot', payload]);
    expect(await one.changed()).toEqual({ reached: 2, instances: 2 });
    expect(changes).toBe(1);
  });

  it('ask one question after the other on the connection that listens', async () => {
    const { one } = await setUp();
    let [underWay, most] = [0, 0];
    const ask = (): Promise<void> =>
      one.ask(async (session) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await session.one('select 1');
        underWay -= 1;
      });
    await Promise.all([ask(), ask(), ask()]);
    expect(most).toBe(1);
  });
});

it('changes of several kinds are read one after the other, as a connection takes them', async () => {
  let [underWay, most] = [0, 0];
  const changed = ['key', 'workspace', 'account'].map((area) => ({ area, id: 'x', latest: 7n }));
  const all = async <Row>(sql: string): Promise<readonly Row[]> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return sql.includes('left join change') ? (changed as readonly unknown[] as readonly Row[]) : [];
  };
  const session: Session = { all, one: () => Promise.resolve(undefined), run: () => Promise.resolve(0) };
  const { changesSince } = operationsIn(makeChangeOperations(postgresFacts));
  expect(await changesSince(session, 1)).toMatchObject({ epoch: 7, keys: [], workspaces: [] });
  expect(most).toBe(1);
});
