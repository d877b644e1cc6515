import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel, makeProduct } from '../fakes/make-config.ts';
import { chatCall, chatStream, messagesCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { lastRecorded, recordedCalls, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** Twice the price of the others. */
const dear = { ...makeProduct('dear'), prices: [{ from: 0, rates: { input_tokens: 2_000n, output_tokens: 2_000n } }] };

describe('an answer of another model that the call names', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [
        makeModel('test-model', ['up-a', 'up-b']),
        makeModel('other', ['up-a', 'up-b']),
        makeModel('dear', ['up-a', 'up-b'], { product: 'dear' }),
        makeModel('alias', [], {
          product: 'dear',
          targets: ['up-a', 'up-b'].map((provider) => ({
            provider,
            model: 'vendor-dear',
            region: 'global',
            weight: 1,
          })),
        }),
      ],
      products: [makeProduct('test'), dear],
    });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  it.each([false, true])('is charged as the model that answered; a stream: %s', async (stream) => {
    const before = (await recordedCalls(gateway)).length;
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
    const named = (text: string): string => text.replaceAll('test-model', 'dear-2026-08-07');
    gateway.upstream.next(
      stream ? sse(chatStream.map(named)) : json({ ...(chatCall.answer as object), model: 'dear-2026-08-07', usage }),
    );
    const body = { ...chatCall.request, models: ['dear'], stream };
    await (await gateway.call(chatCall.path, { body })).text();
    const [main, side] = (await recordedCalls(gateway))
      .slice(before)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(main).toMatchObject({ model: 'test-model', charge: 0n, usageSource: 'upstream' });
    expect(side).toMatchObject({ model: 'dear', productSku: 'dear', outcome: 'completed' });
    const { input_tokens: input = 0, output_tokens: output = 0 } = side ? usageOf(side) : {};
    expect(input).toBeGreaterThan(0);
    expect(side?.charge).toBe(BigInt(2 * (input + output)));
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
    expect(await gateway.services.metering.reconcile()).toEqual([]);
  });

  it('is charged as the model of the call where that answered, or one that the call does not name', async () => {
    for (const model of ['test-model-2026-08-07', 'dear']) {
      gateway.upstream.next(json({ ...(chatCall.answer as object), model }));
      const models = model === 'dear' ? ['other'] : ['dear'];
      await (await gateway.call(chatCall.path, { body: { ...chatCall.request, models } })).text();
      const call = await lastRecorded(gateway);
      expect(call).toMatchObject({ model: 'test-model', productSku: 'test' });
      expect(call.charge).toBeGreaterThan(0n);
    }
  });

  it('is refused where its provider calls that model otherwise, with the name to write', async () => {
    const calls: readonly (readonly [string, object])[] = [
      [chatCall.path, { ...chatCall.request, models: ['alias'] }],
      ['/v1/responses', { model: 'test-model', input: 'Hi', tools: [{ type: 'image_generation', model: 'alias' }] }],
      [messagesCall.path, { ...messagesCall.request, fallbacks: [{ model: 'alias' }] }],
    ];
    for (const [path, body] of calls) {
      const answer = await gateway.call(path, { body });
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('Write vendor-dear.')]);
    }
    expect(gateway.upstream.requests).toEqual([]);
  });

  it("is charged as the catalogue's model where the call names it as its provider does", async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
    gateway.upstream.next(json({ ...(chatCall.answer as object), model: 'vendor-dear', usage }));
    const before = (await recordedCalls(gateway)).length;
    const body = { ...chatCall.request, models: ['vendor-dear'] };
    await (await gateway.call(chatCall.path, { body })).text();
    const side = (await recordedCalls(gateway)).slice(before).find(({ charge }) => charge > 0n);
    expect(side).toMatchObject({ model: 'alias', productSku: 'dear' });
    const { input_tokens: input = 0, output_tokens: output = 0 } = side ? usageOf(side) : {};
    expect(side?.charge).toBe(BigInt(2 * (input + output)));
  });
});
