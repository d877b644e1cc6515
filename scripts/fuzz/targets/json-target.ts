import { isDeepStrictEqual } from 'node:util';
import { parseBody, type ReceivedBody } from '../../../src/http/read-body.ts';
import { dropMember, spliceJson } from '../../../src/shared/json/raw-json.ts';
import { noCuts } from '../../../src/shared/json/skim.ts';
import { scanMembers } from '../../../src/shared/json/json-members.ts';
import { objectOf, parseJson, type JsonObject } from '../../../src/shared/json/json.ts';
import { receivedBody } from '../../../test/fakes/received-body.ts';
import { cut, type Random } from '../make-random.ts';
import { claim, scale, type Target } from '../target.ts';

/** The top-level keys of a JSON object's text, in order, by a second parser: token by token. */
function keysOf(text: string): readonly string[] {
  const keys: string[] = [];
  let level = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:[ \t\r\n]*:)?|[{}[\]]/gs)) {
    if (token === '{' || token === '[') level += 1;
    else if (token === '}' || token === ']') level -= 1;
    else if (level === 1 && token.endsWith(':'))
      keys.push(JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string);
  }
  return keys;
}

/** What `JSON.parse` gives for an object with another member. Own properties only: a key may be called `__proto__`. */
function withMember(value: JsonObject, key: string, member: string): JsonObject {
  const others = Object.entries(value).filter(([name]) => name !== key);
  return Object.fromEntries([...others, [key, member]]);
}

/** The value of a body, with its long strings restored. */
function wholeValue(body: ReceivedBody): JsonObject {
  const { value, bytes, cuts } = parseBody(body);
  return cuts === noCuts ? value : objectOf(parseJson(Buffer.concat([...cuts.restore(bytes)]).toString('utf8')));
}

function checkScan(input: Buffer, value: JsonObject, random: Random): void {
  const keys = Object.keys(value);
  const scanner = scanMembers(keys);
  for (const chunk of cut(input, random)) scanner.push(chunk);
  claim(scanner.complete(), 'A whole object was not seen to its end.');
  claim(scanner.members.length === keys.length, 'Not as many members were seen as there are.');
  for (const { key, valueStart, valueEnd } of scanner.members) {
    const seen = parseJson(input.toString('utf8', valueStart, valueEnd));
    const own = Object.getOwnPropertyDescriptor(value, key)?.value as unknown;
    claim(isDeepStrictEqual(seen, own), 'A member was seen with another value.');
    claim(isDeepStrictEqual(parseJson(scanner.kept.get(key) ?? ''), own), 'A member was kept with another value.');
  }
}

/** Bodies, and the changes that are made in their bytes. */
export const jsonTarget: Target = {
  name: 'json',
  longest: 65_536,
  seeds: [
    '{"model":"m","stream":true,"messages":[{"role":"user","content":"x"}],"max_tokens":5}',
    '{ "a" : "\\u0061\\\\\\"" , "b":[1,-2.5e3,null,true,{}] }\n',
    '{"__proto__":{"a":1},"":"","\\u006dodel":"é👋"}',
    '[]',
    'null',
  ],
  words: [
    ...[
      '"model"',
      '"model":1,',
      '\\u006dodel',
      '\\',
      '\\\\',
      '\\"',
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\uFEFF',
      '\ud800',
    ],
    ...[
      '__proto__',
      '1e400',
      '-0',
      '9007199254740993',
      'NaN',
      '{"a":',
      '[[[[[[[[[[',
      '{}',
      '{},',
      ' ',
      '\r\n',
      '//',
      '\u2028',
    ],
  ],
  run: (input, random) => {
    const text = input.toString('utf8');
    const own = parseJson(text);
    // Text that is not JSON results in wrong members, never in an exception.
    const scanner = scanMembers(['model']);
    for (const chunk of cut(input, random)) scanner.push(chunk);
    const value = wholeValue(receivedBody(...cut(input, random)));
    claim(isDeepStrictEqual(value, own), 'A body was read as JSON.parse does not read it.');
    const keys = keysOf(text);
    claim(new Set(keys).size === keys.length, 'A body with a member twice was let through.');
    checkScan(input, value, random);
    const [first = 'model'] = random.below(2) === 0 ? keys : [];
    const spliced = parseJson(Buffer.from(spliceJson(input, { [first]: '"other"' })).toString());
    claim(
      isDeepStrictEqual(objectOrder(spliced), objectOrder(withMember(value, first, 'other'))),
      'A splice went wrong.',
    );
    const dropped = parseJson(Buffer.from(dropMember(input, first)).toString());
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== first));
    claim(isDeepStrictEqual(objectOrder(dropped), objectOrder(rest)), 'A member was not taken out cleanly.');
    return `${scale(keys.length)} ${Object.values(value)
      .map((one) => typeof one)
      .join()}`.slice(0, 60);
  },
};

/** Members in the order of their names: their position is not compared. */
const objectOrder = (value: unknown): unknown =>
  Object.entries(value as JsonObject).toSorted(([one], [other]) => (one < other ? -1 : 1));
