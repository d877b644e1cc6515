import { isNode, parametersOf, resolve, visit, type Document, type SchemaNode } from './document.ts';
import { byTag, type TaggedSchemas } from './library.ts';

/** Keywords that only schemas have. A node with one of them is not a map of names to schemas. */
const schemaKeywords = ['type', 'oneOf', 'anyOf', 'allOf', 'enum', 'const', '$ref'];

/** The components that a validated document keeps. */
const keptComponents = ['schemas', 'requestBodies'] as const;

/** The place of body schemas in a validated document. */
const hidden = 'x-schemas';

const formType = 'multipart/form-data';

interface OperationKey {
  readonly method: string;
  readonly path: string;
}

/**
 * Cuts a published document down to one operation, as the validator must enforce it. Does not change the published document.
 *
 * - Only one path remains, because express-openapi-validator compiles every path of its document for each request.
 * - `HEAD` is validated like `GET`.
 * - Parameters that are always valid are removed, because each costs time in every request.
 * - `default`s are removed, because the validator would write them into the caller's body.
 * - Query values may contain reserved characters, as cursors do. Brackets are removed from their names (`parameters.ts`).
 * - Tagged unions are opened (decision 0002), and of unions of types only the branch of the value's type is validated.
 * - Answers, security and examples are removed, because they are not enforced here. Forms may contain anything, because they are
 *   validated while they are read.
 * - Body schemas are moved to where the validator's preparation does not find them, because it would compile each one twice.
 *
 * @param knowsTags whether the validator knows the keyword `byTag`
 */
export function cutDocument(published: Document, operationKey: OperationKey, knowsTags: boolean): Document {
  const { method, path } = operationKey;
  const operation = copied(published.paths[path]?.[method] ?? {});
  operation['responses'] = { '200': { description: 'not enforced' } };
  delete operation['security'];
  operation['parameters'] = parametersOf(published, operationKey)
    .filter(canBeWrong)
    .map(copied<SchemaNode>);
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
    const isSchema = isSchemaNode(node);
    if (isSchema && 'default' in node) delete node['default'];
    const form = forms[String(node['in'])];
    if (!isSchema && form !== undefined) Object.assign(node, { ...form, ...node });
    if (node['in'] !== 'query') return;
    node['allowReserved'] = true;
    node['name'] = String(node['name']).replace(/\[\]$/, '');
  });
  openUnions(document, knowsTags);
  chooseByType(document);
  prepareBody(document, operation);
  if (method === 'get') Object.assign(document.paths[path] ?? {}, { head: { ...operation } });
  return document;
}

/** Default styles of parameters. Without them the validator would look them up in every request. */
const forms: Readonly<Record<string, object>> = {
  path: { style: 'simple', explode: false },
  header: { style: 'simple', explode: false },
  query: { style: 'form', explode: true },
};

/** Members of a schema that do not restrict values. */
const remarks: ReadonlySet<string> = new Set(['title', 'description', 'default', 'example', 'examples', 'deprecated']);

/** False for an optional parameter that accepts any string. */
const canBeWrong = ({ required, schema }: SchemaNode): boolean =>
  required === true || !isNode(schema) || schema['type'] !== 'string' || restrictsMore(schema);

/** Whether a schema restricts more than the type of a value. */
const restrictsMore = (schema: SchemaNode): boolean =>
  Object.keys(schema).some((key) => key !== 'type' && !remarks.has(key) && !key.startsWith('x-'));

const whereHidden = (reference: string): string =>
  reference.replace('#/components/schemas/', `#/components/${hidden}/`);

/** Moves the schemas out of `components.schemas`, puts that of a JSON body behind a `then` that always applies, and lets forms contain anything. */
function prepareBody(document: Document, operation: SchemaNode): void {
  const { components = {} } = document;
  visit(document, (node) => {
    const { $ref: reference } = node;
    if (typeof reference === 'string') node['$ref'] = whereHidden(reference);
  });
  components[hidden] = components['schemas'] ?? {};
  delete components['schemas'];
  const body = isNode(operation['requestBody']) ? resolve(document, operation['requestBody']) : {};
  for (const [type, media] of Object.entries(isNode(body['content']) ? body['content'] : {})) {
    if (!isNode(media) || !isNode(media['schema'])) continue;
    media['schema'] = type === formType ? {} : { if: {}, then: media['schema'] };
  }
}

/** Members of a schema that only explain it. A property may have such a name too, but then its value is a schema. */
const explanations: ReadonlySet<string> = new Set(['title', 'description', 'example', 'examples']);

const isSchemaNode = (node: SchemaNode): boolean => schemaKeywords.some((keyword) => keyword in node);

/** A copy of a part of the document without what only explains it. */
function copied<Value>(value: Value): Value;
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isNode(value)) return value;
  const isSchema = isSchemaNode(value);
  const copy: SchemaNode = {};
  for (const key in value)
    if (!isSchema || !explanations.has(key) || isNode(value[key])) copy[key] = copied(value[key]);
  return copy;
}

