import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SettledCall } from '../../../src/metering/ledger-records.ts';
import type { Request } from '../../../src/store/shared/batch-queue.ts';
import { makeBatchServers, type BatchServers } from '../../../src/store/sqlite/batch-server.ts';
import { migrate, migrationsFolder } from '../../../src/store/sqlite/open-database.ts';
import { readCallRow, writeCalls } from '../../../src/store/shared/settle-row.ts';
import { watchedDatabase } from '../../fakes/watched-database.ts';
import { entryOf } from '../metering/set-up-metering.ts';
import { callOf, lineOf, noon } from './set-up-store.ts';

/** A database of which every statement that begins with `words` fails with this result code; 0: none does. */
interface Failure {
  words: string;
  code: number;
}

const failing = (database: DatabaseSync, failure: Failure): DatabaseSync =>
  watchedDatabase(database, (sql) => {
    if (failure.code === 0 || !sql.startsWith(failure.words)) return;
    throw Object.assign(new Error('disk I/O error'), { errcode: failure.code });
  });

/** A process that uses the database alone. */
type BatchServer = Pick<BatchServers, 'post' | 'waiting'> & ReturnType<BatchServers['of']>;

const serverOf = (servers: BatchServers, instanceId: string): BatchServer => ({
  ...servers,
  ...servers.of(instanceId),
});

/** Books with a grant of 1,000 nano-credits, and processes on them one after another. */
function setUp() {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  migrate(database, migrationsFolder, 0);
  const failure: Failure = { words: '', code: 0 };
  const reasons: string[] = [];
  const disk = { isShort: false };
  const start = (instanceId: string): BatchServer => {
    const servers = makeBatchServers(failing(database, failure), {
      makeRoom: () => false,
      isShort: () => disk.isShort,
      onBroken: (reason) => reasons.push(reason),
    });
    const server = serverOf(servers, instanceId);
    ask(server, 'open', noon);
    return server;
  };
  const rows = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  const server = start('inst_1');
  ask(server, 'post', null, entryOf(1000n));
  return { database, server, start, rows, failure, reasons, disk };
}

const ask = (server: BatchServer, name: Request['name'], ...parameters: readonly unknown[]): unknown => {
  const [answer] = server.answer({ now: 0, settle: null, requests: [{ name, parameters }] }).answers;
  return answer && 'value' in answer ? answer.value : answer?.failure;
};

const settle = (server: BatchServer, ...calls: readonly SettledCall[]) =>
  server.answer({ now: 0, settle: writeCalls(calls), requests: [] }).settled;

const counts = `select (select count(*) from call), (select count(*) from daybook), (select posted from account)`;

