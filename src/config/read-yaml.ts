import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Scalar,
} from 'yaml';
import { safeParse, type z } from 'zod';
import type { DocumentPath } from '../catalog/finding.ts';
import { longest, readText, type Environment } from './environment.ts';
import type { Problem } from './problems.ts';
import { settingsSchema } from './schema/settings-schema.ts';
import { readScalar, schemaAt } from './schema/walk-schema.ts';

/** A parsed document with variables replaced, and the places of its parts. */
export interface ReadDocument {
  /** Null if the text cannot be parsed. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Paths of values that contain an unset variable. Their values are placeholders. */
  readonly unset: readonly DocumentPath[];
  /** Whether null is written at a path. A name without a value, which is read as null as well, is an empty section. */
  readonly isNull: (path: DocumentPath) => boolean;
  /** `file:line:column` of the value (or the name) at a path, or of its nearest existing parent. */
  readonly placeOf: (path: DocumentPath, part?: 'name' | 'value') => string;
}

/** `${NAME}`, `${file:PATH}`, or `$${NAME}` for the literal text. */
const reference = /\$?\$\{([^}]*)\}/g;

type Path = readonly unknown[];

/** The path to a node, from its ancestors. */
function stepsTo(key: number | string | null, ancestors: Path): DocumentPath {
  const steps: (string | number)[] = [];
  ancestors.forEach((node, index) => {
    const next = ancestors[index + 1];
    if (isSeq(node)) steps.push(next === undefined ? Number(key) : node.items.indexOf(next));
    if (isPair(node)) steps.push(isScalar(node.key) ? String(node.key.value) : '');
  });
  return steps;
}

function isNullAt(document: Document, path: DocumentPath): boolean {
  let node: unknown = document.contents;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    node = isCollection(node) ? node.get(step, true) : undefined;
  }
  if (isAlias(node)) node = node.resolve(document);
  return isScalar(node) && node.value === null && node.source !== '';
}

function offsetOf(document: Document, path: DocumentPath, part: 'name' | 'value'): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (!pair) return offset;
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (node === undefined) return offset;
      offset = (node as Scalar).range?.[0] ?? offset;
    } else return offset;
  }
  return isScalar(node) && part === 'value' ? (node.range?.[0] ?? offset) : offset;
}

const standIns = ['unset', 'https://unset.invalid', 'file:unset', 'sqlite:unset', '1', 1, true, '2000-01-01T00:00:00Z'];

/**
 * Returns a placeholder that the schema accepts for an unknown value, so that the rest of the document can be checked. Such a
 * document is never used.
 */
const standIn = (schema: z.core.$ZodType | null, text: string): string | number | boolean =>
  [text, ...standIns].find((value) => schema && safeParse(schema, value).success) ?? text;

/** What a reference stands for: a variable, or the content of a file without its last line break. */
function readReference(
  name: string,
  environment: Environment,
  readFile: typeof readText,
): { readonly value: string } | { readonly value?: never; readonly problem: string } {
  const file = name.startsWith('file:') ? name.slice('file:'.length) : null;
  const value = file === null ? environment[name] : undefined;
  if (value !== undefined) return { value };
  if (file === null) {
    const problem = `\${${name}} is not set in the environment. Set ${name || 'a name'}, or write $\${${name}} for the literal text`;
    return { problem };
  }
  const read = readFile(file, longest.secret);
  if ('text' in read) return { value: read.text.replace(/\r?\n$/, '') };
  return { problem: `names a file that cannot be read: ${file} (${read.unreadable})` };
}

/**
 * Parses a YAML 1.2 document, which includes JSON.
 *
 * @param source text and display name
 * @param environment values for `${NAME}`; an unset name is a problem
 * @param readFile reads the files of `${file:PATH}`
 */
export function readYaml(
  source: { readonly name: string; readonly text: string },
  environment: Environment,
  readFile = readText,
): ReadDocument {
  const lines = new LineCounter();
  const document = parseDocument(source.text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${source.name}:${line}:${col}`;
  };
  const problems: Problem[] = document.errors.map((error) => ({
    place: at(error.pos[0]),
    path: '',
    message: `${error.message.replace(/\.$/, '')}${/\{\s*[^{}\n]*\$\{/.test(source.text) ? '. Inside { }, put quotes around "${NAME}"' : ''}`,
    suggestion: null,
  }));
  if (problems.length > 0) return { value: null, problems, unset: [], isNull: () => false, placeOf: () => at(0) };
  const unset: DocumentPath[] = [];
  visit(document, {
    Scalar: (key, node, ancestors) => {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      const path = stepsTo(typeof key === 'number' ? key : null, ancestors);
      const text = node.value.replace(reference, (match, name: string) => {
        if (match.startsWith('$$')) return match.slice(1);
        const read = readReference(name, environment, readFile);
        if (read.value !== undefined) return read.value;
        problems.push({ place: at(node.range?.[0] ?? 0), path: '', message: read.problem, suggestion: null });
        unset.push(path);
        return match;
      });
      const schema = schemaAt(settingsSchema, path);
      node.value = unset.includes(path) ? standIn(schema, text) : readScalar(schema, text);
    },
  });
  return {
    value: document.toJS() as unknown,
    problems,
    unset,
    isNull: (path) => isNullAt(document, path),
    placeOf: (path, part = 'value') => at(offsetOf(document, path, part)),
  };
}
