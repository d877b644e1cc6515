/** A node of an OpenAPI document, as JSON. */
type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `#/components/schemas/Call` in a document. */
const find = (document: Node, reference: string): Node =>
  reference
    .split('/')
    .slice(1)
    .reduce<Node>((found, step) => nodeOf(found[step]), document);

const resolved = (document: Node, schema: unknown): Node => {
  const node = nodeOf(schema);
  return typeof node['$ref'] === 'string' ? resolved(document, find(document, node['$ref'])) : node;
};

function isNullable(document: Node, schema: unknown): boolean {
  const { type, oneOf } = resolved(document, schema);
  const types = Array.isArray(type) ? type : [type];
  return types.includes('null') || listOf(oneOf).some((one) => isNullable(document, one));
}

/** Names of the schemas that answers use. */
function schemasOfAnswers(document: Node): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (!isNode(value)) return;
    const reference = value['$ref'];
    if (typeof reference === 'string' && !found.has(reference)) {
      found.add(reference);
      visit(find(document, reference));
    }
    for (const member of Object.values(value)) visit(member);
  };
  for (const path of Object.values(nodeOf(document['paths'])))
    for (const operation of Object.values(nodeOf(path))) visit(nodeOf(operation)['responses']);
  return found;
}

/**
 * Members that this document requires in answers and that of the last release does not. A command line of this release would
 * refuse the answers of a gateway of the last one, unless such a member may be null: then a missing one counts as null.
 *
 * @returns `Call.key_name`, in the order of the document
 */
export function newlyRequired(before: Node, after: Node): readonly string[] {
  const old = nodeOf(nodeOf(before['components'])['schemas']);
  return [...schemasOfAnswers(after)].flatMap((reference) => {
    const name = reference.replace('#/components/schemas/', '');
    const { required, properties } = find(after, reference);
    if (!isNode(old[name])) return [];
    const known = listOf(old[name]['required']);
    return listOf(required)
      .map(String)
      .filter((member) => !known.includes(member) && !isNullable(after, nodeOf(properties)[member]))
      .map((member) => `${name}.${member}`);
  });
}
