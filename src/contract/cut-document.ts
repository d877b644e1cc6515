import { isNode, parametersOf, resolve, visit, type Document, type SchemaNode } from './document.ts';

/** Keywords that only stand on schemas: a node that has one of them is no map of names to schemas. */
const schemaKeywords = ['type', 'oneOf', 'anyOf', 'allOf', 'enum', 'const', '$ref'];

/** What a validated document keeps of its components. */
const keptComponents = ['schemas', 'requestBodies'] as const;

/** Where body schemas stand in a validated document. */
const hidden = 'x-schemas';

const formType = 'multipart/form-data';

interface Place {
  readonly method: string;
  readonly path: string;
}

/**
 * One operation of a published document, as its validator is to enforce it. The published one is left as it is.
 *
 * - It holds one path: express-openapi-validator compiles every path of its document for each request.
 * - `HEAD` is validated as `GET` is.
 * - Parameters that nothing can be wrong with go: each would cost time on each request.
 * - `default`s go: the validator would write them into the caller's body.
 * - Query values may hold reserved characters: cursors do. Brackets go from their names (`query.ts`).
 * - Unions are opened: see decision 0002.
 * - Answers, security and examples go: they are not enforced here. Forms may hold anything: they are validated while they
 *   are read.
 * - Body schemas stand where the validator's preparation does not look: it would compile each of them once more.
 */
export function cutDocument(published: Document, place: Place): Document {
  const { method, path } = place;
  const operation = structuredClone(published.paths[path]?.[method] ?? {});
  operation['responses'] = { '200': { description: 'not enforced' } };
  delete operation['security'];
  operation['parameters'] = parametersOf(published, place)
    .filter(canBeWrong)
    .map((parameter) => structuredClone(parameter));
  const paths = { [path]: { [method]: operation } } as Document['paths'];
  const { openapi, info } = published;
  const document: Document = {
    openapi,
    info,
    servers: [{ url: '/' }],
    paths,
    components: usedComponents(published, paths),
  };
  visit(document, (node) => {
    const isSchema = schemaKeywords.some((keyword) => keyword in node);
    if (isSchema && 'default' in node) delete node['default'];
    if (isSchema) dropDocumentation(node);
    const form = forms[String(node['in'])];
    if (!isSchema && form !== undefined) Object.assign(node, { ...form, ...node });
    if (node['in'] !== 'query') return;
    node['allowReserved'] = true;
    node['name'] = String(node['name']).replace(/\[\]$/, '');
  });
  openUnions(document);
  prepareBody(document, operation);
  if (method === 'get') Object.assign(document.paths[path] ?? {}, { head: { ...operation } });
  return document;
}

/** How parameters are written where the document does not say. The validator would look for it again at each request. */
const forms: Readonly<Record<string, object>> = {
  path: { style: 'simple', explode: false },
  header: { style: 'simple', explode: false },
  query: { style: 'form', explode: true },
};

/** Members of a schema that are no rule. */
const remarks: ReadonlySet<string> = new Set(['title', 'description', 'default', 'example', 'examples', 'deprecated']);

/** False for an optional parameter that may be any string. */
function canBeWrong({ required, schema }: SchemaNode): boolean {
  if (required === true || !isNode(schema) || schema['type'] !== 'string') return true;
  return Object.keys(schema).some((key) => key !== 'type' && !remarks.has(key) && !key.startsWith('x-'));
}

/** Moves the schemas out of `components.schemas`, that of a JSON body behind a `then` that always holds, and opens forms. */
function prepareBody(document: Document, operation: SchemaNode): void {
  const { components = {} } = document;
  visit(document, (node) => {
    const { $ref: reference } = node;
    if (typeof reference === 'string')
      node['$ref'] = reference.replace('#/components/schemas/', `#/components/${hidden}/`);
  });
  components[hidden] = components['schemas'] ?? {};
  delete components['schemas'];
  const body = isNode(operation['requestBody']) ? resolve(document, operation['requestBody']) : {};
  for (const [type, media] of Object.entries(isNode(body['content']) ? body['content'] : {})) {
    if (!isNode(media) || !isNode(media['schema'])) continue;
    media['schema'] = type === formType ? {} : { if: {}, then: media['schema'] };
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

/** One branch of a union: the values of its tag, and its schema. */
interface Branch {
  readonly tags: readonly unknown[];
  readonly schema: SchemaNode;
}

/**
 * Rewrites tagged unions (`oneOf` with a `discriminator`) so that each known tag leads to its own schema and an unknown
 * one is let through: what the document does not know is not refused. A tag that is sent must be a string where all
 * known ones are. It also gives one precise error instead of one a branch, and costs a comparison a branch instead of a
 * validation. Changes the document in place.
 *
 * @see specs/decisions — documents stay open to what they do not know
 */
function openUnions(document: Document): void {
  visit(document, (node) => {
    const { discriminator, oneOf } = node;
    if (!isNode(discriminator)) return;
    delete node['discriminator'];
    const tag = discriminator['propertyName'];
    if (typeof tag !== 'string' || !Array.isArray(oneOf)) return;
    const branches = oneOf.filter(isNode).map((schema) => ({ schema, tags: tagsOf(document, schema, tag) }));
    delete node['oneOf'];
    node['allOf'] = [
      ...(Array.isArray(node['allOf']) ? node['allOf'] : []),
      { type: 'object', ...tagSchema(tag, branches) },
      ...branches.flatMap((branch) => choice(tag, branch)),
    ];
  });
}

/** What holds for the tag itself. Clients leave it out where there is one usual kind: that is for the upstream to decide. */
const tagSchema = (tag: string, branches: readonly Branch[]): SchemaNode =>
  branches.every(({ tags }) => tags.every((value) => typeof value === 'string'))
    ? { properties: { [tag]: { type: 'string' } } }
    : {};

/** `if` the tag is one of the branch's `then` its schema; nothing for a branch whose tag cannot be told. */
const choice = (tag: string, { tags, schema }: Branch): SchemaNode[] =>
  tags.length === 0 ? [] : [{ if: { properties: { [tag]: { enum: tags } }, required: [tag] }, then: schema }];

/** The values that a branch's own tag may have: its `const` or `enum`, in it or in what it is composed of. */
function tagsOf(document: Document, schema: SchemaNode, tag: string): readonly unknown[] {
  const branch = resolve(document, schema);
  const property = isNode(branch['properties']) ? branch['properties'][tag] : undefined;
  if (isNode(property)) {
    const tagged = resolve(document, property);
    if ('const' in tagged) return [tagged['const']];
    if (Array.isArray(tagged['enum'])) return tagged['enum'];
  }
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    const parts = branch[keyword];
    if (!Array.isArray(parts)) continue;
    const tags = parts.filter(isNode).flatMap((part) => tagsOf(document, part, tag));
    if (tags.length > 0) return tags;
  }
  return [];
}
