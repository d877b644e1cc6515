import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hidesError, parseJson } from '../../../src/shared/json/json.ts';
import { findExcess, outsideBounds } from '../../../src/shared/json/structure.ts';
import { writtenObjects } from './json-arbitraries.ts';

/** The deepest nesting of a text, by striking the strings out. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const mark of text.replaceAll(/"(?:[^"\\]|\\.)*"/gsu, '').replaceAll(/[^{}[\]]/g, '')) {
    depth += mark === '{' || mark === '[' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Braces, brackets and commas outside of strings, by striking the strings out. */
const structureOf = (text: string): number =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"/gsu, '').replaceAll(/[^{}[\],]/g, '').length;

/** Longer than what is looked at in one step, with marks of structure and escapes at every place in a step. */
const filler = (length: number): string => `"${'{\\"[é,'.repeat(Math.ceil(length / 7))}"`;

describe('the structure of a JSON text', () => {
  it('is found to be too much by exactly one, as text and as bytes', () => {
    fc.assert(
      fc.property(writtenObjects, ({ text }) => {
        const depth = depthOf(text);
        const tokens = structureOf(text);
        for (const form of [text, Buffer.from(text)]) {
          expect(findExcess(form, { depth, tokens })).toBe(null);
          expect(findExcess(form, { depth: depth - 1, tokens })).toBe('depth');
          expect(findExcess(form, { depth, tokens: tokens - 1 })).toBe('tokens');
        }
      }),
    );
  });

  it.each([65_530, 65_531, 65_532, 65_533, 65_534, 65_535, 65_536, 65_537, 200_000])(
    'is not looked for inside of strings, wherever a step ends: %i',
    (length) => {
      const text = `[${filler(length)},{"a":${filler(length + 3)}}]`;
      expect(findExcess(text, { depth: 2, tokens: 5 })).toBe(null);
      expect(findExcess(Buffer.from(text), { depth: 2, tokens: 5 })).toBe(null);
      expect(findExcess(text, { depth: 2, tokens: 4 })).toBe('tokens');
    },
  );

  it('is counted before a long text is parsed, and what is too much is no JSON', () => {
    const list = (objects: number): string => `[${'{},'.repeat(objects)}{}]`;
    const most = Math.floor((outsideBounds.tokens - 4) / 3);
    expect(parseJson(list(most))).toHaveLength(most + 1);
    expect(parseJson(list(most + 1))).toBeUndefined();
    const nested = (levels: number): string => '['.repeat(levels) + '"'.padEnd(300_000, 'x') + '"' + ']'.repeat(levels);
    expect(parseJson(nested(outsideBounds.depth))).toBeInstanceOf(Array);
    expect(parseJson(nested(outsideBounds.depth + 1))).toBeUndefined();
  });
});

describe('an error that a parser passes over', () => {
  const hidden = (text: string): readonly [hides: boolean, isRead: boolean] => {
    let isRead = false;
    const toString = (): string => {
      isRead = true;
      return text;
    };
    const written = { indexOf: (part: string, from?: number) => text.indexOf(part, from), toString };
    return [hidesError(written, parseJson(text)), isRead];
  };

  it.each([
    '{"choices":[{"delta":{"content":"Hi"},"error":null}],"usage":null}',
    '{"choices":[{"delta":{"error":null},"error":null},{"message":{"error":{}}}],"error":null}',
    '{"response":{"error":null}}',
    '{"choices":[]}',
  ])('is not looked for where every one can be seen: %s', (text) => {
    expect(hidden(text)).toEqual([false, false]);
  });

  it.each([
    '{"error":{"message":"No"},"error":null}',
    '{"choices":[{"error":"No","error":null}]}',
    '{"choices":[{"error":"No"}],"choices":[]}',
    '{"choices":[{"error":"No"}],"choices":[{"error":null}]}',
    '{"response":{"error":"No"},"response":{}}',
    '{"\\u0065rror":"No","error":null}',
  ])('is found: %s', (text) => {
    expect(hidden(text)).toEqual([true, true]);
  });

  it('is none where the word stands alone', () => {
    expect(hidden('{"choices":[{"finish_reason":"error"}]}')[0]).toBe(false);
  });
});
