import { describe, expect, it } from 'vitest';
import { asideOf } from '../../../src/pipeline/counted-usage.ts';
import type { Route } from '../../../src/routing/route.ts';

const usage = { input_tokens: 10, output_tokens: 2, requests: 1 };
const price = { from: 0, rates: { input_tokens: 1n } };
const routeOf = (model: string): Route => ({ requestedModel: model, price }) as unknown as Route;
const runs = (count: number, nameOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ model: nameOf(index), usage, flag: 'odd' }));

describe('the work of other models that one answer reports', () => {
  it('is one row for each model, however many runs there were, and says each thing once', () => {
    const { own, others, flags } = asideOf(
      runs(60_000, (index) => `m-${index % 2}`),
      routeOf,
    );
    expect(others.map((work) => [work.route.requestedModel, work.usage])).toEqual(
      ['m-0', 'm-1'].map((name) => [name, { input_tokens: 300_000, output_tokens: 60_000, requests: 0 }]),
    );
    expect([own, flags]).toEqual([{}, ['odd']]);
  });

  it('is at most 50 rows: the rest is of the call, whose flags say so', () => {
    let looked = 0;
    const found = asideOf(
      runs(100_000, (index) => `m-${index}`),
      (model) => ((looked += 1), routeOf(model)),
    );
    expect([found.others.length, looked, found.flags]).toEqual([50, 50, ['odd', 'unpriced_model']]);
    expect(found.own.input_tokens).toBe(10 * (100_000 - 50));
    expect(
      asideOf(
        runs(1_000, (index) => `m-${index}`),
        () => null,
      ).flags,
    ).toEqual(['odd', 'unpriced_model']);
  });

  it('is rated run by run where a sum of them might reach a dearer tier, as far as rows go', () => {
    const tiered = (model: string): Route =>
      ({ requestedModel: model, price: { ...price, tiers: [{ above: 15, rates: price.rates }] } }) as unknown as Route;
    expect(
      asideOf(
        runs(3, () => 'm'),
        tiered,
      ).others.map((work) => work.usage.input_tokens),
    ).toEqual([10, 10, 10]);
    const many = asideOf(
      runs(1_000, () => 'm'),
      tiered,
    ).others;
    expect(many).toHaveLength(50);
    expect(many.reduce((sum, work) => sum + (work.usage.input_tokens ?? 0), 0)).toBe(10_000);
  });
});
