import type { Secret } from '../shared/secret.ts';
import { hideSecret, hideWhole } from './hide-secret.ts';
import { marks, privateWords, type Replacement } from './private-words.ts';

/** Longest message that is passed on, and the longest that is looked at. */
const longest = 1_024;
const longestRead = 8 * longest;

const replace = (text: string, replacements: readonly Replacement[]): string =>
  replacements.reduce((rest, [pattern, stead]) => rest.replace(pattern, stead), text);

const isPrivate = (text: string): boolean => privateWords.some(([pattern]) => text.search(pattern) !== -1);

/** ASCII that is written with percent signs, or escaped as in JSON. */
const escapes = /%(?:25)*([0-7][\da-f])|\\u00([0-7][\da-f])|\\(?=\/)/gi;

const plainOf = (text: string): string =>
  text.replace(escapes, (_, percent?: string, unicode?: string) => {
    const hex = percent ?? unicode;
    return hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16));
  });

/** What stands between blanks and quotes, where written plainly it would be private: `%2Fhome%2Fops`. */
const hideEscaped = (text: string): string =>
  text.replace(/[^\s"'`<>]+/g, (word) => {
    const plain = /[%\\]/.test(word) ? plainOf(word) : word;
    return plain !== word && isPrivate(plain) ? '[redacted]' : word;
  });

/**
 * An upstream's message as it may be shown: the same words, which clients parse, without what only its operator may
 * know. Addresses of public documentation stay; hosts that only insiders reach go. At most 1,024 characters.
 *
 * @param credential what our side shows this upstream: gone too, whatever it looks like and however it is written
 */
export function tidyMessage(message: string, credential: Secret | null): string {
  const plain = replace(message.slice(0, longestRead).toWellFormed(), marks);
  const discreet = hideEscaped(replace(hideWhole(plain, credential), privateWords));
  // Its parts only now: what is taken out may bring together what stood on both sides of it.
  const tidied = hideSecret(discreet, credential).trim();
  return tidied.length > longest ? `${tidied.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : tidied;
}

/** True when `tidyMessage` would leave the text's words as they are. What is longer than it reads is not looked at. */
export const isTidy = (text: string, credential: Secret | null): boolean =>
  text.length <= longestRead &&
  text.isWellFormed() &&
  marks.every(([pattern]) => text.search(pattern) === -1) &&
  !isPrivate(text) &&
  hideEscaped(text) === text &&
  hideSecret(text, credential) === text;
