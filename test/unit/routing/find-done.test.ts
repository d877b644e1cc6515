import { describe, expect, it } from 'vitest';
import { findCompletedWork } from '../../../src/routing/router.ts';
import { makeModel, makeProduct, setUpRouting } from './set-up-routing.ts';

const { catalog } = setUpRouting({
  models: [
    makeModel('small', ['one'], { product: 'plain' }),
    makeModel('old', ['one'], { product: 'plain', retired: true }),
    makeModel('lost', ['one'], { product: 'gone' }),
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
    expect(findCompletedWork(name, sku, catalog)).toMatchObject({ model: { id: model }, product: { sku: product } });
  });

  it.each(['', 'nobody', 'lost'])('is booked on nothing where the catalogue has no place for it: %j', (name) => {
    expect(findCompletedWork(name, null, catalog)).toBeNull();
  });
});
