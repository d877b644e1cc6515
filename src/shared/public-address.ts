import { BlockList, isIP } from 'node:net';

/** Networks in which no public host lives (RFC 6890 and its updates), and those that embed other addresses. */
const special: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [address, bits] of special) {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  blocked[family].addSubnet(address, bits, family);
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whether an address may be that of a host on the public internet. What is no address is not. */
export function isPublicAddress(text: string): boolean {
  const address = mapped.exec(text)?.[1] ?? text;
  const version = isIP(address);
  if (version === 4) return !blocked.ipv4.check(address, 'ipv4');
  return version === 6 && !address.includes('%') && !blocked.ipv6.check(address, 'ipv6');
}

/** Whether a host, as a URL has it, is an address that cannot leave this machine, or `localhost`. A name such as `127.example.com` is not. */
export function isLoopbackHost(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '').toLowerCase();
  return plain === 'localhost' || plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** Formats a host for a URL: an IPv6 address in brackets, any other host unchanged. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Returns the address of a server as programs on its machine reach it, also if it listens on every address. */
export const onThisMachine = (url: string): string => url.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:');
