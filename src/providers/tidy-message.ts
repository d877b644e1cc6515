import type { Secrets } from '../shared/secret.ts';
import { marks, privateWords, type Replacement } from './private-words.ts';

/** The longest message that is passed on, and the longest that is read. */
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

/** What is written between blanks and quotes, if it would be private when decoded: `%2Fhome%2Fops`. */
const hideEscaped = (text: string): string =>
  text.replace(/[^\s"'`<>]+/g, (word) => {
    const plain = /[%\\]/.test(word) ? plainOf(word) : word;
    return plain !== word && isPrivate(plain) ? '[redacted]' : word;
  });

/**
 * An upstream's message as it may be shown: the same words, which clients parse, without what only its operator may
 * know. Addresses of public documentation stay; hosts that only insiders reach go. At most 1,024 characters.
 *
 * @param secrets what this upstream was sent: removed too, whatever it looks like and however it is written
 */
export function tidyMessage(message: string, secrets: Secrets): string {
  const plain = replace(message.slice(0, longestRead).toWellFormed(), marks);
  const discreet = hideEscaped(replace(hideWhole(plain, secrets), privateWords));
  // Parts of a secret are removed last, because earlier removals may join them.
  const tidied = hideSecret(discreet, secrets).trim();
  return tidied.length > longest ? `${tidied.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : tidied;
}

/** A failure's message as it may be shown; a sentence of the gateway if nothing of it is left. */
export const shownMessage = (words: string, secrets: Secrets): string =>
  tidyMessage(words, secrets) || 'The upstream reported a failure without a message.';

/** True if `tidyMessage` would leave the words of the text unchanged. Text beyond its limit is ignored. */
export const isTidy = (text: string, secrets: Secrets): boolean =>
  text.length <= longestRead &&
  text.isWellFormed() &&
  marks.every(([pattern]) => text.search(pattern) === -1) &&
  !isPrivate(text) &&
  hideEscaped(text) === text &&
  hideSecret(text, secrets) === text;

/** Letters and digits in a row by which a credential is recognised. */
const rowLength = 12;

/** The shortest credential that is searched for: a shorter one might be a word. */
const shortest = 6;

/** The letters and digits of a text, in lower case, with the place of each. What hides between them is passed over. */
function fold(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const plain = (character > '\u007f' ? character.normalize('NFKC') : character).toLowerCase();
    if (/^[a-z0-9]$/.test(plain)) {
      folded += plain;
      places.push(place);
    }
    place += character.length;
  }
  return { folded, places };
}

/** A text in base64 as it appears inside a longer text of unknown length: one form for each of three offsets. */
const encodedOf = (text: string): readonly string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from(' '.repeat(before) + text)
      .toString('base64')
      .replace(/=+$/, '');
    // The first and the last characters may belong to the neighbours, too.
    return encoded.slice(before === 0 ? 0 : before + 1, -1);
  });

const known = new WeakMap<Secrets, ReadonlySet<string>>();

/** The forms in which a text may repeat a secret, folded to letters and digits. */
function foldedForms(value: string): readonly string[] {
  const escaped = value.replace(/[^A-Za-z0-9]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const forms = [value, encodeURIComponent(value), escaped, ...encodedOf(value), Buffer.from(value).toString('hex')];
  return forms.map((form) => fold(form).folded);
}

/** Every run of letters and digits that reveals a secret; for a short secret, only the whole. */
function rowsOf(secrets: Secrets): ReadonlySet<string> {
  const ready = known.get(secrets);
  if (ready) return ready;
  const rows = new Set<string>();
  for (const form of secrets.flatMap((secret) => foldedForms(secret.reveal()))) {
    for (let from = 0; from + rowLength <= form.length; from += 1) rows.add(form.slice(from, from + rowLength));
  }
  known.set(secrets, rows);
  return rows;
}

/** Removes secrets from a text where they are whole words. */
const hideWhole = (text: string, secrets: Secrets): string =>
  secrets
    .map((secret) => secret.reveal())
    .filter((value) => value.length >= shortest)
    .reduce((rest, value) => rest.replaceAll(value, '[redacted]'), text);

const isOfWord = (character: string | undefined): boolean => character !== undefined && /[\w+/=-]/.test(character);

/**
 * A text without secrets and without any twelve letters or digits of it in a row: whatever their case, whatever stands
 * between them, also in base64, hexadecimal digits and an address. One of six to eleven characters is looked for as it is.
 */
function hideSecret(text: string, secrets: Secrets): string {
  if (secrets.length === 0) return text;
  const rows = rowsOf(secrets);
  const { folded, places } = fold(text);
  let hidden = '';
  let end = 0;
  for (let from = 0; from + rowLength <= folded.length; from += 1) {
    if (!rows.has(folded.slice(from, from + rowLength))) continue;
    let last = from + rowLength - 1;
    while (last + 1 < folded.length && rows.has(folded.slice(last + 2 - rowLength, last + 2))) last += 1;
    let begin = places[from] ?? 0;
    let stop = (places[last] ?? 0) + 1;
    while (begin > end && isOfWord(text[begin - 1])) begin -= 1;
    while (isOfWord(text[stop])) stop += 1;
    hidden += `${text.slice(end, begin)}[redacted]`;
    end = stop;
    from = last;
    while (from + 1 < places.length && (places[from + 1] ?? 0) < stop) from += 1;
  }
  return hideWhole(hidden + text.slice(end), secrets);
}
