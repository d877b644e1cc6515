import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/echo.ts';
import { scanMembers } from '../shared/json-members.ts';
import { isObject, parseJson, type Json, type JsonObject } from '../shared/json.ts';

/** Deepest nesting and largest structure of a JSON body: beyond these it costs more to read than any call needs. */
const deepest = 64;
const mostTokens = 400_000;

/** Up to here a body is parsed first and its structure counted afterwards; what a longer one holds is counted first. */
const parsedAtOnce = 4 * 1_048_576;

/** Bytes of a long body looked at between two such counts: what is too much is refused before all of it has been listed. */
const stepBytes = 262_144;

/**
 * Parses a JSON body, whose structure must be harmless. A top-level member that stands twice is refused: the upstream
 * might believe the other one than we bill.
 *
 * @throws {GatewayError} `invalid_json`
 */
export function parseBody(bytes: Buffer): JsonObject {
  if (!isUtf8(bytes)) throw new GatewayError('invalid_json', 'The body is not in UTF-8. Send it in UTF-8.');
  if (bytes.length > parsedAtOnce) countFirst(bytes);
  const text = bytes.toString('utf8');
  const value = parseJson(text);
  if (value === undefined) throw noJson(bytes);
  count(value, 1, 0);
  if (!isObject(value)) throw new GatewayError('invalid_json', 'The body must be a JSON object.');
  if (mayRepeat(text, Object.keys(value))) refuseRepeated(bytes);
  return value;
}

const noJson = (bytes: Buffer): GatewayError =>
  new GatewayError(
    'invalid_json',
    bytes.length === 0
      ? 'The body is empty. Send a JSON object.'
      : 'The body is no JSON. Check quotes, commas and braces.',
  );

const tooDeep = (): GatewayError =>
  new GatewayError('invalid_json', `The body is nested more than ${deepest} levels deep. Flatten it.`);

const tooMany = (): GatewayError =>
  new GatewayError('invalid_json', `The body has more than ${mostTokens} elements. Split the request.`);

/**
 * Adds the elements of a value, at all levels, to those counted before.
 *
 * @param level of the value itself; the outermost is 1
 */
function count(value: Json, level: number, before: number): number {
  if (typeof value !== 'object' || value === null) return before;
  if (level > deepest) throw tooDeep();
  const elements: readonly (Json | undefined)[] = Array.isArray(value) ? value : Object.values(value);
  let counted = before + 1 + elements.length;
  if (counted > mostTokens) throw tooMany();
  for (const element of elements) if (typeof element === 'object') counted = count(element, level + 1, counted);
  return counted;
}

/** @throws {GatewayError} `invalid_json` when the structure of a long body is deeper or larger than any call needs */
function countFirst(bytes: Buffer): void {
  const scanner = scanMembers();
  for (let from = 0; from < bytes.length; from += stepBytes) {
    scanner.push(bytes.subarray(from, from + stepBytes));
    if (scanner.deepest() > deepest) throw tooDeep();
    if (scanner.tokens() > mostTokens) throw tooMany();
  }
}

/** More top-level members than any call has. */
const manyKeys = 64;

/**
 * False when no top-level key can stand twice: the text holds each of them once, and no escape that is another way to
 * write one. One pass by a native search; true only means that it must be looked at more closely.
 */
function mayRepeat(text: string, keys: readonly string[]): boolean {
  if (keys.length > manyKeys || text.includes('\\u') || keys.some((key) => key.includes('/'))) return true;
  const written = new RegExp(keys.map((key) => RegExp.escape(JSON.stringify(key))).join('|') || '$^', 'g');
  let seen = 0;
  while (written.test(text)) {
    seen += 1;
    if (seen > keys.length) return true;
  }
  return false;
}

function refuseRepeated(bytes: Buffer): void {
  const scanner = scanMembers();
  scanner.push(bytes);
  const keys = new Set<string>();
  for (const { key } of scanner.members) {
    if (keys.has(key))
      throw new GatewayError('invalid_json', `The body has ${echo(key)} twice. Send it once.`, { param: echo(key) });
    keys.add(key);
  }
}
