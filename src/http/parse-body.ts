import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/echo.ts';
import {
  findExcess,
  findRepeated,
  isObject,
  longestUncounted,
  parseCounted,
  writtenMembers,
  type Json,
  type JsonObject,
} from '../shared/json/json.ts';

/** Deepest nesting and largest structure of a JSON body: beyond these it costs more to read than any call needs. */
const deepest = 64;
const mostElements = 400_000;

/**
 * Parses a JSON body, whose structure must be harmless. A member that stands twice, at whatever level, is refused: the upstream
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
  const { members, isBeyond } = measure(value);
  if (!isObject(value)) throw new GatewayError('invalid_json', 'The body must be a JSON object.');
  if (isBeyond) refuseBeyond(value, '');
  if (writtenMembers(text) > members) refuseRepeated(text);
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
  /** True for a number beyond the largest that a double holds, such as 1e400: it is read as infinity. */
  isBeyond: boolean;
}

/** @throws {GatewayError} `invalid_json` when there is more of it, or deeper, than any call needs */
function measure(value: Json): Readonly<Structure> {
  const structure = { elements: 0, members: 0, isBeyond: false };
  add(structure, value, 1);
  return structure;
}

/** @param level of the value; the outermost is 1 */
function add(structure: Structure, value: Json, level: number): void {
  if (value === Infinity || value === -Infinity) structure.isBeyond = true;
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

/**
 * Refuses the number that nobody can mean, wherever it stands: readers of JSON differ in what they make of it.
 *
 * @throws {GatewayError} `invalid_value` naming its place
 */
function refuseBeyond(value: Json | undefined, path: string): void {
  if (value === Infinity || value === -Infinity) {
    const message = `${path} is a number beyond what JSON readers can hold (1.8e308 at most). Send a smaller one.`;
    throw new GatewayError('invalid_value', message, { param: path });
  }
  if (Array.isArray(value)) for (const [index, one] of value.entries()) refuseBeyond(one as Json, `${path}[${index}]`);
  if (isObject(value))
    for (const [key, one] of Object.entries(value)) refuseBeyond(one, path === '' ? echo(key) : `${path}.${echo(key)}`);
}

/** @throws {GatewayError} `invalid_json` when the structure of a long body is deeper or larger than any call needs */
function countFirst(bytes: Buffer): void {
  const excess = findExcess(bytes, { depth: deepest, tokens: mostElements });
  if (excess === 'depth') throw tooDeep();
  if (excess === 'tokens') throw tooMany();
}

function refuseRepeated(text: string): void {
  const path = findRepeated(text);
  if (path === null) return;
  throw new GatewayError('invalid_json', `The body has ${echo(path)} twice. Send it once.`, { param: echo(path) });
}
