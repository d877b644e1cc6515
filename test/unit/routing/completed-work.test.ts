import { describe, expect, it } from 'vitest';
import { findCompletedWork } from '../../../src/routing/callable-models.ts';
import { makeModel, makeProduct, setUpRouting } from './set-up-routing.ts';

const { catalog } = setUpRouting({
  models: [
    makeModel('small', ['one'], { product: 'plain' }),
    makeModel('old', ['one'], { product: 'plain', retired: true }),
    makeModel('lost', ['one'], { product: 'gone' }),
    makeModel('tiny', [], {
      product: 'plain',
      targets: [{ provider: 'one', model: 'vendor/tiny', region: 'global', weight: 1 }],
    }),
    makeModel('gpt-*', ['one'], { product: 'plain' }),
  ],
  products: [makeProduct('plain'), makeProduct('premium', ['small', 'gpt-5']), makeProduct('other', ['old'])],
});

describe('work that has been done', () => {
  it.each([
    ['small', null, 'small', 'plain'],
    ['small', 'premium', 'small', 'premium'],
    ['small', 'other', 'small', 'plain'],
    ['small', 'no such Product', 'small', 'plain'],
    ['old', null, 'old', 'plain'],
    ['gpt-5', 'premium', 'gpt-*', 'premium'],
    ['gpt-4', 'premium', 'gpt-*', 'plain'],
  ])('is booked on the Product that was named where it has the model: %s, %s', (name, sku, model, product) => {
    expect(findCompletedWork(name, { productSku: sku }, catalog)).toMatchObject({
      model: { id: model },
      product: { sku: product },
    });
  });

  it('is found by the name that its provider has for the model', () => {
    expect(findCompletedWork('vendor/tiny', { productSku: null, providerId: 'one' }, catalog)).toMatchObject({
      model: { id: 'tiny' },
    });
    expect(findCompletedWork('vendor/tiny', { productSku: null, providerId: 'two' }, catalog)).toBeNull();
  });

  it('is booked on the Product that it was routed to, whatever the model has now, and on no other if that is gone', () => {
    const terms = { productSku: null, routedSku: 'other' };
    expect(findCompletedWork('small', terms, catalog)).toMatchObject({ product: { sku: 'other' } });
    expect(() => findCompletedWork('small', { ...terms, routedSku: 'gone' }, catalog)).toThrow('the Product gone');
  });

  it.each(['', 'nobody', 'lost'])('is booked on nothing where the catalogue has no place for it: %j', (name) => {
    expect(findCompletedWork(name, { productSku: null }, catalog)).toBeNull();
  });
});
