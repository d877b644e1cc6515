import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.ts';
import { comparePrices, makePriceNotes, readNotedProducts } from '../../../src/control-api/catalog/catalog.ts';
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
    expect((await readNotedProducts(audit, () => false)).products.size).toBe(0);
    await load(withProducts(usual, makeProduct('gone')));
    await load(withProducts(usual, makeProduct('gone'), tiered));
    await load(withProducts({ ...usual, name: 'Other' }, tiered));
    const { products } = await readNotedProducts(audit, () => false);
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
    expect((await readNotedProducts(audit, () => false)).products.size).toBe(0);
    await makePriceNotes({ audit, catalog: () => withProducts(tiered), clock: systemClock })();
    expect(events).toHaveLength(2);
    expect((await readNotedProducts(audit, () => false)).products.get('tiered')).toBeDefined();
  });
});

describe('the notes of one process', () => {
  it('read each entry once, and are not made again for a catalogue with the same prices', async () => {
    const { audit, events } = makeLog();
    let read = 0;
    const watched: typeof audit = {
      ...audit,
      page: async (query) => {
        const page = await audit.page(query);
        read += page.items.length;
        return page;
      },
    };
    let catalog = withProducts(usual);
    const note = makePriceNotes({ audit: watched, catalog: () => catalog, clock: systemClock });
    await note();
    for (const name of ['A', 'B', 'C', 'D']) {
      catalog = withProducts({ ...usual, name });
      await note();
    }
    expect(events).toHaveLength(5);
    // A page has two: the new one, and one that is known.
    expect(read).toBe(1 + 3 * 2);
    // Another instance has an older file. A provider's key that is replaced makes a new catalogue here, of the same prices.
    await makePriceNotes({ audit, catalog: () => withProducts(usual), clock: systemClock })();
    catalog = withProducts({ ...usual, name: 'D' });
    await note();
    expect(events).toHaveLength(6);
  });
});

describe('the comparison at a start', () => {
  /** The time of each entry is that of the clock: a day after the one before. */
  const day = 86_400_000;
  const row = (from: number, rate: bigint) => ({ from, rates: { requests: rate } });
  const priced = (...prices: readonly ReturnType<typeof row>[]) => withProducts({ ...makeProduct('p'), prices });

  /** Whether a start with a catalogue is refused, after these configurations were in force from day 1, 2 … */
  async function isRefused(
    before: readonly Catalog[],
    next: Catalog,
    lastStart: number | null,
    batch?: number,
  ): Promise<boolean> {
    const { audit } = makeLog();
    for (const [index, catalog] of before.entries()) {
      const clock = { ...systemClock, now: () => (index + 1) * day };
      await makePriceNotes({ audit, catalog: () => catalog, clock })();
    }
    const reservation = { batchId: 'b', workspaceId: 'w', keyId: 'k', amount: 1n, left: 1n, timeZone: 'UTC' };
    const batches = batch === undefined ? [] : [{ ...reservation, startedAt: batch }];
    let refused = false;
    let closes = 0;
    const store = {
      audit,
      ledger: { lastStart: async () => lastStart, reservations: async () => batches },
      close: async () => void (closes += 1),
    };
    const starting = comparePrices(store, next, async (_, at) => {
      expect(at).toBe(batch ?? lastStart);
      refused = true;
      throw new Error('refused');
    });
    await starting.catch(() => undefined);
    expect(closes).toBe(refused ? 1 : 0);
    return refused;
  }

  const [old, later] = [row(day, 1n), row(3 * day, 2n)];

  it('refuses a row that was changed, added or removed since calls were billed', async () => {
    const calls = 4 * day;
    expect(await isRefused([priced(old)], priced(row(day, 9n)), calls)).toBe(true);
    expect(await isRefused([priced(old)], priced(old, later), calls)).toBe(true);
    expect(await isRefused([priced(old, later)], priced(old), calls)).toBe(true);
    expect(await isRefused([priced(old, later)], priced(old, later), calls)).toBe(false);
  });

  it('takes what contradicts no call: a wrong price without calls, a row that began since, a log older than the file', async () => {
    expect(await isRefused([priced(old)], priced(row(day, 9n)), null)).toBe(false);
    expect(await isRefused([priced(old)], priced(old, later), 2 * day)).toBe(false);
    expect(await isRefused([priced(old, later)], priced(old, row(3 * day, 9n)), 2 * day)).toBe(false);
  });

  it('refuses what contradicts the prices of an open batch', async () => {
    expect(await isRefused([priced(old, later)], priced(old, row(3 * day, 9n)), 2 * day, 4 * day)).toBe(true);
    expect(await isRefused([priced(old, later)], priced(old, row(3 * day, 9n)), null, 4 * day)).toBe(true);
  });

  it('knows a row that was in force, though another instance with an older file noted its own since', async () => {
    const calls = 5 * day;
    const both = priced(old, later);
    expect(await isRefused([priced(old), both, both, priced(old)], both, calls)).toBe(false);
    // It was taken out before it began, so that calls were billed at the row before it.
    expect(await isRefused([both, priced(old)], both, calls)).toBe(true);
    expect(await isRefused([both, priced(old, row(3 * day, 9n))], both, calls)).toBe(true);
  });

  it('reads no more of the log than it needs', async () => {
    const { audit } = makeLog();
    const pages: unknown[] = [];
    const watched: typeof audit = { ...audit, page: async (query) => (pages.push(query), audit.page(query)) };
    for (let rate = 1n; rate < 7n; rate += 1n)
      await makePriceNotes({ audit, catalog: () => priced(old, row(9 * day, rate)), clock: systemClock })();
    const store = {
      audit: watched,
      ledger: { lastStart: async () => day, reservations: async () => [] },
      close: async () => undefined,
    };
    const refuse = async () => Promise.reject(new Error('refused'));
    await comparePrices(store, priced(old), refuse);
    expect(pages).toHaveLength(1);
    await expect(comparePrices(store, priced(row(day, 9n)), refuse)).rejects.toThrow('refused');
    expect(pages).toHaveLength(1 + 3);
  });
});
