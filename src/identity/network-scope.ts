import { BlockList, isIP } from 'node:net';

/** Whether calls may come from an address. */
export type NetworkScope = (address: string | undefined) => boolean;

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

const mapped = '::ffff:';

/**
 * Returns a test for the addresses that CIDR blocks cover. An IPv4 caller on an IPv6 socket (`::ffff:192.0.2.1`) counts as
 * IPv4 and is not covered by `::/0`. Unknown addresses are not covered, and an invalid block covers nothing.
 */
export function makeNetworkScope(blocks: readonly string[]): NetworkScope {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const block of blocks) {
    const network = parseNetwork(block);
    if (network) lists[network.family].addSubnet(network.address, network.bits, network.family);
  }
  return (address) => {
    if (address === undefined) return false;
    const plain = withoutMapping(address);
    const version = isIP(plain);
    if (version === 0) return false;
    return version === 4 ? lists.ipv4.check(plain, 'ipv4') : lists.ipv6.check(plain, 'ipv6');
  };
}

/** Parses a CIDR block or a single address; null if it is neither. IPv4-mapped IPv6 must be written as IPv4. */
export function parseNetwork(block: string): Network | null {
  const [address = '', bitsText, ...more] = block.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0 || address.includes('%') || address.toLowerCase().startsWith(mapped))
    return null;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const widest = version === 4 ? 32 : 128;
  if (bitsText === undefined) return { address, bits: widest, family };
  if (!/^\d{1,3}$/.test(bitsText)) return null;
  const bits = Number(bitsText);
  return bits <= widest ? { address, bits, family } : null;
}

const withoutMapping = (address: string): string =>
  address.toLowerCase().startsWith(mapped) && isIP(address.slice(mapped.length)) === 4
    ? address.slice(mapped.length)
    : address;
