import type { Json } from './json.ts';

/** Characters counted at once: the tokenizer's time grows with the square of a run's length. */
const chunkLength = 2_048;

/** Tokens that an image stands for where nobody reported better. */
const tokensPerImage = 765;

/** Longest string that is taken for text when it has no white space: longer ones are encoded bytes. */
const longestWord = 512;

type Count = (text: string) => number;
let loading: Promise<Count> | undefined;

/** Loaded on the first estimate: most processes never need one, and it costs a tenth of a second. */
const tokenizer = (): Promise<Count> =>
  (loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    (encoding) => (text: string) => encoding.countTokens(text, { disallowedSpecial: new Set() }),
  ));

/** Tokens of texts that belong together, as the o200k vocabulary counts them: an estimate for every other model. */
export async function countTokens(texts: readonly string[]): Promise<number> {
  if (texts.length === 0) return 0;
  const count = await tokenizer();
  const whole = texts.join('');
  let tokens = 0;
  for (let from = 0; from < whole.length; from += chunkLength) tokens += count(whole.slice(from, from + chunkLength));
  return tokens;
}

/** Tokens of all texts inside a JSON value; encoded images and files count as one image each. */
export async function countTokensIn(value: Json): Promise<number> {
  const texts: string[] = [];
  let images = 0;
  const walk = (part: Json | undefined): void => {
    if (typeof part === 'string') {
      const isEncoded = part.startsWith('data:') || (part.length > longestWord && !/\s/.test(part));
      if (isEncoded) images += 1;
      else texts.push(part);
    } else if (typeof part === 'object' && part !== null) {
      for (const child of Object.values(part)) walk(child as Json | undefined);
    }
  };
  walk(value);
  return (await countTokens(texts)) + images * tokensPerImage;
}
