import { describe, expect, it } from 'vitest';
import type { Spec } from '../../../src/catalog/catalog.ts';
import { operations as specA } from '../../../generated/spec-a/operations.ts';
import { operations as specB } from '../../../generated/spec-b/operations.ts';
import { batchedFamilies, modelFamilies } from '../../../src/catalog/provider-kinds.ts';
import { ask, callerWith, makeModel, makeProduct, makeProvider, sent, setUpRouting } from './set-up-routing.ts';

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
const plan = { id: 'small', name: 'Small', products: ['test'], monthlyCredits: null, holdFactorPermille: 1_000 };
const planned = setUpRouting({ models, products, plans: [plan] });
const expanded = setUpRouting({
  models: [...models, makeModel('vendor-gone', ['one'], { retired: true })],
  products,
  expandPattern: () => upstreamLists.map((id) => ({ ...unknown, id })),
});
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('the list of models', () => {
  it('has what can be called through the spec, newest first', () => {
    expect(ids(plain.listModels(callerWith(), 'a'))).toEqual(['new', 'both', 'old', 'special']);
    expect(ids(plain.listModels(callerWith(), 'b'))).toEqual(['both', 'only-b']);
  });

  it('has only what the key may call', () => {
    expect(ids(plain.listModels(callerWith({ models: ['o*', 'both'] }), 'a'))).toEqual(['both', 'old']);
    expect(ids(plain.listModels(callerWith({ products: ['special'] }), 'a'))).toEqual(['special']);
    expect(ids(plain.listModels(callerWith({ regions: ['eu'] }), 'a', 'eu'))).toEqual(['eu-only']);
    expect(plain.listModels(callerWith({ regions: ['eu'] }), 'a', null)).toEqual([]);
    expect(plain.listModels(callerWith({ regions: ['us'] }), 'a', 'eu')).toEqual([]);
    expect(plain.listModels(callerWith({ models: [] }), 'a')).toEqual([]);
  });

  it('has only models of which the key may use an operation, whatever they are for', () => {
    const drawing = makeModel('drawing', ['one'], { operations: ['images'] });
    const mixed = setUpRouting({ models: [drawing, makeModel('both', ['one', 'two'])], products });
    const listed = (operations: readonly string[], spec: Spec) =>
      ids(mixed.listModels(callerWith({ operations }), spec));
    expect(listed(['images'], 'a')).toEqual(expect.arrayContaining(['drawing', 'both']));
    expect(listed(['chat'], 'a')).toEqual(['both']);
    expect(listed(['models', 'files', 'key'], 'a')).toEqual([]);
    expect(listed(['messages'], 'b')).toEqual(['both']);
    expect(() =>
      mixed.getModel(callerWith({ operations: ['chat'] }), { id: 'drawing', spec: 'a', regionCode: null }),
    ).toThrow(/may not use the operation family images\. Its scope for operations: chat\./);
  });

  it('has for a key of batches alone what their lines may run, where its provider takes batches', () => {
    const providers = [
      makeProvider('one', 'a', 'http://one'),
      makeProvider('two', 'b', 'http://two'),
      { ...makeProvider('calls', 'a', 'http://calls'), operations: ['chat', 'files'] },
      { ...makeProvider('chats', 'a', 'http://chats'), operations: ['chat', 'files', 'batches'] },
    ];
    const declared = [
      makeModel('drawing', ['one'], { operations: ['images'] }),
      makeModel('written', ['chats'], { operations: ['chat', 'realtime'] }),
      makeModel('spoken', ['one'], { operations: ['realtime'] }),
      makeModel('called', ['calls']),
      makeModel('misplaced', ['chats'], { operations: ['images'] }),
      makeModel('plain', ['one', 'two']),
      makeModel('message', ['two'], { operations: ['messages'] }),
    ];
    const mixed = setUpRouting({ models: declared, products, providers });
    const caller = callerWith({ operations: ['batches'] });
    expect(new Set(ids(mixed.listModels(caller, 'a')))).toEqual(new Set(['drawing', 'written', 'plain']));
    expect(mixed.getModel(caller, { id: 'drawing', spec: 'a', regionCode: null })).toMatchObject({ id: 'drawing' });
    expect(() => mixed.getModel(caller, { id: 'spoken', spec: 'a', regionCode: null })).toThrow(
      /may not use the operation family realtime\./,
    );
    expect(ids(mixed.listModels(caller, 'b'))).toEqual(['plain']);
  });

  it('counts as lines of batches what the documents bill and send as JSON', () => {
    const asJson = Object.values(specA).flatMap(({ billed, body, family }) =>
      billed && body.startsWith('json') ? [family] : [],
    );
    expect(new Set<string>(batchedFamilies)).toEqual(new Set(asJson));
  });

  it('counts as calls of models what the documents bill, and batches', () => {
    for (const [spec, operations] of Object.entries({ a: specA, b: specB })) {
      const billed = Object.values(operations).flatMap(({ billed: isBilled, family }) => (isBilled ? [family] : []));
      expect(new Set<string>(modelFamilies[spec as Spec])).toEqual(new Set([...billed, 'batches']));
    }
  });

  it('has only what the plan of the workspace includes', () => {
    expect(ids(planned.listModels({ ...callerWith(), planId: 'small' }, 'a'))).toEqual(['new', 'both', 'old']);
    expect(planned.listModels({ ...callerWith(), planId: 'gone' }, 'a')).toEqual([]);
  });

  it('has a model that another Product contains, which the call must name', () => {
    const offered = setUpRouting({ models, products: [...products, makeProduct('offer', ['new', 'special'])] });
    const caller = callerWith({ products: ['offer'] });
    expect(ids(offered.listModels(caller, 'a'))).toEqual(['new', 'special']);
    expect(offered.getModel(caller, { id: 'new', spec: 'a', regionCode: null })).toMatchObject({ id: 'new' });
    expect(() => offered.route(ask('new', { caller }))).toThrow(
      expect.objectContaining({
        status: 403,
        message: expect.stringContaining('Send X-Product-Sku with one of: offer.'),
      }),
    );
    expect(offered.route(ask('new', { caller, ...sent('offer') })).product.sku).toBe('offer');
  });

  it('has only what the region of the call has: global where none is named', () => {
    expect(ids(plain.listModels(callerWith(), 'a', null))).toEqual(ids(plain.listModels(callerWith(), 'a', 'global')));
    expect(ids(plain.listModels(callerWith(), 'a', ''))).not.toContain('eu-only');
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
    expect(dated.getModel(callerWith(), { id: 'vendor-1', spec: 'a', regionCode: null })).toMatchObject(shown);
    expect(dated.getModel(callerWith(), { id: 'short-1', spec: 'a', regionCode: null })).toMatchObject({
      ...shown,
      maxInputTokens: 7,
    });
    expect(() => dated.getModel(callerWith(), { id: 'vendor-2', spec: 'a', regionCode: null })).toThrow(
      expect.objectContaining({ status: 404 }),
    );
  });

  it('holds exactly what a call of the same key does not refuse', () => {
    const scopes = [{}, { models: ['new', 'vendor-1'] }, { regions: ['eu'] }, { products: ['special'] }];
    for (const spec of ['a', 'b'] as const satisfies readonly Spec[]) {
      for (const caller of scopes.map(callerWith)) {
        for (const regionCode of [null, 'global', 'eu']) {
          const listed = new Set(ids(expanded.listModels(caller, spec, regionCode)));
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
      expect(expanded.getModel(callerWith(), { id: model.id, spec: 'a', regionCode: null })).toEqual(model);
    }
  });

  it('is known behind a pattern though no list names it', () => {
    expect(plain.getModel(callerWith(), { id: 'vendor-9', spec: 'a', regionCode: null })).toMatchObject({
      id: 'vendor-9',
      displayName: 'vendor-9',
    });
  });

  it.each([
    ['nwe', {}, 404],
    ['gone', {}, 404],
    ['only-b', {}, 404],
    ['eu-only', {}, 404],
    ['new', { regions: ['eu'] }, 403],
    ['unpriced', {}, 404],
    ['homeless', {}, 404],
    ['new', { models: ['old'] }, 403],
    ['new', { products: ['special'] }, 403],
    ['vendor-1', { models: ['vendor-2'] }, 403],
  ])('%s with the scope %j is %i', (id, scope, status) => {
    expect(() => plain.getModel(callerWith(scope), { id, spec: 'a', regionCode: null })).toThrow(
      expect.objectContaining({ status }),
    );
  });

  it.each([
    [{ id: 'only-b', spec: 'a' }, 404, 'Call it through the Anthropic-compatible API (Spec B).'],
    [{ id: 'unpriced', spec: 'a' }, 404, 'the Product unpriced has no price in force'],
    [{ id: 'homeless', spec: 'a' }, 404, 'has no provider at the moment'],
    [{ id: 'new', spec: 'a', regionCode: 'eu' }, 404, 'is not available in region eu'],
    [{ id: 'eu-only', spec: 'a' }, 404, 'is not available in region global'],
    [{ id: 'new', spec: 'a', regionCode: 'mars' }, 400, 'There is no region mars.'],
    [{ id: 'special', spec: 'a' }, 403, 'Product special is not part of plan Small.'],
  ] as const)('%j is %i, and the message says why', (wanted, status, message) => {
    const caller = { ...callerWith(), planId: wanted.id === 'special' ? 'small' : null };
    expect(() => planned.getModel(caller, { regionCode: null, ...wanted })).toThrow(
      expect.objectContaining({ status, message: expect.stringContaining(message) }),
    );
    const planless = { ...callerWith(), planId: 'gone' };
    expect(() => planned.getModel(planless, { id: 'new', spec: 'a', regionCode: null })).toThrow(
      'All calls of workspace acme are refused: its plan gone was removed from the configuration.',
    );
    const elsewhere = callerWith({ regions: ['us'] });
    expect(() => planned.getModel(elsewhere, { id: 'new', spec: 'a', regionCode: null })).toThrow(
      expect.objectContaining({ status: 403 }),
    );
  });
});
