import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/echo.ts';
import { isNode, parametersOf, resolve, type Document, type SchemaNode } from './document.ts';
import { describeSchemas, describeValue, didYouMean } from './words.ts';

/** Query values by the names that the document gives them, typed as it says. */
export type Query = Readonly<Record<string, unknown>>;

/** One query parameter of an operation. */
export interface QueryParameter {
  /** As documented: `include[]`. */
  readonly name: string;
  /** Without brackets, as the validator can read it: `include`. */
  readonly key: string;
  /** `list`: sent once for each entry; `members`: `metadata[team]=search`. */
  readonly kind: 'single' | 'list' | 'members';
  readonly schema: SchemaNode;
}

/** A query, typed as the document says. */
export interface TypedQuery {
  /** By documented names, for handlers. */
  readonly query: Query;
  /** By names without brackets, for the validator. It may write to it. */
  readonly unbracketed: Record<string, unknown>;
}

/** The query of one operation. */
export interface QueryRules {
  readonly parameters: readonly QueryParameter[];
  /** Whether a parameter that the document does not have is refused. */
  readonly refusesUnknown: boolean;
}

const kinds: Readonly<Record<string, QueryParameter['kind']>> = { array: 'list', object: 'members' };

const keyOf = (name: string): string => name.replace(/\[\]$/, '');

/** Reads the rules out of a document. */
export function readQueryRules(document: Document, place: { method: string; path: string }): QueryRules {
  const parameters = parametersOf(document, place)
    .filter((parameter) => parameter['in'] === 'query')
    .map((parameter) => {
      const name = String(parameter['name']);
      const schema = isNode(parameter['schema']) ? resolve(document, parameter['schema']) : {};
      const kind = kinds[String(schema['type'])] ?? ('single' as const);
      return { name, key: keyOf(name), kind, schema };
    });
  return { parameters, refusesUnknown: document['x-diglot-unknown-query'] === 'refused' };
}

/**
 * Reads a query as its document says. Lists are the parameters that stand more than once, under their name with or without
 * brackets; everything else stands once. Numbers are decimal.
 *
 * @param search raw, without the question mark
 * @returns the values; what the document does not have is left out
 * @throws {GatewayError} `invalid_value` for a single parameter sent twice, a number or boolean that is none, and an unknown
 *   parameter where the document refuses those
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
    if (kind === 'list') query.push([name, parts.map(({ value }) => value)]);
    else if (kind === 'members')
      query.push([name, Object.fromEntries(parts.map(({ member, value }) => [member ?? '', value]))]);
    else if (parts.length > 1) throw refuse(name, `${name} was sent ${parts.length} times. Send it once.`);
    else query.push([name, typed(name, schema, parts[0]?.value ?? '')]);
  }
  return {
    query: Object.fromEntries(query),
    unbracketed: Object.fromEntries(query.map(([name, value]) => [keyOf(name), value])),
  };
}

const refuse = (param: string, message: string): GatewayError => new GatewayError('invalid_value', message, { param });

/** Says which parameter was most likely meant, or which ones there are. */
function refuseUnknown(name: string, parameters: readonly QueryParameter[]): GatewayError {
  const known = parameters.map((parameter) => parameter.name);
  const listed = known.length === 0 ? ' It has none.' : ` It has: ${known.join(', ')}.`;
  return refuse(name, `${echo(name)} is no parameter of this operation.${didYouMean(name, known) || listed}`);
}

/** How values that are no strings are written. */
const notations: Readonly<Record<string, readonly [RegExp, (text: string) => unknown]>> = {
  integer: [/^-?\d{1,15}$/, Number],
  number: [/^-?\d{1,15}(?:\.\d{1,15})?$/, Number],
  boolean: [/^(?:true|false)$/, (text) => text === 'true'],
};

function typed(name: string, schema: SchemaNode, text: string): unknown {
  const [pattern, read] = notations[String(schema['type'])] ?? [];
  if (!pattern || !read) return text;
  if (pattern.test(text)) return read(text);
  throw refuse(name, `${name} must be ${describeSchemas([schema])}; you sent ${describeValue(text)}.`);
}
