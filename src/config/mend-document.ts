import type { DocumentPath } from '../catalog/finding.ts';
import { isObject, type Json, type JsonObject } from '../shared/json.ts';
import type { SchemaProblem } from './schema-problems.ts';

/** Lists of rows, and what a row needs to pass the schema. No finding about a stand-in is reported. */
const rowLists: readonly { readonly path: readonly string[]; readonly standIn: (index: number) => JsonObject }[] = [
  { path: ['providers'], standIn: (index) => ({ id: `missing-${index}`, spec: 'a', base_url: 'demo:' }) },
  {
    path: ['models'],
    standIn: (index) => ({ id: `missing-${index}`, targets: [{ provider: 'missing' }], product: 'missing' }),
  },
  { path: ['products'], standIn: (index) => ({ sku: `missing-${index}` }) },
  { path: ['plans'], standIn: (index) => ({ id: `missing-${index}` }) },
  { path: ['bootstrap', 'workspaces'], standIn: (index) => ({ id: `missing-${index}` }) },
  {
    path: ['bootstrap', 'keys'],
    standIn: (index) => ({ workspace: 'missing', name: 'missing', secret: `missing-${index}` }),
  },
];

const startsWith = (path: DocumentPath, start: DocumentPath): boolean =>
  start.every((step, index) => path[index] === step);

/** Whether what is wrong at one place can be the cause of what is wrong at the other. */
export const touches = (one: DocumentPath, other: DocumentPath): boolean =>
  startsWith(one, other) || startsWith(other, one);

const valueAt = (value: Json | undefined, path: DocumentPath): Json | undefined =>
  path.reduce<Json | undefined>(
    (part, step) =>
      typeof part === 'object' && part !== null ? (part as Readonly<Record<string | number, Json>>)[step] : undefined,
    value,
  );

/** Takes out what stands at a path; an element of a list goes with its list, so that the others keep their places. */
function remove(document: Json, path: DocumentPath): void {
  const parent = valueAt(document, path.slice(0, -1));
  const last = path.at(-1);
  if (isObject(parent) && last !== undefined) delete (parent as Record<string, Json>)[last];
  else if (Array.isArray(parent) && path.length > 1) remove(document, path.slice(0, -1));
}

const rowOf = (path: DocumentPath): { readonly path: DocumentPath; readonly standIn: JsonObject } | null => {
  const list = rowLists.find((one) => startsWith(path, one.path) && path.length > one.path.length);
  const index = list && path[list.path.length];
  return list && typeof index === 'number' ? { path: [...list.path, index], standIn: list.standIn(index) } : null;
};

/** Takes out one thing that the schema refuses, and fills in what its row then lacks. */
function mendOne(document: JsonObject, { path, part, suggestion }: SchemaProblem, whole: boolean): void {
  const row = rowOf(path);
  const parent = valueAt(document, path.slice(0, -1));
  const name = path.at(-1);
  // A misspelt name counts as the name that was probably meant: what refers to it must not be reported as well.
  if (part === 'name' && suggestion !== null && isObject(parent) && parent[suggestion] === undefined)
    (parent as Record<string, Json>)[suggestion] = parent[String(name)] ?? null;
  if (row === null) return remove(document, whole ? path.slice(0, 1) : path);
  const list = valueAt(document, row.path.slice(0, -1)) as Json[];
  const index = Number(row.path.at(-1));
  if (path.length > row.path.length) remove(document, whole ? path.slice(0, row.path.length + 1) : path);
  const written = list[index];
  list[index] = { ...row.standIn, ...(isObject(written) && written) };
}

/**
 * A copy that the schema refuses less of, so that its parts can be compared with each other although some are wrong.
 *
 * @param whole true to take out the whole member of a row, or the whole section, that something is wrong in
 */
export function mendDocument(document: JsonObject, problems: readonly SchemaProblem[], whole: boolean): JsonObject {
  const copy = structuredClone(document);
  for (const problem of problems) mendOne(copy, problem, whole);
  return copy;
}
