import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBatchWatch } from '../../src/batches/watch-batches.ts';
import { silentLog } from '../../src/shared/log.ts';
import { makeProduct } from '../fakes/make-config.ts';
import { json, until } from '../fakes/script.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { doneLine, makeBatch, specB, whole } from './batch-upstream.ts';
import { recordedCalls } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** A provider that answers a repeated Idempotency-Key with the batch that it made first. */
describe('a batch whose creation is repeated with one Idempotency-Key', () => {
  const clock = makeShiftedClock();
  let gateway: TestGateway;
  let made: Map<string, string>;
  beforeEach(async () => {
    made = new Map();
    const rates = { input_tokens: 1_000_000n, output_tokens: 2_000_000n };
    gateway = await startGateway({ clock, products: [{ ...makeProduct('test'), prices: [{ from: 0, rates }] }] });
    gateway.upstream.always(({ method, path, headers }) => {
      if (path.endsWith('/results')) return whole(doneLine('a'));
      const record = { type: 'message_batch', results_url: 'x' };
      if (method !== 'POST') return json({ ...record, id: 'theirs', processing_status: 'ended' });
      const key = String(headers['idempotency-key'] ?? made.size);
      const id = made.get(key) ?? `up_${made.size}`;
      made.set(key, id);
      return json({ ...record, id, processing_status: 'in_progress' });
    });
  });
  afterEach(() => gateway.close());

  const create = async (key: string) =>
    (await makeBatch(gateway, ['test-model'], { ...specB, 'idempotency-key': key })).id;
  const held = async (): Promise<bigint> => (await gateway.services.metering.balance('acme')).held;
  const look = () => makeBatchWatch({ ...gateway.services, ...gateway.services.store, clock, log: silentLog })();
  const charges = async () =>
    (await recordedCalls(gateway)).map(({ charge }) => charge).filter((charge) => charge > 0n);

  it('is one batch, reserved and charged once', async () => {
    const id = await create('k1');
    const once = await held();
    expect(await create('k1')).toBe(id);
    expect(await held()).toBe(once);
    expect((await gateway.services.store.objects.unchargedBatches(null, 10)).data).toHaveLength(1);
    await look();
    expect(await charges()).toHaveLength(1);
    expect(await create('k1')).toBe(id);
    await look();
    expect([await charges(), await held()]).toEqual([[140_000n], 0n]);
  });

  it('is one batch where both are made at the same time', async () => {
    const go = Promise.withResolvers<undefined>();
    const answer = [
      until(go.promise),
      ...json({ id: 'up_0', type: 'message_batch', processing_status: 'in_progress' }),
    ];
    gateway.upstream.next(answer);
    gateway.upstream.next(answer);
    const both = [create('k1'), create('k1')];
    await gateway.upstream.request(2);
    go.resolve(undefined);
    const [first, second] = await Promise.all(both);
    expect(second).toBe(first);
    const { ledger } = gateway.services.store;
    expect((await ledger.reservations()).map(({ batchId }) => batchId)).toEqual([first]);
    await look();
    expect([await charges(), await held()]).toEqual([[140_000n], 0n]);
    expect(await gateway.services.metering.reconcile()).toEqual([]);
  });

  it('is not another batch, made with another key or without one, to which its provider gives the same id', async () => {
    const ids = [await create('k1'), (await makeBatch(gateway)).id];
    gateway.upstream.next(json({ id: 'up_0', type: 'message_batch', processing_status: 'in_progress' }));
    ids.push(await create('k2'));
    expect(new Set(ids).size).toBe(3);
    await look();
    expect(await charges()).toHaveLength(3);
  });
});
