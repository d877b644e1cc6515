import type { Secret } from '../shared/secret.ts';

/** Letters and digits in a row by which a credential is recognised. */
const rowLength = 12;

/** Shortest credential that is looked for: a shorter one might be a word. */
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

/** A text in base64 as it stands inside of a longer one, of which nobody knows the length: once for each place of three. */
const encodedOf = (text: string): readonly string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from(' '.repeat(before) + text)
      .toString('base64')
      .replace(/=+$/, '');
    // The first and the last characters may belong to the neighbours, too.
    return encoded.slice(before === 0 ? 0 : before + 1, -1);
  });

const known = new WeakMap<Secret, ReadonlySet<string>>();

/** Every row of letters and digits that gives a credential away; of a short one, only the whole. */
function rowsOf(credential: Secret): ReadonlySet<string> {
  const ready = known.get(credential);
  if (ready) return ready;
  const value = credential.reveal();
  const escaped = value.replace(/[^A-Za-z0-9]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const forms = [value, encodeURIComponent(value), escaped, ...encodedOf(value), Buffer.from(value).toString('hex')];
  const rows = new Set<string>();
  for (const form of forms) {
    const { folded } = fold(form);
    for (let from = 0; from + rowLength <= folded.length; from += 1) rows.add(folded.slice(from, from + rowLength));
  }
  known.set(credential, rows);
  return rows;
}

/** A text without a credential as it is: what of it is a word of its own stays. */
export function hideWhole(text: string, credential: Secret | null): string {
  const value = credential?.reveal() ?? '';
  return value.length < shortest ? text : text.replaceAll(value, '[redacted]');
}

const isOfWord = (character: string | undefined): boolean => character !== undefined && /[\w+/=-]/.test(character);

/**
 * A text without a credential and without any twelve letters or digits of it in a row: whatever their case, whatever stands
 * between them, also in base64, hexadecimal digits and an address. One of six to eleven characters is looked for as it is.
 */
export function hideSecret(text: string, credential: Secret | null): string {
  if (credential === null) return text;
  const rows = rowsOf(credential);
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
  return hideWhole(hidden + text.slice(end), credential);
}
