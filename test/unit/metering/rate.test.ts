import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Price } from '../../../src/catalog/catalog.ts';
import { isBelievable, priceHold, rate, type Terms } from '../../../src/metering/settle.ts';
import { formatCredits, largestCharge, largestUnitPrice } from '../../../src/shared/money.ts';
import { isBillable, unitKinds, type Usage } from '../../../src/shared/usage.ts';

const listed = (rates: Price['rates']): Price => ({ from: 0, rates });
const of = (price: Price): Terms => ({ price, free: false, setAside: 0n });

/** Credits a million: 0.25 in, 0.025 cached, 2 out. */
const chat = listed({ input_tokens: 250_000n, cached_input_tokens: 25_000n, output_tokens: 2_000_000n });
/** Credits a million: 3 in, 0.30 read from the cache, 3.75 and 6 written to it, 15 out. */
const messages = listed({
  input_tokens: 3_000_000n,
  cached_input_tokens: 300_000n,
  cache_write_tokens: 3_750_000n,
  cache_write_1h_tokens: 6_000_000n,
  output_tokens: 15_000_000n,
});
/** Credits a million: 2.50 in, 40 heard, 10 out, 80 spoken. */
const audio = listed({
  input_tokens: 2_500_000n,
  input_audio_tokens: 40_000_000n,
  output_tokens: 10_000_000n,
  output_audio_tokens: 80_000_000n,
});
/** 15 credits a million characters. */
const speech = listed({ characters: 15_000_000n });
/** 0.006 credits a minute. */
const transcription = listed({ audio_seconds: 100_000_000n });
/** 0.04 credits an image and 0.01 a request. */
const images = listed({ images: 40_000_000_000n, requests: 10_000_000_000n });
/** A tenth of a nano-credit a token: what rounding is about. */
const tiny = listed({ input_tokens: 100n, output_tokens: 100n });
const thousandth = listed({ input_tokens: 1_000n });

const invoices: readonly (readonly [Price, Usage, string])[] = [
  [chat, {}, '0'],
  [chat, { input_tokens: 0, output_tokens: 0 }, '0'],
  [chat, { input_tokens: 1 }, '0.00000025'],
  [chat, { input_tokens: 1000, output_tokens: 500 }, '0.00125'],
  [chat, { input_tokens: 1_000_000 }, '0.25'],
  [chat, { output_tokens: 1_000_000 }, '2'],
  [chat, { cached_input_tokens: 1_000_000 }, '0.025'],
  [chat, { input_tokens: 200, cached_input_tokens: 800, output_tokens: 100 }, '0.00027'],
  [chat, { input_tokens: 7, output_tokens: 13 }, '0.00002775'],
  [chat, { input_tokens: 128_000, output_tokens: 16_384 }, '0.064768'],
  [messages, { input_tokens: 10, output_tokens: 20 }, '0.00033'],
  [messages, { input_tokens: 2000, cached_input_tokens: 10_000, output_tokens: 500 }, '0.0165'],
  [messages, { input_tokens: 100, cache_write_tokens: 5000, output_tokens: 50 }, '0.0198'],
  [messages, { cache_write_1h_tokens: 5000, output_tokens: 1 }, '0.030015'],
  [
    messages,
    { input_tokens: 1, cached_input_tokens: 1, cache_write_tokens: 1, cache_write_1h_tokens: 1, output_tokens: 1 },
    '0.00002805',
  ],
  [messages, { input_tokens: 200_000, output_tokens: 8192 }, '0.72288'],
  [messages, { cached_input_tokens: 199_999 }, '0.0599997'],
  [audio, { input_tokens: 100, input_audio_tokens: 1000, output_tokens: 50, output_audio_tokens: 500 }, '0.08075'],
  [audio, { input_audio_tokens: 1 }, '0.00004'],
  [audio, { output_audio_tokens: 12_345 }, '0.9876'],
  [speech, { characters: 4096 }, '0.06144'],
  [speech, { characters: 1 }, '0.000015'],
  [transcription, { audio_seconds: 300 }, '0.03'],
  [transcription, { audio_seconds: 1 }, '0.0001'],
  [transcription, { audio_seconds: 3599 }, '0.3599'],
  [images, { images: 1, requests: 1 }, '0.05'],
  [images, { images: 10, requests: 1 }, '0.41'],
  [images, { requests: 1 }, '0.01'],
  [tiny, { input_tokens: 4 }, '0'],
  [tiny, { input_tokens: 5 }, '0.000000001'],
  [tiny, { input_tokens: 14 }, '0.000000001'],
  [tiny, { input_tokens: 15 }, '0.000000002'],
  [tiny, { input_tokens: 4, output_tokens: 4 }, '0.000000001'],
  [thousandth, { input_tokens: 1_000_000_000_000 }, '1000'],
];

