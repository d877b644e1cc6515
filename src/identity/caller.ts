import { BlockList, isIP } from 'node:net';
import type { JsonObject } from '../shared/json/json.ts';
import type { NanoCredits } from '../shared/money.ts';

/** What a key may be used for. Null means no restriction. */
export interface Scope {
  /** Exact ids or `prefix*`. */
  readonly models: readonly string[] | null;
  /** Operation families, as `x-diglot.family` names them in the documents. */
  readonly operations: readonly string[] | null;
  readonly products: readonly string[] | null;
  readonly regions: readonly string[] | null;
  /** CIDR blocks that calls may come from. */
  readonly networks: readonly string[] | null;
  /** What happens to a call that would lose something of meaning on its way to another format; absent or null: as its model says. */
  readonly onLoss?: 'error' | 'warn' | null;
}

/** Spending limits of a key, each null if there is none. */
export interface KeyLimits {
  readonly day: NanoCredits | null;
  readonly month: NanoCredits | null;
  readonly total: NanoCredits | null;
}

export const unrestricted: Scope = { models: null, operations: null, products: null, regions: null, networks: null };
export const unlimited: KeyLimits = { day: null, month: null, total: null };

/** What a client secret says about the sessions that it opens. */
export interface ClientSession {
  /** Their only model; null: any of the key. */
  readonly model: string | null;
  /** Settings that they begin with; null: none. */
  readonly settings: JsonObject | null;
}

/** Who is calling: a valid key of a workspace. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  /** The parts of the key's secret that may be shown; `…` for a caller read from a batch. */
  readonly display: string;
  /** Hash of the secret that authenticated, which its client secrets end with; empty for a caller read from a batch. */
  readonly secretHash: string;
  readonly workspaceId: string;
  readonly planId: string | null;
  /** IANA zone in which the workspace's days and months begin. */
  readonly timeZone: string;
  readonly scope: Scope;
  readonly limits: KeyLimits;
  /** Present: it was a client secret of the key. */
  readonly session?: ClientSession;
  /** When the key expires, in epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
}

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

/** A test like `makeNetworkScope` of a list that may be replaced. */
export function followNetworks(blocks: () => readonly string[]): NetworkScope {
  let known: readonly string[] = [];
  let covers = makeNetworkScope(known);
  return (address) => {
    const present = blocks();
    if (present !== known) covers = makeNetworkScope(present);
    known = present;
    return covers(address);
  };
}

/** What a request says about where it comes from. */
export interface RequestSource {
  /** Address of the connection; undefined if it is closed. */
  readonly remoteAddress: string | undefined;
  /** `X-Forwarded-For`; null if there is none. It counts only as far as trusted proxies have written it. */
  readonly forwardedFor: string | null;
}

/**
 * The address from which the first proxy got a request: from the right, the first one that is no proxy's. Where all are, the client is
 * in their network, and the first that is named is its address.
 *
 * @returns undefined if the connection is closed; may be no address at all
 */
export function clientAddress({ remoteAddress, forwardedFor }: RequestSource, isProxy: NetworkScope) {
  if (forwardedFor === null || !isProxy(remoteAddress)) return remoteAddress;
  const way = forwardedFor.split(',').map(withoutPort);
  return way.findLast((address) => !isProxy(address)) ?? way[0];
}

/** Some proxies write `192.0.2.1:443` and `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const [, bracketed, plain = entry.trim()] = /^\s*(?:\[([^\]]*)\](?::\d+)?|([^:]+):\d+)\s*$/.exec(entry) ?? [];
  return bracketed ?? plain;
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
