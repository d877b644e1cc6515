import { isNode, visit, type Document, type SchemaNode } from './document.ts';
import { openUnions } from './open-unions.ts';

/** Keywords that only stand on schemas: a node that has one of them is no map of names to schemas. */
const schemaKeywords = ['type', 'oneOf', 'anyOf', 'allOf', 'enum', 'const', '$ref'];

/**
 * A published document as the validator is to enforce it. The published one is left as it is.
 *
 * - `default`s go: the validator would write them into the caller's body.
 * - Query values may hold reserved characters: cursors do.
 * - Unions are opened (`open-unions.ts`).
 * - Answers and examples go: they are not enforced here, and reading them costs start-up time.
 */
export function prepareDocument(published: Document): Document {
  const document = structuredClone(published);
  visit(document, (node) => {
    if ('default' in node && schemaKeywords.some((keyword) => keyword in node)) delete node['default'];
    if (node['in'] === 'query') node['allowReserved'] = true;
    if (schemaKeywords.some((keyword) => keyword in node)) dropDocumentation(node);
  });
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path)) {
      if (isNode(operation) && 'responses' in operation)
        operation['responses'] = { '200': { description: 'not enforced' } };
      if (isNode(operation)) delete operation['security'];
    }
  }
  delete document['security'];
  if (document.components)
    for (const part of ['responses', 'examples', 'headers', 'securitySchemes']) delete document.components[part];
  openUnions(document);
  dropUnused(document);
  return document;
}

/** A property may be called `example`; a keyword of that name next to `type` is documentation. */
function dropDocumentation(node: SchemaNode): void {
  for (const keyword of ['example', 'examples']) {
    if (keyword in node && !isNode(node[keyword])) delete node[keyword];
  }
}

/** Leaves out the schemas that no request refers to, directly or through others. */
function dropUnused(document: Document): void {
  const schemas = document.components?.['schemas'];
  if (!schemas) return;
  const used = new Set<string>();
  const mark = (value: unknown): void =>
    visit(value, ({ $ref: reference }) => {
      const name = typeof reference === 'string' ? /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] : undefined;
      if (name === undefined || used.has(name)) return;
      used.add(name);
      mark(schemas[name]);
    });
  mark(document.paths);
  mark(document.components?.['parameters']);
  mark(document.components?.['requestBodies']);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}
