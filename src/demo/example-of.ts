import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json.ts';
import { exampleNumber } from './example-number.ts';
import { listOf, narrowed } from './narrow-schema.ts';
import { textMatching } from './text-matching.ts';

/** From here on only what a schema requires is filled in, and of several branches the simplest is taken. */
const deep = 6;
/** Values that one example has at most, as far as the schema leaves it open; items and characters, as far as it does not. */
const mostValues = 2_000;
const mostItems = 100;
const longestText = 10_000;

interface Scope {
  readonly root: JsonObject;
  readonly word: string;
  /** Values that may still be made. */
  left: number;
}

interface Place {
  readonly depth: number;
  /** Tells values apart that must not be equal. */
  readonly variant: number;
}

/**
 * A value that fits a JSON schema, as a model would fill in a tool's arguments: `word` for free text, 1 for numbers, the first
 * of an enumeration, in bounds, forms and patterns. Not read: `not`, `if`, dependencies, and patterns that
 * `textMatching` does not read.
 */
export const exampleOf = (schema: Json | undefined, word: string): Json =>
  valueOf(schema, { depth: 0, variant: 0 }, { root: objectOf(schema), word, left: mostValues });

function valueOf(raw: Json | undefined, place: Place, scope: Scope): Json {
  scope.left -= 1;
  const isDeep = place.depth >= deep || scope.left <= 0;
  const schema = narrowed(raw, { root: scope.root, isDeep });
  if (schema['const'] !== undefined) return schema['const'];
  const choices = listOf(schema['enum'] ?? schema['examples']);
  if (choices.length > 0) return choices[place.variant % choices.length] ?? null;
  const type = typeOf(schema, isDeep);
  if (type === 'null') return null;
  if (type === 'boolean') return place.variant % 2 === 0;
  if (type === 'string') return exampleText(schema, scope.word, place.variant);
  if (type === 'number' || type === 'integer') return exampleNumber(schema, type === 'integer', place.variant);
  // Nothing made of parts can go on for ever: a schema that requires itself has no value at all.
  if (place.depth > deep * 4) return null;
  return type === 'array'
    ? exampleArray(schema, { ...place, isDeep }, scope)
    : exampleObject(schema, { ...place, isDeep }, scope);
}

/** Keywords that only say something of one type. */
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

interface Inner extends Place {
  readonly isDeep: boolean;
}

const countOf = (value: Json | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

function exampleArray(schema: JsonObject, { depth, variant, isDeep }: Inner, scope: Scope): Json {
  const first = listOf(schema['prefixItems']);
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
  const required = listOf(schema['required']).filter((name) => typeof name === 'string');
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
