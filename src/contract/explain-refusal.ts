import type { IncomingHttpHeaders } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo, nearestName } from '../shared/text/names.ts';
import {
  alternativesOf,
  type Document,
  isNode,
  type DescribedValue,
  resolve,
  type SchemaNode,
  schemasAt,
  schemasFor,
  takesType,
} from './document.ts';

/** The parts of a request that the validator read. */
export interface Validated {
  readonly params: Readonly<Record<string, string>>;
  /** By names without brackets. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** Undefined if there is none. */
  readonly body: unknown;
}

/** One error of the validator. */
interface RuleError {
  /** For example `/body/messages/0/role`, `/query/limit`. */
  readonly path: string;
  /** For example `maximum.openapi.validation`. */
  readonly errorCode?: string;
}

interface Context {
  readonly validated: Validated;
  readonly document: Document;
  readonly method: string;
  readonly path: string;
}

/** A rule error with its place in the document. */
interface Finding {
  readonly keyword: string;
  /** Member names and indexes in the body, or the name of the parameter. */
  readonly path: readonly string[];
  readonly described: DescribedValue;
  /** The schemas that apply there, over all branches of a union. */
  readonly alternatives: readonly SchemaNode[];
}

/** Rules of an object whose errors name the member in the path. */
const memberRules: ReadonlySet<string> = new Set(['required', 'additionalProperties', 'unevaluatedProperties']);

/** Rules that only report that a rule below them was broken. */
const wrappers: ReadonlySet<string> = new Set(['if', 'oneOf', 'anyOf', 'allOf', 'not']);

/**
 * Turns the validator's error into one sentence about one field. Returns any other error unchanged. The validator reports every
 * rule of every branch of a union. This function follows the path through the document with the value that was sent, finds the
 * branch that the caller meant, and describes what the document accepts there.
 */
export function explainRefusal(refusal: unknown, context: Context): unknown {
  if (!isNode(refusal) || refusal['status'] !== 400 || !Array.isArray(refusal['errors'])) return refusal;
  const errors = refusal['errors'] as readonly RuleError[];
  // Errors of path, query and headers come first, as if they had been validated before the body.
  const ofHead = errors.filter(({ path }) => !path.startsWith('/body'));
  const findings = (ofHead.length > 0 ? ofHead : errors).flatMap((error) => locate(error, context));
  const found = choose(findings, context.document);
  if (!found)
    return new GatewayError('invalid_value', 'The request is not valid for this operation. GET /docs describes it.');
  const param = fieldName(found.path);
  // Some schemas have a message of their own, because their rules do not show the reason.
  const own = found.described.schemas.map((schema) => resolve(context.document, schema)['x-diglot-refusal']);
  const message = own.find((each) => typeof each === 'string');
  if (message !== undefined) return new GatewayError('invalid_value', message, { param });
  return new GatewayError('invalid_value', `${param === '' ? 'The body' : param} ${whatIsWrong(found)}`, {
    param: param === '' ? 'body' : param,
  });
}

/** Chooses the deepest finding that the caller can fix, in a branch that the caller meant. */
function choose(findings: readonly Finding[], document: Document): Finding | undefined {
  const real = findings.filter((finding) => !wrappers.has(finding.keyword) && isReal(finding, document));
  const candidates = real.length > 0 ? real : findings.filter(({ keyword }) => wrappers.has(keyword));
  return (candidates.length > 0 ? candidates : findings).reduce<Finding | undefined>(
    (best, one) => (best === undefined || one.path.length > best.path.length ? one : best),
    undefined,
  );
}

/** Whether the broken rule applies to this value, and not only in a branch that was not meant. */
function isReal({ keyword, path, described, alternatives }: Finding, document: Document): boolean {
  if (keyword === 'type') return !alternatives.some((schema) => takesType(schema, described.value));
  const holding = described.schemas.flatMap((schema) => schemasFor(document, schema, described.value));
  if (keyword !== 'required') return holding.some((schema) => keyword in schema);
  const wanted = path.at(-1);
  return holding.some(({ required }) => Array.isArray(required) && required.includes(wanted));
}

/** Finds the place of a rule error. For a missing or unknown member, the place is the object that should or should not have it. */
function locate({ path, errorCode = '' }: RuleError, context: Context): readonly Finding[] {
  const [part = '', ...inside] = path.split('/').filter((name) => name !== '');
  const root = rootOf(part, context);
  if (root === null) return [];
  const [keyword = ''] = errorCode.split('.');
  const names = inside.map((name) => name.replace(/~1/g, '/').replace(/~0/g, '~'));
  const described = schemasAt(context.document, root, memberRules.has(keyword) ? names.slice(0, -1) : names);
  const alternatives = described.schemas.flatMap((schema) => alternativesOf(context.document, schema));
  return [{ keyword, path: names, described, alternatives }];
}

const parameterPlaces: Readonly<Record<string, string>> = { query: 'query', headers: 'header', params: 'path' };

