import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeKey, hashKey, claimsIssued, createKey, isWhole } from '../../../src/identity/key-format.ts';
import { secretFields } from '../../../src/identity/issue-key.ts';
import { base62Alphabet } from '../../../src/shared/ids.ts';
import { Secret } from '../../../src/shared/secret.ts';

const base62 = fc.constantFrom(...base62Alphabet);
const body = fc.array(base62, { minLength: 32, maxLength: 32 }).map((characters) => characters.join(''));
const issued = body.map((random) => createKey(() => random).reveal());

describe('the format of issued keys', () => {
  it('is the prefix, 32 random characters and a checksum of six', () => {
    fc.assert(
      fc.property(issued, (key) => {
        expect(key).toMatch(/^sk-dg-[0-9A-Za-z]{38}$/);
        expect(claimsIssued(key) && isWhole(key)).toBe(true);
      }),
    );
  });

  it('has the checksum that is published, for scanners to compute', () => {
    // CRC-32 (IEEE) of `sk-dg-` + 32 zeros, most significant base62 digit first.
    const key = createKey(() => '0'.repeat(32)).reveal();
    expect(key.slice(-6)).toBe(checksumByHand(`sk-dg-${'0'.repeat(32)}`));
  });

  it('notices one wrong character, wherever it is', () => {
    fc.assert(
      fc.property(issued, fc.integer({ min: 6, max: 43 }), base62, (key, position, character) => {
        fc.pre(key[position] !== character);
        expect(isWhole(key.slice(0, position) + character + key.slice(position + 1))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('notices two neighbours swapped, and pieces missing or added', () => {
    fc.assert(
      fc.property(issued, fc.integer({ min: 6, max: 42 }), (key, position) => {
        const [one = '', other = ''] = key.slice(position, position + 2);
        fc.pre(one !== other);
        expect(isWhole(key.slice(0, position) + other + one + key.slice(position + 2))).toBe(false);
        expect(isWhole(key.slice(0, position))).toBe(false);
        expect(isWhole(`${key}${one}`)).toBe(false);
      }),
    );
  });

  it('is not met by a right checksum over something shorter, longer or of other characters', () => {
    for (const random of ['', 'short', '0'.repeat(33), 'ä'.repeat(32), ' '.repeat(32)]) {
      expect(isWhole(createKey(() => random).reveal())).toBe(false);
    }
  });

  it('makes a different key every time', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => createKey().reveal())).size).toBe(1_000);
  });
});

describe('what is kept of a key', () => {
  it('is the SHA-256 of the whole secret', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(hashKey(one) === hashKey(other)).toBe(one === other);
      }),
    );
  });

  it('shows its prefix and last four characters, nothing more', () => {
    fc.assert(
      fc.property(issued, (key) => {
        const fields = secretFields(new Secret(key));
        expect(describeKey(fields)).toBe(`sk-dg-…${key.slice(-4)}`);
        expect(JSON.stringify(fields)).not.toContain(key.slice(6, -4));
      }),
    );
  });
});

/** The textbook form of CRC-32, bit by bit. */
function checksumByHand(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0);
  let digits = '';
  for (; digits.length < 6; rest /= 62n) digits = base62Alphabet.charAt(Number(rest % 62n)) + digits;
  return digits;
}