describe('calls that were settled', () => {
  it('are written down in one row, and posted together', () => {
    const { server, rows } = setUp();
    expect(settle(server, callOf(), callOf())).toEqual([null, null]);
    expect(settle(server, callOf())).toEqual([null]);
    expect([rows(counts), server.waiting()]).toEqual([[[0, 2, 0]], 3]);
    server.post();
    expect([rows(counts), server.waiting()]).toEqual([[[3, 0, 30]], 0]);
  });

  it('are in the books for everybody who looks', () => {
    const { server } = setUp();
    const call = callOf();
    settle(server, call);
    expect(ask(server, 'account', 'acme')).toMatchObject({ posted: 10n });
    expect(readCallRow(String(ask(server, 'call', call.id)))).toMatchObject({ charge: 10n, lines: call.lines });
  });

  it('need not be posted for a read of other tables, and are acknowledged in one batch with that', () => {
    const { server, rows } = setUp();
    const requests = [{ name: 'members', parameters: ['acme', {}] }];
    const answer = server.answer({ now: 0, settle: writeCalls([callOf()]), requests });
    expect(answer).toMatchObject({ settled: [null], answers: [{ value: [] }] });
    expect(rows(counts)).toEqual([[0, 1, 0]]);
  });

  it('leave no note that they are open', () => {
    const { server, rows } = setUp();
    const call = callOf({ journalled: true });
    ask(server, 'journal', [call], noon);
    settle(server, call);
    server.post();
    expect(rows('select call_id from open_call')).toEqual([]);
  });

  it.each([
    ['waiting', () => undefined],
    ['posted', (server: BatchServer) => server.post()],
  ])('are charged once, also when they are sent again while they are %s', (_, meanwhile) => {
    const { server, rows } = setUp();
    const call = callOf();
    settle(server, call);
    meanwhile(server);
    expect(settle(server, callOf(), { ...call, charge: 20n, lines: [lineOf(20)] })).toEqual([null, 10n]);
    server.post();
    expect(rows(counts)).toEqual([[2, 0, 20]]);
  });

  it('are charged once when they come twice in one batch', () => {
    const { server, rows } = setUp();
    const call = callOf();
    expect(settle(server, call, call)).toEqual([null, 10n]);
    expect(rows(counts)).toEqual([[1, 0, 10]]);
  });

  it('are not written down with a figure that the books cannot hold', () => {
    const { server, rows } = setUp();
    const settled = settle(server, callOf({ hold: 2n ** 64n }), callOf());
    expect(settled).toMatchObject([{ code: 'internal' }, null]);
    expect(rows(counts)).toEqual([[1, 0, 10]]);
  });

  it('are posted by the next process where theirs was killed, from the lease that they were admitted under', () => {
    const { server, start, rows } = setUp();
    settle(server, callOf(), callOf());
    start('inst_2');
    expect(rows(counts)).toEqual([[2, 0, 20]]);
    const leases = `select instance_id, granted, consumed, state from lease where granted > 0 order by instance_id`;
    expect(rows(leases)).toEqual([
      ['inst_1', 1000, 20, 'closed'],
      ['inst_2', 980, 0, 'open'],
    ]);
    expect(rows('select instance_id from call')).toEqual([['inst_1'], ['inst_1']]);
  });

  it('and leases are taken over from instances that are gone, and from no other', () => {
    const { server, start, rows } = setUp();
    settle(server, callOf({ id: 'settled' }));
    ask(server, 'journal', [callOf({ id: 'gone', journalled: true })], noon);
    const next = start('inst_2');
    ask(next, 'journal', [callOf({ id: 'own' })], noon);
    expect(rows('select id, outcome from call')).toHaveLength(2);
    expect(rows('select call_id, instance_id from open_call')).toEqual([['own', 'inst_2']]);
    const leases = `select instance_id, granted - consumed, state from lease where granted > 0 order by instance_id`;
    const taken = [
      ['inst_1', 980, 'closed'],
      ['inst_2', 980, 'open'],
    ];
    expect(rows(leases)).toEqual(taken);
    // It was frozen, not gone, and ends in order now: what the other one has is not its own.
    ask(server, 'release');
    expect([rows(leases), rows('select leased from account')]).toEqual([taken, [[980]]]);
    ask(next, 'release');
    expect(rows('select leased from account')).toEqual([[0]]);
  });

  it('keep their batch where their process was killed, posted or only noted', () => {
    const { server, start } = setUp();
    const batchId = 'batch_1';
    const calls = [callOf({ batchId }), callOf(), callOf({ batchId })] as const;
    settle(server, calls[0], calls[1]);
    ask(server, 'journal', [calls[2]], noon);
    const next = start('inst_2');
    const kept = calls.map(({ id }) => readCallRow(ask(next, 'call', id) as string).batchId);
    expect(kept).toEqual([batchId, null, batchId]);
  });

  it('are read as the first release wrote them down', () => {
    const { database, server } = setUp();
    const text = `[["call_1","req_1","acme","key_1","test","test-model","createChatCompletion","one","global","over_hold",200,7,
      ${noon},${noon + 20},5,"completed","upstream","9007199254740993",30,true,[["input_tokens",10,1000],["output_tokens",2,10000]]]]`;
    database.prepare('insert into daybook values (1, ?, ?, null)').run('inst_1', text);
    const { journalled: _, ...call } = callOf({ id: 'call_1', requestId: 'req_1', flags: 'over_hold', charge: 30n });
    expect(readCallRow(String(ask(server, 'call', 'call_1')))).toMatchObject({
      ...call,
      priceFrom: 7,
      hold: 9_007_199_254_740_993n,
      lines: [lineOf(10), { unitKind: 'output_tokens', quantity: 2, unitPrice: 10_000n, amount: 20_000n }],
    });
  });

  it('are not acknowledged, and nothing is any more, when the disk fails', () => {
    const { server, rows, failure, reasons } = setUp();
    Object.assign(failure, { words: 'insert into daybook', code: 10 });
    expect(settle(server, callOf())).toMatchObject([{ code: 'overloaded' }]);
    failure.code = 0;
    expect(settle(server, callOf())).toMatchObject([{ code: 'overloaded' }]);
    expect(ask(server, 'account', 'acme')).toMatchObject({ code: 'overloaded' });
    expect([rows(counts), reasons]).toEqual([[[0, 0, 0]], ['disk I/O error']]);
  });

  it('are not acknowledged where the disk has no space to write them down', () => {
    const { server, rows, failure } = setUp();
    Object.assign(failure, { words: 'insert into daybook', code: 13 });
    expect(settle(server, callOf())).toMatchObject([{ code: 'overloaded' }]);
    failure.code = 0;
    expect(settle(server, callOf())).toEqual([null]);
    expect(rows(counts)).toEqual([[0, 1, 0]]);
  });

  it('wait where the disk has no space to post them, and no read of the books misses them', () => {
    const { server, rows, failure } = setUp();
    settle(server, callOf());
    Object.assign(failure, { words: 'commit', code: 13 });
    server.post();
    expect(ask(server, 'account', 'acme')).toMatchObject({ code: 'overloaded' });
    expect([rows(counts), server.waiting()]).toEqual([[[0, 1, 0]], 1]);
    failure.code = 0;
    expect(ask(server, 'account', 'acme')).toMatchObject({ posted: 10n });
    expect([rows(counts), server.waiting()]).toEqual([[[1, 0, 10]], 0]);
  });

  it('go straight to the books, with those that wait, while the disk is nearly full', () => {
    const { server, rows, disk } = setUp();
    settle(server, callOf());
    disk.isShort = true;
    expect(settle(server, callOf())).toEqual([null]);
    expect([rows(counts), server.waiting()]).toEqual([[[2, 0, 20]], 0]);
  });

  it('and are refused by the books stay with the reason, hold up no other, and are reported by the check', () => {
    const { database, server, rows } = setUp();
    database.exec(
      `create trigger odd before insert on call when new.model = 'odd' begin select raise(abort, 'odd'); end`,
    );
    const odd = callOf({ model: 'odd' });
    expect(settle(server, callOf(), odd)).toEqual([null, null]);
    settle(server, callOf());
    server.post();
    expect([rows(counts), server.waiting()]).toEqual([[[2, 1, 20]], 0]);
    const found = ask(server, 'verifySlice', true) as { readonly mismatches: readonly object[] };
    expect(found.mismatches).toMatchObject([
      {
        workspaceId: 'acme',
        invariant: 6,
        message: expect.stringContaining(`Call ${odd.id} was acknowledged`) as string,
      },
    ]);
    // It is not tried again and again.
    settle(server, callOf());
    server.post();
    expect(rows(counts)).toEqual([[3, 1, 30]]);
  });

  it('is one for all instances of a database: what one has journalled, another neither journals again nor overlooks', () => {
    const { database, rows } = setUp();
    const servers = makeBatchServers(database, {
      isShared: true,
      makeRoom: () => false,
      isShort: () => false,
      onBroken: () => undefined,
    });
    const [one, two] = [serverOf(servers, 'inst_2'), serverOf(servers, 'inst_3')];
    const call = callOf();
    expect(settle(one, call)).toEqual([null]);
    expect([rows(counts), servers.waiting()]).toEqual([[[0, 1, 0]], 1]);
    expect(settle(two, call)).toEqual([10n]);
    expect(rows(counts)).toEqual([[1, 0, 10]]);
    settle(one, callOf());
    expect(ask(two, 'account', 'acme')).toMatchObject({ posted: 20n });
  });

  it('takes nothing more of any instance after a failure that leaves the state of the disk unknown', () => {
    const { database, failure, rows } = setUp();
    const servers = makeBatchServers(failing(database, failure), {
      isShared: true,
      makeRoom: () => false,
      isShort: () => false,
      onBroken: () => undefined,
    });
    const [one, two] = [serverOf(servers, 'inst_2'), serverOf(servers, 'inst_3')];
    Object.assign(failure, { words: 'insert into daybook', code: 10 });
    expect(settle(one, callOf())).toMatchObject([{ code: 'overloaded' }]);
    failure.code = 0;
    expect(settle(two, callOf())).toMatchObject([{ code: 'overloaded' }]);
    expect(rows(counts)).toEqual([[0, 0, 0]]);
  });
});
