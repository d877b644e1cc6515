import { expect, it } from 'vitest';
import { makeBatchCharging, type BatchProgress } from '../../../src/batches/charge-batch.ts';
import type { Owned } from '../../../src/objects/owned-object.ts';
import type { InternalRequest } from '../../../src/pipeline/internal-request.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

type Deps = Parameters<typeof makeBatchCharging>[0];

const batch = {
  id: 'msgbatch_1',
  spec: 'b',
  workspaceId: 'acme',
  providerId: 'up-b',
  upstreamId: 'up',
  createdAt: 0,
  fields: { charged: false, region: 'global', payer: { requestId: 'req_1', operation: 'x', keyId: 'key_1' } },
} as unknown as Owned<'batch'>;

/** A record of a batch that has no line to charge. */
const ended = { processing_status: 'ended', request_counts: { succeeded: 0, errored: 1 } };

it('reads the results of a batch for an hour at most, so that none that trickle keep other batches waiting', async () => {
  const asked: unknown[] = [];
  const internalRequest = (({ limits }, path) => {
    asked.push([path, limits?.total]);
    return Promise.resolve(asked.length === 1 ? ended : null);
  }) as InternalRequest;
  const { chargeBatch, isCharging } = makeBatchCharging({
    internalRequest,
    objects: { claimBatch: () => Promise.resolve(1), markCharged: () => Promise.resolve(isCharging(batch.id)) },
    metering: { finish: () => Promise.resolve() },
    keys: { workspace: () => undefined },
    clock: makeHandClock(),
    log: silentLog,
  } as unknown as Deps);
  expect(await chargeBatch(batch)).toMatchObject({ state: 'charged' });
  expect(asked).toEqual([
    ['/v1/messages/batches/up', undefined],
    ['/v1/messages/batches/up/results', 3_600_000],
  ]);
  expect(isCharging(batch.id)).toBe(false);
});

/** What reads the results of the batch, whose end each test decides. */
function instanceOf(objects: object, clock: ReturnType<typeof makeHandClock>) {
  const reading = Promise.withResolvers<void>();
  const results = Promise.withResolvers<void>();
  const finished: string[] = [];
  const internalRequest = (async (_target, path) => {
    if (!path.endsWith('/results')) return ended;
    reading.resolve();
    await results.promise;
    return null;
  }) as InternalRequest;
  const { chargeBatch } = makeBatchCharging({
    internalRequest,
    objects,
    metering: { finish: async (id: string) => void finished.push(id) },
    keys: { workspace: () => undefined },
    clock,
    log: silentLog,
  } as unknown as Deps);
  const charging: Promise<BatchProgress> = chargeBatch(batch);
  return { charging, reading: reading.promise, end: results.resolve, finished };
}

/** The claims of two instances of one store. */
function makeClaims(clock: ReturnType<typeof makeHandClock>) {
  let claim = { owner: '', until: 0, fence: 0 };
  let charged = false;
  const objectsOf = (owner: string) => ({
    claimBatch: async (_: unknown, milliseconds: number) => {
      if (claim.owner !== owner && claim.until > clock.now()) return null;
      claim = { owner, until: clock.now() + milliseconds, fence: claim.fence + 1 };
      return claim.fence;
    },
    markCharged: async (_: unknown, fence: number) => {
      if (charged || fence !== claim.fence) return false;
      charged = true;
      return true;
    },
    find: async () => ({ ...batch, fields: { ...batch.fields, charged } }),
  });
  return { objectsOf };
}

it('keeps a batch to itself while its results are read, however long that takes, and then marks it', async () => {
  const clock = makeHandClock();
  const { objectsOf } = makeClaims(clock);
  const one = instanceOf(objectsOf('one'), clock);
  await one.reading;
  for (let minutes = 0; minutes < 55; minutes += 1) {
    clock.move(60_000);
    await new Promise(setImmediate);
  }
  const other = instanceOf(objectsOf('other'), clock);
  other.end();
  expect(await other.charging).toMatchObject({ state: 'claimed' });
  one.end();
  expect(await one.charging).toMatchObject({ state: 'charged' });
  expect([one.finished, other.finished]).toEqual([[batch.id], []]);
});

it('says that another instance charges a batch that it has lost to it, and that it is charged once it is', async () => {
  const clock = makeHandClock();
  const { objectsOf } = makeClaims(clock);
  const stopped = { ...objectsOf('one'), claimBatch: async () => 0 };
  const late = [instanceOf(stopped, clock), instanceOf(stopped, clock)];
  const other = instanceOf(objectsOf('other'), clock);
  await Promise.all([...late, other].map(({ reading }) => reading));
  late[0]?.end();
  expect(await late[0]?.charging).toMatchObject({ state: 'claimed' });
  other.end();
  await other.charging;
  late[1]?.end();
  expect(await late[1]?.charging).toMatchObject({ state: 'charged' });
  expect(late.flatMap(({ finished }) => finished)).toEqual([]);
});

it('looks for missing results once a minute at most, however often their batch is retrieved, and whenever the watch does', async () => {
  const clock = makeHandClock();
  const asked: string[] = [];
  const internalRequest = (async (_target, path) => {
    asked.push(path);
    return path.endsWith('/results') ? null : { processing_status: 'ended', request_counts: { succeeded: 1 } };
  }) as InternalRequest;
  const { chargeBatch } = makeBatchCharging({
    internalRequest,
    objects: makeClaims(clock).objectsOf('one'),
    keys: { workspace: () => undefined },
    clock,
    log: silentLog,
  } as unknown as Deps);
  const looks = [];
  for (const rest of [0, 59_999, 1]) {
    clock.move(rest);
    looks.push([(await chargeBatch(batch, true)).state, asked.length]);
  }
  expect(looks).toEqual([
    ['partial', 2],
    ['partial', 2],
    ['partial', 4],
  ]);
  await chargeBatch(batch);
  expect(asked).toHaveLength(6);
});
