import { setImmediate } from 'node:timers/promises';
import type { TextSample } from './text-tokens.ts';

/** Estimated tokens of an image if no better number was reported, and the minimum for a document. */
export const tokensPerImage = 765;

/** Bytes of audio per token. At ten tokens per second, this fits MP3 of 16 kB and WAV of about 50 kB per second. */
export const audioBytesPerToken = 2_400;

/** Bytes of a PDF or an office document per token: a typical page has 75 KB, and 2,500 tokens as text and image. */
const documentBytesPerToken = 30;

/** Bytes of a PDF without images per token: a page of text alone has 15 KB, including its share of the fonts. */
const textBytesPerToken = 6;

/** The most tokens of a page, as text and image. */
const mostOfPage = 5_000;

/** The minimum of tokens that a hold counts for documents, by the length of their base64. */
export const leastOfDocuments = (base64: number): number => Math.ceil((base64 * 0.75) / documentBytesPerToken);

/** Tokens of a file that is not text, by its number of bytes. */
type TokensOf = (bytes: number) => number;

const ofImage: TokensOf = () => tokensPerImage;
const ofSound: TokensOf = (bytes) => Math.ceil(bytes / audioBytesPerToken);
const ofDocument: TokensOf = (bytes) => Math.max(tokensPerImage, Math.ceil(bytes / documentBytesPerToken));

/** Media types that no model reads as text. */
const mediaTypes: readonly (readonly [RegExp, TokensOf])[] = [
  [/^image\//, ofImage],
  [/^(?:audio|video)\//, ofSound],
  [/^application\/(?:pdf$|msword$|vnd\.(?:openxmlformats|ms-|oasis|apple))/, ofDocument],
];

/** First characters of files, in base64: PNG, JPEG, GIF and WebP; PDF, and the containers of office documents. */
const marks: typeof mediaTypes = [
  [/^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)/, ofImage],
  [/^(?:JVBERi|UEsDB|0M8R4KGx)/, ofDocument],
];

/** A media type that does not name a format. */
const unstated = /^(?:|application\/(?:octet-stream|x-unknown))$/;

/** The prefix of a file in a data URL: its media type, and whether base64 follows. */
const address = /^\s*data:([^;,]{0,100})([^,]{0,200}),/i;

/** Number of characters that show the kind of a file, including the prefix of a data URL. */
const headLength = 400;

/** A file in base64, or a data URL with it. */
export interface FileText {
  readonly parts: Iterable<string>;
  /** Characters of all parts. */
  readonly length: number;
  /** As stated next to the file; empty if it is not stated, or only in the data URL. */
  readonly mediaType: string;
}

/** How to count the tokens of a file; null for text, which is every file that is not known to be anything else. */
function kindOf(mediaType: string, begun: string): TokensOf | null {
  const stated = unstated.test(mediaType) ? marks.find(([mark]) => mark.test(begun)) : undefined;
  return (stated ?? mediaTypes.find(([type]) => type.test(mediaType)))?.[1] ?? null;
}

/** Decodes base64 that arrives in parts into the text that it contains. */
function makeDecoder(): (base64: string) => string {
  const decoder = new TextDecoder();
  let carried = '';
  return (part) => {
    // Line breaks may still be escaped as in JSON.
    const all = carried + part.replace(/\\[rn]|\s/g, '');
    const whole = all.length - (all.length % 4);
    carried = all.slice(whole);
    return decoder.decode(Buffer.from(all.slice(0, whole), 'base64'), { stream: true });
  };
}

/** First characters of a PDF, in base64. */
const pdfMark = 'JVBERi';

/** The most characters of a mark that may be in the previous part. */
const seamLength = 12;

/**
 * Estimates the tokens of a PDF by its bytes: without images, a page has fewer bytes. The dictionary of an image is never compressed,
 * those of pages may be: if pages can be counted, their number limits the tokens.
 */
async function countPdf(parts: Iterable<string>, bytes: number): Promise<number> {
  const read = makeDecoder();
  let seam = '';
  let pages = 0;
  for (const part of parts) {
    const text = seam + read(part);
    if (/\/Image\b/.test(text)) return ofDocument(bytes);
    pages += text.match(/\/Type\s{0,3}\/Page\b/g)?.length ?? 0;
    seam = text.slice(-seamLength);
    await setImmediate();
  }
  const most = pages === 0 ? Infinity : pages * mostOfPage;
  return Math.max(ofDocument(bytes), Math.min(Math.ceil(bytes / textBytesPerToken), most));
}

function* continued(begun: string, rest: Iterator<string>): Generator<string> {
  yield begun;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

/** Adds the text of a file to a sample, and yields between parts. @returns the tokens of a file that is not text; 0 for text */
export async function addFile({ parts, length, mediaType }: FileText, sample: TextSample): Promise<number> {
  const all = parts[Symbol.iterator]();
  let head = '';
  for (let next = all.next(); next.done !== true; next = all.next()) {
    head += next.value;
    if (head.length >= headLength) break;
  }
  const [front = '', stated = mediaType, encoding = ';base64'] = address.exec(head) ?? [];
  const begun = head.slice(front.length);
  const tokensOf = kindOf(stated.trim().toLowerCase(), begun);
  const bytes = (length - front.length) * 0.75;
  const whole = continued(begun, all);
  if (tokensOf === ofDocument && begun.startsWith(pdfMark)) return countPdf(whole, bytes);
  if (tokensOf !== null) return tokensOf(bytes);
  const read = /;\s*base64\s*$/i.test(encoding) ? makeDecoder() : (text: string) => text;
  for (const part of whole) {
    sample.add(read(part));
    await setImmediate();
  }
  return 0;
}
