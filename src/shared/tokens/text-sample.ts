import { tokensOf } from './tokenizer.ts';

/** Characters counted at a time, because the tokenizer's time grows with the square of a word's length. */
const pieceLength = 1_024;

/**
 * Pieces that are always counted: 98,304 characters. Longer texts are sampled with half as many to this many evenly spread
 * pieces. For uniform text of any length the result is within 5 % of the full count.
 */
const mostPieces = 96;

/** For a text that could not be counted: a rough estimate is better than not settling the call at all. */
const charactersPerToken = 4;

/** Counts a text that arrives in parts. Of a long text, it keeps a sample of at most about 100 KB, or 200 KB if it is not Latin. */
export interface TextSample {
  readonly add: (text: string) => void;
  /** Tokens of the whole text in the o200k vocabulary: an estimate for all other models. */
  readonly count: () => Promise<number>;
}

const oneByte = /^[\0-\xff]*$/;

/** A copy in one piece of memory: a slice would keep the original text alive, and a concatenation each of its parts. */
function copied(text: string): string {
  const encoding = oneByte.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}

/** Moves `index` back by one if it would cut a surrogate pair. */
function cutAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff && index > 1 ? index - 1 : index;
}

/**
 * Makes an empty sample. It keeps one piece of every `stride`, and drops half of them when there are too many. Which piece of a
 * stride it keeps is random, so that no text can be made to be sampled only where it has few tokens.
 *
 * @param random from 0 to below 1
 */
export function makeTextSample(random: () => number = Math.random): TextSample {
  let kept: string[] = [];
  let stride = 1;
  /** The piece chosen from the current stride, and how many pieces of the stride have arrived. */
  let chosen = '';
  let arrived = 0;
  let length = 0;
  /** The last, incomplete piece. */
  let begun = '';

  const keep = (piece: string): void => {
    if (arrived === 0 && kept.length === mostPieces) {
      kept = kept
        .filter((_, index) => index % 2 === 0)
        .map((each, pair) => (random() < 0.5 ? each : (kept[2 * pair + 1] ?? each)));
      stride *= 2;
    }
    arrived += 1;
    // The last of n pieces replaces the chosen one with a probability of 1 / n, so that all are equally likely.
    if (random() * arrived < 1) chosen = copied(piece);
    if (arrived < stride) return;
    kept.push(chosen);
    chosen = '';
    arrived = 0;
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
    const texts = [...kept, chosen, begun].filter((text) => text !== '');
    const counted = texts.reduce((sum, text) => sum + text.length, 0);
    const tokens = await tokensOf(texts, 'large').then(
      (all) => all.reduce((sum, each) => sum + each, 0),
      () => Math.ceil(counted / charactersPerToken),
    );
    return counted === length ? tokens : Math.round((tokens * length) / counted);
  };

  return { add, count };
}
