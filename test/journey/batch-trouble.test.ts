import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBatchWatch } from '../../src/batches/watch-batches.ts';
import type { Model } from '../../src/catalog/catalog.ts';
import type { Owned } from '../../src/objects/owned-object.ts';
import { base62Alphabet } from '../../src/shared/ids.ts';
import { objectOf } from '../../src/shared/json/json.ts';
import { silentLog, type Log } from '../../src/shared/log.ts';
import { makeConfig, makeModel, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { json } from '../fakes/script.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import {
  chargedOf,
  doneLine,
  expiredLine,
  gone,
  keptBatch,
  makeBatch,
  playAgain,
  playBatch,
  specB,
  whole,
  type MadeBatch,
} from './batch-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('charging a batch', () => {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void errors.push(message) };
  let clock: ReturnType<typeof makeShiftedClock>;
  let gateway: TestGateway;
  let look: () => Promise<void>;
  beforeEach(async () => {
    errors.length = 0;
    clock = makeShiftedClock();
    const noon = clock.now();
    const rates = { input_tokens: 1_000_000n, output_tokens: 2_000_000n };
    const dearer = { input_tokens: 10_000_000n, output_tokens: 20_000_000n };
    const prices = [
      { from: 0, rates },
      { from: noon + day, rates: dearer },
    ];
    gateway = await startGateway({
      clock,
      log,
      models: [makeModel('test-model', ['up-a', 'up-b']), makeModel('second', ['up-b'])],
      products: [{ ...makeProduct('test'), prices }, makeProduct('cheap', ['test-model'])],
    });
    const { objects } = gateway.services.store;
    look = makeBatchWatch({ ...gateway.services, objects, clock, log });
  });
  afterEach(() => gateway.close());

  const get = ({ id }: MadeBatch) => gateway.call(`/v1/messages/batches/${id}`, { headers: specB });
  const remove = ({ id }: MadeBatch) =>
    gateway.call(`/v1/messages/batches/${id}`, { method: 'DELETE', headers: specB });
  const uncharged = async () => (await gateway.services.store.objects.unchargedBatches(null, 10)).data.length;
  const readings = (): number => gateway.upstream.requests.filter(({ path }) => path.endsWith('/results')).length;
  const asks = (): number => gateway.upstream.requests.filter(({ method }) => method === 'GET').length;

  /** The catalogue has one model only from now on. */
  const reloadWith = (model: Model) => {
    const { url } = gateway.upstream;
    const providers = [makeProvider('up-a', 'a', url), makeProvider('up-b', 'b', url)];
    return gateway.app.reload(makeConfig({ providers, models: [model] }));
  };

  it('a line whose model is unknown holds up no other, waits for the catalogue, and is given up in the end', async () => {
    playBatch(gateway, whole([doneLine('a'), doneLine('odd', 'second'), doneLine('b')].join('\n')));
    const batch = await makeBatch(gateway, ['test-model', 'second', 'test-model']);
    await reloadWith(makeModel('test-model', ['up-b']));
    await look();
    expect(await chargedOf(gateway, batch)).toHaveLength(2);
    expect(await uncharged()).toBe(1);
    await get(batch);
    expect(readings()).toBe(1);
    clock.shift(minute);
    await get(batch);
    expect(readings()).toBe(2);
    clock.pass(33 * day);
    await look();
    expect(await uncharged()).toBe(0);
    expect(await chargedOf(gateway, batch)).toHaveLength(2);
    expect((await keptBatch(gateway, batch))?.fields['uncharged']).toMatchObject({
      reason: expect.stringContaining('1 line is not charged: odd: ') as string,
    });
    expect(errors).toEqual(['a batch is given up: what was done in it is not charged']);
  });

  it('does not wait longer when the clock is set back', async () => {
    playBatch(gateway, whole(doneLine('odd', 'second')));
    const batch = await makeBatch(gateway, ['test-model', 'second']);
    await reloadWith(makeModel('test-model', ['up-b']));
    await look();
    await get(batch);
    expect(readings()).toBe(1);
    clock.shift(-60 * minute);
    await get(batch);
    expect(readings()).toBe(2);
    playAgain(gateway, whole(`${doneLine('odd')}\n${expiredLine('other')}`));
    clock.shift(-minute);
    await look();
    expect(await chargedOf(gateway, batch)).toHaveLength(1);
    expect(await uncharged()).toBe(0);
  });

  it('is not deleted while another instance charges its lines', async () => {
    playBatch(gateway, whole(doneLine('a')));
    const batch = await makeBatch(gateway);
    const { objects } = gateway.services.store;
    const { claimBatch } = objects;
    // As the database answers while the claim of another instance lasts.
    Object.assign(objects, { claimBatch: () => Promise.resolve(null) });
    const refused = await remove(batch);
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('could not be charged yet')]);
    Object.assign(objects, { claimBatch });
    expect((await remove(batch)).status).toBe(200);
    expect(await chargedOf(gateway, batch)).toHaveLength(1);
  });

  it('a line that is no JSON keeps no other, and stands in the record', async () => {
    playBatch(gateway, whole([doneLine('a'), '{"custom_id":"cut', doneLine('b')].join('\n')));
    const batch = await makeBatch(gateway, ['test-model', 'test-model', 'test-model']);
    expect((await get(batch)).status).toBe(200);
    await look();
    expect([(await chargedOf(gateway, batch)).length, await uncharged(), errors]).toEqual([2, 1, []]);
    clock.pass(3 * day + minute);
    await look();
    expect(await uncharged()).toBe(0);
    const missed = { reason: '1 line is not charged: line 2: it is no JSON' };
    expect((await keptBatch(gateway, batch))?.fields['uncharged']).toMatchObject(missed);
    await get(batch);
    expect((await keptBatch(gateway, batch))?.fields).toMatchObject({ charged: true, uncharged: {} });
    expect(errors).toEqual(['a batch is given up: what was done in it is not charged']);
  });

  it('lines of one custom_id are charged each, and once', async () => {
    const lines = [doneLine('same'), doneLine('same'), doneLine('other'), doneLine('same')].join('\n');
    playBatch(gateway, whole(`${lines}\n{"custom_id":"last`));
    const models = Array.from({ length: 5 }, () => 'test-model');
    const batch = await makeBatch(gateway, models);
    await look();
    expect([(await chargedOf(gateway, batch)).length, await uncharged()]).toEqual([4, 1]);
    playAgain(gateway, whole(`${lines}\n${expiredLine('last')}`));
    clock.shift(minute);
    await look();
    expect(await chargedOf(gateway, batch)).toHaveLength(4);
    expect(await uncharged()).toBe(0);
  });

  it.each([
    ['end with a newline and a number', ['a', 'a', 'a', 'a\n1', 'a\n2', 'a\n1', 'a\n1\n1', '', '', '\n1']],
    ['differ in halves of surrogate pairs', ['\ud800', '\ud801', '\udc00', '\ufffd']],
  ])('lines whose custom_ids %s are charged each', async (_, names) => {
    playBatch(gateway, whole(names.map((name) => doneLine(name)).join('\n')));
    const models = names.map(() => 'test-model');
    const batch = await makeBatch(gateway, models);
    await look();
    expect(await chargedOf(gateway, batch)).toHaveLength(names.length);
  });

  it('knows lines that an earlier release has charged', async () => {
    playBatch(gateway, whole([doneLine('a'), doneLine('a')].join('\n')));
    const batch = await makeBatch(gateway, ['test-model', 'test-model']);
    await look();
    const digests = [`${batch.id}\na`, `${batch.id}\na\n1`].map((name) =>
      BigInt(`0x${createHash('sha256').update(name).digest('hex')}`),
    );
    const idOf = (digest: bigint): string => {
      const digits = Array.from({ length: 22 }, (_, place) => Number((digest / 62n ** BigInt(place)) % 62n));
      return `call_${digits.map((digit) => base62Alphabet[digit]).join('')}`;
    };
    expect((await chargedOf(gateway, batch)).map(({ id }) => id).toSorted()).toEqual(digests.map(idOf).toSorted());
  });

  it('a batch that its provider has forgotten is asked for less and less, and given up after three days', async () => {
    playBatch(gateway, gone);
    const batch = await makeBatch(gateway);
    gateway.upstream.forget();
    gateway.upstream.always(gone);
    for (let minutes = 0; minutes < 70; minutes += 1) {
      await look();
      clock.shift(minute);
    }
    expect(asks()).toBe(7);
    expect(await uncharged()).toBe(1);
    clock.pass(3 * day);
    await look();
    expect(await uncharged()).toBe(0);
    expect((await keptBatch(gateway, batch))?.fields).toMatchObject({
      charged: true,
      uncharged: { reason: 'Its provider no longer has it.' },
    });
    await look();
    expect(asks()).toBe(8);
  });

  it('of a frozen workspace goes on: what was done is a fact', async () => {
    playBatch(gateway, whole(doneLine('a')));
    const batch = await makeBatch(gateway);
    await gateway.services.store.ledger.freeze('acme', 'The invoice is overdue.');
    await look();
    expect(await chargedOf(gateway, batch)).toHaveLength(1);
    expect(await uncharged()).toBe(0);
    await expect(makeBatch(gateway)).rejects.toThrow('frozen');
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
  });

  it('takes the Product that the batch was made with, for the models that it contains', async () => {
    playBatch(gateway, whole([doneLine('a'), doneLine('b', 'second')].join('\n')));
    const batch = await makeBatch(gateway, ['test-model', 'test-model'], { 'x-product-sku': 'cheap' });
    await look();
    const charged = await chargedOf(gateway, batch);
    expect(charged.map(({ productSku }) => productSku)).toEqual(['cheap', 'cheap']);
    await expect(makeBatch(gateway, ['second'], { 'x-product-sku': 'cheap' })).rejects.toThrow('does not contain');
  });

  it('takes the one model of a batch, whatever answers name, unless an earlier release did not read all of its lines', async () => {
    const modelsOf = async (batch: MadeBatch) => (await chargedOf(gateway, batch)).map(({ model }) => model);
    playBatch(gateway, whole(doneLine('r0', 'second')));
    const batch = await makeBatch(gateway);
    await get(batch);
    expect(await modelsOf(batch)).toEqual(['test-model']);

    playBatch(gateway, whole([doneLine('r0', 'second'), doneLine('r1', 'a-host-of-its-own')].join('\n')));
    const old = await makeBatch(gateway, ['test-model', 'test-model']);
    const kept = await keptBatch(gateway, old);
    const unmarked = ({ fields }: Owned) => {
      const { namesAreAll: _mark, ...payer } = objectOf(fields['payer']);
      return { fields: { ...fields, payer } };
    };
    await gateway.services.store.objects.change(kept as Owned<'batch'>, unmarked);
    await get(old);
    expect((await modelsOf(old)).toSorted()).toEqual(['second', 'test-model']);
  });

  it('takes the price that was in force when the batch was made', async () => {
    playBatch(gateway, whole(doneLine('a')));
    const early = await makeBatch(gateway);
    clock.pass(2 * day);
    await look();
    playBatch(gateway, whole(doneLine('a')));
    const late = await makeBatch(gateway);
    await look();
    const [[before], [after]] = [await chargedOf(gateway, early), await chargedOf(gateway, late)];
    expect(after?.charge).toBe((before?.charge ?? 0n) * 10n);
  });

  it('knows a model that has been retired since', async () => {
    playBatch(gateway, whole(doneLine('a')));
    const batch = await makeBatch(gateway);
    await reloadWith(makeModel('test-model', ['up-a', 'up-b'], { retired: true }));
    await expect(makeBatch(gateway)).rejects.toThrow('no longer supported');
    await look();
    expect(await chargedOf(gateway, batch)).toHaveLength(1);
  });

  it('comes before a batch is deleted; one that cannot be charged now is not', async () => {
    playBatch(gateway, json({ error: {} }, { status: 500 }));
    const batch = await makeBatch(gateway);
    const refused = await remove(batch);
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('could not be charged yet')]);
    playAgain(gateway, whole(doneLine('a')));
    expect((await remove(batch)).status).toBe(200);
    expect(await chargedOf(gateway, batch)).toHaveLength(1);
    expect(await uncharged()).toBe(0);
    expect((await get(batch)).status).toBe(404);
  });

  it('a refusal names the request whose model is at fault', async () => {
    const ask = (models: readonly string[]) => makeBatch(gateway, models);
    await expect(ask(['test-model', 'second', 'nothing'])).rejects.toThrow(
      'requests[2].params.model: There is no model nothing',
    );
    expect(gateway.upstream.requests).toEqual([]);
  });
});
