import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.ts';
import { makePriceNotes, readNotedProducts } from '../../../src/control-api/catalog/catalog.ts';
import type { AuditLog } from '../../../src/identity/stores.ts';
import type { AuditEvent } from '../../../src/shared/audit-event.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';
import { makeConfig, makeProduct } from '../../fakes/make-config.ts';

/** An audit log in memory, in pages of two. */
function makeLog() {
  const events: AuditEvent[] = [];
  let isDown = false;
  const audit: Pick<AuditLog, 'append' | 'page'> = {
    append: async (event) => {
      if (isDown) throw new Error('The database does not answer.');
      events.push(event);
    },
    page: async ({ after = String(events.length) }) => {
      const start = Math.max(Number(after) - 2, 0);
      const items = events
        .map((event, seq) => ({ ...event, seq, hash: '' }))
        .slice(start, Number(after))
        .toReversed();
      return { items, next: start === 0 ? null : String(start) };
    },
  };
  return { audit, events, fail: (value: boolean) => (isDown = value) };
}

const { catalog: first } = makeConfig({ providers: [] });
const [usual] = first.products.values();
if (usual === undefined) throw new Error('The catalogue has no Product.');
const tiered = {
  ...makeProduct('tiered'),
  models: ['gpt-*'],
  prices: [
    { from: 1_000, rates: { input_tokens: 250_000n, output_tokens: 1n } },
    {
      from: 1_795_744_353_000,
      rates: { input_tokens: 250_000n, output_tokens: 3_000_000n },
      tiers: [{ above: 200_000, rates: { input_tokens: 500_000n, output_tokens: 3_000_000n } }],
    },
  ],
};

const withProducts = (...products: readonly (typeof usual)[]): Catalog => ({
  ...first,
  products: new Map(products.map((product) => [product.sku, product])),
});

/** The kinds that are priced like others are filled in, as when a file is read. */
const priceOf = (products: Catalog['products'], sku: string) => products.get(sku)?.prices.at(-1);

describe('the note of new prices', () => {
  it('is made, whole, after an attempt that failed, and once', async () => {
    const { audit, events, fail } = makeLog();
    let catalog = withProducts(usual);
    const note = makePriceNotes({ audit, catalog: () => catalog, clock: systemClock });
    await note();
    await note();
    expect(events).toHaveLength(1);
    catalog = withProducts(usual, tiered);
    fail(true);
    await expect(note()).rejects.toThrow(/does not answer/);
    fail(false);
    await note();
    expect(Object.keys(JSON.parse(events[1]?.diff ?? '{}') as object)).toEqual(['product:tiered']);
    await note();
    await makePriceNotes({ audit, catalog: () => ({ ...catalog }), clock: systemClock })();
    expect(events).toHaveLength(2);
  });

  it('has credits as decimals and times in words, as the control API writes them', async () => {
    const { audit, events } = makeLog();
    await makePriceNotes({ audit, catalog: () => withProducts(tiered), clock: systemClock })();
    const noted = JSON.parse(events[0]?.diff ?? '{}') as object;
    expect(noted).toMatchObject({
      'product:tiered': {
        before: null,
        after: {
          free: false,
          prices: [
            { from: '1970-01-01T00:00:01.000Z' },
            {
              from: '2026-11-27T01:52:33.000Z',
              rates: [
                { unit_kind: 'input_tokens', credits: '0.25', per: 1_000_000 },
                { unit_kind: 'output_tokens', credits: '3', per: 1_000_000 },
              ],
              tiers: [{ above: 200_000 }],
            },
          ],
        },
      },
      'plan:test': { before: null, after: { monthly_credits: null } },
    });
  });

  it('gives back the Products that were last in force, whoever noted which of them', async () => {
    const { audit } = makeLog();
    const load = (catalog: Catalog) => makePriceNotes({ audit, catalog: () => catalog, clock: systemClock })();
    expect((await readNotedProducts(audit)).products.size).toBe(0);
    await load(withProducts(usual, makeProduct('gone')));
    await load(withProducts(usual, makeProduct('gone'), tiered));
    await load(withProducts({ ...usual, name: 'Other' }, tiered));
    const { products } = await readNotedProducts(audit);
    expect([...products.keys()].toSorted()).toEqual(['tiered', usual.sku].toSorted());
    expect(products.get(usual.sku)?.name).toBe('Other');
    expect(products.get('tiered')).toMatchObject({ free: false, models: ['gpt-*'] });
    expect(priceOf(products, 'tiered')).toMatchObject(tiered.prices[1] ?? {});
    expect(priceOf(products, usual.sku)).toEqual(usual.prices.at(-1));
  });

  it('leaves out what an earlier version noted in another form, and notes it anew', async () => {
    const { audit, events } = makeLog();
    const old = { before: null, after: { sku: 'tiered', name: 'T', free: false, prices: [{ from: 1, rates: {} }] } };
    const diff = JSON.stringify({ hash: { before: null, after: 'x' }, 'product:tiered': old });
    const by = { at: 1, actor: 'configuration', requestId: null };
    await audit.append({ ...by, action: 'prices.change', object: 'catalogue:prices', diff });
    expect((await readNotedProducts(audit)).products.size).toBe(0);
    await makePriceNotes({ audit, catalog: () => withProducts(tiered), clock: systemClock })();
    expect(events).toHaveLength(2);
    expect((await readNotedProducts(audit)).products.get('tiered')).toBeDefined();
  });
});
