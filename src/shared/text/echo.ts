const longestEcho = 64;

/** Everything but letters, marks, digits, punctuation, symbols and spaces: controls, bidi marks, lone surrogates. */
const unsafe = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * Makes a caller's value safe for an error message: at most 64 characters, one line, nothing that hides or reorders text. Not
 * for secrets.
 */
export function echo(value: string): string {
  const characters = [...value.slice(0, 2 * longestEcho + 2)];
  const kept = characters.length > longestEcho ? [...characters.slice(0, longestEcho - 1), '…'] : characters;
  return kept.join('').replace(unsafe, '?');
}
