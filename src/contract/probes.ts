import { isNode, parametersOf, resolve, type Document, type SchemaNode } from './document.ts';

/** A request that breaks one rule of its operation. */
export interface Probe {
  /** The rule, as the documents write it: `query limit: minimum`. */
  readonly breaks: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined where there is none. */
  readonly body: unknown;
}

interface Place {
  readonly method: string;
  readonly path: string;
}

/** Values that break a rule of a schema, for each rule that it has. */
const wrongValues: Readonly<Record<string, (limit: unknown) => unknown>> = {
  minimum: (limit) => Number(limit) - 1,
  maximum: (limit) => Number(limit) + 1,
  minLength: (limit) => 'x'.repeat(Math.max(0, Number(limit) - 1)),
  maxLength: (limit) => 'x'.repeat(Number(limit) + 1),
  enum: () => 'no such value',
};

/**
 * Requests that the validator of an operation must refuse: a number beyond each bound, a text of a wrong length, a body of
 * the wrong type. None for an operation whose document has no such rule.
 */
export function findProbes(document: Document, { method, path }: Place): readonly Probe[] {
  const operation = document.paths[path]?.[method] ?? {};
  const requestBody = isNode(operation['requestBody']) ? resolve(document, operation['requestBody']) : {};
  const content = isNode(requestBody['content']) ? requestBody['content'] : {};
  const isJson = 'application/json' in content;
  const type = isJson ? { 'content-type': 'application/json' } : {};
  const sound = {
    method: method.toUpperCase(),
    url: path.replaceAll(/\{\w+\}/g, 'x'),
    headers: isJson || Object.keys(content).length === 0 ? type : { 'content-type': 'multipart/form-data' },
    query: {},
    body: undefined,
  };
  const wrong = parametersOf(document, { method, path }).flatMap((parameter) => wrongParameters(document, parameter));
  return [
    ...wrong.map(({ breaks, where, name, value }) => ({
      ...sound,
      breaks,
      ...placeValue(sound, { where, name, value, path }),
    })),
    ...(isJson ? [{ ...sound, breaks: 'body: type', body: 'no object' }] : []),
  ];
}

interface WrongParameter {
  readonly breaks: string;
  readonly where: string;
  readonly name: string;
  readonly value: unknown;
}

function wrongParameters(document: Document, parameter: SchemaNode): readonly WrongParameter[] {
  const schema = isNode(parameter['schema']) ? resolve(document, parameter['schema']) : {};
  const [where, name] = [String(parameter['in']), String(parameter['name'])];
  return Object.entries(wrongValues).flatMap(([rule, make]) =>
    // No path has an empty segment.
    rule in schema && !(where === 'path' && rule === 'minLength')
      ? [{ breaks: `${where} ${name}: ${rule}`, where, name, value: make(schema[rule]) }]
      : [],
  );
}

/** Where a value stands in a request. */
function placeValue(
  { headers }: Pick<Probe, 'headers'>,
  { where, name, value, path }: Omit<WrongParameter, 'breaks'> & Pick<Place, 'path'>,
): Partial<Pick<Probe, 'headers' | 'query' | 'url'>> {
  if (where === 'query') return { query: { [name.replace(/\[\]$/, '')]: value } };
  if (where === 'header') return { headers: { ...headers, [name.toLowerCase()]: String(value) } };
  return { url: path.replace(`{${name}}`, String(value)).replaceAll(/\{\w+\}/g, 'x') };
}
