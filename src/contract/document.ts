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

/** The branches of a union or the parts of a composition. */
const partsOf = (document: Document, schema: SchemaNode, keyword: string): SchemaNode[] => {
  const parts = schema[keyword];
  return Array.isArray(parts) ? parts.filter(isNode).map((part) => resolve(document, part)) : [];
};

const branchesOf = (document: Document, schema: SchemaNode): SchemaNode[] => [
  ...partsOf(document, schema, 'oneOf'),
  ...partsOf(document, schema, 'anyOf'),
];

const tagOf = (schema: SchemaNode): string | null => {
  const { discriminator } = schema;
  const tag = isNode(discriminator) ? discriminator['propertyName'] : undefined;
  return typeof tag === 'string' ? tag : null;
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Whether the schema accepts the value's type. A schema without a type accepts all. */
export function takesType({ type }: SchemaNode, value: unknown): boolean {
  if (type === undefined) return true;
  const actual = typeOf(value);
  return [type].flat().some((one) => one === actual || (one === 'number' && actual === 'integer'));
}

/** Whether a value matches a schema's own `const` or `enum`. */
const isAllowed = (schema: SchemaNode, value: unknown): boolean =>
  'const' in schema ? schema['const'] === value : !Array.isArray(schema['enum']) || schema['enum'].includes(value);

/** Whether the caller may have meant this branch of an untagged union: its type and its constant members match. */
function isMeant(document: Document, branch: SchemaNode, value: unknown): boolean {
  if (!takesType(branch, value)) return false;
  const tag = tagOf(branch);
  if (tag !== null) return isNode(value) && tag in value;
  const branches = branchesOf(document, branch);
  if (branches.length > 0) return branches.some((one) => isMeant(document, one, value));
  if (!isNode(value) || !isNode(branch['properties'])) return true;
  return Object.entries(branch['properties']).every(
    ([name, property]) => !(name in value) || !isNode(property) || isPossible(resolve(document, property), value[name]),
  );
}

const isPossible = (property: SchemaNode, value: unknown): boolean =>
  !('not' in property) && isAllowed(property, value);

/** The branches of a union that apply to a value. */
function choose(document: Document, union: SchemaNode, value: unknown): readonly SchemaNode[] {
  const branches = branchesOf(document, union);
  const tag = tagOf(union);
  if (tag !== null) {
    const sent = isNode(value) ? value[tag] : undefined;
    const tagged = branches.filter((branch) => {
      const property = propertyOf(document, branch, tag);
      return ('const' in property || 'enum' in property) && isAllowed(property, sent);
    });
    return [...tagged, { properties: { [tag]: { type: 'string' } } }];
  }
  const meant = branches.filter((branch) => isMeant(document, branch, value));
  const named = meant.filter((branch) => isNamed(document, branch, value));
  if (named.length > 0) return named;
  return meant.length > 0 ? meant : branches.filter((branch) => takesType(branch, value));
}

/** The schema of a property; an empty schema if it is not described. */
function propertyOf(document: Document, { properties }: SchemaNode, name: string): SchemaNode {
  const property = isNode(properties) ? properties[name] : undefined;
  return isNode(property) ? resolve(document, property) : {};
}

/** Whether a branch lists the value's `type`. */
function isNamed(document: Document, branch: SchemaNode, value: unknown): boolean {
  const listed = propertyOf(document, branch, 'type');
  const names = listed['enum'] ?? listed['x-extensible-enum'] ?? [listed['const']];
  return isNode(value) && 'type' in value && Array.isArray(names) && names.includes(value['type']);
}

/** The schemas that apply to a value: the branches of unions that fit it, and all parts of compositions. */
export function schemasFor(document: Document, node: SchemaNode, value: unknown): readonly SchemaNode[] {
  const schema = resolve(document, node);
  const parts = [...partsOf(document, schema, 'allOf'), ...choose(document, schema, value)];
  return [schema, ...parts.flatMap((part) => schemasFor(document, part, value))];
}

/** All alternatives of a schema: the branches of an untagged union, or the schema itself. */
export function alternativesOf(document: Document, node: SchemaNode): readonly SchemaNode[] {
  const schema = resolve(document, node);
  if (tagOf(schema) !== null) return [{ type: 'object' }];
  const branches = branchesOf(document, schema);
  if (branches.length > 0) return branches.flatMap((branch) => alternativesOf(document, branch));
  const { items } = schema;
  return [isNode(items) ? { ...schema, items: alternativesOf(document, items)[0] } : schema];
}

/** A value in a request, and the schemas of its place. */
export interface DescribedValue {
  readonly value: unknown;
  readonly schemas: readonly SchemaNode[];
}

/** Follows a path of member names and indexes from a value and its schema. */
export function schemasAt(document: Document, root: DescribedValue, path: readonly string[]): DescribedValue {
  return path.reduce<DescribedValue>(({ value, schemas }, key) => {
    const inside = schemas.flatMap((schema) => schemasFor(document, schema, value));
    return { value: memberOf(value, key), schemas: inside.flatMap((schema) => childOf(schema, key, value)) };
  }, root);
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

function childOf({ properties, additionalProperties, items }: SchemaNode, key: string, value: unknown): SchemaNode[] {
  if (Array.isArray(value)) return isNode(items) ? [items] : [];
  const own = isNode(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
  return isNode(own) ? [own] : [];
}
