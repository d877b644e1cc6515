import type { Secret } from '../shared/secret.ts';
import { marks, privateWords, type Replacement } from './private-words.ts';

/** Longest message that is passed on, and the longest that is looked at. */
const longest = 1_024;
const longestRead = 8 * longest;

/** Shortest credential that is looked for: a shorter one might be a word. */
const shortestSecret = 6;

const replace = (text: string, replacements: readonly Replacement[]): string =>
  replacements.reduce((rest, [pattern, stead]) => rest.replace(pattern, stead), text);

const wordsOf = (credential: Secret | null): string | null => {
  const value = credential?.reveal() ?? '';
  return value.length < shortestSecret ? null : value;
};

/**
 * An upstream's message as it may be shown: the same words, which clients parse, without what only its operator may
 * know. Addresses of public documentation stay; hosts that only insiders reach go. At most 1,024 characters.
 *
 * @param credential what our side shows this upstream: gone too, whatever it looks like
 */
export function tidyMessage(message: string, credential: Secret | null): string {
  const plain = replace(message.slice(0, longestRead).toWellFormed(), marks);
  const secret = wordsOf(credential);
  const discreet = (text: string): string => (secret === null ? text : text.replaceAll(secret, '[redacted]'));
  // Once more at the end: what is taken out may bring together what stood on both sides of it.
  const tidied = discreet(replace(discreet(plain), privateWords)).trim();
  return tidied.length > longest ? `${tidied.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : tidied;
}

/** True when `tidyMessage` would leave the text's words as they are. What is longer than it reads is not looked at. */
export function isTidy(text: string, credential: Secret | null): boolean {
  const secret = wordsOf(credential);
  return (
    text.length <= longestRead &&
    text.isWellFormed() &&
    (secret === null || !text.includes(secret)) &&
    [...marks, ...privateWords].every(([pattern]) => text.search(pattern) === -1)
  );
}
