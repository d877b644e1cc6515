import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCredits, formatPico, parseCredits, parseDecimal, roundToNano } from '../../../src/shared/money.ts';

const amounts = fc.bigInt({ min: -(10n ** 23n), max: 10n ** 23n });

describe('credits as text', () => {
  it('come back exactly', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseCredits(formatCredits(amount))).toBe(amount);
        expect(parseDecimal(formatPico(amount), 12)).toBe(amount);
      }),
    );
  });

  it.each([
    [1_500_000_000n, '1.5'],
    [1n, '0.000000001'],
    [-1n, '-0.000000001'],
    [0n, '0'],
    [-2_000_000_000n, '-2'],
    [123_456_789_012_345_678n, '123456789.012345678'],
  ])('are written plainly: %s', (amount, text) => {
    expect(formatCredits(amount)).toBe(text);
  });

  it.each([
    ['0.25', 250_000_000n],
    ['0.250000000000', 250_000_000n],
    ['007', 7_000_000_000n],
    ['-0', 0n],
    ['999999999999999', 999_999_999_999_999_000_000_000n],
  ])('are read: %s', (text, amount) => {
    expect(parseCredits(text)).toBe(amount);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '1\n',
    '.5',
    '5.',
    '+1',
    '--1',
    '1e3',
    '1,5',
    '0x10',
    'NaN',
    'Infinity',
    '0.0000000001',
    '١',
    '1_000',
    '1'.repeat(16),
    `0.${'0'.repeat(19)}`,
  ])('are not read from %j', (text) => {
    expect(parseCredits(text)).toBeNull();
  });
});

describe('pico-credits rounded to nano-credits', () => {
  it.each([
    [0n, 0n],
    [499n, 0n],
    [500n, 1n],
    [1_499n, 1n],
    [1_500n, 2n],
    [-499n, 0n],
    [-500n, -1n],
    [-1_499n, -1n],
    [-1_600n, -2n],
  ])('%s are %s', (pico, nano) => {
    expect(roundToNano(pico)).toBe(nano);
  });

  it('are never further off than half a nano-credit, and the same with the other sign', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const off = roundToNano(amount) * 1000n - amount;
        expect(off <= 500n && off >= -500n).toBe(true);
        expect(roundToNano(-amount)).toBe(-roundToNano(amount));
      }),
    );
  });
});
