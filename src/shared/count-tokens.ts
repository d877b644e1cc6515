import { setImmediate } from 'node:timers/promises';
import type { Json } from './json.ts';

/** Characters counted at once: the tokenizer's time grows with the square of a word's length. */
const pieceLength = 1_024;

/** Pieces that are counted, 98,304 characters; of longer texts so many, evenly spread, stand for all. */
const mostPieces = 96;

/** Tokens that an image stands for where nobody reported better. */
const tokensPerImage = 765;

/** A string that is longer than this and made of the letters of base64 alone is encoded bytes, not text. */
const longestWord = 512;
const base64 = /^[\w+/-]+=*$/;
const dataUrl = /^data:[\w.+-]+\/[\w.+-]+[;,]/;

const isEncoded = (text: string): boolean => dataUrl.test(text) || (text.length > longestWord && base64.test(text));

type Count = (text: string) => number;
let loading: Promise<Count> | undefined;

/** Counts a text in the o200k vocabulary. Loaded on the first estimate: most processes never need one, and it costs a tenth of a second. */
export const loadTokenizer = (): Promise<Count> =>
  (loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    (encoding) => (text: string) => encoding.countTokens(text, { disallowedSpecial: new Set() }),
  ));

/** A place to cut a text near `index`: never inside of a character. */
function cutNear(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

/**
 * Tokens of texts that belong together, as the o200k vocabulary counts them: an estimate for every other model. Other
 * calls go on while a long text is counted; what strangers send must not hold them up.
 */
export async function countTokens(texts: readonly string[]): Promise<number> {
  const whole = texts.join('');
  if (whole === '') return 0;
  const count = await loadTokenizer();
  const pieces = Math.ceil(whole.length / pieceLength);
  const stride = Math.max(1, pieces / mostPieces);
  let tokens = 0;
  let characters = 0;
  for (let piece = 0; piece < pieces; piece += stride) {
    const from = Math.floor(piece) * pieceLength;
    const text = whole.slice(cutNear(whole, from), cutNear(whole, from + pieceLength));
    tokens += count(text);
    characters += text.length;
    await setImmediate();
  }
  return characters === whole.length ? tokens : Math.round((tokens * whole.length) / characters);
}

/** Tokens of all texts inside a JSON value; encoded images and files count as one image each. */
export async function countTokensIn(value: Json): Promise<number> {
  const texts: string[] = [];
  let images = 0;
  const walk = (part: Json | undefined): void => {
    if (typeof part === 'string') {
      if (isEncoded(part)) images += 1;
      else texts.push(part);
    } else if (typeof part === 'object' && part !== null) {
      for (const child of Object.values(part)) walk(child);
    }
  };
  walk(value);
  return (await countTokens(texts)) + images * tokensPerImage;
}
