import { setImmediate } from 'node:timers/promises';
import { isObject, type Json } from './json/json.ts';

/** Characters counted at once: the tokenizer's time grows with the square of a word's length. */
const pieceLength = 1_024;

/**
 * Pieces that are counted, 98,304 characters. Of longer texts so many up to twice as many, evenly spread, stand for all: that
 * is within a twentieth of the whole count for text that is of one kind, however long.
 */
const mostPieces = 96;

/** Tokens that an image or a file stands for where nobody reported better. */
const tokensPerImage = 765;

/** Bytes of sound that stand for a token: at ten a second, sixteen kilobytes of MP3 and some fifty of WAV are one second. */
const soundPerToken = 2_400;

/** A string that is longer than this and made of the letters of base64 alone is encoded bytes, not text. */
const longestWord = 512;
const base64 = /^\s*(?:[\w+/-]{57,}\r?\n)*[\w+/-]+=*\s*$/;
const dataUrl = /^\s*data:(?:[\w.+-]+\/[\w.+-]+(?:;[^,\s]{0,200})?|;[^,\s]{1,200}),/i;

const isEncoded = (text: string): boolean => dataUrl.test(text) || (text.length > longestWord && base64.test(text));

/** Members that hold what a model is not shown as text: signatures, and thoughts that were encrypted. */
const sealedMembers: ReadonlySet<string> = new Set([
  'signature',
  'thought_signature',
  'thoughtSignature',
  'encrypted_content',
  'encrypted_index',
]);

/** Members that hold bytes in base64, however few: of a source that says so, of a sound, of a file. */
const isBytes = (holder: { readonly [key: string]: Json | undefined }, key: string): boolean =>
  key === 'file_data' || (key === 'data' && (holder['type'] === 'base64' || holder['format'] !== undefined));

type Count = (text: string) => number;
let loading: Promise<Count> | undefined;

/** Counts a text in the o200k vocabulary. Loaded on the first estimate: most processes never need one, and it costs a tenth of a second. */
export const loadTokenizer = (): Promise<Count> =>
  (loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    (encoding) => (text: string) => encoding.countTokens(text, { disallowedSpecial: new Set() }),
  ));

/** A text that is counted while it passes: of a long one a sample is kept, at most some 400 KB of memory. */
export interface TextSample {
  readonly add: (text: string) => void;
  /** Tokens of all that was added, as the o200k vocabulary counts them: an estimate for every other model. */
  readonly count: () => Promise<number>;
}

/** A copy that does not keep the text in memory which it was cut from. */
const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/** A place to cut a text at `index` or just before it: never inside of a character. */
function cutAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff && index > 1 ? index - 1 : index;
}

/** Makes an empty sample. Every `stride`th piece is kept; when they are too many, every other one goes. */
export function makeTextSample(): TextSample {
  let kept: string[] = [];
  let stride = 1;
  let pieces = 0;
  let length = 0;
  /** The last piece, which is not whole yet. */
  let begun = '';

  const keep = (piece: string, isCut: boolean): void => {
    if (pieces % stride === 0) kept.push(isCut ? copied(piece) : piece);
    pieces += 1;
    if (kept.length < 2 * mostPieces) return;
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
      keep(begun + text.slice(from, end), text.length > pieceLength);
      begun = '';
      from = end;
    }
    begun = copied(text.slice(from));
  };

  /** Other calls go on while a long text is counted; what strangers send must not hold them up. */
  const count = async (): Promise<number> => {
    if (length === 0) return 0;
    const tokensOf = await loadTokenizer();
    const texts = begun === '' ? kept : [...kept, begun];
    let tokens = 0;
    let counted = 0;
    for (const text of texts) {
      tokens += tokensOf(text);
      counted += text.length;
      await setImmediate();
    }
    return counted === length ? tokens : Math.round((tokens * length) / counted);
  };

  return { add, count };
}

/** Tokens of texts that belong together. */
export function countTokens(texts: readonly string[]): Promise<number> {
  const sample = makeTextSample();
  for (const text of texts) sample.add(text);
  return sample.count();
}

/** Tokens of all texts inside a JSON value; an encoded image or file counts as one image, a sound by its length. */
export async function countTokensIn(value: Json): Promise<number> {
  const sample = makeTextSample();
  let others = 0;
  const walk = (part: Json | undefined): void => {
    if (typeof part === 'string') {
      if (isEncoded(part)) others += tokensPerImage;
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
      else others += holder['format'] === undefined ? tokensPerImage : Math.ceil((child.length * 0.75) / soundPerToken);
    }
  };
  walk(value);
  return (await sample.count()) + others;
}
