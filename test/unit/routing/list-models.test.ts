import { describe, expect, it } from 'vitest';
import type { Spec } from '../../../src/catalog/catalog.ts';
import { callerWith, makeModel, makeProduct, setUpRouting } from './set-up-routing.ts';

const place = (provider: string, region = 'global') => ({ provider, model: null, region, weight: 1 });
const models = [
  makeModel('old', ['one'], { createdAt: 1 }),
  makeModel('new', ['one'], { createdAt: 3 }),
  makeModel('both', ['one', 'two'], { createdAt: 2 }),
  makeModel('only-b', ['two'], { createdAt: 2 }),
  makeModel('eu-only', [], { createdAt: 2, targets: [place('one', 'eu')] }),
  makeModel('gone', ['one'], { retired: true }),
  makeModel('homeless', []),
  makeModel('unpriced', ['one'], { product: 'unpriced' }),
  makeModel('special', ['one'], { product: 'special', createdAt: 0 }),
  makeModel('vendor-*', ['one'], { createdAt: 0, maxInputTokens: null, maxOutputTokens: null }),
];
const upstreamLists = ['vendor-1', 'vendor-1', 'vendor-2', 'stranger', 'vendor-gone'];
const unknown = { displayName: null, createdAt: null, ownedBy: null, maxInputTokens: null, maxOutputTokens: null };
const products = [makeProduct('test'), makeProduct('special'), { ...makeProduct('unpriced'), prices: [] }];
const plain = setUpRouting({ models, products });
const expanded = setUpRouting({
  models: [...models, makeModel('vendor-gone', ['one'], { retired: true })],
  products,
  expandPattern: () => upstreamLists.map((id) => ({ ...unknown, id })),
});
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('the list of models', () => {
  it('has what can be called through the spec, newest first', () => {
    expect(ids(plain.listModels(callerWith(), 'a'))).toEqual(['new', 'both', 'eu-only', 'old', 'special']);
    expect(ids(plain.listModels(callerWith(), 'b'))).toEqual(['both', 'only-b']);
  });

  it('has only what the key may call', () => {
    expect(ids(plain.listModels(callerWith({ models: ['o*', 'both'] }), 'a'))).toEqual(['both', 'old']);
    expect(ids(plain.listModels(callerWith({ products: ['special'] }), 'a'))).toEqual(['special']);
    expect(ids(plain.listModels(callerWith({ regions: ['eu'] }), 'a'))).toEqual(['eu-only']);
    expect(plain.listModels(callerWith({ models: [] }), 'a')).toEqual([]);
  });

  it('has only what a region has, when one is named', () => {
    expect(ids(plain.listModels(callerWith(), 'a', 'eu'))).toEqual(['eu-only']);
    expect(ids(plain.listModels(callerWith(), 'a', 'us'))).toEqual([]);
    expect(() => plain.listModels(callerWith(), 'a', 'mars')).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('has what the upstream lists behind a pattern, once, and no pattern itself', () => {
    const listed = expanded.listModels(callerWith(), 'a');
    expect(ids(listed).slice(-2)).toEqual(['vendor-1', 'vendor-2']);
    expect(listed.at(-1)).toMatchObject({ id: 'vendor-2', displayName: 'vendor-2', product: 'test' });
    expect(ids(expanded.listModels(callerWith({ models: ['vendor-2'] }), 'a'))).toEqual(['vendor-2']);
    expect(ids(plain.listModels(callerWith(), 'a')).filter((id) => id.includes('*'))).toEqual([]);
  });

  it('shows what the upstream says of a model behind a pattern, in the place that its date gives it', () => {
    const listed = { ...unknown, id: 'vendor-1', displayName: 'Vendor 1', createdAt: 2.5, ownedBy: 'vendor' };
    const dated = setUpRouting({
      models: [...models, makeModel('short-*', ['one'], { maxInputTokens: 7, maxOutputTokens: null })],
      products,
      expandPattern: ({ id }) => [{ ...listed, maxInputTokens: 9, maxOutputTokens: 5, id: id.replace('*', '1') }],
    });
    expect(ids(dated.listModels(callerWith(), 'a')).slice(0, 4)).toEqual(['new', 'vendor-1', 'short-1', 'both']);
    const shown = { displayName: 'Vendor 1', createdAt: 2.5, ownedBy: 'vendor', maxInputTokens: 9, maxOutputTokens: 5 };
    expect(dated.getModel(callerWith(), 'vendor-1', 'a')).toMatchObject(shown);
    expect(dated.getModel(callerWith(), 'short-1', 'a')).toMatchObject({ ...shown, maxInputTokens: 7 });
    expect(() => dated.getModel(callerWith(), 'vendor-2', 'a')).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('holds exactly what a call of the same key does not refuse', () => {
    const scopes = [{}, { models: ['new', 'vendor-1'] }, { regions: ['eu'] }, { products: ['special'] }];
    for (const spec of ['a', 'b'] as const satisfies readonly Spec[]) {
      for (const caller of scopes.map(callerWith)) {
        for (const regionCode of ['global', 'eu']) {
          const listed = new Set(
            caller.scope.regions === null || caller.scope.regions.includes(regionCode)
              ? ids(expanded.listModels(caller, spec, regionCode))
              : [],
          );
          for (const model of [...ids(models), ...upstreamLists].filter((id) => !id.endsWith('*'))) {
            const call = () =>
              expanded.route({
                spec,
                model,
                regionCode,
                caller,
                operation: { family: 'chat', product: 'default' },
                productSku: { header: null, query: null },
              });
            if (listed.has(model)) expect(call().requestedModel).toBe(model);
            else expect(call).toThrow(expect.objectContaining({ source: 'gateway' }));
          }
        }
      }
    }
  });
});

describe('one model', () => {
  it('is what the list says of it', () => {
    for (const model of expanded.listModels(callerWith(), 'a')) {
      expect(expanded.getModel(callerWith(), model.id, 'a')).toEqual(model);
    }
  });

  it('is known behind a pattern though no list names it', () => {
    expect(plain.getModel(callerWith(), 'vendor-9', 'a')).toMatchObject({ id: 'vendor-9', displayName: 'vendor-9' });
  });

  it.each([
    ['nwe', {}, 404],
    ['gone', {}, 404],
    ['only-b', {}, 404],
    ['unpriced', {}, 404],
    ['homeless', {}, 404],
    ['new', { models: ['old'] }, 403],
    ['new', { products: ['special'] }, 403],
    ['vendor-1', { models: ['vendor-2'] }, 403],
  ])('%s with the scope %j is %i', (id, scope, status) => {
    expect(() => plain.getModel(callerWith(scope), id, 'a')).toThrow(expect.objectContaining({ status }));
  });
});