describe('the charge of a call', () => {
  it.each(invoices)('invoice %#: %o of %o is %s credits', (price, usage, credits) => {
    expect(formatCredits(rate(usage, of(price)).charge)).toBe(credits);
  });

  it('is the sum of its lines, rounded half up once, exact to the last digit of the largest sums', () => {
    const quantities = fc.record(
      Object.fromEntries(unitKinds.map((kind) => [kind, fc.integer({ min: 0, max: 1_000_000_000 })])),
    );
    const prices = fc.record(Object.fromEntries(unitKinds.map((kind) => [kind, fc.bigInt(0n, 90_000_001n)])));
    fc.assert(
      fc.property(quantities, prices, (usage, rates) => {
        const { charge, lines } = rate(usage, of(listed(rates)));
        const exact = unitKinds.reduce((sum, kind) => sum + BigInt(usage[kind] ?? 0) * (rates[kind] ?? 0n), 0n);
        expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(exact);
        expect(charge).toBe((exact + 500n) / 1000n);
      }),
      { numRuns: 500 },
    );
  });

  it.each([-1, 1.5, Number.NaN, 1_000_000_000_001, 2 ** 53])(
    'for a count of %d is what was set aside, and says so',
    (count) => {
      const rating = rate({ input_tokens: 1000, output_tokens: count }, { ...of(chat), setAside: 5_000_000n });
      expect([formatCredits(rating.charge), rating.flags]).toEqual(['0.005', ['unbelieved:output_tokens']]);
      expect(rating.lines.map(({ unitKind, quantity }) => [unitKind, quantity])).toEqual([
        ['input_tokens', 1000],
        ['output_tokens', 2375],
      ]);
    },
  );

  it('is believed up to a thousand million credits, and beyond that what was set aside', () => {
    const dear = listed({ output_tokens: 1_000_000_000n });
    expect(rate({ output_tokens: 1_000_000_000_000 }, of(dear))).toMatchObject({ charge: largestCharge, flags: [] });
    const dearer = { ...of(listed({ output_tokens: 1_000_000_001n })), setAside: 2_000_000_002n };
    expect(rate({ output_tokens: 1_000_000_000_000 }, dearer)).toEqual({
      charge: 2_000_000_002n,
      lines: [{ unitKind: 'output_tokens', quantity: 2000, unitPrice: 1_000_000_001n, amount: 2_000_000_002_000n }],
      flags: ['unbelieved:charge'],
    });
  });

  it('is never free by accident: what costs something in any quantity is charged, and always the same', () => {
    const count = fc.oneof(
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.constantFrom(-1, 0.5, Number.NaN, Infinity, 1e12, 1e12 + 1, Number.MAX_SAFE_INTEGER),
    );
    const usages = fc.record(Object.fromEntries(unitKinds.map((kind) => [kind, count])), { requiredKeys: [] });
    const price = fc.bigInt(1_000n, largestUnitPrice);
    fc.assert(
      fc.property(usages, fc.record(Object.fromEntries(unitKinds.map((kind) => [kind, price]))), (usage, rates) => {
        const terms = { ...of(listed(rates)), setAside: largestCharge };
        const { charge, lines, flags } = rate(usage, terms);
        const isUsed = unitKinds.some((kind) => usage[kind] !== undefined && usage[kind] !== 0);
        expect(charge > 0n).toBe(isUsed);
        expect(charge <= largestCharge).toBe(true);
        expect(charge).toBe((lines.reduce((sum, { amount }) => sum + amount, 0n) + 500n) / 1000n);
        expect(lines.every(({ quantity }) => isBillable(quantity))).toBe(true);
        expect(flags.length === 0).toBe(isBelievable(usage, { rates }));
        expect(rate(usage, terms)).toEqual({ charge, lines, flags });
      }),
      { numRuns: 500 },
    );
  });

  it('leaves a kind without a price at 0 and says so, unless the Product is free', () => {
    expect(rate({ images: 2 }, of(chat)).flags).toEqual(['unpriced:images']);
    expect(rate({ images: 2 }, { ...of(listed({})), free: true })).toMatchObject({ charge: 0n, flags: [] });
  });
});

