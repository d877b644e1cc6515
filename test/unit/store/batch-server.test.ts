import { describe, expect, it, onTestFinished } from 'vitest';
import { makeBatchServers } from '../../../src/store/sqlite/batch-server.ts';
import { openDatabase } from '../../../src/store/sqlite/open-database.ts';
import { writeCalls } from '../../../src/store/shared/settle-row.ts';
import { watchedDatabase } from '../../fakes/watched-database.ts';
import { entryOf } from '../metering/set-up-metering.ts';
import { callOf } from './set-up-store.ts';

/** A database of which every commit fails with this SQLite result code, until it is set to 0. */
function failingDatabase() {
  const database = openDatabase(':memory:', 0);
  onTestFinished(() => database.close());
  const failure = { code: 0 };
  const watched = watchedDatabase(database, (sql) => {
    if (sql !== 'commit' || failure.code === 0) return;
    throw Object.assign(new Error('disk I/O error'), { errcode: failure.code });
  });
  return { database: watched, failure };
}

const batchOf = (count: number) => ({
  now: 0,
  settle: writeCalls(Array.from({ length: count }, () => callOf())),
  requests: [{ name: 'account', parameters: ['acme'] }],
});

describe('a batch', () => {
  it.each([
    ['an I/O error', 10],
    ['a damaged page', 11],
    ['a disk that became read-only', 8],
  ])('is not acknowledged after %s, and nothing is any more', (_, code) => {
    const { database, failure } = failingDatabase();
    const reasons: string[] = [];
    const { answer: serve } = makeBatchServers(database, {
      makeRoom: () => false,
      isShort: () => false,
      onBroken: (reason) => reasons.push(reason),
    }).of('inst_1');
    failure.code = code;
    expect(serve(batchOf(2)).settled).toMatchObject([{ code: 'overloaded' }, { code: 'overloaded' }]);
    failure.code = 0;
    expect(serve(batchOf(1))).toMatchObject({
      settled: [{ code: 'overloaded' }],
      answers: [{ failure: { code: 'overloaded' } }],
    });
    expect(reasons).toEqual(['disk I/O error']);
    expect(database.prepare('select count(*) as calls from call').get()).toEqual({ calls: 0 });
  });

  it('with requests behind a failed commit answers none of them as done, and does none of them', () => {
    const { database, failure } = failingDatabase();
    const reasons: string[] = [];
    const { answer: serve } = makeBatchServers(database, {
      makeRoom: () => false,
      isShort: () => false,
      onBroken: (reason) => {
        reasons.push(reason);
        // The disk comes back at once: what is on it is unknown all the same.
        failure.code = 0;
      },
    }).of('inst_1');
    const grant = (n: number) => ({ name: 'post', parameters: [null, entryOf(5n, { externalId: `grant-${n}` })] });
    failure.code = 10;
    expect(serve({ ...batchOf(1), requests: [grant(1), grant(2)] })).toMatchObject({
      settled: [{ code: 'overloaded' }],
      answers: [{ failure: { code: 'overloaded' } }, { failure: { code: 'overloaded' } }],
    });
    expect(database.prepare('select count(*) as entries from grant_entry').get()).toEqual({ entries: 0 });
    expect(reasons).toHaveLength(1);
  });

  it.each([
    ['breaks a rule of its table', callOf({ charge: -1n })],
    ['has a figure that no column holds', callOf({ hold: 2n ** 70n })],
  ])('with a call that %s is written without that one', (_, refused) => {
    const { database } = failingDatabase();
    const { answer: serve } = makeBatchServers(database, {
      makeRoom: () => false,
      isShort: () => false,
      onBroken: () => undefined,
    }).of('inst_1');
    const settle = writeCalls([callOf(), refused, callOf()]);
    expect(serve({ now: 0, settle, requests: [] }).settled).toMatchObject([
      null,
      { code: expect.any(String) as string },
      null,
    ]);
    expect(database.prepare('select count(*) as calls from call').get()).toEqual({ calls: 2 });
  });

  it.each([
    ['that is only settled', []],
    ['with requests', batchOf(1).requests],
  ])('%s is committed when its answer is there', (_, requests) => {
    const { database } = failingDatabase();
    const { answer: serve } = makeBatchServers(database, {
      makeRoom: () => false,
      isShort: () => false,
      onBroken: () => undefined,
    }).of('inst_1');
    const { settled } = serve({ ...batchOf(2), requests });
    expect([settled, database.isTransaction]).toEqual([[null, null], false]);
  });

  it('is synced once, when all of it is committed and none of it is answered', () => {
    const { database } = failingDatabase();
    const seen: unknown[] = [];
    const entries = database.prepare('select count(*) as entries from grant_entry');
    const { answer: serve } = makeBatchServers(database, {
      makeRoom: () => false,
      isShort: () => false,
      onBroken: () => undefined,
      sync: () => seen.push(entries.get()?.['entries'], database.isTransaction),
    }).of('inst_1');
    const grant = (n: number) => ({ name: 'post', parameters: [null, entryOf(5n, { externalId: `grant-${n}` })] });
    serve({ ...batchOf(2), requests: [grant(1), grant(2)] });
    expect(seen).toEqual([2, false]);
  });

  it('waits for the disk together with those of other instances, and is refused with them', () => {
    const database = openDatabase(':memory:', 0);
    onTestFinished(() => database.close());
    const disk = { syncs: 0, isWell: true };
    const servers = makeBatchServers(database, {
      makeRoom: () => false,
      isShort: () => false,
      isShared: true,
      sync: () => {
        disk.syncs += 1;
        if (!disk.isWell) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { errcode: 1034 });
      },
      onBroken: () => undefined,
    });
    const posted = ['inst_1', 'inst_2'].map((from) => ({ from, batch: { ...batchOf(1), requests: [] } }));
    expect(servers.answer(posted).map(({ settled }) => settled)).toEqual([[null], [null]]);
    expect([disk.syncs, servers.waiting()]).toEqual([1, 2]);
    disk.isWell = false;
    const refused = [{ code: 'overloaded' }];
    expect(servers.answer(posted).map(({ settled }) => settled)).toMatchObject([refused, refused]);
  });

  it('that cannot be synced is not acknowledged, and nothing is any more', () => {
    const { database } = failingDatabase();
    const reasons: string[] = [];
    const disk = { isWell: false };
    const { answer: serve } = makeBatchServers(database, {
      makeRoom: () => true,
      isShort: () => false,
      onBroken: (reason) => reasons.push(reason),
      sync: () => {
        if (!disk.isWell) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { errcode: 1034 });
      },
    }).of('inst_1');
    const refused = { settled: [{ code: 'overloaded' }], answers: [{ failure: { code: 'overloaded' } }] };
    expect(serve(batchOf(1))).toMatchObject(refused);
    disk.isWell = true;
    expect(serve(batchOf(1))).toMatchObject(refused);
    expect(reasons).toEqual(['EIO: i/o error, fdatasync']);
  });

  it('is tried once more where space was made on a full disk', () => {
    const { database, failure } = failingDatabase();
    const { answer: serve } = makeBatchServers(database, {
      makeRoom: () => {
        failure.code = 0;
        return true;
      },
      isShort: () => false,
      onBroken: () => undefined,
    }).of('inst_1');
    failure.code = 13;
    expect(serve(batchOf(2))).toMatchObject({ settled: [null, null], answers: [{ value: { posted: 20n } }] });
  });

  it('is refused, and the next one taken, where the disk was full for a moment', () => {
    const { database, failure } = failingDatabase();
    const { answer: serve } = makeBatchServers(database, {
      makeRoom: () => false,
      isShort: () => false,
      onBroken: () => undefined,
    }).of('inst_1');
    failure.code = 13;
    expect(serve(batchOf(1)).settled).toMatchObject([{ code: 'overloaded' }]);
    failure.code = 0;
    expect(serve(batchOf(1)).settled).toEqual([null]);
  });
});
