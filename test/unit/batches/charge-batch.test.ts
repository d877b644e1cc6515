import { expect, it } from 'vitest';
import { makeBatchCharging } from '../../../src/batches/charge-batch.ts';
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

it('reads the results of a batch for an hour at most, so that none that trickle keep other batches waiting', async () => {
  const asked: unknown[] = [];
  const missed = { count: () => 0, words: () => '' };
  const internalRequest = (({ limits }, path) => {
    asked.push([path, limits?.total]);
    const answers = [{ processing_status: 'ended' }, { results: 0, unreadable: missed, unpriced: missed }];
    return Promise.resolve(answers[asked.length - 1] ?? null);
  }) as InternalRequest;
  const { chargeBatch, isCharging } = makeBatchCharging({
    internalRequest,
    objects: { claimBatch: () => Promise.resolve(1), markCharged: () => Promise.resolve(isCharging(batch.id)) },
    metering: { finish: () => Promise.resolve() },
    keys: { workspace: () => undefined },
    clock: makeHandClock(),
    log: silentLog,
  } as unknown as Deps);
  expect(await chargeBatch(batch)).toBe('charged');
  expect(asked).toEqual([
    ['/v1/messages/batches/up', undefined],
    ['/v1/messages/batches/up/results', 3_600_000],
  ]);
  expect(isCharging(batch.id)).toBe(false);
});
