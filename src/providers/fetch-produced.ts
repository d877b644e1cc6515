import type { Provider } from '../catalog/catalog.ts';
import type { Hold } from '../metering/hold.ts';
import { PieceList } from '../shared/collections.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Upstreams } from './egress.ts';
import { headerOf } from './headers.ts';
import type { UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** The most bytes of one file, and the milliseconds that fetching all files of a call may take. */
const longest = 67_108_864;
const fetchMilliseconds = 60_000;

/** Memory in which bytes are counted. @throws {GatewayError} `overloaded` from `take` */
interface Memory {
  readonly take: (bytes: number) => void;
  readonly give: (bytes: number) => void;
}

/** A call whose answer names files. If its client leaves, nothing more is fetched. */
interface FetchingCall extends Pick<UpstreamRequest, 'provider' | 'onLeave'> {
  readonly hold: Hold;
  readonly memory: Memory;
}

/**
 * Returns what fetches the files of one call that its provider returned as addresses, one at a time. It resolves to null for a file
 * that may not or cannot be fetched. The bytes of the others are counted: give them back when they are no longer held.
 */
export type FetchProduced = (call: FetchingCall) => (address: string) => Promise<Buffer | null>;

/** True for an address from which a provider's results may come: its own origin, or a host that its row allows, over https. */
export function isResultAddress({ baseUrl, resultHosts = [] }: Provider, address: URL): boolean {
  if (address.username !== '' || address.password !== '') return false;
  if (address.origin === new URL(baseUrl).origin) return true;
  if (address.protocol !== 'https:' || address.port !== '') return false;
  return resultHosts.some((host) =>
    host.startsWith('*.') ? address.hostname.endsWith(host.slice(1)) : address.hostname === host,
  );
}

/**
 * Fetches files that a provider produced, only from that provider's hosts: no other host, no redirect, and without a credential.
 */
export const makeFetchProduced =
  ({ get }: Pick<Upstreams, 'get'>, clock: Clock): FetchProduced =>
  ({ hold, provider, onLeave, memory }) => {
    let end: number | null = null;
    return async (address) => {
      const url = URL.parse(address);
      if (url === null || !isResultAddress(provider, url)) return null;
      const now = clock.monotonic();
      end ??= now + fetchMilliseconds;
      if (now >= end) return null;
      const limits = { firstByte: fetchMilliseconds, idle: fetchMilliseconds, total: end - now };
      try {
        return await readImage(await get(hold, url, { limits, onLeave }), memory);
      } catch {
        return null;
      }
    };
  };

async function readImage(answer: UpstreamAnswer, memory: Memory): Promise<Buffer | null> {
  const isImage = /^(?:image\/|application\/octet-stream)/.test(headerOf(answer, 'content-type') ?? '');
  if (answer.status !== 200 || !isImage) {
    answer.abort();
    return null;
  }
  const image = new PieceList();
  let counted = 0;
  let isWhole = false;
  try {
    while (image.length <= longest) {
      const chunk = await answer.read();
      if (chunk === null) {
        isWhole = image.length > 0;
        return isWhole ? image.join() : null;
      }
      memory.take(chunk.length);
      counted += chunk.length;
      image.add(chunk);
    }
    return null;
  } finally {
    if (!isWhole) {
      answer.abort();
      memory.give(counted);
    }
  }
}