function rootOf(part: string, { validated, document, method, path }: Context): DescribedValue | null {
  const item = document.paths[path] ?? {};
  const operation = item[method] ?? {};
  if (part === 'body') {
    const body = isNode(operation['requestBody']) ? resolve(document, operation['requestBody']) : {};
    const json = isNode(body['content']) ? body['content']['application/json'] : undefined;
    return { value: validated.body, schemas: isNode(json) && isNode(json['schema']) ? [json['schema']] : [] };
  }
  const where = parameterPlaces[part];
  if (where === undefined) return null;
  const declared = [item['parameters'], operation['parameters']].filter(Array.isArray).flat().filter(isNode);
  const properties: Record<string, unknown> = {};
  for (const node of declared) {
    const { in: at, name, schema } = resolve(document, node);
    if (at !== where || typeof name !== 'string') continue;
    properties[where === 'header' ? name.toLowerCase() : name.replace(/\[\]$/, '')] = schema;
  }
  return { value: validated[part as 'query' | 'headers' | 'params'], schemas: [{ properties }] };
}

/** Writes a path as both vendors do: `messages[0].role`. */
const fieldName = (parts: readonly string[]): string =>
  parts.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('');

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  uri: 'an absolute address',
  byte: 'Base64',
  email: 'an e-mail address',
};

type Limit = (limit: number, described: DescribedValue) => string;

/** Counts Unicode characters as the validator does: in place, because a list of the characters of a long text takes ten times its memory. */
function charactersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1) count += 1;
  return count;
}

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return charactersIn(value);
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
};

const atLeast =
  (unit: string): Limit =>
  (limit, { value }) =>
    sizeOf(value) === 0 ? 'must not be empty.' : `must have at least ${limit} ${unit}; you sent ${sizeOf(value)}.`;

const atMost =
  (unit: string): Limit =>
  (limit, { value }) =>
    `must have at most ${limit.toLocaleString('en-US')} ${unit}; you sent ${sizeOf(value).toLocaleString('en-US')}.`;

/** Rules about sizes. */
const limits: Readonly<Record<string, Limit>> = {
  minLength: atLeast('characters'),
  maxLength: atMost('characters'),
  minItems: atLeast('entries'),
  maxItems: atMost('entries'),
  minProperties: atLeast('members'),
  maxProperties: atMost('members'),
  uniqueItems: (_, { value }) =>
    `must not repeat an entry: ${describeValue([value].flat().find((one, at, all) => all.indexOf(one) < at))}.`,
};

function whatIsWrong({ keyword, path, described, alternatives }: Finding): string {
  if (keyword === 'required')
    return path.join('.') === 'model' ? 'is required. GET /v1/models lists what this key may call.' : 'is required.';
  if (memberRules.has(keyword))
    return `is not a field of this operation.${didYouMean(path.at(-1) ?? '', alternatives.flatMap(namesIn))}`;
  const sent = `you sent ${describeValue(described.value)}.`;
  const own = alternatives.find((schema) => keyword in schema && takesType(schema, described.value));
  const limit = limits[keyword];
  if (own && limit) return limit(Number(own[keyword]), described);
  if (own && keyword === 'propertyNames' && isNode(own[keyword])) return longKey(own[keyword], described);
  // Next to each pattern the document describes in words what matches it, because regular expressions do not help in a message.
  if (own && keyword === 'pattern')
    return typeof own['x-diglot-must-be'] === 'string'
      ? `must be ${own['x-diglot-must-be']}; ${sent}`
      : `does not have the required form; ${sent}`;
  if (own && keyword === 'format') return `must be ${formats[String(own['format'])] ?? String(own['format'])}; ${sent}`;
  if (own && keyword === 'maximum' && own[keyword] === largestInteger)
    return `must be at most ${largestInteger}; ${sent}`;
  const expected = describeSchemas(
    own && !wrappers.has(keyword) && keyword !== 'type' ? [withoutNull(own)] : alternatives,
  );
  return expected === '' ? `is not valid; ${sent}` : `must be ${expected}; ${sent}`;
}

/** The only rule for the names of members that a caller may choose is their length. */
function longKey({ maxLength }: SchemaNode, { value }: DescribedValue): string {
  const key = Object.keys(isNode(value) ? value : {}).find((name) => sizeOf(name) > Number(maxLength)) ?? '';
  return `must have keys of at most ${String(maxLength)} characters; ${JSON.stringify(echo(key))} has ${sizeOf(key).toLocaleString('en-US')}.`;
}

/** The names of a schema's properties. */
const namesIn = ({ properties }: SchemaNode): readonly string[] => (isNode(properties) ? Object.keys(properties) : []);

/** Drops `null`, which would not help a caller whose number is out of range. */
const withoutNull = (schema: SchemaNode): SchemaNode => ({
  ...schema,
  type: [schema['type']].flat().filter((type) => type !== 'null'),
});

/** Joins words with commas and a final `or`. */
const joinOr = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The largest integer that all JSON parsers read exactly. As a `maximum` it means no limit. */
export const largestInteger: number = Number.MAX_SAFE_INTEGER;

/** A range after the noun: ` from 1 to 1000`, ` of at least 0`; empty if there is none. */
function rangeOf({ minimum, maximum: most, exclusiveMinimum: above, exclusiveMaximum: below }: SchemaNode): string {
  const maximum = most === largestInteger ? undefined : most;
  if (minimum !== undefined && maximum !== undefined) return ` from ${written(minimum)} to ${written(maximum)}`;
  const bounds = [
    ...(minimum === undefined ? [] : [`of at least ${written(minimum)}`]),
    ...(above === undefined ? [] : [`above ${written(above)}`]),
    ...(maximum === undefined ? [] : [`of at most ${written(maximum)}`]),
    ...(below === undefined ? [] : [`below ${written(below)}`]),
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
  if (Array.isArray(schema['enum'])) return schema['enum'].map(written);
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
      .map(written)
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
