import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolve } from '../../scripts/generate/follow-reference.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import { checkBodies } from './check-bodies.ts';

/** Members whose names do not say that they count tokens. */
const others: readonly string[] = ['TaskBudget.total', 'TaskBudget.remaining', 'ContextManagement.compact_threshold'];

/** What a request repeats of an answer is no bound of anything. */
const repeated: readonly string[] = ['SvgUsage'];

/** Every integer in the requests of a document that counts tokens, by schema and member. */
function tokenCounts(document: JsonObject): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  const seen = new Set<Json>();
  const walk = (value: Json | undefined, name: string): void => {
    if (Array.isArray(value)) return value.forEach((each: Json) => walk(each, name));
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    const reference = stringOf(value['$ref']);
    if (reference !== null) return walk(resolve(document, value), reference.split('/').at(-1) ?? '');
    for (const [member, schema] of Object.entries(objectOf(value['properties']))) {
      const rule = objectOf(schema);
      const isInteger = [rule['type']].flat().includes('integer');
      const key = `${name}.${member}`;
      if (isInteger && (/tokens/.test(member) || others.includes(key)) && !repeated.includes(name))
        found.set(key, rule);
    }
    Object.values(value).forEach((each) => walk(each, name));
  };
  for (const item of Object.values(objectOf(document['paths'])))
    for (const operation of Object.values(objectOf(item))) walk(objectOf(operation)['requestBody'], '');
  return found;
}

describe.each(['spec-a', 'spec-b'] as const)('token counts in requests of %s', (spec) => {
  const document = objectOf(JSON.parse(readFileSync(`generated/${spec}/openapi.json`, 'utf8')));
  const counts = tokenCounts(document);

  it('are never negative, and never larger than a number that JSON readers agree on', () => {
    expect(counts.size).toBeGreaterThan(4);
    for (const [name, { minimum, exclusiveMinimum, maximum }] of counts) {
      expect([name, Number(minimum ?? exclusiveMinimum ?? -1) >= 0, maximum]).toEqual([name, true, 2 ** 53 - 1]);
    }
  });
});

describe('a token count that cannot be meant', () => {
  const messages = [{ role: 'user', content: 'x' }];
  const [checkA, checkB] = [checkBodies('spec-a'), checkBodies('spec-b')];
  const asked = [
    ['createChatCompletion', 'max_tokens', { model: 'm', messages }, checkA],
    ['createChatCompletion', 'max_completion_tokens', { model: 'm', messages }, checkA],
    ['createResponse', 'max_output_tokens', { model: 'm', input: 'x' }, checkA],
    ['createCompletion', 'max_tokens', { model: 'm', prompt: 'x' }, checkA],
    ['createMessage', 'max_tokens', { model: 'm', messages }, checkB],
    ['createTextCompletion', 'max_tokens_to_sample', { model: 'm', prompt: 'x' }, checkB],
  ] as const;

  it.each(asked)('is refused: %s %s', async (operation, member, body, check) => {
    expect(await check(operation, { ...body, [member]: -1 })).toMatch(
      new RegExp(`^${member} must be .*at least \\d+.*; you sent -1\\.$`),
    );
    for (const count of [2 ** 53, 1e300]) {
      const refusal = await check(operation, { ...body, [member]: count });
      expect(refusal).toBe(`${member} must be at most 9007199254740991; you sent ${count}.`);
    }
    expect(await check(operation, { ...body, [member]: 2 ** 53 - 1 })).toBeNull();
  });
});
