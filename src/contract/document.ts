/** An object in a parsed OpenAPI document. */
export interface SchemaNode {
  [key: string]: unknown;
}

/** A bundled OpenAPI document: every reference points to `#/components/…`. */
export interface Document extends SchemaNode {
  readonly paths: Record<string, Record<string, SchemaNode>>;
  readonly components?: Record<string, Record<string, SchemaNode>>;
}

export const isNode = (value: unknown): value is SchemaNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Visits every object of a document once, parents before children. */
export function visit(value: unknown, see: (node: SchemaNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (isNode(value)) {
    see(value);
    for (const child of Object.values(value)) visit(child, see);
  }
}

/** The parameters of an operation, those of its path first, with references resolved. */
export function parametersOf(document: Document, { method, path }: { method: string; path: string }): SchemaNode[] {
  const item = document.paths[path] ?? {};
  return [item['parameters'], item[method]?.['parameters']]
    .filter(Array.isArray)
    .flat()
    .filter(isNode)
    .map((parameter) => resolve(document, parameter));
}

/** Resolves a local reference. Returns the node itself if it is not one. */
export function resolve(document: Document, node: SchemaNode): SchemaNode {
  const reference = node['$ref'];
  if (typeof reference !== 'string') return node;
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (at, part) => (isNode(at) ? at[part.replace(/~1/g, '/').replace(/~0/g, '~')] : undefined),
      document,
    );
  if (!isNode(found)) throw new Error(`The document has no ${reference}`);
  return resolve(document, found);
}
