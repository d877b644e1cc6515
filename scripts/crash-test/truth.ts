/** What the oracle knows of a call before it is made: it plays the upstream, so it decides what was used. */
export interface Truth {
  readonly number: number;
  readonly kind: 'chat' | 'chat-stream' | 'messages-stream';
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Milliseconds between two chunks of the answer. */
  readonly pace: number;
}

const kinds = ['chat', 'chat-stream', 'messages-stream'] as const;

/** Prices of the test's one Product, in nano-credits a token. */
const inputPrice = 250_000n;
const outputPrice = 2_000_000n;

/** Call number `number`. Every twentieth streams for seconds, long enough to be found in the journal. */
export function truthOf(number: number): Truth {
  const isSlow = number % 20 === 7;
  const kind = isSlow ? 'chat-stream' : (kinds[number % kinds.length] ?? 'chat');
  return {
    number,
    kind,
    inputTokens: 1 + (number % 59),
    outputTokens: 1 + (number % 37),
    pace: isSlow ? 400 : number % 4,
  };
}

/** The test's own rating, in nano-credits: it must not share a line with the one it checks. */
export const chargeOf = ({ inputTokens, outputTokens }: Truth): bigint =>
  BigInt(inputTokens) * inputPrice + BigInt(outputTokens) * outputPrice;

export const requestIdOf = (number: number): string => `crash-${number}`;
