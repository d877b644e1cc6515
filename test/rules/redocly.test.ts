import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runRedocly } from '../../scripts/generate/run-redocly.ts';
import { vocabulary } from '../../scripts/generate/vocabulary.ts';
import { objectOf, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';

const facts = Object.fromEntries(Object.entries(vocabulary).map(([name, { values }]) => [name, values[0]]));

const media = (schema: JsonObject, example: Json): JsonObject => ({ 'application/json': { schema, example } });

const failure: JsonObject = {
  description: 'Refused.',
  content: media({ type: 'object', properties: { message: { type: 'string' } } }, { message: 'No.' }),
};

const operation: JsonObject = {
  operationId: 'createCat',
  tags: ['Cats'],
  summary: 'Make a cat',
  description: 'Makes one.',
  'x-diglot': facts,
  requestBody: {
    required: true,
    content: media({ type: 'object', properties: { lives: { type: 'integer', maximum: 9 } } }, { lives: 9 }),
  },
  responses: { '200': { description: 'Made.', content: media({ type: 'object' }, {}) }, '400': failure },
};

/** A document without a fault, but for what `changes` makes of its one operation. */
const documentWith = (changes: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Cats', version: '1.0.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
  servers: [{ url: '/v1' }],
  security: [{ bearer: [] }],
  tags: [{ name: 'Cats', description: 'Animals.' }],
  paths: { '/cats': { post: { ...operation, ...changes } } },
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
});

const bodyOf = (schema: JsonObject, example: Json): JsonObject => ({
  requestBody: { required: true, content: media(schema, example) },
});

const folder = mkdtempSync(join(tmpdir(), 'diglot-redocly-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, document: JsonObject): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** What a Redocly command prints, whether it passes or not. */
async function outcome(...words: readonly string[]): Promise<{ readonly passed: boolean; readonly output: string }> {
  try {
    return { passed: true, output: await runRedocly(...words, '--config', 'redocly.yaml') };
  } catch (problem) {
    return { passed: false, output: stringOf(problem instanceof Error && 'stdout' in problem && problem.stdout) ?? '' };
  }
}

async function rulesBroken(changes: JsonObject): Promise<readonly string[]> {
  const { output } = await outcome('lint', fileOf('cats.json', documentWith(changes)), '--format=json');
  const { problems } = objectOf(JSON.parse(output));
  const ids = Array.isArray(problems)
    ? problems.map((problem: Json) => stringOf(objectOf(problem)['ruleId']) ?? '')
    : [];
  return [...new Set(ids)].toSorted();
}

describe('the linter of the documents', () => {
  const lives = { lives: { type: 'integer' } };
  const { family: _, ...factsWithoutFamily } = facts;

  it.each<[what: string, rule: string | null, changes: JsonObject]>([
    ['lets a whole operation pass', null, {}],
    ['wants x-diglot', 'diglot/facts-complete', { 'x-diglot': undefined }],
    ['wants every field of it', 'diglot/facts-complete', { 'x-diglot': factsWithoutFamily }],
    ['knows its values', 'diglot/facts-complete', { 'x-diglot': { ...facts, family: 'cats' } }],
    ['wants no other field in it', 'diglot/facts-complete', { 'x-diglot': { ...facts, colour: 'red' } }],
    ['keeps models open', 'diglot/open-names', bodyOf({ type: 'object', properties: { model: { enum: ['a'] } } }, {})],
    ['keeps objects open', 'diglot/open-objects', bodyOf({ type: 'object', additionalProperties: false }, {})],
    ['wants patterns in words', 'diglot/patterns-in-words', bodyOf({ type: 'string', pattern: '^a+$' }, 'aa')],
    ['refuses nullable', 'struct', bodyOf({ type: 'object', nullable: true }, {})],
    [
      'reads examples',
      'no-invalid-media-type-examples',
      bodyOf({ type: 'object', properties: lives }, { lives: 'nine' }),
    ],
    [
      'knows examples whole',
      'no-invalid-media-type-examples',
      bodyOf({ type: 'object', properties: lives }, { live: 9 }),
    ],
    ['wants a description', 'operation-description', { description: undefined }],
    ['wants a short summary', 'rule/summary-is-one-line', { summary: 'Make a cat.' }],
    ['wants camelCase', 'rule/operation-id-camel-case', { operationId: 'create_cat' }],
    ['wants a documented refusal', 'operation-4xx-response', { responses: { '200': { description: 'Made.' } } }],
    ['wants known tags', 'operation-tag-defined', { tags: ['Dogs'] }],
  ])('%s', async (_what, rule, changes) => {
    expect(await rulesBroken(changes)).toEqual(rule === null ? [] : [rule]);
  });
});

describe('the gate for breaking changes', () => {
  const body = (lives: JsonObject): JsonObject => documentWith(bodyOf({ type: 'object', properties: { lives } }, {}));
  const released = body({ type: 'integer', maximum: 9 });

  it.each<[what: string, passes: boolean, revised: JsonObject]>([
    ['lets a wider range pass', true, body({ type: 'integer', maximum: 12 })],
    ['stops a narrower range', false, body({ type: 'integer', maximum: 3 })],
    ['stops another type', false, body({ type: 'string' })],
    ['stops an operation that is gone', false, { ...released, paths: {} }],
    [
      'stops a field that is now required',
      false,
      documentWith(
        bodyOf({ type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } }, { lives: 1 }),
      ),
    ],
  ])('%s', async (_what, passes, revised) => {
    const { passed } = await outcome('diff', fileOf('released.json', released), fileOf('revised.json', revised));
    expect(passed).toBe(passes);
  });
});
