/** Media types of what calls produce, with the ending that a file of the type is saved under. */
const endings: Readonly<Record<string, string>> = {
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

/** `.png`; nothing for a type that is not known. */
export const extensionOf = (contentType: string): string => endings[contentType.split(';')[0]?.trim() ?? ''] ?? '';

const magic: readonly (readonly [start: RegExp, type: string])[] = [
  // oxlint-disable-next-line no-control-regex -- the format's own mark
  [/^\u0089PNG\r\n\u001a\n/, 'image/png'],
  [/^\u00ff\u00d8\u00ff/, 'image/jpeg'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/, 'image/svg+xml'],
];

/** The type of an image by its first bytes: what somebody else says of it is not believed. */
export function imageType(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1');
  return magic.find(([pattern]) => pattern.test(start))?.[1] ?? 'application/octet-stream';
}

/** The type of speech in a format that a request asks for. */
export const speechType = (format: string): string => `audio/${format === 'mp3' ? 'mpeg' : format}`;

/** A media type that may be shown and stored: what an upstream says, without its parameters, where it is audio or an image. */
export function storedType(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(?:audio|image|video)\/[\w.+-]{1,64}$/.test(type) ? type : 'application/octet-stream';
}
