import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBody, type ReceivedBody } from '../../../src/http/read-body.ts';
import { receivedBody } from '../../fakes/received-body.ts';
import { writtenObjects } from '../shared/json-arbitraries.ts';

const attempt = (receive: () => ReceivedBody): unknown => {
  try {
    return parseBody(receive()).value;
  } catch (error) {
    return (error as Error).message;
  }
};

/** The same for a long body, whose members are counted as it comes, as for a short one. */
const outcome = (text: string): unknown => {
  const received = (): ReceivedBody => receivedBody(Buffer.from(text));
  const counted = attempt(received);
  const uncounted = attempt(() => {
    const { pieces, length, strings } = received();
    return { pieces, length, strings };
  });
  expect(uncounted).toEqual(counted);
  return counted;
};

describe('a JSON body', () => {
  it('is what JSON.parse makes of it, or has a member twice and is refused', () => {
    fc.assert(
      fc.property(writtenObjects, ({ text, members }) => {
        const isRepeated = new Set(members.map(({ key }) => key)).size < members.length;
        const got = outcome(text);
        if (isRepeated) expect(got).toMatch(/ twice\. Send it once\.$/);
        else expect(got).toEqual(JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a/b":1,"a\\/b":2}', 'a/b'],
    ['{"model":"x","mod\\u0065l":"y"}', 'model'],
    ['{"model":"x","messages":[{"model":1}],"model":"y"}', 'model'],
    ['{"tools":[{"a":1},{"model":"x","model":"y"}]}', 'tools[1].model'],
    ['{"requests":[{"params":{"model":"x", "model" : "y"}}]}', 'requests[0].params.model'],
    ['{"a":{"max_tokens":1,"b":[[],[{}]],"max_tokens":2}}', 'a.max_tokens'],
    ['{"a":{"file_id":1,"file\\u005fid":2}}', 'a.file_id'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":[{"__proto__":{}},{"\\u005f_proto__":{},"__proto__":2}]}', 'a[1].__proto__'],
    ['{"a":"{\\"b\\":[,}","c":{"":1,"d\\\\":":","":2}}', 'c.'],
  ])('is refused for a member that is written twice, however: %s', (text, key) => {
    expect(outcome(text)).toBe(`The body has ${key} twice. Send it once.`);
  });

  it.each([
    { model: 'x', messages: [{ model: '"model"' }] },
    { a: [{ b: 1 }, { b: 2 }, [{ b: 3 }]], c: { a: { b: { a: 1 } } } },
    { texts: [':', ' : ', '":', '\\":', '{"a":1,"a":2}', '\\', '\\\\"'] },
  ])('may say a key again elsewhere, or in a text: %j', (value) => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)])
      expect(outcome(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('may be 64 levels deep and no more: %s', (open, close) => {
    const nested = (levels: number): string =>
      `{"a":${open.repeat(levels - 1)}${open === '[' ? '' : '1'}${close.repeat(levels - 1)}}`;
    expect(outcome(nested(64))).toBeInstanceOf(Object);
    expect(outcome(nested(65))).toMatch(/more than 64 levels/);
    expect(outcome(nested(5_000_000))).toMatch(/more than 64 levels/);
  });

  it.each([
    ['short', 1],
    ['long', 9_000_000],
  ])('may not have more elements than any call needs: %s', (_name, padding) => {
    const rest = `"p":"${'x'.repeat(padding)}"`;
    expect(outcome(`{"a":[${'1,'.repeat(390_000)}1],${rest}}`)).toBeInstanceOf(Object);
    expect(outcome(`{"a":[${'1,'.repeat(400_001)}1],${rest}}`)).toMatch(/more than 400000 elements/);
  });
});

describe('a body with many members', () => {
  const body = (members: number, padding: number): string =>
    `{${Array.from({ length: members }, (_, index) => `"k${index}":"${'x'.repeat(padding)}"`).join()}}`;

  it.each([
    ['short', 20_000, 0, true],
    ['short', 40_000, 0, false],
    ['ordinary', 40_000, 60, true],
  ])('may have 20,000, and one more for each 64 bytes: %s, %i', (_name, members, padding, isTaken) => {
    const got = outcome(body(members, padding));
    if (isTaken) expect(got).toBeInstanceOf(Object);
    else expect(got).toBe('The body has more than 20000 members of less than 64 bytes on average. Split the request.');
  });

  it('has no members in its texts', () => {
    expect(outcome(`{"a":"${'\\"b\\":1,'.repeat(100_000)}"}`)).toBeInstanceOf(Object);
  });
});

describe('a number beyond what a double holds', () => {
  it.each([
    ['{"temperature":1e400}', 'temperature'],
    ['{"a":[{"b":-1e999}]}', 'a[0].b'],
    [`{"seed":${'9'.repeat(400)}}`, 'seed'],
    ['{"tools":[1,2,{"x y":1E+309}]}', 'tools[2].x y'],
  ])('is refused by its place: %s', (text, place) => {
    expect(outcome(text)).toBe(
      `${place} is larger than JSON parsers can represent (at most 1.8e308). Send a smaller number.`,
    );
  });

  it('is any that JSON.parse makes infinite, and no other', () => {
    expect(outcome('{"a":1.7976931348623157e308,"b":-1e-400,"c":1e308}')).toBeInstanceOf(Object);
    expect(outcome('{"a":"1e400"}')).toEqual({ a: '1e400' });
  });
});
