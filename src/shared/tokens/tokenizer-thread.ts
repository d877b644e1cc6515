import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenAnswer, TokenRequest } from './tokenizer.ts';

/** Characters that are counted for one request before the others get their turn. */
const atOnce = 1_024;

const plain = { disallowedSpecial: new Set<string>() };

type Count = (text: string) => number;

const inLarge: Count = (text) => countTokens(text, plain);

let loading: Promise<Count> | null = null;

/** r50k is needed for few requests. */
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

// A rejection is unhandled on purpose: it ends the thread, and the requests that wait learn of it.
parentPort?.on('message', (request: TokenRequest) => void answer(request));