describe('a call with a long input', () => {
  const tiers = [
    { above: 200_000, rates: { input_tokens: 2_500_000n, cached_input_tokens: 250_000n, output_tokens: 15_000_000n } },
    {
      above: 1_000_000,
      rates: { input_tokens: 5_000_000n, cached_input_tokens: 500_000n, output_tokens: 30_000_000n },
    },
  ];
  const rates = { input_tokens: 1_250_000n, cached_input_tokens: 125_000n, output_tokens: 10_000_000n };
  const price: Price = { from: 0, rates, tiers };
  const setAside = largestCharge;

  it.each([
    [{ input_tokens: 200_000, output_tokens: 1_000 }, '0.26'],
    [{ input_tokens: 200_001, output_tokens: 1_000 }, '0.5150025'],
    [{ input_tokens: 1, cached_input_tokens: 200_000, output_tokens: 1_000 }, '0.0650025'],
    [{ input_tokens: 1_000_001, output_tokens: 1_000 }, '5.030005'],
    [{ output_tokens: 300_000 }, '3'],
  ] as const)('has the prices of its tier, in all of it: %o costs %s', (usage, credits) => {
    const { charge, lines } = rate(usage, { price, free: false, setAside });
    expect(formatCredits(charge)).toBe(credits);
    expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(charge * 1_000n);
  });

  it('never costs more than its hold, whatever comes of its estimate', () => {
    const quantity = fc.integer({ min: 0, max: 1_200_000 });
    const cheaper = {
      ...price,
      tiers: [...tiers, { above: 1_100_000, rates: { input_tokens: 1n, output_tokens: 1n } }],
    };
    fc.assert(
      fc.property(quantity, quantity, quantity, quantity, (most, output, share, cached) => {
        const input = Math.min(most, share);
        const usage = { input_tokens: input - Math.min(input, cached), cached_input_tokens: Math.min(input, cached) };
        for (const list of [price, cheaper]) {
          const hold = priceHold({ input_tokens: most, output_tokens: output }, list, 1_000);
          const { charge } = rate({ ...usage, output_tokens: output }, { price: list, free: false, setAside });
          expect(charge <= hold).toBe(true);
        }
      }),
    );
  });

  it('is held for at the usual prices where its input cannot reach a tier', () => {
    const { tiers: _, ...usual } = price;
    const estimate = { input_tokens: 200_000, output_tokens: 9 };
    expect(priceHold(estimate, price, 1_000)).toBe(priceHold(estimate, usual, 1_000));
  });
});

describe('what can be believed', () => {
  it('is what a sum of integers says, also at the edge', () => {
    const counts = fc.oneof(
      fc.integer({ min: -1, max: 1_000_000_000_001 }),
      fc.constantFrom(0, 0.5, Number.NaN, 1_000_000_000_000),
    );
    const prices = fc.oneof(fc.bigInt({ min: 0n, max: largestUnitPrice }), fc.bigInt({ min: 0n, max: 2_000_000_000n }));
    const kinds = fc.constantFrom(...unitKinds);
    fc.assert(
      fc.property(fc.dictionary(kinds, counts), fc.dictionary(kinds, prices), (usage: Usage, rates) => {
        const known = Object.values(usage).every((count) => count === 0 || isBillable(count));
        const sum = known
          ? unitKinds.reduce(
              (total, kind) => total + BigInt(usage[kind] ?? 0) * ((rates as Price['rates'])[kind] ?? 0n),
              0n,
            )
          : 0n;
        expect(isBelievable(usage, { rates })).toBe(known && sum <= largestCharge * 1_000n);
      }),
      { numRuns: 2_000 },
    );
    for (const beyond of [0n, 1n]) {
      const rates = { requests: 1n, input_tokens: (largestCharge * 1_000n) / 1_000_000n };
      const usage = { input_tokens: 1_000_000, requests: Number(beyond) };
      expect(isBelievable(usage, { rates })).toBe(beyond === 0n);
    }
  });
});
