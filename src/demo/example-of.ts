import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json.ts';

const depthLimit = 8;

const scalars: Readonly<Record<string, (schema: JsonObject, word: string) => Json>> = {
  string: (_schema, word) => word,
  number: (schema) => numberOr(schema['minimum'], 1),
  integer: (schema) => numberOr(schema['minimum'], 1),
  boolean: () => true,
  null: () => null,
};

const numberOr = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

/**
 * A value that fits a JSON schema, as a model would fill in a tool's arguments: the first of an enumeration, `word` for
 * free text, 1 for numbers. Not a full implementation of JSON schema: combinations take their first branch.
 */
export function exampleOf(schema: Json | undefined, word: string, depth = 0): Json {
  if (!isObject(schema) || depth > depthLimit) return {};
  if (schema['const'] !== undefined) return schema['const'];
  const choices = schema['enum'] ?? schema['examples'];
  if (Array.isArray(choices)) return (choices[0] as Json | undefined) ?? null;
  const branches = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  if (Array.isArray(branches)) return exampleOf(branches[0] as Json | undefined, word, depth + 1);
  const type = Array.isArray(schema['type']) ? stringOf(schema['type'][0]) : stringOf(schema['type']);
  if (type === 'array') return [exampleOf(schema['items'], word, depth + 1)];
  const scalar = type !== null && Object.hasOwn(scalars, type) ? scalars[type] : undefined;
  return scalar ? scalar(schema, word) : exampleObject(schema, word, depth);
}

function exampleObject(schema: JsonObject, word: string, depth: number): JsonObject {
  const properties = Object.entries(objectOf(schema['properties']));
  return Object.fromEntries(properties.map(([name, inner]) => [name, exampleOf(inner, word, depth + 1)]));
}
