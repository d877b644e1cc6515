import { setImmediate } from 'node:timers/promises';
import {
  Composer,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  visit,
  YAMLParseError,
  type Alias,
  type CST,
  type Document,
  type Node,
  type Scalar,
  type YAMLError,
} from 'yaml';
import { safeParse, type z } from 'zod';
import type { DocumentPath } from '../catalog/finding.ts';
import { readReference, readText, reference, type Environment } from './environment.ts';
import { type Problem, problemAt } from './problems.ts';
import { settingsSchema } from './schema/settings-schema.ts';
import { readScalar, schemaAt } from './schema/walk-schema.ts';

/** A parsed document with variables replaced, and the places of its parts. */
export interface ReadDocument {
  /** Null if the text cannot be parsed. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Paths of values that contain an unset variable. Their values are placeholders. */
  readonly unset: readonly DocumentPath[];
  /** Values that come from variables and files, with the text that is written for each. */
  readonly replaced: ReadonlyMap<unknown, string>;
  /** Whether null is written at a path. A name without a value, which is read as null as well, is an empty section. */
  readonly isNull: (path: DocumentPath) => boolean;
  /** `file:line:column` of the value (or the name) at a path, or of its nearest existing parent. */
  readonly placeOf: (path: DocumentPath, part?: 'name' | 'value') => string;
}

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
    node = isCollection(node) ? node.get(step, true) : undefined;
  }
  return isScalar(node) && node.value === null && node.source !== '';
}

function offsetOf(document: Document, path: DocumentPath, part: 'name' | 'value'): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
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

interface References {
  readonly environment: Environment;
  readonly readFile: typeof readText;
  readonly report: (offset: number, message: string) => void;
}

/** Replaces the references in all values of a document. */
function replaceReferences(document: Document, { environment, readFile, report }: References) {
  const unset: DocumentPath[] = [];
  const replaced = new Map<unknown, string>();
  visit(document, {
    Scalar: (key, node, ancestors) => {
      const { value: written } = node;
      if (key === 'key' || typeof written !== 'string' || !written.includes('${')) return;
      const path = stepsTo(typeof key === 'number' ? key : null, ancestors);
      let isReplaced = false;
      const text = written.replace(reference, (match) => {
        if (match.startsWith('$$')) return match.slice(1);
        isReplaced = true;
        const read = readReference(match, environment, readFile);
        if (read.value !== undefined) {
          replaced.set(read.value, match);
          return read.value;
        }
        report(node.range?.[0] ?? 0, read.problem);
        unset.push(path);
        return match;
      });
      const schema = schemaAt(settingsSchema, path);
      node.value = unset.includes(path) ? standIn(schema, text) : readScalar(schema, text);
      if (isReplaced) replaced.set(node.value, written);
    },
  });
  return { unset, replaced };
}

const unknownTag = 'has a tag, which nothing here needs. Remove it, or put quotes around a value that begins with !';

/** What is wrong with the form, where the parser's words are for programmers or repeat what is written. */
const formProblems: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BAD_DIRECTIVE: 'begins with %, but the file has no directives. Remove this line, or put quotes around the value',
  BAD_DQ_ESCAPE: 'has a \\ that begins no escape sequence. Inside double quotes, write \\\\ for the character itself',
  MULTIPLE_DOCS: 'begins a second document, but the file is one. Remove this line',
  TAG_RESOLVE_FAILED: unknownTag,
};

