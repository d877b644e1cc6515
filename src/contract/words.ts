import { echo } from '../shared/text/echo.ts';
import { nearestName } from '../shared/text/nearest-name.ts';
import { isNode, type SchemaNode } from './document.ts';

/** Joins words with commas and a final `or`. */
const joinOr = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const known = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The largest integer that all JSON parsers read exactly. As a `maximum` it means no limit. */
export const largestInteger: number = Number.MAX_SAFE_INTEGER;

/** A range after the noun: ` from 1 to 1000`, ` of at least 0`; empty if there is none. */
function rangeOf({ minimum, maximum: most, exclusiveMinimum: above, exclusiveMaximum: below }: SchemaNode): string {
  const maximum = most === largestInteger ? undefined : most;
  if (minimum !== undefined && maximum !== undefined) return ` from ${known(minimum)} to ${known(maximum)}`;
  const bounds = [
    ...(minimum === undefined ? [] : [`of at least ${known(minimum)}`]),
    ...(above === undefined ? [] : [`above ${known(above)}`]),
    ...(maximum === undefined ? [] : [`of at most ${known(maximum)}`]),
    ...(below === undefined ? [] : [`below ${known(below)}`]),
  ];
  return bounds.length === 0 ? '' : ` ${bounds.join(' and ')}`;
}

const plurals: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  object: 'objects',
  array: 'arrays',
};

const nouns: Readonly<Record<string, (schema: SchemaNode) => readonly string[]>> = {
  string: () => ['a string'],
  integer: (schema) => [`an integer${rangeOf(schema)}`],
  number: (schema) => [`a number${rangeOf(schema)}`],
  boolean: () => ['true', 'false'],
  array: ({ items }) => {
    const of = isNode(items) && typeof items['type'] === 'string' ? plurals[items['type']] : undefined;
    return [of === undefined ? 'an array' : `an array of ${of}`];
  },
  object: () => ['an object'],
  null: () => ['null'],
};

function wordsOf(schema: SchemaNode): readonly string[] {
  if ('const' in schema) return [JSON.stringify(schema['const'])];
  if (Array.isArray(schema['enum'])) return schema['enum'].map(known);
  return [schema['type']].flat().flatMap((type) => nouns[String(type)]?.(schema) ?? []);
}

/**
 * Describes the values that any of these schemas accepts: `a string or an array`, `an integer from 1 to 1000`, `one of asc, desc`.
 * Empty if they accept everything.
 */
export function describeSchemas(schemas: readonly SchemaNode[]): string {
  const [only] = schemas;
  if (schemas.length === 1 && only && Array.isArray(only['enum']) && only['enum'].length > 1)
    return `one of ${only['enum']
      .filter((value) => value !== null)
      .map(known)
      .join(', ')}`;
  const words = [...new Set(schemas.flatMap(wordsOf))];
  const arrays = words.filter((word) => word.startsWith('an array'));
  // The items of arrays are only described if there are two kinds of array.
  const short = arrays.length === 1 ? words.map((word) => (word === arrays[0] ? 'an array' : word)) : words;
  return joinOr([...new Set(short)]);
}

/** Formats a value for a message: short, one line, no structure. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(echo(value)) : String(value);
}

/** ` Did you mean from?`; empty if no known name is similar. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names);
  return nearest === null ? '' : ` Did you mean ${nearest}?`;
}
