import { setImmediate } from 'node:timers/promises';
import { isObject, type Json } from '../json/json.ts';
import { noCuts, type Cuts } from '../json/skim.ts';
import { tokensOf } from './tokenizer.ts';

/** Characters counted at a time, because the tokenizer's time grows with the square of a word's length. */
const pieceLength = 1_024;

/**
 * Pieces that are always counted: 98,304 characters. Longer texts are sampled with half as many to this many evenly spread
 * pieces. For uniform text of any length the result is within 5 % of the full count.
 */
const mostPieces = 96;

/** For a text that could not be counted: a call is settled by a rough estimate rather than not at all. */
const charactersPerToken = 4;

/** Estimated tokens of an image or a file, if no better number was reported. */
const tokensPerImage = 765;

/** Bytes of audio per token. At ten tokens a second, this fits MP3 of 16 kB and WAV of about 50 kB a second. */
const audioBytesPerToken = 2_400;

/** A longer string that has only base64 characters is encoded data, not text. */
const longestWord = 512;
const base64 = /^\s*(?:[\w+/-]{57,}\r?\n)*[\w+/-]+=*\s*$/;
const dataUrl = /^\s*data:(?:[\w.+-]+\/[\w.+-]+(?:;[^,\s]{0,200})?|;[^,\s]{1,200}),/i;

const isEncoded = (text: string): boolean => dataUrl.test(text) || (text.length > longestWord && base64.test(text));

/** Members that the model does not see as text: signatures and encrypted thoughts. */
const sealedMembers: ReadonlySet<string> = new Set([
  'signature',
  'thought_signature',
  'thoughtSignature',
  'encrypted_content',
  'encrypted_index',
]);

/** Members with base64 data of any length: of an image source, of audio, of a file. */
const isBytes = (holder: { readonly [key: string]: Json | undefined }, key: string): boolean =>
  key === 'file_data' || (key === 'data' && (holder['type'] === 'base64' || holder['format'] !== undefined));

/** Counts a text that arrives in parts. Of a long text it keeps a sample of at most about 100 KB, 200 KB if it is not Latin. */
export interface TextSample {
  readonly add: (text: string) => void;
  /** Tokens of the whole text in the o200k vocabulary: an estimate for all other models. */
  readonly count: () => Promise<number>;
}

const oneByte = /^[\0-\xff]*$/;

/** A copy in one piece of memory: a slice would keep the original text, and a sum of strings every part of it. */
function copied(text: string): string {
  const encoding = oneByte.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}

/** Moves `index` back by one if it would cut a surrogate pair. */
function cutAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff && index > 1 ? index - 1 : index;
}

/** Makes an empty sample. It keeps every `stride`th piece, and drops every other one when they are too many. */
export function makeTextSample(): TextSample {
  let kept: string[] = [];
  let stride = 1;
  let pieces = 0;
  let length = 0;
  /** The last, incomplete piece. */
  let begun = '';

  const keep = (piece: string): void => {
    if (pieces % stride === 0) kept.push(copied(piece));
    pieces += 1;
    if (kept.length <= mostPieces) return;
    kept = kept.filter((_, index) => index % 2 === 0);
    stride *= 2;
  };

  const add = (text: string): void => {
    length += text.length;
    if (begun.length + text.length < pieceLength) {
      begun += text;
      return;
    }
    let from = 0;
    while (begun.length + text.length - from >= pieceLength) {
      const wanted = from + pieceLength - begun.length;
      const end = wanted < text.length ? Math.max(cutAt(text, wanted), from) : wanted;
      keep(begun + text.slice(from, end));
      begun = '';
      from = end;
    }
    begun = copied(text.slice(from));
  };

  const count = async (): Promise<number> => {
    if (length === 0) return 0;
    const texts = begun === '' ? kept : [...kept, begun];
    const counted = texts.reduce((sum, text) => sum + text.length, 0);
    const tokens = await tokensOf(texts, 'large').then(
      (all) => all.reduce((sum, each) => sum + each, 0),
      () => Math.ceil(counted / charactersPerToken),
    );
    return counted === length ? tokens : Math.round((tokens * length) / counted);
  };

  return { add, count };
}

/** Tokens of several texts together. */
export function countTokens(texts: readonly string[]): Promise<number> {
  const sample = makeTextSample();
  for (const text of texts) sample.add(text);
  return sample.count();
}

/**
 * Adds a long string to a sample, in parts. Yields between them. Returns false for an encoded one, which is known by its first parts.
 */
async function addParts(parts: Iterable<string>, sample: TextSample): Promise<boolean> {
  let begun: string | null = '';
  for (const part of parts) {
    if (begun !== null && begun.length <= longestWord) {
      begun += part;
      if (begun.length <= longestWord) continue;
      if (isEncoded(begun)) return false;
      sample.add(begun);
      begun = null;
    } else sample.add(part);
    await setImmediate();
  }
  if (begun !== null) sample.add(begun);
  return true;
}

/**
 * Tokens of all texts in a JSON value. An encoded image or file counts as one image, audio counts by its length.
 *
 * @param cuts what was cut out of the value
 */
export async function countTokensIn(value: Json, cuts: Cuts = noCuts): Promise<number> {
  const sample = makeTextSample();
  let others = 0;
  const long: Iterable<string>[] = [];
  const walk = (part: Json | undefined): void => {
    if (typeof part === 'string') {
      const parts = cuts.read(part);
      if (parts !== null) long.push(parts);
      else if (isEncoded(part)) others += tokensPerImage;
      else sample.add(part);
    } else if (isObject(part)) {
      walkMembers(part);
    } else if (Array.isArray(part)) {
      (part as readonly Json[]).forEach(walk);
    }
  };
  const walkMembers = (holder: { readonly [key: string]: Json | undefined }): void => {
    for (const [key, child] of Object.entries(holder)) {
      if (typeof child !== 'string') walk(child);
      else if (sealedMembers.has(key) || (key === 'data' && holder['type'] === 'redacted_thinking')) continue;
      else if (!isBytes(holder, key)) walk(child);
      else
        others +=
          holder['format'] === undefined
            ? tokensPerImage
            : Math.ceil((cuts.lengthOf(child) * 0.75) / audioBytesPerToken);
    }
  };
  walk(value);
  for (const parts of long) if (!(await addParts(parts, sample))) others += tokensPerImage;
  return (await sample.count()) + others;
}
