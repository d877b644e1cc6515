import { describe, expect, it, onTestFinished } from 'vitest';
import type { Product } from '../../src/catalog/catalog.ts';
import { systemClock, type Clock } from '../../src/shared/time/clock.ts';
import { makeConfig, makeModel, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { bytes, head, json, type Script } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const headers = { 'anthropic-version': '2023-06-01' };
const whole = (body: string): Script => [head(200, { 'content-length': String(body.length) }), bytes(body)];
const usage = { input_tokens: 100, output_tokens: 20 };
const message = { type: 'message', model: 'test-model', content: [], usage };
const results = `${JSON.stringify({ custom_id: 'one', result: { type: 'succeeded', message } })}\n`;
const rates = { input_tokens: 1_000n, output_tokens: 10_000n };

const free: Product = { ...makeProduct('test'), free: true, prices: [] };
const priced = (...begins: readonly number[]): Product => ({
  ...makeProduct('test'),
  prices: begins.map((from) => ({ from, rates })),
});

/** A gateway whose Product is as given, and whose upstream runs batches of one line. */
async function start(product: Product, clock: Clock = systemClock): Promise<TestGateway> {
  const gateway = await startGateway({ products: [product], models: [makeModel('test-model', ['up-b'])], clock });
  onTestFinished(gateway.close);
  const record = { type: 'message_batch', created_at: '2026-11-20T10:00:00Z', results_url: 'x' };
  let made = 0;
  gateway.upstream.always(({ method, path }) => {
    if (path.endsWith('/results')) return whole(results);
    const id = path.endsWith('/batches') ? `up_${(made += 1)}` : path.slice(path.lastIndexOf('/') + 1);
    if (method === 'DELETE') return json({ id, type: 'message_batch_deleted' });
    return json({ id, ...record, processing_status: path.endsWith('/batches') ? 'in_progress' : 'ended' });
  });
  return gateway;
}

async function create({ call }: TestGateway): Promise<string> {
  const params = { model: 'test-model', max_tokens: 20, messages: [{ role: 'user', content: 'x'.repeat(400) }] };
  const body = { requests: [{ custom_id: 'one', params }] };
  const answer = await call('/v1/messages/batches', { body, headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { id: string }).id;
}

async function change({ app, upstream }: TestGateway, product: Product): Promise<void> {
  const providers = [makeProvider('up-a', 'a', upstream.url), makeProvider('up-b', 'b', upstream.url)];
  await app.reload(makeConfig({ providers, products: [product], models: [makeModel('test-model', ['up-b'])] }));
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

describe('a batch that is made while a price begins', () => {
  it('is charged at the price at which its credit was set aside', async () => {
    let now = Date.UTC(2026, 10, 20, 12);
    // A moment passes whenever anything asks for the time.
    const gateway = await start(priced(0), { ...systemClock, now: () => (now += 1) });
    const { ledger } = gateway.services.store;
    await create(gateway);
    const cheapest = (await ledger.reservations())[0]?.amount ?? 0n;
    const seen = new Set<string>();
    for (let moments = 0; moments < 20; moments += 1) {
      const dearer = { from: now + moments, rates: { input_tokens: 10_000n, output_tokens: 100_000n } };
      const product: Product = { ...makeProduct('test'), prices: [{ from: 0, rates }, dearer] };
      await change(gateway, product);
      const id = await create(gateway);
      const reservation = (await ledger.reservations()).find(({ batchId }) => batchId === id);
      expect((await gateway.call(`/v1/messages/batches/${id}`, { headers })).status).toBe(200);
      const [line] = await chargedLine(gateway);
      const dear = [reservation?.amount === 10n * cheapest, line?.charge === 10n * cost];
      seen.add(dear.map((isDear) => (isDear ? 'dear' : 'cheap')).join(' '));
    }
    expect([...seen].toSorted()).toEqual(['cheap cheap', 'dear dear']);
  });
});
