import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectivePrice, ratesFor, type Catalog, type Price, type Product } from '../../../src/catalog/catalog.ts';
import { checkPriceChanges } from '../../../src/catalog/check-products.ts';
import { picoPerUnit, readPrice, readProduct } from '../../../src/catalog/read-price.ts';
import { goodEnvironment, goodFile, loadText, problemsOf } from '../config/load-text.ts';
import { formatProblem } from '../../../src/config/problems.ts';

describe('a price', () => {
  it.each([
    ['0.25', 1_000_000, 250_000n],
    ['2.00', 1_000_000, 2_000_000n],
    ['0.000001', 1_000_000, 1n],
    ['15', 1, 15_000_000_000_000n],
    ['1', 1_000, 1_000_000_000n],
    ['0', 1, 0n],
    ['0.3125', 1_000_000, 312_500n],
  ])('of %s credits for %d is exact', (credits, per, pico) => {
    expect(picoPerUnit(credits, per)).toBe(pico);
  });

  it('is never rounded: read back, it is what was written, or it is refused', () => {
    const written = fc.tuple(
      fc.bigInt(0n, 10n ** 15n),
      fc.integer({ min: 0, max: 18 }),
      fc.constantFrom(1, 3, 60, 1_000, 1_000_000),
    );
    fc.assert(
      fc.property(written, ([digits, places, per]) => {
        const text = digits.toString().padStart(places + 1, '0');
        const credits = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
        const rate = picoPerUnit(credits, per);
        if (typeof rate === 'string') return;
        expect(rate * BigInt(per) * 10n ** BigInt(places)).toBe(digits * 10n ** 12n);
      }),
    );
  });

  it("of a kind without its own is its parent's", () => {
    const { price, findings } = readPrice(
      {
        from: '2026-01-01T00:00:00Z',
        input_tokens: { credits: '1', per: 1 },
        cached_input_tokens: { credits: '0.1', per: 1 },
        output_tokens: { credits: '2', per: 1 },
      },
      [],
    );
    expect(price.rates).toEqual({
      input_tokens: 10n ** 12n,
      cached_input_tokens: 10n ** 11n,
      cache_write_tokens: 10n ** 12n,
      cache_write_1h_tokens: 10n ** 12n,
      output_tokens: 2n * 10n ** 12n,
      input_audio_tokens: 10n ** 12n,
      output_audio_tokens: 2n * 10n ** 12n,
      cached_input_audio_tokens: 10n ** 12n,
    });
    expect(findings.map(({ severity }) => severity)).toEqual(['remark']);
  });
});

const product = (prices: readonly Price[], free = false): Product => ({
  sku: 'p',
  name: 'P',
  free,
  prices,
  models: null,
});
const at = (from: number, rate: bigint): Price => ({ from, rates: { requests: rate } });

describe('the tiers of a price', () => {
  const million = (credits: string) => ({ credits, per: 1_000_000 });
  const row = { from: '2026-01-01T00:00:00Z', input_tokens: million('1.25'), output_tokens: million('10') };
  const wrongIn = (tiers: Parameters<typeof readPrice>[0]['tiers']) =>
    readPrice({ ...row, tiers }, ['p']).findings.flatMap(({ severity, path, message }) =>
      severity === 'error' ? [`${path.join('.')} ${message}`] : [],
    );

  it('have what they name, its children, and all else of the row', () => {
    const { price } = readPrice({ ...row, tiers: [{ above: 200_000, input_tokens: million('2.5') }] }, []);
    expect(price.tiers).toEqual([
      {
        above: 200_000,
        rates: expect.objectContaining({
          input_tokens: 2_500_000n,
          cached_input_tokens: 2_500_000n,
          output_tokens: 10_000_000n,
        }) as unknown,
      },
    ]);
    expect(ratesFor(price, { input_tokens: 200_000, cached_input_tokens: 1 }).input_tokens).toBe(2_500_000n);
    expect(ratesFor(price, { input_tokens: 200_000, output_tokens: 1 })).toBe(price.rates);
  });

  it('are refused out of order, without a price, and with one that is not exact', () => {
    expect(wrongIn([{ above: 9, input_tokens: million('2') }])).toEqual([]);
    expect(
      wrongIn([
        { above: 9, input_tokens: million('2') },
        { above: 9, input_tokens: million('3') },
      ]),
    ).toEqual(['p.tiers.1.above must be more than in the tier before it']);
    expect(wrongIn([{ above: 9 }])).toEqual(['p.tiers.0 prices nothing; add the kinds that cost something else']);
    expect(wrongIn([{ above: 9, input_tokens: { credits: '1', per: 3 } }])).toEqual([
      expect.stringMatching(/^p\.tiers\.0\.input_tokens\.credits is not exact/),
    ]);
  });
});

