import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../../src/demo/compose.ts';
import { textMatching } from '../../../src/demo/text-matching.ts';
import type { Json, JsonObject } from '../../../src/shared/json/json.ts';

type Validate = ((value: unknown) => boolean) & { readonly errors?: unknown };

/** The validator that the gateway's own is built on, found through it. */
function makeAjv(): { readonly compile: (schema: object) => Validate } {
  const validator = createRequire(createRequire(import.meta.url).resolve('express-openapi-validator/package.json'));
  const { Ajv2020 } = validator('ajv/dist/2020') as {
    readonly Ajv2020: new (options: object) => ReturnType<typeof makeAjv>;
  };
  return new Ajv2020({ strict: false, validateFormats: false });
}

const expectFit = (schema: JsonObject, word = 'Paris'): Json => {
  const example = exampleOf(schema, word);
  const validate = makeAjv().compile(schema);
  expect(validate(example), JSON.stringify({ schema, example, errors: validate.errors })).toBe(true);
  return example;
};

const small = fc.integer({ min: 0, max: 6 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const clean = (schema: object): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject;

/** Bounds of which the second is never below the first. */
const bounds = (low: string, high: string, unit: fc.Arbitrary<number> = small): fc.Arbitrary<object> =>
  fc.record({ from: optional(unit), more: optional(small) }).map(({ from, more }) => ({
    [low]: from,
    [high]: more === undefined ? undefined : (from ?? 0) + more,
  }));

const numbers = fc.oneof(
  bounds('minimum', 'maximum', fc.integer({ min: -900, max: 900 })).map((range) => ({ type: 'integer', ...range })),
  bounds('minimum', 'maximum', fc.double({ min: -9, max: 9, noNaN: true })).map((range) => ({
    type: 'number',
    ...range,
  })),
  fc
    .integer({ min: -50, max: 50 })
    .map((low) => ({ type: 'integer', exclusiveMinimum: low, exclusiveMaximum: low + 2 })),
  fc
    .integer({ min: -50, max: 50 })
    .map((low) => ({ type: 'number', exclusiveMinimum: low, exclusiveMaximum: low + 1 })),
  fc.integer({ min: -50, max: 50 }).map((high) => ({ type: 'number', exclusiveMaximum: high })),
  fc.record({ step: fc.integer({ min: 1, max: 9 }), low: fc.integer({ min: -50, max: 50 }) }).map(({ step, low }) => ({
    type: 'integer',
    multipleOf: step,
    minimum: low,
    maximum: low + step,
  })),
  fc.constant({ type: 'integer', minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 }),
);

const patterns = [
  '^[a-z]{2,4}$',
  '^\\d{3}-\\d{4}$',
  '^(?:yes|no)$',
  '^[A-Z][a-z]+( [A-Z][a-z]+)*$',
  '^[^0-9]\\.x?$',
  'b+',
  '^#[0-9a-fA-F]{6}$',
];
const texts = fc.oneof(
  bounds('minLength', 'maxLength').map((range) => ({ type: 'string', ...range })),
  fc.constantFrom(...patterns).map((pattern) => ({ type: 'string', pattern })),
  fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }).map((choices) => ({ type: 'string', enum: choices })),
);

const { schema: anySchema } = fc.letrec<{ schema: object; leaf: object }>((tie) => ({
  leaf: fc.oneof(
    numbers,
    texts,
    fc.constantFrom({ type: 'boolean' }, { type: 'null' }, { const: { a: [1] } }, { type: ['null', 'string'] }),
  ),
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('leaf'),
    fc
      .record({ items: tie('schema'), range: bounds('minItems', 'maxItems') })
      .map(({ items, range }) => ({ type: 'array', items, ...range })),
    fc
      .record({
        prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
        items: fc.constantFrom(false, undefined),
      })
      .map((members) => ({ type: 'array', ...members })),
    fc
      .record({
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'isPrototypeOf'), tie('schema'), { maxKeys: 4 }),
        isClosed: fc.boolean(),
        takes: fc.double({ min: 0, max: 1, noNaN: true }),
        minProperties: optional(small),
      })
      .map(({ properties, isClosed, takes, minProperties }) => {
        const names = Object.keys(properties);
        const least = isClosed ? Math.min(minProperties ?? 0, names.length) : minProperties;
        const required = names.filter((_, index) => index < takes * names.length);
        return {
          type: 'object',
          properties,
          required,
          minProperties: least,
          ...(isClosed && { additionalProperties: false }),
        };
      }),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.record({ one: tie('schema'), low: small }).map(({ one, low }) => ({
      allOf: [
        { type: 'object', properties: { one }, required: ['one'] },
        { type: 'object', properties: { n: { type: 'integer', minimum: low } } },
        { type: 'object', properties: { n: { maximum: low } }, required: ['n'] },
      ],
    })),
    tie('schema').map((inner) => ({
      type: 'object',
      properties: { x: { oneOf: [{ type: 'null' }, { type: 'object', properties: { inner }, required: ['inner'] }] } },
      required: ['x'],
    })),
  ),
}));

