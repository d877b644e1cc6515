import { describe, expect, it, onTestFinished } from 'vitest';
import type { Model, Product } from '../../src/catalog/catalog.ts';
import { systemClock, type Clock } from '../../src/shared/time/clock.ts';
import { makeConfig, makeModel, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { bytes, head, json, type Script } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const headers = { 'anthropic-version': '2023-06-01' };
const whole = (body: string): Script => [head(200, { 'content-length': String(body.length) }), bytes(body)];
const advice = { type: 'advisor_message', model: 'adviser', input_tokens: 50, output_tokens: 10 };
const usage = { input_tokens: 100, output_tokens: 20 };
const lineOf = ({ id: model }: Pick<Model, 'id'>, index: number, iterations?: readonly object[]): string => {
  const message = { type: 'message', model, content: [], usage: { ...usage, iterations } };
  return `${JSON.stringify({ custom_id: `r${index}`, result: { type: 'succeeded', message } })}\n`;
};
const rates = { input_tokens: 1_000n, output_tokens: 10_000n };

const free: Product = { ...makeProduct('test'), free: true, prices: [] };
const priced = (...begins: readonly number[]): Product => ({
  ...makeProduct('test'),
  prices: begins.map((from) => ({ from, rates })),
});

const testModel = [makeModel('test-model', ['up-b'])];

/** What else there is besides a Product. */
interface Rest {
  readonly models?: readonly Model[];
  readonly others?: readonly Product[];
  readonly clock?: Clock;
  /** What models have done in a line besides its totals. */
  readonly iterations?: readonly object[];
}

/** A gateway whose Product is as given, and whose upstream runs batches of one line for each of its models. */
async function start(product: Product, rest: Rest = {}): Promise<TestGateway> {
  const { models = testModel, others = [], clock = systemClock, iterations } = rest;
  const gateway = await startGateway({ products: [product, ...others], models, clock });
  const called = models.filter(({ product: sku }) => sku === product.sku);
  onTestFinished(gateway.close);
  const record = { type: 'message_batch', created_at: '2026-11-20T10:00:00Z', results_url: 'x' };
  let made = 0;
  gateway.upstream.always(({ method, path }) => {
    if (path.endsWith('/results')) return whole(called.map((each, index) => lineOf(each, index, iterations)).join(''));
    const id = path.endsWith('/batches') ? `up_${(made += 1)}` : path.slice(path.lastIndexOf('/') + 1);
    if (method === 'DELETE') return json({ id, type: 'message_batch_deleted' });
    return json({ id, ...record, processing_status: path.endsWith('/batches') ? 'in_progress' : 'ended' });
  });
  return gateway;
}

const content = { max_tokens: 20, messages: [{ role: 'user', content: 'x'.repeat(400) }] };

async function create({ call }: TestGateway, asked: readonly object[] = [{ model: 'test-model' }]): Promise<string> {
  const requests = asked.map((each, index) => ({ custom_id: `r${index}`, params: { ...content, ...each } }));
  const answer = await call('/v1/messages/batches', { body: { requests }, headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { id: string }).id;
}

async function change({ app, upstream }: TestGateway, product: Product, rest: Rest = {}): Promise<void> {
  const { models = testModel, others = [] } = rest;
  const providers = [makeProvider('up-a', 'a', upstream.url), makeProvider('up-b', 'b', upstream.url)];
  await app.reload(makeConfig({ providers, products: [product, ...others], models }));
}

const chargedLine = async ({ services }: TestGateway) => {
  const { items } = await services.store.ledger.calls({ workspaceId: 'acme', productSku: 'test', limit: 10 });
  return items.map(({ charge, flags }) => ({ charge, flags }));
};

const cost = 100n + 200n;

describe('a batch whose Product changes while it runs', () => {
  it.each([
    ['free, and priced since before it was made', free, priced(0), 0n],
    ['free, and priced later', free, priced(Date.now() + 86_400_000), 0n],
    ['priced, and free later', priced(0), free, cost],
    ['priced, and unpriced until later', priced(0), priced(Date.now() + 86_400_000), cost],
  ])('costs what it cost when it was made: %s', async (_, before, after, charge) => {
    const gateway = await start(before);
    const id = await create(gateway);
    await change(gateway, after);
    const deleted = await gateway.call(`/v1/messages/batches/${id}`, { method: 'DELETE', headers });
    expect([deleted.status, await chargedLine(gateway)]).toEqual([200, [{ charge, flags: '' }]]);
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
  });
});

describe('another model in a line of a batch', () => {
  const both = (product: Product): Product => ({ ...product, models: ['test-model', 'adviser'] });
  const dear: Product = { ...priced(0), sku: 'dear' };
  const models = [makeModel('test-model', ['up-b']), makeModel('adviser', ['up-b'], { product: 'dear' })];

  it.each([
    ['free, and priced since', free, priced(0), [0n, 0n]],
    ['priced, and free since', priced(0), free, [150n, cost]],
  ])('is charged to the Product of the line, which was %s', async (_, before, after, charges) => {
    const gateway = await start(both(before), { models, others: [dear], iterations: [advice] });
    const id = await create(gateway, [{ model: 'test-model', models: ['adviser'] }]);
    await change(gateway, both(after), { models, others: [dear] });
    expect((await gateway.call(`/v1/messages/batches/${id}`, { headers })).status).toBe(200);
    const charged = (await chargedLine(gateway)).map(({ charge }) => charge);
    expect(charged.toSorted((one, other) => Number(one - other))).toEqual(charges);
  });

  it.each([
    ['is charged to its own Product, though that of the line has it since', priced(0), both(priced(0)), 'dear'],
    ['is charged to the Product of the line, though that no longer has it', both(priced(0)), priced(0), 'test'],
  ])('%s', async (_, before, after, sku) => {
    const gateway = await start(before, {
      models,
      others: [dear],
      iterations: [{ ...advice, model: 'adviser-20260807' }],
    });
    const id = await create(gateway, [{ model: 'test-model', models: ['adviser'] }]);
    await change(gateway, after, { models, others: [{ ...dear, free: true, prices: [] }] });
    expect((await gateway.call(`/v1/messages/batches/${id}`, { headers })).status).toBe(200);
    const { items } = await gateway.services.store.ledger.calls({ workspaceId: 'acme', limit: 10 });
    const work = items.find(({ model }) => model === 'adviser');
    expect([work?.productSku, work?.charge]).toEqual([sku, 150n]);
  });
});

describe('a batch that is made while a price begins', () => {
  it('is charged at the price at which its credit was set aside', async () => {
    let now = Date.UTC(2026, 10, 20, 12);
    // A moment passes whenever anything asks for the time.
    const models = ['one', 'two'].map((id) => makeModel(id, ['up-b']));
    const asked = models.map(({ id: model }) => ({ model }));
    const gateway = await start(priced(0), { models, clock: { ...systemClock, now: () => (now += 1) } });
    const { ledger } = gateway.services.store;
    await create(gateway, asked);
    const cheapest = (await ledger.reservations())[0]?.amount ?? 0n;
    const seen = new Set<string>();
    for (let moments = 0; moments < 20; moments += 1) {
      const dearer = { from: now + moments, rates: { input_tokens: 10_000n, output_tokens: 100_000n } };
      const product: Product = { ...makeProduct('test'), prices: [{ from: 0, rates }, dearer] };
      await change(gateway, product, { models });
      const id = await create(gateway, asked);
      const reservation = (await ledger.reservations()).find(({ batchId }) => batchId === id);
      expect((await gateway.call(`/v1/messages/batches/${id}`, { headers })).status).toBe(200);
      const lines = (await chargedLine(gateway)).slice(0, models.length);
      const times = lines.map(({ charge }) => charge / cost);
      seen.add([Number(reservation?.amount ?? 0n) / Number(cheapest), ...times].join(' '));
    }
    expect([...seen].toSorted()).toEqual(['1 1 1', '10 10 10']);
  });
});
