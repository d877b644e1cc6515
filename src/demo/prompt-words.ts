import type { JsonObject } from '../shared/json.ts';

/** Characters of a text that are looked at, from its end: what people typed stands there. */
const longest = 8_000;

/** What programs put before the words of people, between tags: `<environment>…</environment>`. */
const tagged = /<([a-z][\w-]{0,40})>[^<]{0,8000}<\/\1>/g;

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);

/** Whether a text names something, written as it is and as a word of its own. Notes between tags do not count. */
export function namesIt(text: string, name: string): boolean {
  if (name === '') return false;
  const said = text.slice(-longest).replaceAll(tagged, ' ');
  for (let at = said.indexOf(name); at !== -1; at = said.indexOf(name, at + 1)) {
    if (!isWordCharacter(said[at - 1]) && !isWordCharacter(said[at + name.length])) return true;
  }
  return false;
}

/** A key with what stands for its value: `"days": 3`, `'city': string`. */
const shown = /["'`]([A-Za-z_][\w-]{0,63})["'`]\s{0,9}:\s{0,9}(["'`<[{]|[\w-]{0,12})/g;
const quoted = /["'`]([A-Za-z_][\w-]{0,63})["'`]/g;
/** `with the keys city and days`, `fields: city, days`. */
const listed =
  /\b(?:keys?|fields?|members?|propert(?:y|ies))\b:?\s{1,9}((?:[A-Za-z_][\w-]{0,63}(?:\s{0,9},\s{0,9}and\s{1,9}|\s{0,9},\s{0,9}|\s{1,9}and\s{1,9}|(?=[\s.;:!?]|$))){1,20})/i;

/** The schema of the value that stands for a key's own. */
function schemaOf(sample: string): JsonObject {
  if (sample === '[') return { type: 'array', items: { type: 'string' } };
  if (sample === '{') return { type: 'object' };
  if (/^(?:true|false|bool)/i.test(sample)) return { type: 'boolean' };
  if (/^int/i.test(sample)) return { type: 'integer' };
  return { type: /^(?:-?\d|num|float)/i.test(sample) ? 'number' : 'string' };
}

/** The keys that a prompt asks for where it wants any JSON object, as a schema; `answer` where it names none. */
export function askedObject(texts: readonly string[]): JsonObject {
  const text = texts.join('\n').slice(-longest);
  const samples = [...text.matchAll(shown)].map(([, key = '', sample = '']) => [key, schemaOf(sample)] as const);
  const names = samples.length > 0 ? [] : namesIn(text);
  const found = [...samples, ...names.map((name) => [name, { type: 'string' }] as const)];
  const properties = Object.fromEntries(found.length > 0 ? found : [['answer', { type: 'string' }]]);
  return { type: 'object', properties };
}

function namesIn(text: string): readonly string[] {
  if (!/\b(?:keys?|fields?|members?|propert(?:y|ies))\b/i.test(text)) return [];
  const inQuotes = [...text.matchAll(quoted)].map(([, name = '']) => name);
  if (inQuotes.length > 0) return inQuotes;
  return (listed.exec(text)?.[1] ?? '').split(/\s*,\s*(?:and\s+)?|\s+and\s+/).filter((name) => name !== '');
}
