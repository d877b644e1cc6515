import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import type { Behaviour } from './call.ts';
import { exampleNumber, narrowed } from './narrow-schema.ts';
import { namesIt, type OfferedTool, type Prompt } from './prompt.ts';
import { textMatching } from './text-matching.ts';

/** The demo's reply to a prompt, independent of the wire format. */
export interface Reply {
  /** The text in pieces for streaming; empty if a tool is called. */
  readonly words: readonly string[];
  readonly text: string;
  readonly toolCall: { readonly name: string; readonly input: 'json' | 'text'; readonly argument: string } | null;
  readonly finish: 'stop' | 'length' | 'tool' | 'refusal';
  /** The stop sequence that ended the text; null if none did. */
  readonly stopSequence: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const longestEcho = 2_000;

/** Composes the reply: an echo, a tool call if one is forced or named by the prompt, or as the model's behaviour defines. */
export function compose(prompt: Prompt, behaviour: Behaviour): Reply {
  const inputTokens = inputTokensOf(prompt);
  const base = { toolCall: null, stopSequence: null, inputTokens };
  const refuses = behaviour.speech === 'refusal';
  const tool = refuses ? undefined : toolToCall(prompt);
  if (tool) {
    const word = lastWord(prompt.lastUserText);
    const argument = tool.input === 'text' ? word : JSON.stringify(exampleOf(tool.schema, word));
    const toolCall = { name: tool.name, input: tool.input, argument };
    const outputTokens = countTokens(tool.name) + countTokens(argument);
    return { ...base, words: [], text: '', toolCall, finish: 'tool', outputTokens };
  }
  const stopped = refuses ? { text: refusal, stopSequence: null } : stopAt(textFor(prompt, behaviour), prompt.stops);
  const whole = spoken(stopped.text);
  if (prompt.maxTokens !== null && whole.outputTokens > prompt.maxTokens) {
    return { ...base, ...spoken(shortened(whole.words, prompt.maxTokens)), finish: 'length' };
  }
  return { ...base, ...whole, finish: refuses ? 'refusal' : 'stop', stopSequence: stopped.stopSequence };
}

/** Tokens of the whole input. */
export const inputTokensOf = (prompt: Prompt): number =>
  prompt.texts.reduce((sum, text) => sum + countTokens(text) + tokensPerMessage, 0) + prompt.images * tokensPerImage;

const refusal = 'I’m sorry, but I can’t help with that. (The model demo-refusal declines everything.)';

const spoken = (text: string): Pick<Reply, 'text' | 'words' | 'outputTokens'> => ({
  text,
  words: text.match(/\S+\s*|\s+/g) ?? [],
  outputTokens: countTokens(text),
});

function toolToCall(prompt: Prompt): OfferedTool | undefined {
  const { toolChoice, tools } = prompt;
  if (toolChoice === 'none' || prompt.toolResult !== null) return undefined;
  if (typeof toolChoice === 'object') return tools.find((tool) => tool.name === toolChoice.name);
  return toolChoice === 'required' ? tools[0] : tools.find(({ name }) => namesIt(prompt.lastUserPart, name));
}

function textFor(prompt: Prompt, behaviour: Behaviour): string {
  if (behaviour.speech === 'long') return longText;
  if (prompt.schema) return JSON.stringify(exampleOf(prompt.schema, lastWord(prompt.lastUserText)));
  const seen = prompt.images === 0 ? '' : `I can see ${prompt.images === 1 ? 'an image' : `${prompt.images} images`}. `;
  if (prompt.toolResult !== null) return `${seen}The tool answered: ${cut(prompt.toolResult)}`;
  return `${seen}You said: ${cut(prompt.lastUserText) || 'nothing yet.'}`;
}

const cut = (text: string): string => (text.length > longestEcho ? `${text.slice(0, longestEcho)}…` : text);

const lastWord = (text: string): string =>
  text
    .slice(-longestEcho)
    .match(/[\p{L}\p{N}-]+/gu)
    ?.at(-1) ?? 'example';

function stopAt(text: string, stops: readonly string[]): { text: string; stopSequence: string | null } {
  const places = stops.filter((stop) => stop !== '' && text.includes(stop));
  const first = places.toSorted((one, other) => text.indexOf(one) - text.indexOf(other))[0];
  return first === undefined
    ? { text, stopSequence: null }
    : { text: text.slice(0, text.indexOf(first)), stopSequence: first };
}

function shortened(words: readonly string[], maxTokens: number): string {
  let text = '';
  let tokens = 0;
  for (const word of words) {
    tokens += countTokens(word);
    if (tokens > maxTokens) break;
    text += word;
  }
  return text;
}

/** Below this depth only required members are filled in, and the simplest branch is chosen. */
const deep = 6;
/** Bounds of an example: values in total, items of a list, and characters of a string. */
const mostValues = 2_000;
const mostItems = 100;
const longestText = 10_000;

interface Scope {
  readonly root: JsonObject;
  readonly word: string;
  /** Remaining values. */
  left: number;
}

interface Position {
  readonly depth: number;
  /** Makes values differ that must not be equal. */
  readonly variant: number;
}

/**
 * Returns a value that matches a JSON schema, as a model would fill in a tool's arguments: `word` for free text, 1 for numbers,
 * the first of an enumeration, within bounds, formats and patterns. It ignores `not`, `if`, dependencies, and patterns that
 * `textMatching` does not support.
 */
export const exampleOf = (schema: Json | undefined, word: string): Json =>
  valueOf(schema, { depth: 0, variant: 0 }, { root: objectOf(schema), word, left: mostValues });

function valueOf(raw: Json | undefined, position: Position, scope: Scope): Json {
  scope.left -= 1;
  const isDeep = position.depth >= deep || scope.left <= 0;
  const schema = narrowed(raw, { root: scope.root, isDeep });
  if (schema['const'] !== undefined) return schema['const'];
  const choices = arrayOf(schema['enum'] ?? schema['examples']);
  if (choices.length > 0) return choices[position.variant % choices.length] ?? null;
  const type = typeOf(schema, isDeep);
  if (type === 'null') return null;
  if (type === 'boolean') return position.variant % 2 === 0;
  if (type === 'string') return exampleText(schema, scope.word, position.variant);
  if (type === 'number' || type === 'integer') return exampleNumber(schema, type === 'integer', position.variant);
  // A schema that requires itself has no value, so the depth is limited.
  if (position.depth > deep * 4) return null;
  return type === 'array'
    ? exampleArray(schema, { ...position, isDeep }, scope)
    : exampleObject(schema, { ...position, isDeep }, scope);
}

/** Keywords that apply to only one type. */
const hints: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

function typeOf(schema: JsonObject, isDeep: boolean): string {
  const types = [schema['type'] ?? []].flat().filter((type) => typeof type === 'string');
  if (isDeep && types.includes('null')) return 'null';
  const type = types.find((one) => one !== 'null') ?? types[0];
  return type ?? hints.find(([, keywords]) => keywords.some((keyword) => keyword in schema))?.[0] ?? 'object';
}

interface Inner extends Position {
  readonly isDeep: boolean;
}

const countOf = (value: Json | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

function exampleArray(schema: JsonObject, { depth, variant, isDeep }: Inner, scope: Scope): Json {
  const first = arrayOf(schema['prefixItems']);
  const least = Math.min(countOf(schema['minItems'], 0), mostItems);
  const usual = schema['items'] === false ? first.length : Math.max(1, first.length);
  const wanted = isDeep ? least : Math.max(least, usual);
  const count = Math.min(wanted, countOf(schema['maxItems'], Infinity));
  return Array.from({ length: count }, (_, index) =>
    valueOf(first[index] ?? schema['items'], { depth: depth + 1, variant: variant + index }, scope),
  );
}

function exampleObject(schema: JsonObject, { depth, variant, isDeep }: Inner, scope: Scope): JsonObject {
  const properties = objectOf(schema['properties']);
  const required = arrayOf(schema['required']).filter((name) => typeof name === 'string');
  const others = schema['additionalProperties'];
  const names = new Set([...(isDeep ? [] : Object.keys(properties)), ...required]);
  const least = Math.min(countOf(schema['minProperties'], 0), mostItems);
  for (const name of Object.keys(properties)) if (names.size < least) names.add(name);
  const missing = others === false ? 0 : least - names.size;
  for (let number = 1; number <= missing; number += 1) names.add(`item${number}`);
  const most = countOf(schema['maxProperties'], Infinity);
  const kept = [...new Set([...required, ...names])].slice(0, Math.max(most, required.length));
  const inOrder = [...names].filter((name) => kept.includes(name));
  const entries = inOrder.map((name): [string, Json] => [
    name,
    valueOf(
      Object.hasOwn(properties, name) ? properties[name] : isObject(others) ? others : {},
      { depth: depth + 1, variant },
      scope,
    ),
  ]);
  return Object.fromEntries(entries);
}

const forms: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'demo@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  'uri-reference': '/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

function exampleText(schema: JsonObject, word: string, variant: number): string {
  const form = forms[stringOf(schema['format']) ?? ''];
  if (form !== undefined) return form;
  const least = Math.min(countOf(schema['minLength'], 0), longestText);
  const most = countOf(schema['maxLength'], Infinity);
  const pattern = stringOf(schema['pattern']);
  const matching =
    pattern === null ? null : textMatching(pattern, (text) => text.length >= least && text.length <= most);
  if (matching !== null) return matching;
  const wanted = variant === 0 ? word : `${variant}${word}`;
  const long = wanted.padEnd(least, wanted === '' ? 'x' : wanted);
  return [...long].slice(0, Math.max(0, most)).join('').padEnd(least, 'x');
}

const sentence = 'This sentence of exactly ten words stands in line';
const sentences = 200;

/** Two thousand words, for a long stream. */
const longText = Array.from({ length: sentences }, (_, index) => `${sentence} ${index + 1}.`).join(' ');

/**
 * Counts the demo's tokens, which are the same on every machine: a word has one for every six letters begun, any other visible
 * character one, and white space none. `"Hello, gateways!"` has 1 + 1 + 2 + 1 = 5.
 */
export const countTokens = (text: string): number => text.match(/[\p{L}\p{N}]{1,6}|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

/** Input tokens of an image of any size. */
export const tokensPerImage = 85;

/** Tokens of a message in addition to its text. */
const tokensPerMessage = 3;
