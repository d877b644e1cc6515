import { type GatewayError, invalidValue } from '../errors/gateway-error.ts';
import type { FieldRule, FormRules } from '../pipeline/multipart/reader.ts';
import { echo } from '../shared/text/names.ts';
import { type Document, isNode, parametersOf, resolve, type SchemaNode } from './document.ts';
import { describeSchemas, describeValue, didYouMean } from './explain-refusal.ts';

/** Query values by their names in the document, with its types. */
export type Query = Readonly<Record<string, unknown>>;

/** One query parameter of an operation. */
interface QueryParameter {
  /** Name in the document: `include[]`. */
  readonly name: string;
  /** Name without brackets, for the validator: `include`. */
  readonly key: string;
  /** `list`: sent once for each entry; `members`: `metadata[team]=search`. */
  readonly kind: 'single' | 'list' | 'members';
  readonly schema: SchemaNode;
}

/** A query with the types of the document. */
export interface TypedQuery {
  /** By names in the document, for handlers. */
  readonly query: Query;
  /** By names without brackets, for the validator, which may write to it. */
  readonly unbracketed: Record<string, unknown>;
}

/** The query parameters of one operation. */
interface QueryRules {
  readonly parameters: readonly QueryParameter[];
  /** Whether unknown parameters are refused. */
  readonly refusesUnknown: boolean;
}

const kinds: Readonly<Record<string, QueryParameter['kind']>> = { array: 'list', object: 'members' };

const keyOf = (name: string): string => name.replace(/\[\]$/, '');

/** `refused` or `ignored`; an operation may say otherwise than its document. */
const unknownRule = 'x-diglot-unknown-query';

/** Reads the query parameters of an operation from its document. */
export function readQueryRules(document: Document, place: { method: string; path: string }): QueryRules {
  const parameters = parametersOf(document, place)
    .filter((parameter) => parameter['in'] === 'query')
    .map((parameter) => {
      const name = String(parameter['name']);
      const schema = isNode(parameter['schema']) ? resolve(document, parameter['schema']) : {};
      const kind = kinds[String(schema['type'])] ?? ('single' as const);
      return { name, key: keyOf(name), kind, schema };
    });
  const ofOperation = document.paths[place.path]?.[place.method]?.[unknownRule];
  return { parameters, refusesUnknown: (ofOperation ?? document[unknownRule]) === 'refused' };
}

/**
 * Parses a query with the types of the document. Lists are sent as repeated parameters, with or without brackets after the name,
 * and have no empty entries; all others may be sent once. Numbers are decimal.
 *
 * @param search raw, without the question mark
 * @returns the values, without unknown parameters
 * @throws {GatewayError} `invalid_value` for a single parameter sent twice, an invalid number or boolean, or an unknown parameter
 *   if the document refuses those
 */
export function readQuery(search: string, { parameters, refusesUnknown }: QueryRules): TypedQuery {
  if (search === '') return { query: {}, unbracketed: {} };
  const sent = new Map<string, { readonly member: string | null; readonly value: string }[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    const [, key = name, member = null] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? [];
    const parameter = parameters.find((one) => one.key === key && (member === null || one.kind !== 'single'));
    if (parameter) sent.set(parameter.name, [...(sent.get(parameter.name) ?? []), { member, value }]);
    else if (refusesUnknown) throw refuseUnknown(name, parameters);
  }
  const query: [string, unknown][] = [];
  for (const { name, kind, schema } of parameters) {
    const parts = sent.get(name);
    if (parts === undefined) continue;
    // SDKs write null without a value.
    const values = parts.map(({ value }) => value).filter((value) => value !== '');
    if (values.length === 0 && (kind === 'list' || takesNull(schema))) continue;
    if (kind === 'list') query.push([name, values]);
    else if (kind === 'members')
      query.push([name, Object.fromEntries(parts.map(({ member, value }) => [member ?? '', value]))]);
    else if (parts.length > 1) throw invalidValue(name, `${name} was sent ${parts.length} times. Send it once.`);
    else query.push([name, typed(name, schema, parts[0]?.value ?? '')]);
  }
  return {
    query: Object.fromEntries(query),
    unbracketed: Object.fromEntries(query.map(([name, value]) => [keyOf(name), value])),
  };
}

