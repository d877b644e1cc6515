import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/shared/json/json.ts';
import {
  dropMember,
  parseRaw,
  RawJson,
  spliceJson,
  spliceMember,
  type Step,
  writeJson,
} from '../../../src/shared/json/raw-json.ts';
import { writtenObjects } from './json-arbitraries.ts';

/** Every path in a value. */
function pathsIn(value: unknown, path: readonly Step[] = []): readonly (readonly [readonly Step[], unknown])[] {
  const inside = Array.isArray(value)
    ? value.map((each, index): [Step, unknown] => [index, each])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  return [[path, value], ...inside.flatMap(([step, each]) => pathsIn(each, [...path, step]))];
}

describe('the text of a JSON value', () => {
  it('is that of what stands at each path, however it was written', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
        fc.constantFrom(0, 1, 4),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          const parsed = JSON.parse(text) as unknown;
          const raw = parseRaw(` \n${text}\n `);
          for (const [path, at] of pathsIn(parsed)) {
            const slice = raw?.slice(path) ?? '';
            expect(JSON.parse(slice)).toEqual(at);
            expect(slice.trim()).toBe(slice);
          }
        },
      ),
    );
  });

  it('keeps what parsing would lose', () => {
    const raw = parseRaw('{"a": {"n": 12345678901234567890, "x": 1.0e2 , "a\\u0062": [ 1 ,2.50]}}');
    expect(raw?.slice(['a', 'n'])).toBe('12345678901234567890');
    expect(raw?.slice(['a', 'x'])).toBe('1.0e2');
    expect(raw?.slice(['a', 'ab', 1])).toBe('2.50');
    expect([raw?.slice(['b']), raw?.slice(['a', 'n', 'x']), raw?.slice(['a', 'ab', 2])]).toEqual([null, null, null]);
  });

  it('is that of the last member of a name, as parsing has it', () => {
    expect(parseRaw('{"a":1,"a":2}')?.slice(['a'])).toBe('2');
  });

  it('is written as it is among other values', () => {
    expect(writeJson({ a: [new RawJson('1.0'), undefined, null], b: undefined, c: '"' })).toBe(
      '{"a":[1.0,null,null],"c":"\\""}',
    );
  });
});

const splice = (text: string, edits: Readonly<Record<string, string>>): string =>
  Buffer.from(spliceJson(Buffer.from(text), edits)).toString();

