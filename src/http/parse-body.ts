import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/echo.ts';
import { scanMembers } from '../shared/json-members.ts';
import { findExcess } from '../shared/json-structure.ts';
import { isObject, longestUncounted, parseCounted, type Json, type JsonObject } from '../shared/json.ts';

/** Deepest nesting and largest structure of a JSON body: beyond these it costs more to read than any call needs. */
const deepest = 64;
const mostElements = 400_000;

/**
 * Parses a JSON body, whose structure must be harmless. A top-level member that stands twice is refused: the upstream
 * might believe the other one than we bill.
 *
 * @throws {GatewayError} `invalid_json`
 */
export function parseBody(bytes: Buffer): JsonObject {
  if (!isUtf8(bytes)) throw new GatewayError('invalid_json', 'The body is not in UTF-8. Send it in UTF-8.');
  if (bytes.length > longestUncounted) countFirst(bytes);
  const text = bytes.toString('utf8');
  const value = parseCounted(text);
  if (value === undefined) throw noJson(bytes);
  const { members } = measure(value);
  if (!isObject(value)) throw new GatewayError('invalid_json', 'The body must be a JSON object.');
  if (writtenMembers(text) > members) refuseRepeated(bytes);
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
  new GatewayError('invalid_json', `The body has more than ${mostElements} elements. Split the request.`);

/** How much stands in a value, at all levels. */
interface Structure {
  /** Objects, arrays, and what they hold. */
  elements: number;
  /** Members of objects. */
  members: number;
}

/** @throws {GatewayError} `invalid_json` when there is more of it, or deeper, than any call needs */
function measure(value: Json): Readonly<Structure> {
  const structure = { elements: 0, members: 0 };
  add(structure, value, 1);
  return structure;
}

/** @param level of the value; the outermost is 1 */
function add(structure: Structure, value: Json, level: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (level > deepest) throw tooDeep();
  if (isObject(value)) {
    for (const key in value) {
      structure.members += 1;
      structure.elements += 1;
      add(structure, value[key] ?? null, level + 1);
    }
  } else {
    structure.elements += value.length;
    for (const element of value) add(structure, element, level + 1);
  }
  structure.elements += 1;
  if (structure.elements > mostElements) throw tooMany();
}

/** @throws {GatewayError} `invalid_json` when the structure of a long body is deeper or larger than any call needs */
function countFirst(bytes: Buffer): void {
  const excess = findExcess(bytes, { depth: deepest, tokens: mostElements });
  if (excess === 'depth') throw tooDeep();
  if (excess === 'tokens') throw tooMany();
}

const quote = 0x22;
const backslash = 0x5c;
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * How many members a JSON text writes at most, at all levels: a text that begins with a colon counts as one too. More than
 * the parsed value has means that a member may stand twice, however its key is escaped.
 */
function writtenMembers(text: string): number {
  let written = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1))
    if (endsText(text, colon)) written += 1;
  return written;
}

/** Whether a text ends before a colon; an escaped quote is in the middle of one. */
function endsText(text: string, colon: number): boolean {
  let at = colon - 1;
  while (isBlank(text.charCodeAt(at))) at -= 1;
  if (text.charCodeAt(at) !== quote) return false;
  let escapes = 0;
  while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
  return escapes % 2 === 0;
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
