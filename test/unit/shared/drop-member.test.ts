import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropMember } from '../../../src/shared/json/raw-json.ts';

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
