import { distance } from 'fastest-levenshtein';

/** Longer names are not compared, because the work grows with the square of the length. */
const longestCompared = 64;

/** An extension of a name (`gpt-5-mini-2025-08-07`) counts as this many mistakes. */
const extension = 2;

/**
 * Returns the candidate that was most likely meant by `name`, or null if none is near: at most a third of the characters differ,
 * or one is the beginning of the other. Case is ignored.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length === 0 || name.length > longestCompared) return null;
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let most = name.length === 1 ? 0 : Math.max(1, Math.floor(name.length / 3));
  for (const candidate of candidates) {
    if (candidate.length > longestCompared) continue;
    const mistakes = mistakesBetween(wanted, candidate.toLowerCase(), most);
    if (mistakes > most) continue;
    best = candidate;
    most = mistakes - 1;
    if (most < 0) break;
  }
  return best;
}

function mistakesBetween(wanted: string, candidate: string, most: number): number {
  const [shorter, longer] = wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted];
  if (shorter.length >= 4 && longer.startsWith(`${shorter}-`)) return extension;
  if (longer.length - shorter.length > most) return Infinity;
  return areSwapped(wanted, candidate) ? 1 : distance(wanted, candidate);
}

/** Whether two adjacent characters are swapped. That is one typing mistake, but a distance of two to the library. */
function areSwapped(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at + 1 < one.length && one === `${other.slice(0, at)}${other[at + 1]}${other[at]}${other.slice(at + 2)}`;
}

const longestEcho = 64;

/** Control characters, bidi marks and lone surrogates, all of them; not the joiners, which names in Persian or Hindi need. */
export const unprintable = /[^\P{C}\u200c\u200d]/gu;

/** A name of printable characters, at least one of which can be seen. */
export const printableName = /^(?=.*[^\s\u200c\u200d])[\P{C}\u200c\u200d]+$/u;

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

/** Normalises an e-mail address for comparison: lower case, composed accents. */
export const foldEmail = (email: string): string => email.normalize('NFC').toLowerCase();

type Camel<Name> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : Name & string;

/** Writes the members of an object of the configuration as code names them: `client_id` becomes `clientId`. */
export const camelMembers = <Given extends object>(given: Given) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as { readonly [Name in keyof Given as Camel<Name>]: Given[Name] };
