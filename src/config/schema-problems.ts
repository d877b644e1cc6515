import type { z } from 'zod';
import type { DocumentPath } from '../catalog/finding.ts';
import { nearestName } from '../shared/nearest-name.ts';
import { membersOf, schemaAt } from './schema/walk-schema.ts';
import { settingsSchema } from './schema/settings-schema.ts';

/** A schema issue in our words, not yet tied to a line. */
export interface SchemaProblem {
  readonly path: DocumentPath;
  /** Whether the name of the member is wrong, or its value. */
  readonly part: 'name' | 'value';
  readonly message: string;
  readonly suggestion: string | null;
}

const wanted: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of names to values',
};

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

/** Members whose values are never repeated in a message. */
const isSecretPath = (path: DocumentPath): boolean => path.at(-1) === 'value' || path.at(-1) === 'secret';

function youWrote(value: unknown, path: DocumentPath): string {
  if (isSecretPath(path)) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return `; you wrote ${value}`;
  return typeof value === 'string' && value.length <= 60 ? `; you wrote ${JSON.stringify(value)}` : '';
}

function unknownMembers(issue: z.core.$ZodIssueUnrecognizedKeys, path: DocumentPath): readonly SchemaProblem[] {
  const place = schemaAt(settingsSchema, issue.path);
  const known = Object.keys((place && membersOf(place)) ?? {});
  return issue.keys.map((key) => ({
    path: [...path, key],
    part: 'name',
    message: `is no setting${path.length === 0 ? ' of this file' : ''}; known here: ${known.join(', ')}`,
    suggestion: nearestName(key, known),
  }));
}

/** What a schema issue means for the person who wrote the document. */
export function explainIssue(issue: z.core.$ZodIssue, document: unknown): readonly SchemaProblem[] {
  const path = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys') return unknownMembers(issue, path);
  const value = valueAt(document, path);
  if (value === undefined) return [{ path, part: 'value', message: 'is required', suggestion: null }];
  const standard = issue.message.startsWith('Invalid input');
  const message =
    issue.code === 'invalid_type' && standard ? `must be ${wanted[issue.expected] ?? issue.expected}` : issue.message;
  const candidates = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  const suggestion = typeof value === 'string' && !isSecretPath(path) ? nearestName(value, candidates) : null;
  return [{ path, part: 'value', message: `${message}${youWrote(value, path)}`, suggestion }];
}
