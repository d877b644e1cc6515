import { setImmediate } from 'node:timers/promises';
import { loadTokenizer } from '../shared/count-tokens.ts';
import type { Json } from '../shared/json.ts';
import type { Asked } from './read-asked.ts';

/** A body with less text than this is not looked at: there is little to gain. */
const worthwhile = 4_096;

/** Characters that are counted in one request, and between two breaks for other calls. */
const mostCharacters = 524_288;
const stepCharacters = 8_192;

/** Shorter texts keep a token a byte. */
const shortest = 64;

/** A word of letters that all vocabularies know, with the space before it. */
const word = / ?[A-Za-z]{2,32}/g;

/**
 * Vocabularies differ: a word counts as twice its tokens in the worse of a large one (o200k) and a small one
 * (r50k), and as no fewer than one for three letters.
 */
const margin = 2;
const mostLetters = 3;

/** The most tokens that a word is in the vocabularies in use, by its tokens in those two. */
export const mostOfWord = (found: string, tokens: number): number =>
  Math.min(found.length, Math.max(margin * tokens, Math.ceil(found.length / mostLetters)));

/** The texts of a value that are worth counting. */
function* longTexts(value: Json | undefined): Generator<string> {
  if (typeof value === 'string') {
    if (value.length >= shortest) yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) yield* longTexts(child);
  }
}

/** Bytes of words that are more than their tokens can be. */
function surplusOf(text: string, tokensOf: (word: string) => number): number {
  let surplus = 0;
  for (const [found] of text.matchAll(word)) surplus += found.length - mostOfWord(found, tokensOf(found));
  return surplus;
}

/**
 * A closer upper bound of the tokens of a request than its bytes, for a call that would be refused with the bytes set aside:
 * plain words count by `mostOfWord`, everything else (digits, signs, other alphabets) as a token a byte. Other
 * calls go on meanwhile; what is longer than half a mebibyte is not counted on.
 *
 * @returns null where the bytes are as good
 */
export async function closerBound({ bound, contents, body }: Asked): Promise<number | null> {
  // Encoded bytes are out of the bound already, and must not be taken out of it as words.
  if (!contents || contents.media > 0 || bound.input < worthwhile) return null;
  const [large, small] = await Promise.all([loadTokenizer(), import('gpt-tokenizer/encoding/r50k_base')]);
  const known = new Map<string, number>();
  const tokensOf = (found: string): number => {
    const before = known.get(found);
    if (before !== undefined) return before;
    const tokens = Math.max(large(found), small.countTokens(found));
    known.set(found, tokens);
    return tokens;
  };
  let surplus = 0;
  let left = mostCharacters;
  for (const text of longTexts(body)) {
    for (let at = 0; at < text.length && left > 0; at += stepCharacters) {
      const piece = text.slice(at, at + Math.min(stepCharacters, left));
      left -= piece.length;
      surplus += surplusOf(piece, tokensOf);
      await setImmediate();
    }
  }
  return surplus > 0 ? bound.input - surplus : null;
}
