import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRaw, RawJson, writeJson, type Step } from '../../../src/shared/json/raw-json.ts';

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
