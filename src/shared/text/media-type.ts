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

/** One parameter of a header's value (RFC 9110 section 5.6.6), with its semicolon. Sticky. */
const parameter = /;[ \t]*([\w!#$%&'*+.^`|~-]+)=("(?:[^"\\]|\\.)*"|[^\s;"\\]+)[ \t]*/y;

/** The value of a parameter, without the quotes that it may be written in. */
const valueOf = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text);

/**
 * The parameters of a header's value, by lower-case name.
 *
 * @param from where they begin
 * @returns null if the rest of the value is anything else, or has a parameter twice
 */
export function parametersOf(value: string, from: number): ReadonlyMap<string, string> | null {
  const parameters = new Map<string, string>();
  parameter.lastIndex = from;
  while (value[parameter.lastIndex] === ' ') parameter.lastIndex += 1;
  let end = parameter.lastIndex;
  for (let found = parameter.exec(value); found; found = parameter.exec(value)) {
    const [, name = '', text = ''] = found;
    const key = name.toLowerCase();
    if (parameters.has(key)) return null;
    parameters.set(key, valueOf(text));
    end = parameter.lastIndex;
  }
  return end === value.length ? parameters : null;
}

/** A parameter as clients write it: with blanks around its sign, without a value, or with nothing after its semicolon. Sticky. */
const looseParameter = /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)[ \t]*(?:=[ \t]*("(?:[^"\\]|\\.)*"|[^\s;"\\]*))?)?[ \t]*/y;

/**
 * The charset that a media type names, in lower case; undefined if it names none. Other parameters may be written in any way.
 *
 * @returns null if two programs could read different charsets
 */
export function charsetOf(mediaType: string): string | null | undefined {
  const begin = mediaType.indexOf(';');
  if (begin === -1 || !/charset/i.test(mediaType)) return undefined;
  const charsets: string[] = [];
  let end = begin;
  looseParameter.lastIndex = begin;
  for (let found = looseParameter.exec(mediaType); found; found = looseParameter.exec(mediaType)) {
    const [, name = '', text] = found;
    const key = name.toLowerCase();
    // RFC 2231 has further spellings of a parameter, such as `charset*0`.
    if (key.startsWith('charset*')) return null;
    if (key === 'charset' && text !== undefined) charsets.push(text);
    end = looseParameter.lastIndex;
  }
  if (end < mediaType.length || charsets.length > 1) return null;
  const [only = '""'] = charsets;
  // An empty string names none. Nothing at all after the sign is no value, and may be read as anything.
  return only === '""' ? undefined : valueOf(only).toLowerCase();
}
