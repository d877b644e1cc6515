import type { FieldRule, FormRules } from '../pipeline/multipart/rules.ts';
import { isNode, resolve, type Document, type SchemaNode } from './document.ts';

/** Types of a field's text, the most specific first. */
const kinds = ['integer', 'number', 'boolean'] as const;

const nodesOf = (value: unknown): readonly SchemaNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

const isBinary = (schema: SchemaNode): boolean => schema['format'] === 'binary';

/** Reads the rules of one operation's form; empty if the document has none. */
export function readFormRules(document: Document, operation: SchemaNode | undefined): FormRules {
  const body = operation && isNode(operation['requestBody']) ? resolve(document, operation['requestBody']) : {};
  const content = isNode(body['content']) ? body['content'] : {};
  const form = content['multipart/form-data'];
  const declared = isNode(form) && isNode(form['schema']) ? resolve(document, form['schema']) : {};
  const properties = Object.entries(isNode(declared['properties']) ? declared['properties'] : {});
  const required = Array.isArray(declared['required']) ? declared['required'] : [];
  return {
    fields: new Map(properties.flatMap(([name, node]) => (isNode(node) ? [[name, fieldRule(document, node)]] : []))),
    required: required.filter((name) => typeof name === 'string'),
  };
}

function fieldRule(document: Document, node: SchemaNode): FieldRule {
  const schema = resolve(document, node);
  const branches = [schema, ...nodesOf(schema['oneOf']), ...nodesOf(schema['anyOf'])].map((one) =>
    resolve(document, one),
  );
  const lists = branches.filter((branch) => branch['type'] === 'array');
  const items = lists.flatMap(({ items: each }) => (isNode(each) ? [resolve(document, each)] : []));
  const types = [schema['type']].flat();
  const isFile = [...branches, ...items].some(isBinary);
  const allowed = schema['enum'];
  return {
    kind: isFile ? 'file' : (kinds.find((kind) => types.includes(kind)) ?? 'text'),
    minimum: typeof schema['minimum'] === 'number' ? schema['minimum'] : null,
    maximum: typeof schema['maximum'] === 'number' ? schema['maximum'] : null,
    allowed: Array.isArray(allowed) ? allowed.filter((value) => typeof value === 'string') : null,
    repeats: lists.length > 0,
  };
}
