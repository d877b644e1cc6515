import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenAnswer, TokenRequest } from './text-tokens.ts';

/** Characters that are counted for one request before other requests get their turn. */
const atOnce = 1_024;

const plain = { disallowedSpecial: new Set<string>() };

type Count = (text: string) => number;

const inLarge: Count = (text) => countTokens(text, plain);

let loading: Promise<Count> | null = null;

/** Few requests need r50k, so it is loaded on demand. */
const inWorse = (): Promise<Count> =>
  (loading ??= import('gpt-tokenizer/encoding/r50k_base').then(
    (small) => (text: string) => Math.max(inLarge(text), small.countTokens(text, plain)),
  ));

async function answer({ id, vocabulary, texts }: TokenRequest): Promise<void> {
  const count = vocabulary === 'large' ? inLarge : await inWorse();
  const tokens: number[] = [];
  let characters = 0;
  for (const text of texts) {
    tokens.push(count(text));
    characters += text.length;
    if (characters < atOnce) continue;
    characters = 0;
    await setImmediate();
  }
  parentPort?.postMessage({ id, tokens } satisfies TokenAnswer, []);
}

// A rejection is deliberately unhandled: it ends the thread, which rejects the waiting requests.
parentPort?.on('message', (request: TokenRequest) => void answer(request));
