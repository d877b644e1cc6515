import { objectOf, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';

/** What `#/a/b~1c` names in a document; undefined when there is nothing, or the reference leaves the document. */
function followReference(document: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  const steps = reference.slice(2).split('/');
  const names = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<Json | undefined>((here, name) => objectOf(here)[name], document);
}

/** The object itself, or the one that its `$ref` names. */
export function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  const reference = stringOf(objectOf(value)['$ref']);
  return objectOf(reference === null ? value : followReference(document, reference));
}

/** References of a document that do not resolve, each once. Members of examples that happen to be called `$ref` count too. */
export function brokenReferences(document: JsonObject): readonly string[] {
  const broken = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    for (const [name, member] of Object.entries(objectOf(value))) {
      if (name === '$ref' && typeof member === 'string') {
        if (followReference(document, member) === undefined) broken.add(member);
      } else {
        visit(member);
      }
    }
  };
  visit(document);
  return [...broken];
}
