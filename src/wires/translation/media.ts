import type { MediaSource } from './parts.ts';

const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*?)(;base64)?,/i;

/** What an address stands for: a file written out in it, or one to be fetched. */
export function sourceOfUrl(url: string): MediaSource {
  const found = url.startsWith('data:') ? dataUrl.exec(url.slice(0, 300)) : null;
  if (!found) return { kind: 'url', url };
  const [whole, mediaType = '', , base64] = found;
  const data = url.slice(whole.length);
  return {
    kind: 'data',
    mediaType: mediaType === '' ? 'text/plain' : mediaType.toLowerCase(),
    data: base64 === undefined ? Buffer.from(decodeURIComponent(data)).toString('base64') : data,
  };
}

/** A source as an address. @returns null for a file of a vendor's store */
export function urlOfSource(source: MediaSource): string | null {
  if (source.kind === 'url') return source.url;
  return source.kind === 'data' ? `data:${source.mediaType};base64,${source.data}` : null;
}