describe('the example of a schema', () => {
  it('validates against it, whatever the schema', () => {
    fc.assert(
      fc.property(anySchema.map(clean), fc.string(), (schema, word) => void expectFit(schema, word)),
      { numRuns: 400 },
    );
  });

  it('comes to an end where a schema contains itself', () => {
    const tree = {
      $defs: {
        node: {
          type: 'object',
          properties: {
            value: { type: 'string' },
            next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
          required: ['value', 'next', 'children'],
          additionalProperties: false,
        },
      },
      $ref: '#/$defs/node',
    };
    expectFit(tree);
    expect(exampleOf({ $ref: '#' }, 'x')).toEqual({});
    const endless = { type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] };
    expect(JSON.stringify(exampleOf(endless, 'x')).length).toBeLessThan(1_000);
  });

  it('is small, whatever a schema wants', () => {
    const wide = (depth: number): JsonObject =>
      depth === 0 ? { type: 'string', minLength: 1e9 } : { type: 'array', minItems: 1e9, items: wide(depth - 1) };
    expect(
      JSON.stringify(exampleOf({ type: 'array', minItems: 1e9, items: { type: 'integer' } }, 'x')).length,
    ).toBeLessThan(1_000);
    expect(JSON.stringify(exampleOf(wide(1), 'x')).length).toBeLessThan(2_000_000);
  });

  it.each([
    [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 1],
    [{ type: 'integer', maximum: -5 }, -5],
    [{ type: 'number', minimum: 0, maximum: 0.5 }, 0.5],
    [{ type: 'number', multipleOf: 0.25, minimum: 2 }, 2],
    [{ type: 'string', format: 'date' }, '2026-01-31'],
    [{ type: ['null', 'string'] }, 'Paris'],
    [{ anyOf: [{ type: 'null' }, { type: 'integer', minimum: 7 }] }, 7],
    [{ type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true }, ['Paris', '1Paris', '2Paris']],
    [{ type: 'array', items: { type: 'integer', maximum: 3 }, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    [{ type: 'object', required: ['a'], additionalProperties: { type: 'boolean' } }, { a: true }],
    [{}, {}],
  ] as const)('is one that a person might give: %j', (schema, value) => {
    expect(expectFit(schema as JsonObject)).toEqual(value);
  });
});

describe('a text for a pattern', () => {
  it('matches it, and is made without running it', () => {
    for (const pattern of [
      ...patterns,
      '(a+)+$',
      '^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$',
      '^v\\d+\\.\\d+\\.\\d+(-rc)?$',
      '^.{5}$',
      '^[^a]$',
    ])
      expect(textMatching(pattern, () => true)).toMatch(new RegExp(pattern));
  });

  it('has the length that is wanted', () => {
    expect(textMatching('^[a-c]+$', (text) => text.length >= 9)).toBe('a'.repeat(9));
    expect(textMatching('^a?$', (text) => text.length > 5)).toBeNull();
    // Looking the whole pattern through for each member would take minutes.
    expect(textMatching(`[${'\\d…'.repeat(1_000_000)}]`, () => true)).toBe('0');
  });

  it.each([
    '(?=a)b',
    '(a)\\1',
    '\\bx',
    '\\p{L}',
    '[',
    'a{3',
    '(',
    ')',
    '*',
    'x{9999}',
    '((x{999}){999}){999}',
    '[^\\d]',
  ])('is not made of what is not read: %s', (pattern) => expect(textMatching(pattern, () => true)).toBeNull());
});