describe('a change in the bytes of a JSON object', () => {
  it('parses to the object with just that change, whatever its keys are called', () => {
    fc.assert(
      fc.property(
        writtenObjects,
        fc.dictionary(fc.constantFrom('model', 'usage', 'new', 'toString', 'é'), fc.jsonValue({ maxDepth: 1 }), {
          noNullPrototype: true,
        }),
        ({ text }, changes) => {
          const edits = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, JSON.stringify(value)]));
          const before = Object.entries(JSON.parse(text) as object).filter(([key]) => !Object.hasOwn(edits, key));
          const after = Object.entries(JSON.parse(splice(text, edits)) as object);
          expect(after.filter(([key]) => !Object.hasOwn(edits, key))).toEqual(before);
          const changed = after.filter(([key]) => Object.hasOwn(edits, key));
          expect(new Map(changed)).toEqual(
            new Map(Object.entries(edits).map(([key, value]) => [key, JSON.parse(value) as unknown])),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it('leaves every other byte', () => {
    fc.assert(
      fc.property(writtenObjects, ({ text, members }) => {
        fc.pre(members.filter(({ key }) => key === 'model').length === 0);
        const inner = text.trim().slice(1, -1);
        const original = `{ "x" : 1.50 ,"model" :"old"${inner.trim() === '' ? '' : `,${inner}`}}`;
        expect(splice(original, { model: '"new"' })).toBe(original.replace(':"old"', ':"new"'));
      }),
    );
  });

  it.each([
    ['{}', '{"model":"new"}'],
    [' { } ', ' { "model":"new"} '],
    ['{"a":1}', '{"a":1,"model":"new"}'],
    ['{"a":"}"} \n', '{"a":"}","model":"new"} \n'],
    ['{"model":"old","a":1,"model":"older"}', '{"model":"new","a":1,"model":"new"}'],
    ['{"mod\\u0065l": "old" , "a":1}', '{"mod\\u0065l":"new", "a":1}'],
    ['{"a":{"model":"inner"},"model":{"deep":[1]}}', '{"a":{"model":"inner"},"model":"new"}'],
    [
      '{"__proto__":{"model":"x"},"constructor":1,"toString":"y"}',
      '{"__proto__":{"model":"x"},"constructor":1,"toString":"y","model":"new"}',
    ],
  ])('stands where it belongs: %s', (text, changed) => {
    expect(splice(text, { model: '"new"' })).toBe(changed);
  });

  it('is the same where the parsed object is known, however far apart its members are', () => {
    const edits = { model: '"new"', usage: '{"n":[1]}' };
    fc.assert(
      fc.property(writtenObjects, fc.constantFrom(0, 4_090, 9_000), fc.boolean(), ({ text, members }, length, isIn) => {
        const keys = new Set(members.map(({ key }) => key));
        fc.pre(keys.size === members.length && !(isIn && (keys.has('model') || keys.has('usage'))));
        const inner = text.trim().slice(1, -1);
        const padding = `"padding":"${'p'.repeat(length)}"`;
        const own = isIn ? `"model":"old",${padding},"usage":0` : padding;
        const padded = `{${own}${inner.trim() === '' ? '' : `,${inner}`}}`;
        const known = spliceJson(Buffer.from(padded), edits, JSON.parse(padded) as JsonObject);
        expect(Buffer.from(known).toString()).toBe(splice(padded, edits));
      }),
      { numRuns: 400 },
    );
  });

  it('looks at each of many members once, however late the one to replace comes', () => {
    const members = Array.from({ length: 30_000 }, (_, index) => `"${index}x":0`).join(',');
    const text = `{${members},"model":"old"}`;
    const looks = vi.spyOn(Array.prototype, 'some');
    let looked = 0;
    looks.mockImplementation(function (this: readonly unknown[], test) {
      looked += this.length;
      return this.findIndex(test as (each: unknown) => boolean) !== -1;
    });
    const bytes = spliceJson(Buffer.from(text), { model: '"new"' }, JSON.parse(text) as JsonObject);
    looks.mockRestore();
    expect(bytes.toString()).toBe(text.replace('"old"', '"new"'));
    expect(looked).toBeLessThan(1_000);
  });

  it('is made in the last of members of one name, the others are left out: parsers read the last', () => {
    const change = (text: string): string =>
      Buffer.from(spliceMember(Buffer.from(text), 'a', (value) => Buffer.from(`[${value.toString()}]`))).toString();
    expect(change('{"a":1, "b":2,"a" : 3}')).toBe('{ "b":2,"a" :[ 3]}');
    expect(change('{"a":1,"\\u0061":2,"a":3,"b":4}')).toBe('{"a":[3],"b":4}');
  });

  it('is no change where there is none to make', () => {
    const bytes = Buffer.from('{"a":1}');
    expect(spliceJson(bytes, {})).toBe(bytes);
    expect(spliceMember(bytes, 'constructor', () => Buffer.from('2'))).toBe(bytes);
  });
});

const drop = (text: string, key: string): string => Buffer.from(dropMember(Buffer.from(text), key)).toString();

describe('a member that is taken out', () => {
  it.each([
    ['{"a":1,"b":2,"c":3}', 'a', '{"b":2,"c":3}'],
    ['{"a":1,"b":2,"c":3}', 'b', '{"a":1,"c":3}'],
    ['{"a":1,"b":2,"c":3}', 'c', '{"a":1,"b":2}'],
    ['{"a":1}', 'a', '{}'],
    ['{ "a" : {"a":1} , "b" : [1] }', 'a', '{  "b" : [1] }'],
    ['{"a":1,"b":2,"a":3,"c":4,"\\u0061":5}', 'a', '{"b":2,"c":4}'],
    ['{"b":2,"a":3,"a":5}', 'a', '{"b":2}'],
    ['{"a":1,"a":2}', 'a', '{}'],
    ['{"b":{"a":1}}', 'a', '{"b":{"a":1}}'],
  ])('%s without %s', (text, key, rest) => {
    expect(drop(text, key)).toBe(rest);
  });

  it('leaves the same object without it, however it was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 0, max: 2 }), (object, indent) => {
        const [key] = Object.keys(object);
        fc.pre(key !== undefined);
        const { [key ?? '']: _, ...rest } = JSON.parse(JSON.stringify(object)) as Record<string, unknown>;
        expect(JSON.parse(drop(JSON.stringify(object, null, indent), key ?? ''))).toEqual(rest);
      }),
    );
  });
});
