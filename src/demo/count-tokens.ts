/**
 * The demo's own tokens, exact and the same on every machine: a word counts one for every six letters begun, every
 * other visible character counts one, white space nothing. `"Hello, gateways!"` is 1 + 1 + 2 + 1 = 5.
 */
export const countTokens = (text: string): number => text.match(/[\p{L}\p{N}]{1,6}|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

/** What an image costs as input, whatever its size. */
export const tokensPerImage = 85;

/** What every message costs beside its text. */
export const tokensPerMessage = 3;
