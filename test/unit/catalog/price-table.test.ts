import { describe, expect, it } from 'vitest';
import { readExact, toRate } from '../../../src/catalog/import/price-table.ts';
import { picoPerUnit } from '../../../src/catalog/read-price.ts';

describe('exact prices', () => {
  const one = { digits: 1n, exponent: 0 };

  it.each([
    ['2.5e-06', 25n, -7],
    ['1E+2', 1n, 2],
    ['0.10', 10n, -2],
    ['15', 15n, 0],
  ])('reads %s without a float in between', (text, digits, exponent) => {
    expect(readExact(text)).toEqual({ digits, exponent });
  });

  it.each(['-1', 'NaN', '', '1e', '0x10', 'Infinity'])('does not read %j', (text) => {
    expect(readExact(text)).toBeNull();
  });

  it('rounds half up at the twelfth decimal a unit, and says so', () => {
    expect(toRate('0.0000000000005', { sourcePer: 1, per: 1, creditsPerUnit: one })).toEqual({
      credits: '0.000000000001',
      per: 1,
      rounded: true,
    });
    expect(toRate('0.00000000000049', { sourcePer: 1, per: 1, creditsPerUnit: one })).toEqual({
      credits: '0',
      per: 1,
      rounded: true,
    });
  });

  it('makes only prices that the catalogue reads exactly', () => {
    for (const price of ['1.5000000000000002e-07', '0.3333333333333333', '7e-09', '123.456789']) {
      const rate = toRate(price, { sourcePer: 1_000_000, per: 1_000_000, creditsPerUnit: one });
      expect(typeof picoPerUnit(rate?.credits ?? '', rate?.per ?? 1)).toBe('bigint');
    }
  });
});