/** The parser's message without what it repeats of the file, except for punctuation. */
const ownWords = (message: string): string => message.replace(/: (?!"?[^\w\s"]{1,3}"?$).*$/s, '').replace(/\.$/, '');

const mergeKey =
  'is << of YAML 1.1, which is not read. Write the members here, or repeat a whole value with * and its name';

/** Problems of the form of a document, with their offsets. */
function problemsOfForm({ errors, warnings }: Document, text: string): readonly (readonly [number, string])[] {
  const hint = /\{\s*[^{}\n]*\$\{/.test(text) ? '. Inside { }, put quotes around "${NAME}"' : '';
  const tags = warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED');
  return [...errors, ...tags].map(({ code, message, pos }) => [
    pos[0],
    formProblems[code] ?? `${ownWords(message)}${hint}`,
  ]);
}

/** What is wrong with an alias of a value; null: nothing. */
function problemOfAlias(original: Node | undefined, ancestors: Path): string | null {
  if (original === undefined)
    return 'repeats a value that is not named with & above it. Put quotes around a value that begins with *';
  return ancestors.includes(original) ? 'repeats a value that it is itself a part of' : null;
}

/** Characters that repeated values may add to a file. A few lines could otherwise stand for more than the memory holds. */
const mostRepeated = 1_048_576;

const tooMuch = `repeats too much: all that the file repeats has more than ${mostRepeated} characters. Repeat less here`;

/** What each alias repeats. Reports the aliases that are wrong, and the first with which the file repeats too much. */
function readAliases(document: Document, report: References['report']): ReadonlyMap<Alias, Node> {
  const named = new Map<string, Node>();
  const originals = new Map<Alias, Node>();
  const lengths = new Map<Node, number>();
  let added = 0;
  /** Characters of a value and of all that it repeats, which is above it. */
  const lengthOf = (node: Node): number => {
    const known = lengths.get(node);
    if (known !== undefined) return known;
    const [start, end] = node.range ?? [0, 0];
    let length = Math.max(end - start, 1);
    const addAlias = (alias: Alias): void => {
      const original = originals.get(alias);
      length += original === undefined ? 0 : lengthOf(original);
    };
    visit(node, { Alias: (_, alias) => addAlias(alias) });
    lengths.set(node, length);
    return length;
  };
  const readAlias = (alias: Alias, ancestors: Path): symbol | undefined => {
    const original = named.get(alias.source);
    const problem = problemOfAlias(original, ancestors);
    if (original !== undefined && problem === null) {
      originals.set(alias, original);
      added += lengthOf(original);
    }
    const isTooMuch = added > mostRepeated;
    const message = isTooMuch ? tooMuch : problem;
    if (message !== null) report(alias.range?.[0] ?? 0, message);
    return isTooMuch ? visit.BREAK : undefined;
  };
  visit(document, {
    Node: (_, node, ancestors) => {
      if (isAlias(node)) return readAlias(node, ancestors);
      return void (node.anchor !== undefined && named.set(node.anchor, node));
    },
  });
  return originals;
}

/** Levels of mappings and lists in each other. The schema has a few; the parser fails without a word at thousands. */
const mostNested = 100;

/** Milliseconds of parsing after which the calls of a gateway that reads its file again are served. */
const pieceMilliseconds = 10;

/** Reads the tokens of a text in pieces; none if its values nest too deeply, which is reported. */
async function readTokens(
  text: string,
  lines: LineCounter,
  report: References['report'],
): Promise<readonly CST.Token[]> {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  let since = performance.now();
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > mostNested) {
      report(parser.offset, `nests its values more than ${mostNested} levels deep`);
      return [];
    }
    if (performance.now() - since < pieceMilliseconds) continue;
    await setImmediate();
    since = performance.now();
  }
  return [...tokens, ...parser.end()];
}

/** Parses a text as one document. */
async function parseText(text: string, lines: LineCounter, report: References['report']): Promise<Document> {
  const tokens = await readTokens(text, lines, report);
  // Bytes, dates and sets are no settings.
  const composer = new Composer({ uniqueKeys: true, logLevel: 'error', schema: 'core', resolveKnownTags: false });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (document === undefined) throw new Error('The parser made no document.');
  if (second) document.errors.push(new YAMLParseError([second.range[0], second.range[1]], 'MULTIPLE_DOCS', ''));
  return setImmediate(document);
}

/**
 * Parses a YAML 1.2 document, which includes JSON. Calls are served after each step, which is long if the file is.
 *
 * @param source text and display name
 * @param environment values for `${NAME}`; an unset name is a problem
 * @param readFile reads the files of `${file:PATH}`
 */
export async function readYaml(
  source: { readonly name: string; readonly text: string },
  environment: Environment,
  readFile = readText,
): Promise<ReadDocument> {
  const lines = new LineCounter();
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${source.name}:${line}:${col}`;
  };
  const problems: Problem[] = [];
  const report = (offset: number, message: string): void => void problems.push(problemAt(at(offset), message));
  const document = await parseText(source.text, lines, report);
  const refused = { value: null, problems, unset: [], replaced: new Map(), isNull: () => false, placeOf: () => at(0) };
  for (const [offset, message] of problemsOfForm(document, source.text)) report(offset, message);
  const originals = await setImmediate(readAliases(document, report));
  visit(document, {
    Pair: (_, { key }) => void (isScalar(key) && key.value === '<<' && report(key.range?.[0] ?? 0, mergeKey)),
  });
  if (problems.length > 0) return refused;
  const { unset, replaced } = await setImmediate(replaceReferences(document, { environment, readFile, report }));
  if (originals.size > 0) visit(document, { Alias: (_, alias) => originals.get(alias) });
  const value = await setImmediate(document.toJS() as unknown);
  return {
    ...{ value, problems, unset, replaced },
    isNull: (path) => isNullAt(document, path),
    placeOf: (path, part = 'value') => at(offsetOf(document, path, part)),
  };
}
