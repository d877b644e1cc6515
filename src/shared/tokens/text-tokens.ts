import { Worker } from 'node:worker_threads';

/** Characters counted at a time, because the tokenizer's time grows with the square of a word's length. */
const pieceLength = 1_024;

/**
 * Pieces that are always counted: 98,304 characters. Longer texts are sampled with half as many to this many evenly spread
 * pieces. For uniform text of any length the result is within 5 % of the full count.
 */
const mostPieces = 96;

/**
 * For a text that could not be counted, or arrives in too many pieces to count: a rough estimate is better than not settling the
 * call at all. What is charged by such an estimate depends on it.
 */
export const charactersPerToken = 4;

/** Counts a text that arrives in parts. Of a long text, it keeps a sample of at most about 100 KB, or 200 KB if it is not Latin. */
export interface TextSample {
  readonly add: (text: string) => void;
  /** Counts what it keeps now, and keeps the numbers instead: for a text that may not go on for a while. */
  readonly shrink: () => Promise<void>;
  /** Tokens of the whole text in the o200k vocabulary: an estimate for all other models. */
  readonly count: () => Promise<number>;
}

/** A part of the text: the text itself until it is counted. */
interface Piece {
  readonly length: number;
  text: string;
  /** Absent until the piece is counted. */
  tokens?: number;
}

/** The samples that are counted to save memory wait for each other, or all their texts would be in memory twice. */
let shrinking: Promise<void> = Promise.resolve();

async function countPieces(pieces: readonly Piece[]): Promise<void> {
  const open = pieces.filter(({ tokens }) => tokens === undefined);
  if (open.length === 0) return;
  const counts = await tokensOf(
    open.map(({ text }) => text),
    'large',
  );
  for (const [index, piece] of open.entries()) {
    piece.tokens = counts[index] ?? 0;
    piece.text = '';
  }
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
  let kept: Piece[] = [];
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
    kept.push({ length: chosen.length, text: chosen });
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
    const rest = [chosen, begun].filter((text) => text !== '').map((text) => ({ length: text.length, text }));
    const pieces: readonly Piece[] = [...kept, ...rest];
    // A piece without a number could not be counted.
    await countPieces(pieces).catch(() => {});
    const tokens = pieces.reduce((sum, piece) => sum + (piece.tokens ?? piece.length / charactersPerToken), 0);
    const counted = pieces.reduce((sum, piece) => sum + piece.length, 0);
    return counted === length ? Math.ceil(tokens) : Math.round((tokens * length) / counted);
  };

  const shrink = (): Promise<void> => {
    const pieces = kept;
    // A text that cannot be counted now is counted, or estimated, at the end.
    shrinking = shrinking.then(() => countPieces(pieces)).catch(() => {});
    return shrinking;
  };

  return { add, shrink, count };
}

/** `large`: o200k. `worse`: o200k or r50k, a small vocabulary, whichever gives a text more tokens. */
type Vocabulary = 'large' | 'worse';

/** Texts for the counting thread. */
export interface TokenRequest {
  readonly id: number;
  readonly vocabulary: Vocabulary;
  readonly texts: readonly string[];
}

/** The number of tokens of each text, in the same order. */
export interface TokenAnswer {
  readonly id: number;
  readonly tokens: readonly number[];
}

interface Waiting {
  readonly resolve: (tokens: readonly number[]) => void;
  readonly reject: (cause: unknown) => void;
}

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './tokenizer-thread.ts' : './tokenizer-thread.js',
  import.meta.url,
);

let thread: Worker | null = null;
let asked = 0;
const waiting = new Map<number, Waiting>();

function startThread(): Worker {
  const started = new Worker(threadFile, { execArgv: [] });
  started.on('message', ({ id, tokens }: TokenAnswer) => {
    waiting.get(id)?.resolve(tokens);
    waiting.delete(id);
    if (waiting.size === 0) started.unref();
  });
  let failure: unknown = new Error('The thread that counts tokens has ended.');
  started.on('error', (cause) => {
    failure = cause;
  });
  started.on('exit', () => {
    thread = null;
    const left = [...waiting.values()];
    waiting.clear();
    for (const { reject } of left) reject(failure);
  });
  return started;
}

/** @throws if the thread fails; the next request starts another one */
async function askThread(texts: readonly string[], vocabulary: Vocabulary): Promise<readonly number[]> {
  thread ??= startThread();
  thread.ref();
  asked += 1;
  const request: TokenRequest = { id: asked, vocabulary, texts };
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  waiting.set(request.id, { resolve, reject });
  thread.postMessage(request, []);
  return promise;
}

/**
 * Counts the tokens of texts in a separate thread: loading a vocabulary takes 0.2 s, and counting a long text tens of
 * milliseconds. The thread starts with the first request, because most processes never estimate, and does not keep the process
 * alive. If it fails, a new thread is asked once, because the text of another request may have been the cause.
 *
 * @throws if that fails too
 */
export const tokensOf = (texts: readonly string[], vocabulary: Vocabulary): Promise<readonly number[]> =>
  askThread(texts, vocabulary).catch(() => askThread(texts, vocabulary));

/** A word in letters that all vocabularies know, with the space before it. */
const word = / ?[A-Za-z]{2,32}/g;

/**
 * Vocabularies differ: a word counts as twice its tokens in the worse of a large one (o200k) and a small one
 * (r50k), and as no fewer than one for three letters.
 */
const margin = 2;
const mostLetters = 3;

/** The most tokens of a word in any vocabulary in use, from its tokens in the worse of those two. */
export const mostOfWord = (found: string, tokens: number): number =>
  Math.min(found.length, Math.max(margin * tokens, Math.ceil(found.length / mostLetters)));

/** Makes a function that returns by how much the bytes of a text's words exceed their tokens. It counts each distinct word once. */
export function makeSurplus(): (text: string) => Promise<number> {
  const known = new Map<string, number>();
  return async (text) => {
    const words = text.match(word) ?? [];
    const unknown = [...new Set(words)].filter((each) => !known.has(each));
    const tokens = await tokensOf(unknown, 'worse');
    unknown.forEach((each, index) => known.set(each, mostOfWord(each, tokens[index] ?? each.length)));
    return words.reduce((sum, each) => sum + each.length - (known.get(each) ?? each.length), 0);
  };
}
