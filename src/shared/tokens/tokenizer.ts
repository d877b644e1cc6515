import { Worker } from 'node:worker_threads';

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