/** Copies the components that the paths refer to, directly or indirectly. */
function usedComponents(published: Document, paths: Document['paths']): Record<string, Record<string, SchemaNode>> {
  const used: Record<string, Record<string, SchemaNode>> = {};
  const mark = (value: unknown): void =>
    visit(value, ({ $ref: reference }) => {
      const [, part = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(reference)) ?? [];
      const component = published.components?.[part]?.[name];
      if (!component || used[part]?.[name] || !(keptComponents as readonly string[]).includes(part)) return;
      used[part] = { ...used[part], [name]: copied(component) };
      mark(component);
    });
  mark(paths);
  return used;
}

/** One branch of a union: its tag values and its schema. */
interface Branch {
  readonly tags: readonly unknown[];
  readonly schema: SchemaNode;
}

/**
 * Rewrites tagged unions (`oneOf` with a `discriminator`) so that each known tag selects its own schema and unknown tags are
 * accepted (decision 0002). If all known tags are strings, the tag must be a string. This also gives one precise error instead of
 * one per branch, and compares tags instead of validating every branch. Changes the document in place.
 */
function openUnions(document: Document, knowsTags: boolean): void {
  visit(document, (node) => {
    const { discriminator, oneOf } = node;
    if (!isNode(discriminator)) return;
    delete node['discriminator'];
    const tag = discriminator['propertyName'];
    if (typeof tag !== 'string' || !Array.isArray(oneOf)) return;
    const branches = oneOf.filter(isNode).map((schema) => ({ schema, tags: tagsOf(document, schema, tag) }));
    delete node['oneOf'];
    const tagged = knowsTags ? taggedSchemas(tag, branches) : null;
    const choices = branches
      .filter(({ tags }) => tags.length > 0)
      .map((branch) => ({ ...branch, if: isTagged(tag, branch) }));
    node['allOf'] = [
      ...(Array.isArray(node['allOf']) ? node['allOf'] : []),
      { type: 'object', ...tagSchema(tag, branches) },
      ...(tagged === null ? firstOf(choices) : [{ [byTag]: tagged }]),
    ];
  });
}

/** The schemas of a union by their tags; null if a tag is not a string or a schema is not a reference. */
function taggedSchemas(tag: string, branches: readonly Branch[]): TaggedSchemas | null {
  const references: Record<string, string> = {};
  for (const { tags, schema } of branches.toReversed()) {
    const { $ref: reference, ...others } = schema;
    if (typeof reference !== 'string' || Object.keys(others).length > 0) return null;
    for (const value of tags) {
      if (typeof value !== 'string') return null;
      references[value] = whereHidden(reference);
    }
  }
  return { tag, references };
}

/** The schema of the tag itself. It is optional, because clients omit it if one kind is usual; the upstream decides. */
const tagSchema = (tag: string, branches: readonly Branch[]): SchemaNode =>
  branches.every(({ tags }) => tags.every((value) => typeof value === 'string'))
    ? { properties: { [tag]: { type: 'string' } } }
    : {};

/** Matches objects whose tag is one of the branch's. */
const isTagged = (tag: string, { tags }: Branch): SchemaNode => ({
  properties: { [tag]: { enum: tags } },
  required: [tag],
});

/** The schema of the first branch whose condition a value meets. Nothing if there are no branches. */
const firstOf = (
  branches: readonly { readonly if: SchemaNode; readonly schema: SchemaNode }[],
): readonly SchemaNode[] =>
  branches.reduceRight<readonly SchemaNode[]>(
    (others, { if: condition, schema }) => [{ if: condition, then: schema, ...(others[0] && { else: others[0] }) }],
    [],
  );

/** The tag values of a branch: the `const` or `enum` in it or in one of its parts. */
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

/**
 * Rewrites untagged unions whose branches are of different types, such as a string or an array, so that the type of a value selects
 * its branch. The validator would try them all, and make an error for each that the value does not match. Changes the document in
 * place.
 */
function chooseByType(document: Document): void {
  visit(document, (node) => {
    const { oneOf } = node;
    if (!Array.isArray(oneOf) || 'type' in node) return;
    const branches = oneOf.filter(isNode).map((schema) => ({ schema, types: typesOf(document, schema) }));
    const types = branches.flatMap((branch) => branch.types);
    if (branches.some((branch) => branch.types.length === 0) || !areDistinct(types)) return;
    delete node['oneOf'];
    node['type'] = types;
    const choices = branches
      .filter(({ schema }) => restrictsMore(schema))
      .map((branch) => ({ ...branch, if: { type: branch.types } }));
    node['allOf'] = [...(Array.isArray(node['allOf']) ? node['allOf'] : []), ...firstOf(choices)];
  });
}

/** Whether no value is of two of these types. An integer is a number too. */
const areDistinct = (types: readonly string[]): boolean =>
  new Set(types.map((type) => (type === 'integer' ? 'number' : type))).size === types.length;

/** The types that a schema accepts; none if it does not name them. */
function typesOf(document: Document, schema: SchemaNode): readonly string[] {
  const { type, oneOf } = resolve(document, schema);
  if (type !== undefined) return [type].flat().map(String);
  if (!Array.isArray(oneOf)) return [];
  const types = oneOf.filter(isNode).map((branch) => typesOf(document, branch));
  return types.some((each) => each.length === 0) ? [] : [...new Set(types.flat())];
}
