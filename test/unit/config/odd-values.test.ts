import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isObject, type Json } from '../../../src/shared/json/json.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { ConfigError } from '../../../src/config/problems.ts';
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
