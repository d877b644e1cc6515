import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import {
  codesByName,
  codesByStatus,
  statusesByName,
  statusOfUpstreamCode,
  type UpstreamCode,
} from './upstream-codes.ts';

/** What a name in any spelling stands for: `RateLimitError`, `RESOURCE_EXHAUSTED`, `Invalid input`. */
function named<Meaning>(name: string, meanings: ReadonlyMap<string, Meaning>): Meaning | undefined {
  const plain = name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_');
  return meanings.get(plain) ?? meanings.get(plain.replace(/_(?:error|exception)$/, ''));
}

/** Members that name an error, the most specific first. Anthropic and Databricks use `error_code`, Google `status`. */
const nameMembers = ['error_code', 'code', 'type', 'status'] as const;

/** Every object in which an upstream may describe the error, the innermost first. */
function descriptionsOf(body: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(body)) return descriptionsOf(body[0] as Json | undefined);
  const { error, errors, response, choices, detail } = objectOf(body);
  const listed = [errors, detail].map((list) => (Array.isArray(list) ? (list[0] as Json | undefined) : list));
  const chosen = Array.isArray(choices) ? choices.map((choice: Json) => objectOf(choice)['error']) : [];
  return [objectOf(error)['details'], error, objectOf(response)['error'], ...chosen, ...listed, body].map(objectOf);
}

/**
 * Returns the code of an upstream's error: by its code, then its type, then its status, which some send as a code.
 *
 * @param body the parsed error
 * @param status HTTP status; null if it says nothing about the failure
 */
export function classifyUpstreamError(body: Json | undefined, status: number | null): UpstreamCode {
  const reported = descriptionsOf(body).flatMap((error) => nameMembers.map((name) => error[name]));
  for (const name of reported) {
    const code = typeof name === 'string' ? named(name, codesByName) : undefined;
    if (code) return code;
  }
  const numbers = reported.map((name) => (typeof name === 'string' || typeof name === 'number' ? Number(name) : 0));
  for (const number of [...numbers, status ?? 0]) {
    const code = codesByStatus.get(number) ?? (number >= 500 && number < 600 ? 'server_error' : undefined);
    if (code) return code;
  }
  return 'upstream_error';
}

/** Members in which hosts state a status of HTTP, as a number or as text. */
const statusMembers = ['status_code', 'http_code', 'status', 'code', 'error_code'] as const;

/** The status of HTTP that an error states, or that its kind stands for; null if neither. */
function statedStatus(body: Json | undefined, code: UpstreamCode): number | null {
  const descriptions = descriptionsOf(body);
  for (const value of descriptions.flatMap((error) => statusMembers.map((name) => error[name]))) {
    const text = typeof value === 'number' ? String(value) : stringOf(value);
    if (text !== null && /^[45]\d\d$/.test(text)) return Number(text);
  }
  if (code !== 'upstream_error') return null;
  const kinds = descriptions.flatMap((error) => nameMembers.map((name) => stringOf(error[name]) ?? ''));
  return kinds.map((kind) => named(kind, statusesByName)).find((status) => status !== undefined) ?? null;
}

/**
 * Returns the status of an upstream's error that has none of HTTP: the one that it states, or else that of its code.
 *
 * @param body the parsed error
 * @param isPreferred of several that fit, the first that it is true for
 */
export const statusOfUpstreamError = (
  body: Json | undefined,
  code: UpstreamCode,
  isPreferred?: (status: number) => boolean,
): number => statusOfUpstreamCode(code, statedStatus(body, code), isPreferred);

/** Splits a path such as `messages[0].content` or `input.0.file_data`; null if the text is not a path. */
const membersOf = (path: string): readonly string[] | null =>
  /^\w[\w-]{0,63}(?:\.[\w-]{1,64}|\[\d{1,6}\]){0,31}$/.test(path) ? path.split(/[.[\]]+/).filter(Boolean) : null;

function memberOf(holder: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(holder)) return /^\d+$/.test(name) ? (holder[Number(name)] as Json | undefined) : undefined;
  return isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/** Whether a text is a path that the caller's body has. */
function isPathIn(sent: Json, path: string): boolean {
  const members = membersOf(path);
  let place: Json | undefined = members === null ? undefined : sent;
  for (const member of members ?? []) place = memberOf(place, member);
  return place !== undefined;
}

/**
 * Returns the field that an upstream's error names, if the caller's body has it.
 *
 * @param body the parsed error
 * @param sent the caller's parsed body
 */
export function paramOf(body: Json | undefined, sent: Json): string | null {
  for (const { param } of descriptionsOf(body)) {
    const path = stringOf(param);
    if (path !== null && isPathIn(sent, path)) return path;
  }
  return null;
}

/** What Spec B's vendor adds to a code, for an image that is too large: the longest side, and the images. */
export interface ErrorFigures {
  readonly max_side_length_pixels?: number;
  readonly paths?: readonly string[];
}

/** An upstream may send any number of paths. */
const mostPaths = 1_000;

/**
 * Returns the figures that may pass to the caller: no other detail of an upstream's error does.
 *
 * @param body the parsed error
 * @param sent the caller's parsed body, which the paths must be in
 */
export function figuresOf(body: Json | undefined, sent: Json): ErrorFigures {
  const { max_side_length_pixels: side, paths } = objectOf(objectOf(objectOf(body)['error'])['details']);
  const known = arrayOf(paths)
    .slice(0, mostPaths)
    .filter((path): path is string => typeof path === 'string' && isPathIn(sent, path));
  return {
    ...(typeof side === 'number' && Number.isSafeInteger(side) && { max_side_length_pixels: side }),
    ...(known.length > 0 && { paths: known }),
  };
}
