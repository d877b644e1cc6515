import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress, followNetworks, makeNetworkScope, parseNetwork } from '../../../src/identity/caller.ts';

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

describe('the address of a client', () => {
  const isProxy = makeNetworkScope(['10.0.0.0/8', '2001:db8::/32']);

  it.each([
    ['192.0.2.1', null, '192.0.2.1'],
    // Anyone may send the header.
    ['192.0.2.1', '203.0.113.7', '192.0.2.1'],
    ['10.0.0.1', null, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.1', '198.51.100.9, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['10.0.0.1', '10.1.2.3, 10.0.0.2', '10.1.2.3'],
    ['10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['2001:db8::1', '[2001:db9::7]:4711', '2001:db9::7'],
    ['2001:db8::1', ' 2001:db9::7 ', '2001:db9::7'],
    ['10.0.0.1', 'unknown', 'unknown'],
    [undefined, '203.0.113.7', undefined],
  ])('%s with %j is %s', (remoteAddress, forwardedFor, expected) => {
    expect(clientAddress({ remoteAddress, forwardedFor }, isProxy)).toBe(expected);
  });
});

it('a list of networks that is replaced covers what the new one does', () => {
  let blocks: readonly string[] = ['10.0.0.0/8'];
  const covers = followNetworks(() => blocks);
  expect([covers('10.1.1.1'), covers('192.0.2.1')]).toEqual([true, false]);
  blocks = ['192.0.2.0/24'];
  expect([covers('10.1.1.1'), covers('192.0.2.1')]).toEqual([false, true]);
});
