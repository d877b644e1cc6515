import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readOperations } from '../../scripts/generate/read-operations.ts';
import { vocabulary } from '../../scripts/generate/vocabulary.ts';
import { writeFacts } from '../../scripts/generate/write-facts.ts';
import { writeOperations } from '../../scripts/generate/write-operations.ts';
import { writeTypes } from '../../scripts/generate/write-types.ts';
import type { JsonObject } from '../../src/shared/json/json.ts';

const facts = Object.fromEntries(Object.entries(vocabulary).map(([name, { values }]) => [name, values[0]]));

const operation = (operationId: string): JsonObject => ({
  operationId,
  'x-diglot': facts,
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
  responses: { '200': { description: 'Done.' } },
});

const documentOf = (...ids: readonly string[]): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1.0.0' },
  paths: Object.fromEntries(ids.map((id) => [`/${id}`, { get: operation(id) }])),
});

/** A handler map as `src/gateway/` has them. */
const handlers = `
import type { Handlers } from './small/operations.ts';
export const handlers = {
  listCats: async ({ query, name }) => { void [query.limit?.toFixed(), name.length]; },
} satisfies Handlers<{ readonly name: string }>;
`;

describe('an operation that is added to a document', () => {
  // Inside the repository, so that the compiler finds what the project finds.
  mkdirSync('dist', { recursive: true });
  const folder = mkdtempSync(join('dist', 'handlers-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const compile = async (document: JsonObject, handlerMap = handlers): Promise<string> => {
    const write = (path: string, text: string): void => {
      mkdirSync(join(folder, 'small'), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write('operation-facts.ts', writeFacts());
    write('small/operations.ts', writeOperations(readOperations(document, 'facts')));
    write('small/types.ts', await writeTypes(document));
    write('handlers.ts', handlerMap);
    write('tsconfig.json', JSON.stringify({ extends: '../../tsconfig.json', include: ['.'] }));
    const compiler = join('node_modules', '@typescript', 'native', 'bin', 'tsc');
    return spawnSync(process.execPath, [compiler, '--project', folder], { encoding: 'utf8' }).stdout;
  };

  it('compiles while every operation has its handler', async () => {
    expect(await compile(documentOf('listCats'))).toBe('');
  });

  it('does not compile until it has one', async () => {
    const complaint = await compile(documentOf('listCats', 'listDogs'));
    expect(complaint).toContain("Property 'listDogs' is missing");
  });

  it('does not compile when a handler is left behind', async () => {
    expect(await compile(documentOf('listDogs'))).toContain("'listCats' does not exist");
  });

  it('does not compile when a handler reads what the document does not have', async () => {
    const complaint = await compile(documentOf('listCats'), handlers.replace('query.limit', 'query.page'));
    expect(complaint).toContain("Property 'page' does not exist");
  });

  it('is refused while it does not say what the gateway must know of it', () => {
    const silent = documentOf('listCats');
    const { 'x-diglot': _, ...rest } = operation('listDogs');
    const document = { ...silent, paths: { '/listDogs': { get: rest } } };
    expect(() => readOperations(document, 'facts')).toThrow(/GET \/listDogs: x-diglot\.family is undefined/);
  });

  it('is refused when it says something that the gateway does not know', () => {
    const wrong = { ...operation('listDogs'), 'x-diglot': { ...facts, family: 'dogs', colour: 'brown' } };
    const document = { ...documentOf(), paths: { '/listDogs': { get: wrong } } };
    expect(() => readOperations(document, 'facts')).toThrow(/family is "dogs".*\n.*|x-diglot\.colour is not a field/);
  });
});
