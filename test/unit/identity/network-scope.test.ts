import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeNetworkScope, parseNetwork } from '../../../src/identity/network-scope.ts';

const octet = fc.integer({ min: 0, max: 255 });
const address = fc.tuple(octet, octet, octet, octet);
const numberOf = (octets: readonly number[]): number => octets.reduce((sum, part) => sum * 256 + part, 0);

describe('networks of a key', () => {
  it('cover exactly the addresses whose leading bits are the same', () => {
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 32 }), (block, caller, bits) => {
        const size = 2 ** (32 - bits);
        const inside = Math.floor(numberOf(block) / size) === Math.floor(numberOf(caller) / size);
        const mayComeFrom = makeNetworkScope([`${block.join('.')}/${bits}`]);
        expect(mayComeFrom(caller.join('.'))).toBe(inside);
        expect(mayComeFrom(`::ffff:${caller.join('.')}`)).toBe(inside);
      }),
    );
  });

  it.each([
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['::1', '::1', true],
    ['::1', '::2', false],
    ['::/0', '192.0.2.1', false],
    ['0.0.0.0/0', '::1', false],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['nonsense', '192.0.2.1', false],
  ])('%s with a caller at %s: %s', (block, caller, expected) => {
    expect(makeNetworkScope([block])(caller)).toBe(expected);
  });

  it('cover no caller without an address, and no caller when the list is empty', () => {
    expect(makeNetworkScope(['0.0.0.0/0'])(undefined)).toBe(false);
    expect(makeNetworkScope(['0.0.0.0/0'])('')).toBe(false);
    expect(makeNetworkScope([])('127.0.0.1')).toBe(false);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '::/129',
    '::ffff:10.0.0.0/104',
    'a',
  ])('are not written as %j', (block) => {
    expect(parseNetwork(block)).toBeNull();
  });
});
