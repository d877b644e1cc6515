/** File extensions of the media types that calls produce. */
const extensions: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/svg+xml': '.svg',
  'audio/mpeg': '.mp3',
  'audio/opus': '.opus',
  'audio/aac': '.aac',
  'audio/flac': '.flac',
  'audio/wav': '.wav',
  'audio/pcm': '.pcm',
};

/** The extension of a media type, such as `.png`; empty for an unknown type. */
export const extensionOf = (contentType: string): string => extensions[contentType.split(';')[0]?.trim() ?? ''] ?? '';

const magic: readonly (readonly [start: RegExp, type: string])[] = [
  // oxlint-disable-next-line no-control-regex -- part of the signature
  [/^\u0089PNG\r\n\u001a\n/, 'image/png'],
  [/^\u00ff\u00d8\u00ff/, 'image/jpeg'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/, 'image/svg+xml'],
];

/** The media type of an image by its first bytes, whatever the upstream declares. */
export function imageType(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1');
  return magic.find(([pattern]) => pattern.test(start))?.[1] ?? 'application/octet-stream';
}

/** The media type of a requested speech format, which may be any text. */
export const speechType = (format: string): string => storedType(`audio/${format === 'mp3' ? 'mpeg' : format}`);

/** A media type without parameters, if it is audio, an image or video; else `application/octet-stream`. */
export function storedType(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(?:audio|image|video)\/[\w.+-]{1,64}$/.test(type) ? type : 'application/octet-stream';
}
