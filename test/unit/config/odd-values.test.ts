import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isObject, objectOf, type Json, type JsonObject } from '../../../src/shared/json/json.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { ConfigError, type Problem, shownPath, writePath } from '../../../src/config/problems.ts';
import { goodEnvironment, goodFile, withFile } from './load-text.ts';

const more = `server: { host: 127.0.0.1, port: 0, public_url: 'https://x.example', metrics: { port: 0 }, shutdown: { grace_seconds: 1 } }
storage: { database: 'sqlite:x.db', drive: 'file:x' }
limits: { voice_seconds: 300, json_request_bytes: 1000 }
regions: [global]
`;

type Path = readonly (string | number)[];

const below = (value: Json, path: Path): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [
    path,
    ...steps.flatMap((step) => below((value as Record<string | number, Json>)[step] ?? null, [...path, step])),
  ];
};

const odd: readonly Json[] = [
  ...[
    null,
    '',
    ' ',
    'constructor',
    '__proto__',
    'a\0b',
    '\ud800',
    'x'.repeat(20_000),
    '999999999999999',
    '*',
    'http://[',
  ],
  ...[0, -1, 1.5, 2 ** 53, 1e308, true, [], [null], [''], ['x', 'x'], {}, { constructor: 1 }],
];

const withValue = (document: Json, [step, ...rest]: Path, value: Json): Json => {
  if (step === undefined) return value;
  const copy = (Array.isArray(document) ? [...(document as Json[])] : { ...(document as object) }) as Record<
    string | number,
    Json
  >;
  copy[step] = withValue(copy[step] ?? null, rest, value);
  return copy;
};

describe('an odd value anywhere in the file', () => {
  const document = parse(more + goodFile) as Json;
  const paths = below(document, []).slice(1);

  it('is accepted or refused in words, never with a stack', () =>
    withFile('', async (file) => {
      expect(paths.length).toBeGreaterThan(50);
      const failures: string[] = [];
      let refused = 0;
      for (const path of paths) {
        for (const value of odd) {
          writeFileSync(file, JSON.stringify(withValue(document, path, value)));
          try {
            await loadConfig({ file, environment: goodEnvironment, now: 1_800_000_000_000 });
          } catch (error) {
            if (error instanceof ConfigError) refused += 1;
            else failures.push(`${path.join('.')} = ${JSON.stringify(value).slice(0, 40)}: ${String(error)}`);
          }
        }
      }
      expect(failures).toEqual([]);
      expect(refused).toBeGreaterThan(paths.length);
      expect(isObject(document)).toBe(true);
    }));
});

/** A member of the schema that is shipped, and the smallest document that has it. */
interface Member {
  readonly path: Path;
  readonly types: readonly Json[];
  readonly documentWith: (value: Json) => Json;
}

const reference = '\\$\\{[^}]*\\}';

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** The alternatives of a schema, without the `${NAME}` that may stand for any value. */
const branchesOf = (schema: JsonObject): readonly JsonObject[] => {
  const inner = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].map(objectOf);
  return inner.length > 0 ? inner.flatMap(branchesOf) : [schema].filter((one) => one['pattern'] !== reference);
};

const typesOf = ({ type, const: only }: JsonObject): readonly Json[] =>
  Array.isArray(type) ? type : [type ?? typeof only];

function membersOf(schema: JsonObject, path: Path, documentWith: (value: Json) => Json): readonly Member[] {
  const branches = branchesOf(schema);
  const nested = branches.flatMap(({ properties, items, additionalProperties: others }) => {
    const members = Object.entries(objectOf(properties)).map(([name, rule]) => [name, objectOf(rule)] as const);
    // They say which branch it is, such as the type of a credential.
    const fixed = Object.fromEntries(
      members.flatMap(([name, { const: only }]) => (only == null ? [] : [[name, only]])),
    );
    return [
      ...members.flatMap(([name, rule]) =>
        membersOf(rule, [...path, name], (value) => documentWith({ ...fixed, [name]: value })),
      ),
      ...(isObject(items) ? membersOf(items, [...path, 0], (value) => documentWith([value])) : []),
      ...(isObject(others) ? membersOf(others, [...path, 'x-a'], (value) => documentWith({ 'x-a': value })) : []),
    ];
  });
  return path.length === 0 ? nested : [{ path, types: branches.flatMap(typesOf), documentWith }, ...nested];
}

const typeOf = (value: Json): string => {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Array.isArray(value) ? 'array' : 'object';
};

async function problemsIn(
  document: Json,
): Promise<{ readonly lines: readonly string[]; problems: readonly Problem[] }> {
  const text = JSON.stringify(document, null, 1);
  const lines = text.split('\n');
  try {
    await loadConfig({ file: 'file', known: { text, files: new Map() }, environment: {}, now: 1_800_000_000_000 });
    return { lines, problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { lines, problems: error.problems };
  }
}

describe('a wrong value of any member of diglot.schema.json', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../diglot.schema.json', import.meta.url), 'utf8'),
  ) as JsonObject;
  const members = membersOf(schema, [], (value) => value);
  const wrong: readonly Json[] = ['no such value', -1.5, true, ['no such value'], { 'No Such': 1 }];
  const words = /^(?:must |is |has |names |begins |charges )/;
  const jargon =
    /\b(?:invalid|expected|received|pattern|regex|record|union|undefined|unrecognized|too (?:small|big))\b/i;

  it('is refused at its line, saying what is expected', async () => {
    expect(members.length).toBeGreaterThan(300);
    const failures: string[] = [];
    for (const { path, types, documentWith } of members) {
      const name = writePath(shownPath(path));
      for (const value of wrong) {
        const { lines, problems } = await problemsIn(documentWith(value));
        const shown = `${name} = ${JSON.stringify(value)}`;
        const own = problems.filter((problem) => problem.path.startsWith(name));
        const isNumber = types.includes('integer') || types.includes('number');
        if (!types.includes(typeOf(value)) && !(isNumber && typeof value === 'number') && own.length === 0)
          failures.push(`${shown}: accepted`);
        if (new Set(problems.map((problem) => problem.path)).size < problems.length)
          failures.push(`${shown}: ${problems.map((problem) => `${problem.path} ${problem.message}`).join(' and ')}`);
        for (const { place, path: where, message } of problems) {
          const line = lines[Number(/^file:(\d+):\d+$/.exec(place)?.[1]) - 1] ?? '';
          const written =
            where
              .split('.')
              .at(-1)
              ?.replace(/\[\d+\]$/, '') ?? '';
          const isThere =
            /(?:\[\d+\]|…)$/.test(where) || line.includes(`"${written}"`) || message.startsWith('is required');
          if (!words.test(message) || jargon.test(message) || !isThere)
            failures.push(`${shown}: ${place} ${where} ${message} (${line.trim()})`);
        }
      }
    }
    expect(failures).toEqual([]);
  });
});
