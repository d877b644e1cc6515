import type { Request } from 'express';
import { GatewayError } from '../../errors/gateway-error.ts';
import { echo } from '../../shared/echo.ts';
import type { Json } from '../../shared/json.ts';
import { isNode, resolve, type Document, type SchemaNode } from './document.ts';

/** What the validator reports of one rule. */
interface Complaint {
  /** For example `/body/messages/0/role`, `/query/limit`. */
  readonly path: string;
  readonly message: string;
  /** For example `maximum.openapi.validation`. */
  readonly errorCode?: string;
}

interface Context {
  readonly request: Request;
  readonly document: Document;
  readonly operation: string;
}

/** Rules that only report that rules below them were broken. */
const wrappers = /^(?:if|oneOf|anyOf|allOf|then|else)\./;

/** The validator's refusal as one sentence about one field; anything else comes back as it was. */
export function explainRefusal(refusal: unknown, context: Context): unknown {
  if (!isNode(refusal)) return refusal;
  const { status, errors, message } = refusal;
  if (status === 415) {
    return new GatewayError(
      'unsupported_media_type',
      `This operation does not take ${echo(String(context.request.headers['content-type'] ?? 'a body without a Content-Type'))}. Send application/json.`,
    );
  }
  if (status !== 400 || !Array.isArray(errors)) return refusal;
  const complaint = chooseComplaint(errors as readonly Complaint[]);
  if (!complaint) return new GatewayError('invalid_value', String(message));
  const place = complaint.path.split('/').filter((part) => part !== '');
  const param = fieldName(place.slice(1));
  return new GatewayError('invalid_value', sentence(complaint, place, context), {
    param: param === '' ? (place[0] ?? 'body') : param,
  });
}

/** The complaint that goes deepest and is not about the ones below it: the field that the caller must change. */
function chooseComplaint(complaints: readonly Complaint[]): Complaint | undefined {
  const own = complaints.filter(({ errorCode = '' }) => !wrappers.test(errorCode));
  return (own.length > 0 ? own : complaints).reduce<Complaint | undefined>(
    (best, one) => (best === undefined || depth(one) > depth(best) ? one : best),
    undefined,
  );
}

const depth = ({ path }: Complaint): number => path.split('/').length;

/** `messages[0].role`, as both vendors write a place in a body. */
const fieldName = (parts: readonly string[]): string =>
  parts.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`)).join('');

function sentence({ message, errorCode = '' }: Complaint, place: readonly string[], context: Context): string {
  const name = fieldName(place.slice(1)) || 'The body';
  if (errorCode.startsWith('required.')) return `${name} is required. Send it.`;
  const sent = sentValue(place, context.request);
  const was = sent === undefined ? '' : `; you sent ${sent}`;
  return `${name} ${rangeOf(place, context) ?? inWords(message)}${was}.`;
}

/** A query parameter's whole range: `must be an integer from 1 to 1000`. */
function rangeOf(place: readonly string[], { document, operation }: Context): string | null {
  if (place[0] !== 'query') return null;
  const found = parametersOf(document, operation).find((parameter) => parameter['name'] === place[1]);
  const schema = found && isNode(found['schema']) ? resolve(document, found['schema']) : {};
  const { type, minimum, maximum } = schema;
  if (typeof type !== 'string' || minimum === undefined || maximum === undefined) return null;
  return `must be ${type === 'integer' ? 'an integer' : `a ${type}`} from ${String(minimum)} to ${String(maximum)}`;
}

function parametersOf(document: Document, operation: string): SchemaNode[] {
  for (const item of Object.values(document.paths)) {
    for (const entry of Object.values(item)) {
      if (entry['operationId'] !== operation) continue;
      const own = [item['parameters'], entry['parameters']].filter(Array.isArray).flat();
      return own.filter(isNode).map((parameter) => resolve(document, parameter));
    }
  }
  return [];
}

/** The library's words where they read well, better ones where they do not. */
const inWords = (message: string): string =>
  message
    .replace('must be <= ', 'must be at most ')
    .replace('must be >= ', 'must be at least ')
    .replace(/^Unknown query parameter .*$/, 'is no parameter of this operation')
    .replace('must NOT have additional properties', 'is no field of this operation')
    .replace('must NOT have fewer than', 'must have at least')
    .replace('must NOT have more than', 'must have at most')
    .replace(/^must be equal to one of the allowed values: (.*)$/, 'must be one of $1')
    .replace(/,null\b/, ' or null')
    .replace('request/', '');

/** What was sent there, where it is short enough to repeat; undefined where nothing was. */
function sentValue(place: readonly string[], request: Request): string | undefined {
  const [part = '', ...inside] = place;
  const root = { body: request.body as Json, query: request.query, headers: request.headers, params: request.params }[
    part
  ];
  const value = inside.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
    root,
  );
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(echo(value)) : String(value);
}
