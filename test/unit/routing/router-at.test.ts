import { expect, it } from 'vitest';
import type { Product } from '../../../src/catalog/catalog.ts';
import { scopeRules } from '../../../src/identity/authenticate.ts';
import { makeRouter } from '../../../src/routing/router.ts';
import { ask, makeModel, makeProduct, setUpRouting } from './set-up-routing.ts';

const costing = (from: number, ...prices: readonly bigint[]): Product => ({
  ...makeProduct('test'),
  prices: prices.map((price, index) => ({ from: from * index, rates: { requests: price } })),
});

it('a router at a moment keeps to that moment and to the catalogue of then', () => {
  const models = [makeModel('m', ['one'])];
  let { catalog } = setUpRouting({ models, products: [costing(1_000, 1n, 2n)] });
  let now = 999;
  const live = makeRouter({ catalog: () => catalog, clock: { now: () => now }, random: () => 0, scope: scopeRules });
  const then = live.at(now);
  const prices = () => [live, then].map((router) => router.route(ask('m')).price.rates.requests);
  expect(prices()).toEqual([1n, 1n]);
  now = 1_000;
  expect(prices()).toEqual([2n, 1n]);
  ({ catalog } = setUpRouting({ models, products: [costing(1_000, 3n, 4n)] }));
  expect(prices()).toEqual([4n, 1n]);
});
