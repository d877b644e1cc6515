import { describe, expect, it } from 'vitest';
import type { Model } from '../../../generated/console/types.ts';
import { usableModel } from '../../../src/console/values/usable-model.ts';

const target = { provider: 'up', model: null, region: 'eu', weight: 1, wires: ['responses'] };
const make = (id: string, facts: object = {}): Model =>
  ({
    id,
    product_sku: 'standard',
    targets: [target],
    ...{ retired: false, unpriced: false, unreachable: false, ...facts },
  }) as unknown as Model;

const models = [
  make('text-embedding', { targets: [{ ...target, wires: [] }] }),
  make('old', { retired: true }),
  make('dear', { unpriced: true }),
  make('away', { unreachable: true }),
  make('gpt-*', { product_sku: 'frontier' }),
  make('claude', { product_sku: 'frontier', targets: [{ ...target, region: 'us' }] }),
  make('mini'),
];

describe('the model of an example', () => {
  it.each([
    ['holds a conversation, has a price and answers', {}, 'claude'],
    ['is in the plan', { plan: { products: ['standard'] } }, 'mini'],
    ['is in a plan of everything', { plan: { products: ['*'] } }, 'claude'],
    ['fits the models of the key', { scope: { models: ['m*'] } }, 'mini'],
    ['is a name that a row of many fits', { scope: { models: ['gpt-9'] } }, 'gpt-9'],
    ['fits the Products of the key', { scope: { products: ['stand*'] } }, 'mini'],
    ['is in a region of the key', { scope: { regions: ['eu'] } }, 'mini'],
    ['fits operations of a conversation', { scope: { operations: ['embeddings', 'messages'] as const } }, 'claude'],
    ['is none where the key holds no conversations', { scope: { operations: ['embeddings'] as const } }, undefined],
    ['is none where the key may call only others', { scope: { models: ['text-embedding', 'old'] } }, undefined],
    ['is none where a list allows none', { scope: { models: [] } }, undefined],
  ])('%s', (_, terms, id) => {
    expect(usableModel(models, terms as Parameters<typeof usableModel>[1])).toBe(id);
  });
});
