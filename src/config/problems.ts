import type { z } from 'zod';
import type { DocumentPath } from '../catalog/finding.ts';
import { isObject, type Json, type JsonObject } from '../shared/json/json.ts';
import { nearestName } from '../shared/text/names.ts';
import { settingsSchema } from './schema/settings-schema.ts';
import { holdsOthers, membersOf, schemaAt } from './schema/walk-schema.ts';

/** A message about a configuration. */
export interface Remark {
  /** `file:line:column`, a variable, or a flag; null if `message` is complete without it. */
  readonly place: string | null;
  /** The setting, for example `models[0].product`; empty for the whole document. */
  readonly path: string;
  /** A clause: what is wrong and what to do. Contains no secret. */
  readonly message: string;
  /** The name that was probably intended. */
  readonly suggestion: string | null;
}

/** An error of a configuration. */
export interface Problem extends Remark {
  readonly place: string;
}

/** A remark without a place. `message` is whole sentences. */
export const plainRemark = (message: string): Remark => ({ place: null, path: '', message, suggestion: null });

/** A problem of a whole file or variable. */
export const problemAt = (place: string, message: string): Problem => ({ place, path: '', message, suggestion: null });

/** Formats a path: `models[0].targets[1].region`. */
export const writePath = (path: DocumentPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');

/** `file:line:column  path — what is wrong. Did you mean …?` */
export function formatProblem({ place, path, message, suggestion }: Remark): string {
  if (place === null) return message;
  const subject = path === '' ? '' : `${path} — `;
  return `${place}  ${subject}${message}.${suggestion === null ? '' : ` Did you mean ${suggestion}?`}`;
}

/** A configuration that cannot be used, with all its problems. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

/** Runs an action and returns the problems of its `ConfigError`, if it throws one. */
export function problemsOf(action: () => unknown): readonly Problem[] {
  try {
    action();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** A schema issue, explained. */
export interface SchemaProblem {
  readonly path: DocumentPath;
  /** Whether the name or the value of the member is wrong. */
  readonly part: 'name' | 'value';
  readonly message: string;
  readonly suggestion: string | null;
}

const wanted: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of names to values',
  record: 'a mapping of names to values',
};

/** Says what the schema expects, where its own message is for programmers. */
function expectationOf(issue: z.core.$ZodIssue): string {
  const standard = issue.message.startsWith('Invalid ');
  if (!standard) return issue.message;
  if (issue.code === 'invalid_type') return `must be ${wanted[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  return issue.message;
}

const pathOf = (path: readonly PropertyKey[]): DocumentPath =>
  path.map((step) => (typeof step === 'number' ? step : String(step)));

function valueAt(document: unknown, path: DocumentPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Readonly<Record<string | number, unknown>>)[step]
        : undefined,
    document,
  );
}

/** Values that messages must not contain. */
export type Hidden = Pick<ReadonlyMap<unknown, string>, 'has'>;

/** Members whose values, and all below them, messages must not contain. */
const secretName =
  /^(?:value|secret|key|keys|token|smtp|headers|seal_keys|(?:\w+_)?(?:secret|token|secret_access_key|access_key_id))$/;

/** Members of a credential that hold no part of it, not even by mistake. */
const openMember = /^(?:type|region|service)$/;

const isSecretPath = (path: DocumentPath): boolean =>
  path.some((step) => secretName.test(String(step))) ||
  (path.includes('credential') && !openMember.test(String(path.at(-1))));

/** Whether a text may have a password or a key in it, as addresses do, well-formed or not. */
const mayHoldSecret = (text: string): boolean => /:.*[@?]/.test(text);

/** Whether a mapping or a list belongs at a path. A text there is often a key that was written one level too high. */
function isMisplaced(path: DocumentPath): boolean {
  const place = schemaAt(settingsSchema, path);
  return place !== null && holdsOthers(place);
}

/** A name that the schema does not know, where it may be part of a secret. */
const hiddenName = '…';

/** A path as problems show it, without names that may be secrets: `credential: { sk-1234 }` has one for a name. */
export const shownPath = (path: DocumentPath): DocumentPath =>
  path.map((step, index) => {
    const above = path.slice(0, index);
    const place = schemaAt(settingsSchema, above);
    const isKnown = typeof step === 'number' || (place !== null && Object.hasOwn(membersOf(place) ?? {}, step));
    return !isKnown && (isSecretPath(above) || mayHoldSecret(step)) ? hiddenName : step;
  });

function youWrote(value: unknown, path: DocumentPath, hidden: Hidden): string {
  if (isSecretPath(path) || hidden.has(value)) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return `; you wrote ${value}`;
  if (typeof value !== 'string' || value.length > 60 || mayHoldSecret(value) || isMisplaced(path)) return '';
  return `; you wrote ${JSON.stringify(value)}`;
}

function unknownMembers(issue: z.core.$ZodIssueUnrecognizedKeys, path: DocumentPath): readonly SchemaProblem[] {
  const place = schemaAt(settingsSchema, issue.path);
  const known = Object.keys((place && membersOf(place)) ?? {});
  return issue.keys.map((key) => ({
    path: [...path, key],
    part: 'name',
    message: `is not a setting${path.length === 0 ? ' of this file' : ''}; known here: ${known.join(', ')}`,
    suggestion: nearestName(key, known),
  }));
}

/**
 * Explains a schema issue to the author of the document.
 *
 * @param hidden values that are not repeated
 */
export function explainIssue(issue: z.core.$ZodIssue, document: unknown, hidden: Hidden): readonly SchemaProblem[] {
  const path = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys') return unknownMembers(issue, path);
  const value = valueAt(document, path);
  if (value === undefined) return [{ path, part: 'value', message: 'is required', suggestion: null }];
  const message = expectationOf(issue);
  const candidates = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const suggestion = typeof value === 'string' && !isSecretPath(path) ? nearestName(value, candidates) : null;
  return [{ path, part: 'value', message: `${message}${youWrote(value, path, hidden)}`, suggestion }];
}

/** Lists of rows, with the members that a row needs to match the schema. Findings about these placeholders are not reported. */
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

/** Whether a path leads to a place or below it. */
export const startsWith = (path: DocumentPath, start: DocumentPath): boolean =>
  start.every((step, index) => path[index] === step);

/** Whether a problem at one path can cause a problem at the other. */
export const touches = (one: DocumentPath, other: DocumentPath): boolean =>
  startsWith(one, other) || startsWith(other, one);

/** Removes the value at a path. For a list element, the whole list is removed, so that no other element moves. */
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

/** Removes a value that the schema refuses, and adds what its row then lacks. */
function mendOne(document: JsonObject, { path, part, suggestion }: SchemaProblem, whole: boolean): void {
  const row = rowOf(path);
  const parent = valueAt(document, path.slice(0, -1));
  const name = path.at(-1);
  // A misspelt name counts as the intended name, so that references to it are not reported as well.
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
 * Returns a copy without the refused values, so that the valid parts can be cross-checked.
 *
 * @param whole true to remove the whole member of a row, or the whole section, that contains a refused value
 */
export function mendDocument(document: JsonObject, problems: readonly SchemaProblem[], whole: boolean): JsonObject {
  const copy = structuredClone(document);
  for (const problem of problems) mendOne(copy, problem, whole);
  return copy;
}
