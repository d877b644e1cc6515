import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../generated/spec-a/operations.ts';
import { resolve } from '../../scripts/generate/follow-reference.ts';
import { shownItem } from '../../src/objects/responses.ts';
import { objectOf, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import { answerSchemas } from './answer-schemas.ts';
import { checkBodies } from './check-bodies.ts';

const document = objectOf(JSON.parse(readFileSync('generated/spec-a/openapi.json', 'utf8')));
const schemas = answerSchemas(document);
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
const typesOf = (schema: JsonObject): readonly Json[] => [schema['type'] ?? []].flat();

/** Members of a schema and of those that it is made of. */
function membersOf(schema: JsonObject): { readonly required: readonly string[]; readonly properties: JsonObject } {
  const parts = listOf(schema['allOf']).map((part) => membersOf(resolve(document, part)));
  return {
    required: [...parts.flatMap(({ required }) => required), ...(listOf(schema['required']) as readonly string[])],
    properties: Object.assign(
      {},
      ...parts.map(({ properties }) => properties),
      objectOf(schema['properties']),
    ) as JsonObject,
  };
}

/** The least that a schema requires, and with `nulls` a null wherever it allows one. */
function sample(reference: Json | undefined, nulls: boolean, depth = 0): Json {
  const schema = resolve(document, reference);
  const known = schema['const'] ?? listOf(schema['enum'])[0] ?? listOf(schema['x-extensible-enum'])[0];
  if (nulls && depth > 0 && isNullable(schema)) return null;
  if (known !== undefined) return known;
  const [branch] = listOf(schema['oneOf'] ?? schema['anyOf']);
  if (branch !== undefined) return sample(branch, nulls, depth);
  const type =
    typesOf(schema).find((one) => one !== 'null') ?? (schema['properties'] || schema['allOf'] ? 'object' : '');
  if (type === 'object') {
    const { required, properties } = membersOf(schema);
    const names = Object.keys(properties).filter(
      (name) => required.includes(name) || (nulls && isNullable(resolve(document, properties[name]))),
    );
    return Object.fromEntries(names.map((name) => [name, sample(properties[name], nulls, depth + 1)]));
  }
  if (type === 'array') return [sample(schema['items'], nulls, depth + 1)];
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1;
  return type === 'boolean' ? true : 'sample';
}

const isNullable = (schema: JsonObject): boolean =>
  typesOf(schema).includes('null') ||
  listOf(schema['oneOf'] ?? schema['anyOf']).some((branch) => isNullable(resolve(document, branch)));

const input = objectOf(objectOf(objectOf(document['components'])['schemas'])['TypedInputItem']);
const mapping = objectOf(objectOf(input['discriminator'])['mapping']);

/** Items that say something of the request and are not listed as items of it. */
const notListed: readonly string[] = ['item_reference', 'compaction_trigger'];

describe('an item of a stored response', () => {
  const checkBody = checkBodies('spec-a');
  const types = Object.keys(mapping).filter((type) => !notListed.includes(type));

  it.each(types.flatMap((type) => [[type, false] as const, [type, true] as const]))(
    '%s is listed as the document says, whatever the request may leave out or send as null (%j)',
    async (type, nulls) => {
      const item = objectOf(sample({ $ref: stringOf(mapping[type]) ?? '' }, nulls));
      expect(await checkBody('createResponse', { model: 'm', input: [item] }), JSON.stringify(item)).toBeNull();
      const shown = objectOf(JSON.parse(JSON.stringify(shownItem({ id: 'item_1', part: 'input', body: item }))));
      const list = { object: 'list', data: [shown], first_id: 'item_1', last_id: 'item_1', has_more: false };
      expect(schemas.checkBody(operations.listResponseInputItems, 200, list), JSON.stringify(shown)).toBe('');
    },
  );
});
