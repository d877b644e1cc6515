import { arrayOf, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';

/** A tool that the caller offers. */
export interface OfferedTool {
  readonly name: string;
  /** `text`: the input is free text instead of JSON. */
  readonly input: 'json' | 'text';
  readonly schema: Json | undefined;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** A request for text, independent of the wire format. */
export interface Prompt {
  readonly model: string;
  /** All texts of the request, for counting tokens. */
  readonly texts: readonly string[];
  readonly lastUserText: string;
  /** The last part of that text: programs put their own notes before the user's text. */
  readonly lastUserPart: string;
  readonly images: number;
  /** The tool's result, if the conversation ends with one. */
  readonly toolResult: string | null;
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: ToolChoice;
  readonly maxTokens: number | null;
  readonly stops: readonly string[];
  /** The JSON schema of the answer; null for prose. */
  readonly schema: JsonObject | null;
}

/** Default values of a prompt. */
export const plainPrompt: Omit<Prompt, 'model' | 'texts' | 'lastUserText'> = {
  lastUserPart: '',
  images: 0,
  toolResult: null,
  tools: [],
  toolChoice: 'auto',
  maxTokens: null,
  stops: [],
  schema: null,
};

/** The text of the last part that is not empty. */
export const lastTextOf = (parts: readonly JsonObject[]): string =>
  parts.flatMap(({ text }) => (typeof text === 'string' && text !== '' ? [text] : [])).at(-1) ?? '';

/** A positive integer, or null. */
export const limitOf = (...values: readonly (Json | undefined)[]): number | null => {
  const found = values.find((value) => typeof value === 'number' && value >= 1);
  return typeof found === 'number' ? found : null;
};

/** A string or a list of strings, as a list. */
export const listOf = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((entry) => typeof entry === 'string');

/** Characters to search, from the end of a text, where the user's words are. */
const longest = 8_000;

/** Notes that programs put before the user's words, in tags: `<environment>…</environment>`. */
const tagged = /<([a-z][\w-]{0,40})>[^<]{0,8000}<\/\1>/g;

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);

/** Whether a text contains a name as a separate word. Notes in tags do not count. */
export function namesIt(text: string, name: string): boolean {
  if (name === '') return false;
  const words = text.slice(-longest).replaceAll(tagged, ' ');
  for (let at = words.indexOf(name); at !== -1; at = words.indexOf(name, at + 1)) {
    if (!isWordCharacter(words[at - 1]) && !isWordCharacter(words[at + name.length])) return true;
  }
  return false;
}

/** A key with a sample of its value: `"days": 3`, `'city': string`. */
const shown = /["'`]([A-Za-z_][\w-]{0,63})["'`]\s{0,9}:\s{0,9}(["'`<[{]|[\w-]{0,12})/g;
const quoted = /["'`]([A-Za-z_][\w-]{0,63})["'`]/g;
/** `with the keys city and days`, `fields: city, days`. */
const listed =
  /\b(?:keys?|fields?|members?|propert(?:y|ies))\b:?\s{1,9}((?:[A-Za-z_][\w-]{0,63}(?:\s{0,9},\s{0,9}and\s{1,9}|\s{0,9},\s{0,9}|\s{1,9}and\s{1,9}|(?=[\s.;:!?]|$))){1,20})/i;

/** The schema for a sample value. */
function schemaOf(sample: string): JsonObject {
  if (sample === '[') return { type: 'array', items: { type: 'string' } };
  if (sample === '{') return { type: 'object' };
  if (/^(?:true|false|bool)/i.test(sample)) return { type: 'boolean' };
  if (/^int/i.test(sample)) return { type: 'integer' };
  return { type: /^(?:-?\d|num|float)/i.test(sample) ? 'number' : 'string' };
}

/** The schema of a JSON object with the keys that a prompt requests; `answer` if it names none. */
export function requestedObject(texts: readonly string[]): JsonObject {
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

/** The first of the allowed tools, if one of them must be called. */
export function allowedOf({ mode, tools }: JsonObject): string | null {
  const first = objectOf(arrayOf(tools)[0]);
  return mode === 'required' ? stringOf(objectOf(first['function'] ?? first['custom'] ?? first)['name']) : null;
}
