import { Agent, request, type Dispatcher } from 'undici';
import type { Provider } from '../catalog/catalog.ts';

/** Bytes that may stand behind one address, and milliseconds that it may take. */
const longest = 67_108_864;
const patience = 60_000;

/** Certificates are verified whatever the environment tells Node. */
const dispatcher = new Agent({ connect: { rejectUnauthorized: true } });

/** What a provider produced and answered as an address; null where it may not or cannot be fetched. */
export type FetchProduced = (provider: Provider, address: string) => Promise<Buffer | null>;

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
 * Fetches what a provider produced. Never from anywhere else, whatever an answer says: no other host, no redirect, no
 * credential of ours.
 */
export const fetchProduced: FetchProduced = async (provider, address) => {
  const url = URL.parse(address);
  if (url === null || !isResultAddress(provider, url)) return null;
  try {
    const signal = AbortSignal.timeout(patience);
    const answer = await request(url, { method: 'GET', headers: { accept: 'image/*' }, signal, dispatcher });
    return await readImage(answer);
  } catch {
    return null;
  }
};

async function readImage({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Buffer | null> {
  // A body that is given up says so in an event, which nobody would hear.
  body.on('error', () => undefined);
  const isImage = /^(?:image\/|application\/octet-stream)/.test(String(headers['content-type'] ?? ''));
  const chunks: Buffer[] = [];
  let size = 0;
  if (statusCode === 200 && isImage) {
    for await (const chunk of body) {
      const bytes: Buffer = chunk;
      chunks.push(bytes);
      size += bytes.length;
      if (size > longest) break;
    }
  }
  body.destroy();
  return size === 0 || size > longest ? null : Buffer.concat(chunks, size);
}
