import { isNode, resolve, visit, type Document, type SchemaNode } from './document.ts';

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
export function openUnions(document: Document): void {
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

/** What holds for the tag itself. Clients leave it out where there is one usual kind: that is for the upstream to judge. */
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