describe('the price in force', () => {
  const changing = product([at(100, 1n), at(200, 2n)]);

  it.each([
    [99, null],
    [100, 1n],
    [199, 1n],
    [200, 2n],
    [10_000, 2n],
  ])('at %d is %s', (moment, rate) => {
    expect(effectivePrice(changing, moment)?.rates.requests ?? null).toBe(rate);
  });

  it('is nothing for a free Product', () => {
    expect(effectivePrice(product([], true), 5)).toEqual({ from: 0, rates: {} });
  });

  it('is none for a Product without prices that is not free', () => {
    expect(effectivePrice(product([]), 5)).toBeNull();
  });
});

describe('a change of prices while the gateway runs', () => {
  const catalogOf = (one: Product): Catalog => ({
    regions: [],
    providers: new Map(),
    models: [],
    products: new Map([[one.sku, one]]),
    plans: new Map(),
  });
  const running = product([at(100, 1n), at(200, 2n)]);
  const changes = (next: Product): readonly string[] =>
    checkPriceChanges(catalogOf(running), catalogOf(next), 150).map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    );

  it('may append a row that is yet to begin, and mend one that is', () => {
    expect(changes(product([at(100, 1n), at(300, 3n)]))).toEqual([]);
  });

  it('may not rewrite a row that has begun', () => {
    expect(changes(product([at(100, 9n), at(200, 2n)]))).toEqual([
      'products.0.prices.0 has begun and cannot change, because calls were billed at it. Append a row with a later `from`',
    ]);
  });

  it('may not rewrite the tiers of a row that has begun', () => {
    const tiered = (above: number, rate: bigint): Price => ({
      ...at(100, 1n),
      tiers: [{ above, rates: { requests: rate } }],
    });
    const before = catalogOf(product([tiered(9, 2n), at(200, 2n)]));
    const wrong = (row: Price): number => checkPriceChanges(before, catalogOf(product([row, at(200, 2n)])), 150).length;
    expect([tiered(9, 2n), tiered(9, 3n), tiered(8, 2n), at(100, 1n)].map(wrong)).toEqual([0, 1, 1, 1]);
  });

  it('may not begin in the past', () => {
    expect(changes(product([at(100, 1n), at(120, 5n)]))[0]).toContain('products.0.prices.1.from lies in the past');
  });

  it('may not take away the row in force', () => {
    expect(changes(product([at(200, 2n)]))[0]).toContain('no longer contains the row that began at');
  });

  it('may not take away a row before it: batches created then are still charged at it', () => {
    const [first, second] = [product([at(10, 1n), at(100, 2n)]), product([at(100, 2n)])];
    const found = checkPriceChanges(catalogOf(first), catalogOf(second), 150).map(({ message }) => message);
    expect(found).toEqual([
      'no longer contains the row that began at 1970-01-01T00:00:00.010Z, at which batches created then are still charged. Put it back; another price needs a row with a later `from`',
    ]);
  });

  it('may begin in the past where calls could not be made before, and not where they were free', () => {
    const priced = catalogOf(product([at(10, 5n)]));
    expect(checkPriceChanges(catalogOf(product([])), priced, 150)).toEqual([]);
    const wasFree = catalogOf(product([], true));
    expect(checkPriceChanges(wasFree, priced, 150)[0]?.message).toBe(
      'lies in the past: p was free since then. Use a future time',
    );
    expect(checkPriceChanges(wasFree, catalogOf(product([at(200, 5n)])), 150)).toEqual([]);
  });

  it('may change with the release where it is that of the built-in demo, and not elsewhere', async () => {
    const demo = (await loadText('', {})).config.catalog;
    const [sold] = demo.products.values();
    const noted = (price: Price | undefined) => ({
      ...demo,
      products: new Map([['demo', { ...product(price ? [price] : []), sku: 'demo' }]]),
    });
    expect(sold?.prices).toHaveLength(1);
    expect(checkPriceChanges(noted(at(sold?.prices[0]?.from ?? 0, 5n)), demo, Date.UTC(2026, 10, 20))).toEqual([]);
    expect(checkPriceChanges(noted(at(7, 5n)), demo, Date.UTC(2026, 10, 20))).toEqual([]);
  });

  const demoRow = '  - { id: demo, spec: a, base_url: "demo:" }';
  it.each([
    ['has the same SKU', 'chat-small', '  - sku: chat-small\n'],
    ['has the same SKU, which is demo', 'demo', '  - sku: demo\n'],
    ['is billed to its patterns', 'demo', '  - { sku: other, free: true }\n  - sku: demo\n    models: ["*"]\n'],
    ['is the only one', 'own', '  - { sku: chat-small, free: true }\n  - sku: own\n'],
  ])('may not be rewritten in a file where a model of the demo %s', async (_, sku, rows) => {
    const [now, environment] = [Date.UTC(2026, 10, 20), goodEnvironment];
    const usual = rows.includes('other') ? 'other' : rows.includes('free') ? 'chat-small' : sku;
    const text = goodFile
      .replace('providers:', `providers:\n${demoRow}`)
      .replace('models:', `models:\n  - { id: d, targets: [{ provider: demo }], product: ${sku} }`)
      .replace('product: chat-small', `product: ${usual}`)
      .replace('  - sku: chat-small\n', rows)
      .replace('products: [chat-small]', `products: [${sku}]`);
    const before = (await loadText(text, { environment })).config.catalog;
    await expect(loadText(text.replace('"2.00"', '"1.00"'), { environment, running: before, now })).rejects.toThrow(
      'has begun',
    );
  });

  it('may have a kind that an earlier release did not know, unless the file prices it apart', async () => {
    const now = Date.UTC(2026, 10, 20);
    const rates = [
      { unit_kind: 'input_tokens', credits: '0.25', per: 1_000_000 },
      { unit_kind: 'cached_input_tokens', credits: '0.025', per: 1_000_000 },
      { unit_kind: 'output_tokens', credits: '2', per: 1_000_000 },
    ];
    const prices = [{ from: '2026-01-01T00:00:00.000Z', rates }];
    const noted = readProduct('chat-small', { name: 'chat-small', free: false, models: null, prices });
    if (noted === null) throw new Error('The Product cannot be read.');
    const found = async (text: string) =>
      checkPriceChanges(catalogOf(noted), (await loadText(text, { environment: goodEnvironment })).config.catalog, now);
    expect(await found(goodFile)).toEqual([]);
    const apart = `$&\n        output_audio_tokens: { credits: "9", per: 1000000 }`;
    expect(await found(goodFile.replace(/output_tokens: .*/, apart))).toHaveLength(1);
  });

  it('is reported with its line', async () => {
    const { catalog } = (await loadText(goodFile, { environment: goodEnvironment })).config;
    const now = Date.UTC(2026, 10, 20);
    const cheaper = goodFile.replace('"2.00"', '"1.00"');
    await expect(loadText(cheaper, { environment: goodEnvironment, running: catalog, now })).rejects.toThrow(
      /diglot\.yaml:15:9 {2}products\[0\]\.prices\[0\] — has begun and cannot change/,
    );
  });
});

describe('a price that has begun and is now no number', () => {
  it('is one problem: its value', async () => {
    const { catalog } = (await loadText(goodFile, { environment: goodEnvironment })).config;
    const sources = { environment: goodEnvironment, running: catalog, now: Date.UTC(2026, 10, 20) };
    expect(await problemsOf(goodFile.replace('"2.00"', '"two"'), sources)).toEqual([
      expect.stringContaining('products[0].prices[0].output_tokens.credits — must be a decimal such as "0.25"'),
    ]);
  });
});

describe('a Product without a price', () => {
  it('can be loaded, and is announced as not callable', async () => {
    const text = goodFile.replace(/ {4}prices:\n(?: {6,}.*\n)+/, '');
    const { notices, config } = await loadText(text, { environment: goodEnvironment });
    expect(config.catalog.products.get('chat-small')).toMatchObject({ free: false, prices: [] });
    expect(notices.map(formatProblem)).toEqual([
      expect.stringMatching(
        /diglot\.yaml:8:5 {2}models\[0\] — gpt-5-mini cannot be called: its Product chat-small has no price and is not free\.$/,
      ),
    ]);
  });
});
