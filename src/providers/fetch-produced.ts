import type { Provider } from '../catalog/catalog.ts';
import type { Hold } from '../metering/hold.ts';
import { PieceList } from '../shared/collections.ts';
import type { Upstreams } from './egress.ts';
import { headerOf } from './headers.ts';
import type { UpstreamAnswer } from './upstream.ts';

/** The most bytes of one file, and the milliseconds that fetching it may take. */
const longest = 67_108_864;
const patience = 60_000;

/** Fetches a file that a provider returned as an address; null if it may not or cannot be fetched. */
export type FetchProduced = (hold: Hold, provider: Provider, address: string) => Promise<Buffer | null>;

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
 * Fetches a file that a provider produced, only from that provider's hosts: no other host, no redirect, and without a
 * credential.
 */
export const makeFetchProduced =
  ({ get }: Pick<Upstreams, 'get'>): FetchProduced =>
  async (hold, provider, address) => {
    const url = URL.parse(address);
    if (url === null || !isResultAddress(provider, url)) return null;
    try {
      return await readImage(await get(hold, url, { firstByte: patience, idle: patience, total: patience }));
    } catch {
      return null;
    }
  };

async function readImage(answer: UpstreamAnswer): Promise<Buffer | null> {
  const isImage = /^(?:image\/|application\/octet-stream)/.test(headerOf(answer, 'content-type') ?? '');
  const image = new PieceList();
  if (answer.status !== 200 || !isImage) {
    answer.abort();
    return null;
  }
  while (image.length <= longest) {
    const chunk = await answer.read();
    if (chunk === null) return image.length === 0 ? null : image.join();
    image.add(chunk);
  }
  answer.abort();
  return null;
}
