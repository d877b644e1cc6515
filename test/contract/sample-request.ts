import type { OperationFacts } from '../../generated/operation-facts.ts';
import { resolve } from '../../scripts/generate/follow-reference.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';

/** What a generated client needs to call an operation. */
export interface SampleRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, Json>>;
  /** Undefined when the operation has no body. */
  readonly body: unknown;
}

/** A request that the document allows: its own first example where there is one, else the least that it requires. */
export function sampleRequest(document: JsonObject, facts: OperationFacts): SampleRequest {
  const parameters = parametersOf(document, facts);
  const from = (place: string): Record<string, Json> =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter['in'] === place && parameter['required'] === true)
        .map((parameter) => [
          stringOf(parameter['name']) ?? '',
          parameter['example'] ?? sampleOf(document, parameter['schema']),
        ]),
    );
  return {
    path: Object.fromEntries(Object.entries(from('path')).map(([name, value]) => [name, stringOf(value) ?? '1'])),
    query: from('query'),
    body: bodyOf(document, objectOf(itemOf(document, facts)[facts.method])),
  };
}

const itemOf = (document: JsonObject, { path }: OperationFacts): JsonObject =>
  objectOf(objectOf(document['paths'])[path]);

/** The parameters of an operation and of its path. */
export function parametersOf(document: JsonObject, facts: OperationFacts): readonly JsonObject[] {
  const item = itemOf(document, facts);
  return [item['parameters'], objectOf(item[facts.method])['parameters']]
    .flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : []))
    .map((parameter) => resolve(document, parameter));
}

function bodyOf(document: JsonObject, operation: JsonObject): unknown {
  const content = objectOf(resolve(document, operation['requestBody'])['content']);
  const json = content['application/json'];
  if (isObject(json)) return firstExample(document, json);
  const form = objectOf(content['multipart/form-data'])['schema'];
  return form === undefined ? undefined : formOf(document, resolve(document, form));
}

/** The `example` of a media type, or the first of its `examples`. */
export function firstExample(document: JsonObject, media: JsonObject): Json | undefined {
  if ('example' in media) return media['example'];
  const [first] = Object.values(objectOf(media['examples']));
  return resolve(document, first)['value'];
}

/** The required fields of a form; a binary one is a small file. */
function formOf(document: JsonObject, schema: JsonObject): Record<string, unknown> {
  const names = Array.isArray(schema['required']) ? (schema['required'] as readonly string[]) : [];
  const properties = objectOf(schema['properties']);
  return Object.fromEntries(names.map((name) => [name, sampleOf(document, properties[name])]));
}

function sampleOf(document: JsonObject, reference: Json | undefined): Json {
  const schema = resolve(document, reference);
  const alternatives = schema['oneOf'] ?? schema['anyOf'] ?? schema['allOf'];
  if (Array.isArray(alternatives)) return sampleOf(document, (alternatives as readonly Json[])[0]);
  const known = schema['const'] ?? schema['example'] ?? listed(schema['enum']) ?? listed(schema['examples']);
  if (known !== undefined) return known;
  const type = Array.isArray(schema['type']) ? (schema['type'] as readonly Json[])[0] : schema['type'];
  if (type === 'object') return formOf(document, schema) as JsonObject;
  if (type === 'array') return [sampleOf(document, schema['items'])];
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1;
  if (type === 'boolean') return true;
  const binary = schema['format'] === 'binary' || schema['contentMediaType'] === 'application/octet-stream';
  // A file is no JSON, but a form holds it where JSON holds a string.
  return binary ? (new File(['RIFF'], 'sample.wav', { type: 'audio/wav' }) as unknown as Json) : 'sample';
}

const listed = (values: Json | undefined): Json | undefined =>
  Array.isArray(values) ? (values as readonly Json[])[0] : undefined;
