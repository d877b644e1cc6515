import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { termsOf } from '../../../src/batches/batch-account.ts';
import { routeBatch } from '../../../src/batches/route-batch.ts';
import type { Call } from '../../../src/pipeline/call.ts';
import type { Route, Router } from '../../../src/routing/route.ts';

const call = { spec: 'b', headers: {}, search: '', productSku: null, operation: {}, caller: {} } as unknown as Call;
const provider = { id: 'up' };

/** @returns the most models that are routed, and the most other models that are checked, in one turn of the event loop */
async function busiestTurn(requests: readonly { readonly model: string; readonly referenced: readonly string[] }[]) {
  const most = { routed: 0, checked: 0 };
  const turn = { routed: 0, checked: 0 };
  const route: Router['route'] = ({ model, referenced = [] }) => {
    turn.routed += 1;
    turn.checked += referenced.length;
    most.routed = Math.max(most.routed, turn.routed);
    most.checked = Math.max(most.checked, turn.checked);
    return { requestedModel: model, upstreamModel: model, provider, region: 'global' } as unknown as ReturnType<
      Router['route']
    >;
  };
  const nextTurn = async (): Promise<'next'> => {
    await setImmediate();
    return 'next';
  };
  const routing = routeBatch(call, requests, { route } as Router);
  while ((await Promise.race([routing, nextTurn()])) === 'next') {
    turn.routed = 0;
    turn.checked = 0;
  }
  return most;
}

describe('the routing of a large batch', () => {
  it('lets other work run after every hundred models', async () => {
    const requests = Array.from({ length: 5_000 }, (_, index) => ({ model: `m-${index}`, referenced: [] }));
    expect((await busiestTurn(requests)).routed).toBeLessThanOrEqual(200);
  });

  it('checks few other models in a turn, and each once for a model', async () => {
    const referenced = Array.from({ length: 50 }, (_, index) => `other-${index}`);
    const requests = Array.from({ length: 300 }, (_, index) => ({ model: `m-${index}`, referenced }));
    expect((await busiestTurn(requests)).checked).toBeLessThanOrEqual(300);
    const same = await busiestTurn(requests.map((each) => ({ ...each, model: 'm' })));
    expect(same).toEqual({ routed: 1, checked: 50 });
  });
});

describe('the terms of a large batch', () => {
  it('are looked up, and stored, for each Product only of the models that work for others', () => {
    let looked = 0;
    const price = { from: 0, rates: {}, tiers: [] };
    const productOf = (sku: string) => ({ sku, free: false, prices: [price], models: [] });
    const findCompletedWork: Router['findCompletedWork'] = (name) => {
      looked += 1;
      return { model: { id: name }, product: productOf('helping') } as unknown as ReturnType<
        Router['findCompletedWork']
      >;
    };
    const parts = Array.from({ length: 2_000 }, (_, index) => ({
      route: { requestedModel: `m-${index}`, product: productOf(`sku-${index % 10}`), price } as unknown as Route,
      usage: {},
    }));
    const batch = { parts, referenced: ['helper-2026-01-01'], providerId: 'up', at: 1 };
    const { products, sideProducts } = termsOf(call, batch as never, { findCompletedWork } as Router);
    expect(products.size).toBe(2_001);
    expect([...sideProducts.values()].map(({ size }) => size)).toEqual(Array.from({ length: 11 }, () => 2));
    expect(looked).toBeLessThan(30);
  });
});
