import type { IncomingHttpHeaders } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';
import { isNode, resolve, type Document, type SchemaNode } from './document.ts';
import { alternativesOf, schemasAt, schemasFor, takesType, type Place } from './schemas-at.ts';
import { describeSchemas, describeValue, didYouMean, largestInteger } from './words.ts';

/** What a validator read of a request. */
export interface Validated {
  readonly params: Readonly<Record<string, string>>;
  /** By names without brackets. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** Undefined where there is none. */
  readonly body: unknown;
}

/** What the validator reports of one rule. */
interface Complaint {
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

/** A complaint with the place that it is about. */
interface Finding {
  readonly keyword: string;
  /** Member names and indexes from the body, or the name of the parameter. */
  readonly path: readonly string[];
  readonly place: Place;
  /** What may stand there, over all branches of a union. */
  readonly alternatives: readonly SchemaNode[];
}

/** Rules about a member that is named in the path, but that the object around it breaks. */
const memberRules: ReadonlySet<string> = new Set(['required', 'additionalProperties', 'unevaluatedProperties']);

/** Rules that only report that rules below them were broken. */
const wrappers: ReadonlySet<string> = new Set(['if', 'oneOf', 'anyOf', 'allOf', 'not']);

/**
 * The validator's refusal as one sentence about one field; anything else comes back as it was. The validator reports
 * every rule of every branch of a union. Which of them the caller can have meant is decided here, by walking the
 * document along the path with the value in hand; the sentence is made from what the document says there.
 */
export function explainRefusal(refusal: unknown, context: Context): unknown {
  if (!isNode(refusal) || refusal['status'] !== 400 || !Array.isArray(refusal['errors'])) return refusal;
  const complaints = refusal['errors'] as readonly Complaint[];
  // A caller hears of the head first, as if it had been validated before the body.
  const ofHead = complaints.filter(({ path }) => !path.startsWith('/body'));
  const findings = (ofHead.length > 0 ? ofHead : complaints).flatMap((complaint) => locate(complaint, context));
  const found = choose(findings, context.document);
  if (!found)
    return new GatewayError('invalid_value', 'The request does not fit this operation. GET /docs tells what does.');
  const param = fieldName(found.path);
  // Some values are refused for a reason that no rule tells.
  const own = found.place.schemas.map((schema) => resolve(context.document, schema)['x-diglot-refusal']);
  const said = own.find((words) => typeof words === 'string');
  if (said !== undefined) return new GatewayError('invalid_value', said, { param });
  return new GatewayError('invalid_value', `${param === '' ? 'The body' : param} ${whatIsWrong(found)}`, {
    param: param === '' ? 'body' : param,
  });
}

/** The finding that goes deepest and that the caller can mend: one of the branch that it meant. */
function choose(findings: readonly Finding[], document: Document): Finding | undefined {
  const real = findings.filter((finding) => !wrappers.has(finding.keyword) && isReal(finding, document));
  const candidates = real.length > 0 ? real : findings.filter(({ keyword }) => wrappers.has(keyword));
  return (candidates.length > 0 ? candidates : findings).reduce<Finding | undefined>(
    (best, one) => (best === undefined || one.path.length > best.path.length ? one : best),
    undefined,
  );
}

/** Whether a rule was broken that holds for this value, and not only in a branch that was never meant. */
function isReal({ keyword, path, place, alternatives }: Finding, document: Document): boolean {
  if (keyword === 'type') return !alternatives.some((schema) => takesType(schema, place.value));
  const holding = place.schemas.flatMap((schema) => schemasFor(document, schema, place.value));
  if (keyword !== 'required') return holding.some((schema) => keyword in schema);
  const wanted = path.at(-1);
  return holding.some(({ required }) => Array.isArray(required) && required.includes(wanted));
}

/** Where a complaint is, and what holds there. Of a missing or needless member, the place is the object around it. */
function locate({ path, errorCode = '' }: Complaint, context: Context): readonly Finding[] {
  const [part = '', ...inside] = path.split('/').filter((name) => name !== '');
  const root = rootOf(part, context);
  if (root === null) return [];
  const [keyword = ''] = errorCode.split('.');
  const names = inside.map((name) => name.replace(/~1/g, '/').replace(/~0/g, '~'));
  const place = schemasAt(context.document, root, memberRules.has(keyword) ? names.slice(0, -1) : names);
  const alternatives = place.schemas.flatMap((schema) => alternativesOf(context.document, schema));
  return [{ keyword, path: names, place, alternatives }];
}

const parameterPlaces: Readonly<Record<string, string>> = { query: 'query', headers: 'header', params: 'path' };

function rootOf(part: string, { validated, document, method, path }: Context): Place | null {
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

/** `messages[0].role`, as both vendors write a place in a body. */
const fieldName = (parts: readonly string[]): string =>
  parts.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('');

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  uri: 'an absolute address',
  byte: 'Base64',
  email: 'an address of electronic mail',
};

type Limit = (limit: number, place: Place) => string;

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return [...value].length;
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

/** Rules about how much there is. */
const limits: Readonly<Record<string, Limit>> = {
  minLength: atLeast('characters'),
  maxLength: atMost('characters'),
  minItems: atLeast('entries'),
  maxItems: atMost('entries'),
  minProperties: atLeast('members'),
  maxProperties: atMost('members'),
};

function whatIsWrong({ keyword, path, place, alternatives }: Finding): string {
  if (keyword === 'required') return 'is required. Send it.';
  if (memberRules.has(keyword))
    return `is no field of this operation.${didYouMean(path.at(-1) ?? '', alternatives.flatMap(namesIn))}`;
  const sent = `you sent ${describeValue(place.value)}.`;
  const own = alternatives.find((schema) => keyword in schema && takesType(schema, place.value));
  const limit = limits[keyword];
  if (own && limit) return limit(Number(own[keyword]), place);
  // The document says next to each pattern, in words, what fits it: nobody reads a regular expression in a message.
  if (own && keyword === 'pattern')
    return typeof own['x-diglot-must-be'] === 'string'
      ? `must be ${own['x-diglot-must-be']}; ${sent}`
      : `does not have the form that its place needs; ${sent}`;
  if (own && keyword === 'format') return `must be ${formats[String(own['format'])] ?? String(own['format'])}; ${sent}`;
  if (own && keyword === 'maximum' && own[keyword] === largestInteger)
    return `must be at most ${largestInteger}; ${sent}`;
  const wanted = describeSchemas(
    own && !wrappers.has(keyword) && keyword !== 'type' ? [withoutNull(own)] : alternatives,
  );
  return wanted === '' ? `does not fit; ${sent}` : `must be ${wanted}; ${sent}`;
}

/** The members that a schema names. */
const namesIn = ({ properties }: SchemaNode): readonly string[] => (isNode(properties) ? Object.keys(properties) : []);

/** What is wrong with a number is not mended by sending none. */
const withoutNull = (schema: SchemaNode): SchemaNode => ({
  ...schema,
  type: [schema['type']].flat().filter((type) => type !== 'null'),
});
