import { isNode, resolve, visit, type Document, type SchemaNode } from './document.ts';
import { openUnions } from './open-unions.ts';

/** Keywords that only stand on schemas: a node that has one of them is no map of names to schemas. */
const schemaKeywords = ['type', 'oneOf', 'anyOf', 'allOf', 'enum', 'const', '$ref'];

/** What a judged document keeps of its components. */
const keptComponents = ['schemas', 'parameters', 'requestBodies'] as const;

/** Where body schemas stand in a judged document. */
const hidden = 'x-schemas';

/** What one judge looks at: path parameters, query and headers, or a JSON body. A form is judged while it flows by. */
export type JudgedPart = 'head' | 'body';

interface Place {
  readonly method: string;
  readonly path: string;
  readonly part: JudgedPart;
}

/**
 * One part of an operation of a published document, as the validator is to enforce it. The published one is left as it is.
 *
 * - `default`s go: the validator would write them into the caller's body.
 * - Query values may hold reserved characters: cursors do. Brackets go from their names (`read-query.ts`).
 * - Unions are opened (`open-unions.ts`).
 * - Answers, security and examples go: they are not enforced here.
 * - Body schemas stand where the validator's preparation does not look: it would compile each of them once more.
 */
export function prepareOperation(published: Document, { method, path, part }: Place): Document {
  const item = published.paths[path] ?? {};
  const operation = structuredClone(item[method] ?? {});
  operation['responses'] = { '200': { description: 'not enforced' } };
  delete operation['security'];
  delete operation[part === 'head' ? 'requestBody' : 'parameters'];
  const { parameters } = item;
  const shared = part === 'head' && Array.isArray(parameters) ? { parameters: structuredClone(parameters) } : {};
  const paths = { [path]: { ...shared, [method]: operation } } as Document['paths'];
  const { openapi, info } = published;
  const document: Document = { openapi, info, paths, components: usedComponents(published, paths) };
  visit(document, (node) => {
    const isSchema = schemaKeywords.some((keyword) => keyword in node);
    if (isSchema && 'default' in node) delete node['default'];
    if (isSchema) dropDocumentation(node);
    if (node['in'] !== 'query') return;
    node['allowReserved'] = true;
    node['name'] = String(node['name']).replace(/\[\]$/, '');
  });
  openUnions(document);
  hideSchemas(document, operation);
  return document;
}

/** Moves the schemas out of `components.schemas`, and the body's behind a `then` that always holds. */
function hideSchemas(document: Document, operation: SchemaNode): void {
  const { components = {} } = document;
  visit(document, (node) => {
    const { $ref: reference } = node;
    if (typeof reference === 'string')
      node['$ref'] = reference.replace('#/components/schemas/', `#/components/${hidden}/`);
  });
  components[hidden] = components['schemas'] ?? {};
  delete components['schemas'];
  const body = isNode(operation['requestBody']) ? resolve(document, operation['requestBody']) : {};
  for (const media of Object.values(isNode(body['content']) ? body['content'] : {})) {
    if (isNode(media) && isNode(media['schema'])) media['schema'] = { if: {}, then: media['schema'] };
  }
}

/** A property may be called `example`; a keyword of that name next to `type` is documentation. */
function dropDocumentation(node: SchemaNode): void {
  for (const keyword of ['example', 'examples']) {
    if (keyword in node && !isNode(node[keyword])) delete node[keyword];
  }
}

/** Copies of the components that the paths refer to, directly or through others. */
function usedComponents(published: Document, paths: Document['paths']): Record<string, Record<string, SchemaNode>> {
  const used: Record<string, Record<string, SchemaNode>> = {};
  const mark = (value: unknown): void =>
    visit(value, ({ $ref: reference }) => {
      const [, part = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(reference)) ?? [];
      const component = published.components?.[part]?.[name];
      if (!component || used[part]?.[name] || !(keptComponents as readonly string[]).includes(part)) return;
      used[part] = { ...used[part], [name]: structuredClone(component) };
      mark(component);
    });
  mark(paths);
  return used;
}
