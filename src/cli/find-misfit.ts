import { readFileSync } from 'node:fs';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../shared/json.ts';

let read: JsonObject | null = null;

/** The control API's document. Read when the first answer has come: most commands never need it. */
function controlDocument(): JsonObject {
  read ??= objectOf(parseJson(readFileSync(new URL('../../generated/console/openapi.json', import.meta.url), 'utf8')));
  return read;
}

const at = (value: Json | undefined, ...steps: readonly string[]): Json | undefined =>
  steps.reduce((found: Json | undefined, step) => objectOf(found)[step], value);

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const isOfType = (value: Json, type: Json): boolean =>
  type === typeOf(value) || (type === 'number' && typeof value === 'number');

/** Where a value stands in an answer, and what the document says of it. */
interface Judged {
  readonly value: Json;
  readonly schema: Json | undefined;
  /** For people: `data[0].id`. */
  readonly place: string;
}

function misfitOf({ value, schema, place }: Judged): string | null {
  const { $ref: reference, type, const: only, oneOf, required, properties, items } = objectOf(schema);
  const target = stringOf(reference);
  if (target !== null) {
    return misfitOf({ value, schema: at(controlDocument(), ...target.split('/').slice(1)), place });
  }
  if (Array.isArray(oneOf)) {
    const misfits = oneOf.map((one) => misfitOf({ value, schema: one, place }));
    return misfits.includes(null) ? null : (misfits[0] ?? null);
  }
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (types.length > 0 && !types.some((one) => isOfType(value, one))) return `${place} is no ${types.join(' or ')}`;
  if (only !== undefined && value !== only) return `${place} is not ${JSON.stringify(only)}`;
  if (Array.isArray(value)) {
    return firstOf(value.map((one, index) => ({ value: one, schema: items, place: `${place}[${index}]` })));
  }
  if (!isObject(value)) return null;
  const missing = (Array.isArray(required) ? required : []).find((name) => value[String(name)] === undefined);
  if (missing !== undefined) return `${place} has no ${String(missing)}`;
  const members = Object.entries(objectOf(properties)).flatMap(([name, rule]) => {
    const member = value[name];
    return member === undefined ? [] : [{ value: member, schema: rule, place: `${place}.${name}` }];
  });
  return firstOf(members);
}

function firstOf(all: readonly Judged[]): string | null {
  for (const one of all) {
    const misfit = misfitOf(one);
    if (misfit !== null) return misfit;
  }
  return null;
}

/** Which operation was called, and what came back: the media type without its parameters, and the text. */
interface Answered {
  readonly method: string;
  /** The path as the document writes it: `/keys/{key_id}`. */
  readonly path: string;
  readonly status: number;
  readonly mediaType: string;
  /** Asked for only where the answer should be JSON. */
  readonly text: () => Promise<string>;
}

/**
 * Why an answer cannot be one of the control API, as a clause; null where it has the form that the document gives it.
 * Members that the document does not know are let by: a later release may send more.
 */
export async function findMisfit({ method, path, status, mediaType, text }: Answered): Promise<string | null> {
  const operation = at(controlDocument(), 'paths', path, method.toLowerCase());
  const answer = at(operation, 'responses', String(status));
  if (answer === undefined) return `it answered ${status}`;
  const schema = at(answer, 'content', mediaType, 'schema');
  if (schema === undefined) return `it answered with ${mediaType || 'no content type'}`;
  if (mediaType !== 'application/json') return null;
  const value = parseJson(await text());
  return value === undefined ? 'its JSON cannot be read' : misfitOf({ value, schema, place: 'the answer' });
}