const takesNull = ({ type }: SchemaNode): boolean => Array.isArray(type) && type.includes('null');

/** Suggests the parameter that was most likely meant, or lists all of them. */
function refuseUnknown(name: string, parameters: readonly QueryParameter[]): GatewayError {
  const known = parameters.map((parameter) => parameter.name);
  const listed = known.length === 0 ? ' It has none.' : ` It has: ${known.join(', ')}.`;
  return invalidValue(name, `${echo(name)} is not a parameter of this operation.${didYouMean(name, known) || listed}`);
}

/** The notation of values that are not strings. */
const notations: Readonly<Record<string, readonly [RegExp, (text: string) => unknown]>> = {
  integer: [/^-?\d{1,15}$/, Number],
  number: [/^-?\d{1,15}(?:\.\d{1,15})?$/, Number],
  boolean: [/^(?:true|false)$/, (text) => text === 'true'],
};

function typed(name: string, schema: SchemaNode, text: string): unknown {
  const [pattern, read] = notations[String(schema['type'])] ?? [];
  if (!pattern || !read) return text;
  if (pattern.test(text)) return read(text);
  throw invalidValue(name, `${name} must be ${describeSchemas([schema])}; you sent ${describeValue(text)}.`);
}

/** Types of a field's text, the most specific first. */
const fieldKinds = ['integer', 'number', 'boolean'] as const;

const nodesOf = (value: unknown): readonly SchemaNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

const isBinary = (schema: SchemaNode): boolean => schema['format'] === 'binary';

/** Reads the rules of one operation's form; empty if the document has none. */
export function readFormRules(document: Document, operation: SchemaNode | undefined): FormRules {
  const body = operation && isNode(operation['requestBody']) ? resolve(document, operation['requestBody']) : {};
  const content = isNode(body['content']) ? body['content'] : {};
  const form = content['multipart/form-data'];
  const declared = isNode(form) && isNode(form['schema']) ? resolve(document, form['schema']) : {};
  const properties = Object.entries(isNode(declared['properties']) ? declared['properties'] : {});
  const required = Array.isArray(declared['required']) ? declared['required'] : [];
  return {
    fields: new Map(properties.flatMap(([name, node]) => (isNode(node) ? rulesOf(document, name, node) : []))),
    required: required.filter((name) => typeof name === 'string'),
  };
}

/** A schema and the alternatives that it names. */
function branchesOf(document: Document, node: SchemaNode): readonly SchemaNode[] {
  const schema = resolve(document, node);
  return [schema, ...nodesOf(schema['oneOf']), ...nodesOf(schema['anyOf'])].map((one) => resolve(document, one));
}

/** The rules of a field, and of the members of an object, which are sent as `field[member]`. */
function rulesOf(document: Document, name: string, node: SchemaNode): readonly (readonly [string, FieldRule])[] {
  const members = branchesOf(document, node).flatMap(({ properties }) => (isNode(properties) ? [properties] : []));
  const nested = members.flatMap((each) => Object.entries(each));
  return [
    [name, fieldRule(document, node)],
    ...nested.flatMap(([member, each]) => (isNode(each) ? rulesOf(document, `${name}[${member}]`, each) : [])),
  ];
}

function fieldRule(document: Document, node: SchemaNode): FieldRule {
  const branches = branchesOf(document, node);
  const [schema = {}] = branches;
  const lists = branches.filter((branch) => branch['type'] === 'array');
  const items = lists.flatMap(({ items: each }) => (isNode(each) ? [resolve(document, each)] : []));
  const types = [schema['type']].flat();
  const isFile = [...branches, ...items].some(isBinary);
  const allowed = schema['enum'];
  return {
    kind: isFile ? 'file' : (fieldKinds.find((kind) => types.includes(kind)) ?? 'text'),
    minimum: typeof schema['minimum'] === 'number' ? schema['minimum'] : null,
    maximum: typeof schema['maximum'] === 'number' ? schema['maximum'] : null,
    allowed: Array.isArray(allowed) ? allowed.filter((value) => typeof value === 'string') : null,
    most: Math.max(1, ...lists.map(({ maxItems }) => Number(maxItems ?? Infinity))),
  };
}
