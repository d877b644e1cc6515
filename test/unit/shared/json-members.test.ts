import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanMembers, type MemberScanner } from '../../../src/shared/json/json-members.ts';
import { chunked, chunkSizes, writtenObjects } from './json-arbitraries.ts';

function scan(text: string, sizes: readonly number[] = [], keep: readonly string[] = []): MemberScanner {
  const scanner = scanMembers(keep);
  for (const chunk of chunked(Buffer.from(text), sizes)) scanner.push(chunk);
  return scanner;
}

const elementsOf = (value: unknown): number =>
  Array.isArray(value) ? value.filter((element) => typeof element === 'object' && element !== null).length : 0;

describe('the members of a JSON object that flows by', () => {
  it('are those that JSON.parse finds, however the bytes are cut', () => {
    fc.assert(
      fc.property(writtenObjects, chunkSizes, ({ text, members }, sizes) => {
        const bytes = Buffer.from(text);
        const found = scan(text, sizes).members;
        expect(found.map(({ key }) => key)).toEqual(members.map(({ key }) => key));
        for (const [index, { keyStart, valueStart, valueEnd }] of found.entries()) {
          expect(JSON.parse(bytes.toString('utf8', valueStart, valueEnd))).toEqual(
            JSON.parse(JSON.stringify(members[index]?.value)),
          );
          expect(bytes.toString('utf8', keyStart, valueStart).trim()).toMatch(/^".*"\s*:$/su);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('show elements and the end as an independent reading does', () => {
    fc.assert(
      fc.property(writtenObjects, chunkSizes, ({ text, members }, sizes) => {
        const scanner = scan(text, sizes);
        expect(scanner.complete()).toBe(true);
        expect(scanner.members.map(({ elements }) => elements)).toEqual(members.map(({ value }) => elementsOf(value)));
      }),
      { numRuns: 400 },
    );
  });

  it('are kept up to a length, however the bytes are cut', () => {
    fc.assert(
      fc.property(chunkSizes, (sizes) => {
        const scanner = scanMembers(['long', 'short', 'last'], { longestKept: 5 });
        const text = '{"long":"1234","short":"123","other":"123456789","last":12345}';
        for (const chunk of chunked(Buffer.from(text), sizes)) scanner.push(chunk);
        expect([...scanner.kept]).toEqual([
          ['short', '"123"'],
          ['last', '12345'],
        ]);
        expect(scanner.members.map(({ key }) => key)).toEqual(['long', 'short', 'other', 'last']);
      }),
    );
  });

  it('are kept where they are asked for, the last one of a name', () => {
    fc.assert(
      fc.property(writtenObjects, chunkSizes, ({ text, members }, sizes) => {
        const wanted = ['model', 'usage', 'constructor', '__proto__', 'é', '\uFEFFmodel'];
        const { kept } = scan(text, sizes, wanted);
        const expected = new Map(
          members.filter(({ key }) => wanted.includes(key)).map(({ key, value }) => [key, value]),
        );
        expect([...kept.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
        for (const [key, value] of kept)
          expect(JSON.parse(value)).toEqual(JSON.parse(JSON.stringify(expected.get(key))));
      }),
      { numRuns: 400 },
    );
  });

  it('are not complete before the last brace', () => {
    fc.assert(
      fc.property(writtenObjects, fc.nat(), ({ text }, cut) => {
        const end = Buffer.from(text.trimEnd());
        const scanner = scanMembers();
        scanner.push(end.subarray(0, cut % end.length));
        expect(scanner.complete()).toBe(false);
      }),
    );
  });

  it.each(['[{"a":1},{"b":2}]', '["x","y"]', '"text"', '12', '', '   ', 'null'])('are none in %s', (text) => {
    expect(scan(text).members).toEqual([]);
  });

  it.each(['{', '{"', '{"a', '{"a"', '{"a":', '{"a":"\\', '}{', ']]]', '{"a":1,,,}', ':::', '"\\'])(
    'are looked for in what is no JSON without an exception: %s',
    (text) => {
      expect(() => scan(text, [1])).not.toThrow();
    },
  );

  it('count the objects of a list, not the members of an object', () => {
    const { members } = scan('{"data":[{"a":[{}]},[],{}],"usage":{"details":{},"parts":[{}]},"list":[1,"{}"]}');
    expect(members.map(({ key, elements }) => [key, elements])).toEqual([
      ['data', 3],
      ['usage', 0],
      ['list', 0],
    ]);
  });

  it('are found in linear time, whatever a string is made of', () => {
    // More would take minutes, more than a test may.
    for (const piece of ['\\\\', '\\"', 'a', '{[,']) {
      const chunk = Buffer.from(piece.repeat(524_288 / piece.length));
      const scanner = scanMembers();
      scanner.push(Buffer.from('{"a":"'));
      for (let turn = 0; turn < 16; turn += 1) scanner.push(chunk);
      scanner.push(Buffer.from('"}'));
      expect(scanner.complete()).toBe(true);
    }
  });
});
